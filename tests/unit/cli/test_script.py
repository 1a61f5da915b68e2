"""`.clz` files: what is read, and every way to write one wrong."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clz_apps.tests.runner.worker import own_names
from clz_apps.tests.script import words
from clz_apps.tests.script.model import Script
from clz_apps.tests.script.world_names import locale_mistake, zone_mistake
from clz_core.contract.errors import UsageError
from tests.support.scripts import examine, parse, scripts, typed_with

ENV = {"HOME_URL": "http://localhost:8000", "NAME": "Ada"}


def written(folder: Path, text: str | bytes, name: str = "a.clz") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def read(folder: Path, text: str | bytes) -> Script:
    return parse(written(folder, text), ENV)


def mistakes(folder: Path, text: str | bytes) -> list[str]:
    """What is wrong, as `LINE:COLUMN: MESSAGE`."""
    path = written(folder, text)
    return [str(one).removeprefix(f"{path}:") for one in examine(path, ENV)[1]]


def test_a_test_has_a_name_tags_and_what_goes_before_and_after_it(tmp_path: Path) -> None:
    text = """
base $HOME_URL
with viewport iphone-14, 800x600
# a comment
before
  open /login
after
  eval 1

test "signs in" @smoke @forms
  fill "#name" "$NAME"
  let ORDER = get text "#order"
  get text "#x-$ORDER"
"""
    (test,) = read(tmp_path, text).tests
    assert (test.name, test.tags, test.place.line) == ("signs in", ("@smoke", "@forms"), 10)
    assert test.base == "http://localhost:8000"
    assert [(axis.name, axis.values) for axis in test.axes] == [("viewport", ("iphone-14", "800x600"))]
    assert [step.command for step in (*test.before, *test.after)] == ["open /login", "eval 1"]
    assert [(step.name, step.command, step.place.line, step.place.column) for step in test.steps] == [
        ("", 'fill "#name" "$NAME"', 11, 3),
        ("ORDER", 'get text "#order"', 12, 3),
        ("", 'get text "#x-$ORDER"', 13, 3),
    ]


def test_a_file_of_steps_alone_as_a_batch_has_it_is_one_test(tmp_path: Path) -> None:
    (test,) = parse(written(tmp_path, 'ping\n["click", "#a"]\n{"command": "ping"}\n', "smoke.clz"), ENV).tests
    assert (test.name, len(test.steps)) == ("smoke", 3)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("${B:-x}", "x"),
        ("${A:-x}", "1"),
        ("${EMPTY:-x}", "x"),
        ("$EMPTY", ""),
        ("${B:-}", ""),
        ('"${B:-x y}/$A"', "x y/1"),
        ("'${B:-x}'", "${B:-x}"),
        ("${B-x}", "${B-x}"),
        ("$B", "$B"),
    ],
)
def test_a_default_is_taken_where_a_name_is_not_known_or_empty(word: str, said: str) -> None:
    (one,) = words.split(word)
    assert one.filled({"A": "1", "EMPTY": ""}) == said


def test_a_step_may_use_what_a_test_has_of_itself_and_names_with_a_default(tmp_path: Path) -> None:
    text = 'test a\n  fill "#a" "$UNIQUE@example.org $NOW $TEST ${LOST:-x}"\n  wait ${SOON:-p}\n'
    assert mistakes(tmp_path, text) == []
    assert mistakes(tmp_path, "base http://$UNIQUE\ntest a\n  ping\n") == [
        "1:6: There is no $UNIQUE in the environment."
    ]
    (unknown,) = mistakes(tmp_path, "test a\n  fill '#a' $UNIQ\n")
    assert unknown.startswith("2:13: There is no $UNIQ, in the environment or by `let`. Did you mean: $UNIQUE?")
    assert mistakes(tmp_path, 'base "${LOST:-http://localhost}"\ntest a\n  open /\n') == []


def test_each_attempt_has_a_word_of_its_own() -> None:
    first, second = own_names("a"), own_names("a")
    assert set(first) == words.OWN
    assert first["UNIQUE"] != second["UNIQUE"]
    assert re.fullmatch("[a-z][a-z0-9]{9}", first["UNIQUE"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", first["NOW"])


@pytest.mark.parametrize(
    "text", ["\ufefftest a\n  ping\n", "test a\r\n  ping\r\n", "test a\n\tping\n", "test a\n ping"]
)
def test_a_byte_order_mark_and_other_line_ends_and_tabs_alone_are_fine(tmp_path: Path, text: str) -> None:
    (test,) = read(tmp_path, text).tests
    assert [step.text for step in test.steps] == ["ping"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["1:1: There are no tests"]),
        ("# nothing\n", ["1:1: There are no tests"]),
        ("test a\n  ping\n\tping\n", ["3:2: Tabs and spaces are mixed"]),
        ("test a\n  ping\n    ping\n", ["3:5: This line is indented by 4, those above it by 2"]),
        ("  ping\n", ["1:1: There are no tests", "1:3: This line is indented"]),
        ("test a\ntest b\n  ping\n", ["1:1: There are no steps below this test"]),
        ("test a\n  ping\ntest a\n  ping\n", ["3:1: There is another test 'a', in line 1."]),
        ("test\n  ping\n", ["1:1: A test has a name"]),
        ("test a b\n  ping\n", ["1:8: 'b' is not a tag"]),
        ("test a\n  clikc x\n", ["2:3: There is no command 'clikc'. Did you mean: click, dblclick?"]),
        ("test a\n  click x --forse\n", ["2:11: No such option: --forse"]),
        ("test a\n  wait x --wait-ms soon\n", ["2:10: Invalid value for '--wait-ms': 'soon' is not a whole number."]),
        ("test a\n  click\n", ["2:3: Missing argument"]),
        ("test a\n  press Foo\n", ["2:9: There is no key Foo."]),
        ("test a\n  press Foo+a\n", ["2:9: There is no key Foo to hold."]),
        ("test a\n  press 'Tab Entr'\n", ["2:9: There is no key Entr. Did you mean: Enter?"]),
        ("test a\n  press Control++\n  press é\n  press 'ctrl+Shift+KeyA F12 + / Numpad0 ControlLeft'\n", []),
        ("test a\n  viewport iphone\n", ["2:12: There is no viewport iphone. Did you mean: iphone-se?"]),
        ("test a\n  viewport 800x600\n  viewport 'iPhone 14'\n", []),
        ("test a\n  wait 500\n", ["2:8: 500 is not a target: a test waits for what happens"]),
        ("test a\n  wait --gone 5s\n", ["2:15: 5s is not a target"]),
        ("test a\n  click 'div:::'\n", ["2:9: div::: is not a valid CSS selector: no name is after :::."]),
        ("test a\n  click 'div[a'\n", ["2:9: div[a is not a valid CSS selector: nothing closes [."]),
        ("test a\n  expect visible 'a)'\n", ["2:18: a) is not a valid CSS selector: ) closes nothing."]),
        ("test a\n  click '#f >> li.'\n", ["2:9: #f >> li. is not a valid CSS selector: no name is after .."]),
        ("test a\n  click 'a[href$=\").x\"]::before'\n  click '#\\31 2 > b:has(i)'\n  click 'text=a ( b #'\n", []),
        ("test a\n  click ':is(.a, [b]) >> xpath=.//['\n  click '@e1'\n  click 'Sign in'\n", []),
        (
            "test a\n  expect url '['\n",
            ["2:14: [ matches no address: a glob must match all of it. Did you mean: **[**?"],
        ),
        ("test a\n  wait --url cart\n", ["2:14: cart matches no address"]),
        ("test a\n  expect url /cart\n  expect url cart --contains\n  expect url '[a]' --matches\n", []),
        ("test a\n  emulate --locale de_DE\n", ["2:20: There is no locale de_DE. Did you mean: de-DE?"]),
        (
            "test a\n  with timezone UTC, Berlin\n  ping\n",
            ["2:22: There is no time zone Berlin. Did you mean: Europe/Berlin?"],
        ),
        ("test a\n  click $NAM\n", ["2:9: There is no $NAM, in the environment or by `let`. Did you mean: $NAME?"]),
        ("test a\n  click $X\n  let X = url\n", ["2:9: There is no $X", "3:11: There is no command 'url'."]),
        ("test a\n  let X get url\n", ["2:3: Write it like: let NAME = "]),
        ("test a\n  let 1X = ping\n", ["2:7: '1X' is not a name"]),
        ("test a\n  click 'x\n", ["2:9: The words cannot be told apart: no closing quotation."]),
        ('test a\n  {"command": "fly"}\n', ["2:3: There is no command 'fly' for a batch."]),
        ("test a\n  batch x\n", ["2:3: clz batch is not for tests."]),
        ("test a\n  browser stop\n", ["2:3: clz browser is not for tests."]),
        ("test a\n  console --follow\n", ["2:3: --follow never ends"]),
        ('test a\n  eval "1 +"\n', ["2:8: The expression has no end: nothing is after +."]),
        ('test a\n  let X = eval "f(]"\n', ["2:16: The expression is not JavaScript: ] closes nothing."]),
        ('test a\n  eval --unsafe "f(() => {"\n', ["2:17: The expression is not JavaScript: nothing closes {."]),
        ("test a\n  eval \"'a' + 'b\"\n", ["2:8: The expression has no end: nothing closes '."]),
        ('test a\n  wait --fn "document.title ==="\n', ["2:13: The expression has no end: nothing is after ===."]),
        ('test a\n  wait "--fn=1 +"\n', ["2:8: The expression "]),
        ('test a\n  {"command": "eval", "params": {"expression": "1 +"}}\n', ["2:3: The expression "]),
        ("test a\n  tab\n", ["2:3: tab needs one more word: close, select."]),
        ("test a\n  navigate ftp://x\n", ["2:3: ftp: addresses are not opened."]),
        ("test a\n  ping\nping\n", ["3:1: This step belongs to no test: indent it."]),
        ("test a\n  test b\n", ["2:3: `test` goes at the left"]),
        ("base ftp://x\nping\n", ["1:6: 'ftp://x' is not an http: or https: address."]),
        ("base $HOMEURL\nping\n", ["1:6: There is no $HOMEURL in the environment. Did you mean: $HOME_URL?"]),
        ("base http://a\nbase http://b\nping\n", ["2:1: There is a second `base`"]),
        (
            "with viewport dektop\nping\n",
            [
                "1:15: 'dektop' is not a viewport",
            ],
        ),
        (
            "before\n  ping\nbefore\n  ping\ntest a\n  ping\n",
            ["3:1: There is a second `before`; the first is in line 1."],
        ),
        ("test a\n  ping\n  with viewport desktop\n", ["3:3: `with` goes before the steps"]),
        (
            b"test a\n  ping \xff\n",
            [
                "2:1: This is not UTF-8.",
            ],
        ),
    ],
)
def test_a_mistake_is_told_with_its_line_and_column(tmp_path: Path, text: str | bytes, said: list[str]) -> None:
    found = mistakes(tmp_path, text)
    assert len(found) == len(said), found
    for one, begin in zip(found, said, strict=True):
        assert one.startswith(begin)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("test a\n  clikc x\n", "test a\n  click x\n"),
        ("test a\n  click x --forse\n", "test a\n  click x --force\n"),
        ("test a\n  press 'Tab Entr'\n", "test a\n  press 'Tab Enter'\n"),
        ("test a\n  viewport iphone\n", "test a\n  viewport iphone-se\n"),
        ('test a\n  fill x "I am $NAM"\n', 'test a\n  fill x "I am $NAME"\n'),
        ("test a\n  emulate --locale=de_DE\n", "test a\n  emulate --locale=de-DE\n"),
        ("test a\n  expect url cart\n", "test a\n  expect url **cart**\n"),
        ("test a\n  goto localhost:8000\n", "test a\n  navigate localhost:8000\n"),
        ("with viewport dektop,iphone-14\nping\n", "with viewport desktop,iphone-14\nping\n"),
        (
            'setup "logs in"\n  ping\ntest a\n  needs "log in"\n  ping\n',
            'setup "logs in"\n  ping\ntest a\n  needs "logs in"\n  ping\n',
        ),
        ("test a\n  includ b.clz\n", "test a\n  include b.clz\n"),
        ("test a\n  click\n", None),
    ],
)
def test_what_was_meant_can_be_put_in_the_place_of_what_is_wrong(tmp_path: Path, wrong: str, right: str | None) -> None:
    (found,) = examine(written(tmp_path, wrong), ENV)[1]
    fix = found.told()["fix"]
    lines = wrong.split("\n")
    if fix is not None:
        line, at = lines[found.place.line - 1], found.place.column - 1
        lines[found.place.line - 1] = line[:at] + line[at:].replace(fix["replace"], fix["by"], 1)
    assert (fix and "\n".join(lines)) == right


def test_expressions_that_may_be_right_are_no_mistake(tmp_path: Path) -> None:
    lines = [
        "eval 1",
        'eval "() => document.title"',
        'eval "const a = 1; a + 1"',
        "eval --unsafe 'location.href = 1'",
        "eval -",
        "let X = eval 1",
        'eval "$X +"',  # 1 and more of an expression
        "eval 'let n = 0; n++'",
        "eval '5.'",
        "eval '/[(]/.test(\"[\") // {'",
        'eval \'`${"("}` + `(` + "a\\"(" + "{["\'',
        'wait --fn "document.querySelectorAll(`li`).length > $X"',
    ]
    assert mistakes(tmp_path, "test a\n" + "".join(f"  {line}\n" for line in lines)) == []


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    written(tmp_path, "test a\n  clikc x\n  fil x y\n", "a.clz")
    written(tmp_path, "test b\n  hover x --ofen\n", "b.clz")
    with pytest.raises(UsageError) as caught:
        scripts([str(tmp_path)])
    assert caught.value.code == "SCRIPT_INVALID"
    places = [(Path(one["file"]).name, one["line"]) for one in caught.value.details["mistakes"]]
    assert places == [("a.clz", 2), ("a.clz", 3), ("b.clz", 2)]


def test_an_included_file_stands_where_it_is_included_and_is_not_run_by_itself(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    written(tmp_path, "let X = get text h1\nclick $NAME\n", "parts/steps.clz")
    written(tmp_path, "base http://a\nbefore\n  open /\n", "parts/site.clz")
    text = "include parts/site.clz\ntest a\n  include parts/steps.clz\n  click $X\n"
    written(tmp_path, text)
    (tmp_path / ".#a.clz").symlink_to("me@here.1")  # what Emacs leaves beside a file that it changes
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NAME", "Ada")
        (script,) = scripts([str(tmp_path)])
    (test,) = script.tests
    assert (test.base, [step.text for step in test.before]) == ("http://a", ["open /"])
    places = [(Path(step.place.file).name, step.place.line) for step in test.steps]
    assert places == [("steps.clz", 1), ("steps.clz", 2), ("a.clz", 4)]


def test_files_that_include_each_other_are_a_mistake(tmp_path: Path) -> None:
    written(tmp_path, "include a.clz\n", "b.clz")
    assert any(
        "includes itself: a.clz → b.clz → a.clz" in one.message
        for one in examine(written(tmp_path, "include b.clz\n"))[1]
    )
    assert any("includes itself" in one for one in mistakes(tmp_path, "test a\n  include a.clz\n"))


def test_a_missing_include_says_what_is_there(tmp_path: Path) -> None:
    written(tmp_path, "ping\n", "sign-in.clz")
    (said,) = list(mistakes(tmp_path, "test a\n  include signin.clz\n  ping\n"))
    assert said.startswith("2:3: Cannot read ")
    assert said.endswith("No such file or directory. Did you mean: sign-in.clz?")


def test_what_is_no_file_is_not_included(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.clz")
    for name in ("pipe.clz", "/dev/zero", "a\0b.clz", "."):
        (said,) = list(mistakes(tmp_path, f"test a\n  include '{name}'\n  ping\n"))
        assert said.startswith(("2:3: Cannot read ", "2:11: The name of a file")), said


def test_files_include_each_other_so_deep_and_no_deeper(tmp_path: Path) -> None:
    written(tmp_path, "ping\n", "f0.clz")
    for number in range(1, 1_200):
        written(tmp_path, f"include f{number - 1}.clz\n", f"f{number}.clz")
    assert not list(mistakes(tmp_path, "test a\n  include f45.clz\n"))
    (said,) = list(mistakes(tmp_path, "test a\n  include f1199.clz\n  ping\n"))
    assert said.endswith("more than 50 deep.")


def test_files_that_include_files_twice_end_in_one_mistake(tmp_path: Path) -> None:
    written(tmp_path, "ping\n", "f0.clz")
    for number in range(1, 41):
        written(tmp_path, f"include f{number - 1}.clz\n" * 2, f"f{number}.clz")
    assert not list(mistakes(tmp_path, "test a\n  include f5.clz\n"))
    [said] = examine(written(tmp_path, "test a\n  include f40.clz\n"), ENV)[1]
    assert "more than 1,000 includes" in said.message
    assert (Path(said.place.file).name[0], said.place.line > 0) == ("f", True)


def test_a_value_after_let_is_a_mistake_that_says_what_stands_there(tmp_path: Path) -> None:
    [said] = mistakes(tmp_path, "test a\n  let N = -5\n  ping\n")
    assert said.startswith("2:11: `let NAME =` takes a step")


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("fill '#q' $N", "fill -- '#q' -5"),
        ("expect text $WORD $N", "expect -- text -v -5"),
        ("fill '#q' -- $N", "fill -- '#q' -5"),
        ("fill '#q' -5", "fill '#q' -5"),
        # An option that comes later is still one, and takes the value that follows it.
        ("fill '#q' $N --force --wait-ms 5", "fill --force --wait-ms 5 -- '#q' -5"),
        ("fill $WORD $N --wait-ms=5", "fill --wait-ms=5 -- -v -5"),
        ("click '#q' --nth $N", "click --nth -5 -- '#q'"),
        ("--agent $N click '#q'", "--agent -5 click -- '#q'"),
        # A flag takes no value: what follows it is an argument.
        ("fill --force $WORD x", "fill --force -- -v x"),
        ("snapshot -i $WORD", "snapshot -i -- -v"),
        ("snapshot -d $N $WORD", "snapshot -d -5 -- -v"),
        ("tab select $N", "tab select -- -5"),
        ("wheel -5,10 --in $N", "wheel --in -5 -- -5,10"),
        ("click $DASHES", "click -- --"),
        ("fill '#q' $LONG --no-such-option", "fill --no-such-option -- '#q' --force"),
    ],
)
def test_a_value_that_begins_with_a_dash_is_no_option(line: str, typed: str, tmp_path: Path) -> None:
    values = {"N": "-5", "WORD": "-v", "DASHES": "--", "LONG": "--force"}
    assert shlex.join(typed_with(words.split(line), values)) == typed


def test_a_step_with_a_value_that_begins_with_a_dash_is_no_mistake(tmp_path: Path) -> None:
    path = written(tmp_path, "test a\n  fill '#q' $N --wait-ms 5\n")
    assert examine(path, {"N": "-5"})[1] == []


def test_a_name_in_json_is_a_mistake_if_it_is_known(tmp_path: Path) -> None:
    [said] = mistakes(tmp_path, 'test a\n  ["fill", "#q", "$NAME"]\n')
    assert said.startswith("2:19: In JSON $NAME is plain text.")
    [said] = mistakes(tmp_path, 'test a\n  let X = get text h1\n  ["type", "#q", "${X}"]\n')
    assert said.startswith("3:19: In JSON ${X} is plain text.")
    assert not mistakes(tmp_path, 'test a\n  ["fill", "#q", "\\u0024NAME and $other"]\n')


def test_a_line_names_the_test_that_stands_there(tmp_path: Path) -> None:
    path = written(tmp_path, "test a\n  ping\n\ntest b\n  ping\n  ping\n")
    for line, name in ((1, "a"), (3, "a"), (4, "b"), (99, "b")):
        (script,) = scripts([f"{path}:{line}"])
        assert [test.name for test in script.tests] == [name]


def test_single_quotes_and_backslashes_keep_a_dollar() -> None:
    line = words.split(r"""$A '$A' "$A" \$A "\$A" ${A}b $Ab $5 a$""")
    assert [word.filled({"A": "x y"}) for word in line] == ["x y", "$A", "x y", "$A", "$A", "x yb", "$Ab", "$5", "a$"]
    assert [word.column for word in line] == [1, 4, 9, 14, 18, 24, 30, 34, 37]


@given(st.text(alphabet=st.one_of(st.sampled_from("ab$ \t'\"\\#{}=@/"), st.characters()), max_size=40))
@example('a"b\\"c')
@example("''")
def test_words_are_those_of_a_shell(line: str) -> None:
    try:
        wanted = shlex.split(line)
    except ValueError:
        with pytest.raises(words.NotClosed):
            words.split(line)
        return
    assert [word.text for word in words.split(line)] == wanted


PIECES = (
    'test "a" @x|test b|before|after|base http://a|base|with viewport desktop, 1x1|with|include a.clz|include|'
    '  ping|ping|\tping|    click "#a" $NAME|  let X = get text h1|  let|  let X =|  click $X|  tab|  [1]|  {"command"|'
    '--json|  --json ping|  -|  open /x|  --help|  expect|  config|  ["click", "--nth", "x"]|  click --|# a'
)
LINES = st.lists(
    st.one_of(
        st.sampled_from(PIECES.split("|")),
        st.text(max_size=20),
    ),
    max_size=8,
)


@settings(max_examples=300)
@given(lines=LINES, end=st.sampled_from(["\n", "\r\n"]))
def test_no_file_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, lines: list[str], end: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    path = written(folder, end.join(lines).encode("utf-8", "surrogatepass"), "any.clz")
    script, wrong = examine(path, ENV)
    assert wrong or script.tests
    for one in wrong:
        assert one.place.line >= 1
        assert one.place.column >= 1
        assert one.message


@pytest.mark.parametrize(
    "name", ["de", "de-DE", "zh-Hant-TW", "es-419", "DE-de", "gsw", "ca-ES-valencia", "sr-Latn-RS"]
)
def test_locales_that_there_are_pass(name: str) -> None:
    assert locale_mistake(name) == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("de_DE", "There is no locale de_DE. Did you mean: de-DE?"),
        ("de_DE.UTF-8", "There is no locale de_DE.UTF-8. Did you mean: de-DE?"),
        ("en-US,en;q=0.5", "There is no locale en-US,en;q=0.5. Did you mean: en-US?"),
        ("german", "There is no locale german."),
        ("xx-DE", "There is no locale xx-DE."),
        ("", "There is no locale ."),
    ],
)
def test_other_locales_are_named_with_what_was_meant(name: str, said: str) -> None:
    assert locale_mistake(name) == said


@pytest.mark.parametrize("name", ["Europe/Berlin", "europe/berlin", "UTC", "Etc/GMT+5", "+05:30", "UTC+2", "-0330"])
def test_zones_that_there_are_pass(name: str) -> None:
    assert zone_mistake(name) == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Berlin", "There is no time zone Berlin. Did you mean: Europe/Berlin?"),
        ("new york", "There is no time zone new york. Did you mean: America/New_York?"),
        ("Europe/Berlim", "There is no time zone Europe/Berlim. Did you mean: Europe/Berlin"),
        ("Mars", "There is no time zone Mars"),
    ],
)
def test_other_zones_are_named_with_what_was_meant(name: str, said: str) -> None:
    assert zone_mistake(name).startswith(said)


SETUPS = """base http://localhost:8000
needs "logs in"
before
  open /
setup "logs in"
  open /login
setup "fills a basket" @slow
  needs "logs in"
  open /basket
test "pays"
  needs "fills a basket"
  open /pay
test "looks around"
  open /
"""


def test_a_test_needs_a_setup_of_its_own_or_that_of_the_file(tmp_path: Path) -> None:
    first, second, pays, looks = read(tmp_path, SETUPS).tests
    assert [(one.setup, one.needs) for one in (first, second)] == [(True, None), (True, first)]
    assert (pays.needs, looks.needs) == (second, first)
    assert [step.command for step in (*first.before, *first.steps)] == ["open /login"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'test "a"\n  needs "logs im"\n  ping\nsetup "logs in"\n  ping\n',
            "There is no setup 'logs im'. Did you mean: logs in?",
        ),
        ('test "a"\n  needs "b"\n  ping\ntest "b"\n  ping\n', "'b' is a test: begin it with `setup`"),
        ('setup "a"\n  needs "b"\n  ping\nsetup "b"\n  needs "a"\n  ping\n', "'a' needs itself."),
        ('setup "a"\n  with locale de\n  ping\n', "A setup runs once."),
        ('setup "a" @fail\n  ping\n', "A setup must not be marked @fail"),
        ('setup "a"\n  ping\ntest "b"\n  needs "a" "c"\n  ping\n', "`needs` takes one name"),
        ('setup "a"\n  ping\ntest "b"\n  ping\n  needs "a"\n', "`needs` goes before the steps of a test"),
        ('setup "a"\n  ping\ntest "a"\n  ping\n', "There is another test 'a'"),
        ("setup\n  ping\n", 'A setup has a name: setup "logs in"'),
    ],
)
def test_what_a_test_cannot_need_is_told(tmp_path: Path, text: str, said: str) -> None:
    assert any(said in one for one in mistakes(tmp_path, text)), mistakes(tmp_path, text)
