"""Words that people bring from other tools: each runs what it means, or leads there in one line."""

from __future__ import annotations

import re
import shlex

import pytest

from clz_apps.tests.script.words import Word, read
from clz_cli.failures import failed
from clz_cli.lines.app import parsed
from clz_cli.main import in_process
from clz_cli.output.printing import Manner
from clz_cli.parser import help
from clz_cli.parser.foreign import options as foreign_options
from clz_cli.parser.foreign.synonyms import ALONE, LEADS, RUN, meant
from clz_cli.parser.syntax import command_of, listed
from clz_cli.parser.typer_private import ClickException, UsageError
from clz_cli.parser.values import LeadingError
from clz_cli.warm.fork import _is_local
from clz_core.contract import expectations
from clz_core.contract.commands import COMMANDS, GROUPS, SECTIONS
from clz_core.contract.errors import ClzError
from clz_core.contract.validate import check
from tests.support.scripts import wrong_in

RUNS = """
    goto https://a.example → navigate https://a.example
    visit https://a.example → navigate https://a.example
    cy.visit https://a.example → navigate https://a.example
    page.goto https://a.example → navigate https://a.example
    browser_navigate https://a.example → navigate https://a.example
    go_back → back
    goBack → back
    go-forward → forward
    refresh → reload
    tab new https://a.example → open https://a.example
    new-tab https://a.example → open https://a.example
    tab-list → tabs
    tab list → tabs
    tab-close 3 → tab close 3
    tab-select 3 → tab select 3
    url → get url
    title → get title
    text → content
    text h1 → get text h1
    html → content --format html
    html main → get html main
    value #q → get value #q
    attr a href → get attr a href
    count li → get count li
    box h1 → get box h1
    css h1 color → get styles h1 color
    read → content
    source → content --format html
    find total → snapshot --find total
    find text Save click → click text=Save
    find role button click --name Save → click role=button[name=Save]
    find label Email fill x --exact → fill label="Email" x
    find first .item click → click '.item >> nth=0'
    find nth 2 a text → get text 'a >> nth=2'
    inspect → snapshot
    errors → console --level error
    evaluate 1+1 → eval 1+1
    execute_script 1+1 → eval 1+1
    key Enter → press Enter
    keydown Shift → press --down Shift
    keyup Shift → press --up Shift
    send_keys #q tea → type #q tea
    pressSequentially #q tea → type #q tea
    keyboard type tea → type :focus tea --at-caret
    clear #q → fill #q ''
    dblClick li → dblclick li
    doubleclick li → dblclick li
    rightclick li → click --button right li
    context_click li → click --button right li
    mousemove 10 20 → mouse move 10,20
    mousedown → mouse down
    mousewheel 0 100 → wheel 0,100
    scrollintoview h1 → scroll h1
    scrollIntoViewIfNeeded h1 → scroll h1
    dragAndDrop a b → drag a b
    selectOption #c red → select #c red
    setInputFiles #f a.txt → upload #f a.txt
    fillForm → fill-form
    dialog-accept → dialog accept
    wait-for .done → wait .done
    waitForSelector .done → wait .done
    wait_for_url **/done → wait --url **/done
    waitForLoadState load → wait --load load
    waitForResponse **/api → wait --request **/api
    assert visible h1 → expect visible h1
    should visible h1 → expect visible h1
    is visible h1 → expect visible --wait-ms 0 h1
    is checked #a → expect checked --wait-ms 0 #a
    resize 800 600 → viewport 800x600
    set viewport 800 600 → viewport 800x600
    set geo 52.5 13.4 → emulate --geolocation 52.5,13.4
    set offline on → network offline on
    set media dark → emulate --color-scheme dark
    requests → network
    network requests → network
    intercept **/api --block → route **/api --block
    mock **/api --status 500 → route **/api --status 500
    mock **/api {} → route **/api --body {}
    http://a.example/x → open http://a.example/x
    localhost:8000 → open localhost:8000
    shot → screenshot
    new https://a.example → open https://a.example
    switch 2 → tab select 2
    network unroute → unroute
    cookie-list → cookies
    cookie-set a b → cookies set a b
    localstorage-get theme → storage local get theme
    state-save a.json → state save a.json
    test tests → run tests
    start → browser start
    launch --headed → browser start --headed
    session list → status --all
    sessions → status --all
    ps → status --all
"""
TOLD = """
    close → clz tab close
    quit → clz browser stop
    exit → clz browser stop
    stop → clz browser stop
    kill → clz browser stop
    close-all → clz browser stop
    restart → clz browser start
    sleep 2 → clz wait TARGET
    waitForTimeout 2000 → clz wait TARGET
    pause → clz run --pause-on-failure
    fetch /api → clz request
    video-start a.webm → clz film start FILE.webm
    install firefox → clz browser install
    install-deps → clz setup --with-deps
    update → clz upgrade
    attach → clz setup
    connect 9222 → clz setup
    codegen https://a → clz record NAME.clz --person
    show-trace a.zip → clz trace show FILE.zip
    show-report → clz report DIR
    tracing-start → clz trace start FILE.zip
    har → clz network record on
    shell → clz batch -
    repl → clz batch -
    run-code a → clz eval
    set credentials a b → clz auth set
    set headers {} → clz network headers set
    resize → clz viewport WIDTHxHEIGHT
    frame iframe → --frame TARGET
    frames → clz snapshot
    contains Save → clz click 'text=Save'
    find_element → clz click 'text=Save'
    getByRole button → clz click 'role=button
    locator h1 → clz click 'text=Save'
    highlight h1 → clz screenshot page.png --annotate
    help → clz --help
"""
OPTION_LINES = """
    screenshot --full-page a.png → screenshot --full a.png
    open --new-tab a.example → open a.example
    screenshot --fullPage --path a.png → screenshot --full a.png
    screenshot --selector h1 -o a.png → screenshot --target h1 a.png
    screenshot --filename=a.png --type png → screenshot a.png --format png
    pdf --path a.pdf → pdf a.pdf
    run -g login -j 2 tests → run --only login --workers 2 tests
    run --parallel 2 tests → run --workers 2 tests
    click --right li → click --button right li
    wait --load-state load → wait --load load
    launch --headful → browser start --headed
    scroll down 500 → scroll --by 500
    scroll left 30 → scroll --by=-30,0
    wait text Saved → wait --text Saved
    wait visible h1 → wait h1
    wait gone .spinner → wait .spinner --gone
    scroll --selector h1 → scroll h1
    open https://a.example --load-storage s.json → open https://a.example --state s.json
    route ** --abort → route ** --block
    click a --position 1,2 → click a --at 1,2
"""


def rows(table: str) -> list[tuple[str, str]]:
    found = [line.strip().partition(" → ") for line in table.strip().splitlines()]
    return [(typed, expected) for typed, _, expected in found]


def words(line: str) -> list[str]:
    return shlex.split(line)


@pytest.mark.parametrize(("typed", "expected"), rows(RUNS))
def test_a_word_that_means_a_command_runs_it(typed: str, expected: str) -> None:
    plain = [word.replace('"', "") for word in meant(typed.split(" ")) or []]
    assert plain == words(expected)


def test_what_is_run_is_a_command_that_takes_these_words() -> None:
    for typed, expected in rows(RUNS):
        if '"' not in expected and expected != "fill-form":  # which needs a field
            assert parsed(typed.split(" ")) == parsed(words(expected)), typed


@pytest.mark.parametrize(("typed", "said"), rows(TOLD))
def test_a_word_that_has_no_equal_leads_to_what_to_type(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if typed == "help":
        assert meant(["help"]) == "Type: clz --help"
        return
    with pytest.raises(ClickException) as problem:
        parsed(typed.split(" "))
    assert failed(problem.value, Manner()) == 2
    _, hint = capsys.readouterr().err.splitlines()
    assert hint.startswith("hint: ")
    assert said in hint


@pytest.mark.parametrize(("typed", "expected"), rows(OPTION_LINES))
def test_options_of_other_tools_are_those_of_the_command(typed: str, expected: str) -> None:
    assert parsed(words(typed)) == parsed(words(expected))


def test_help_of_a_synonym_is_that_of_what_it_means() -> None:
    assert meant(["help", "tests"]) == ["run", "--help"]
    assert meant(["help", "dblClick"]) == ["dblclick", "--help"]
    assert meant(["help", "click"]) == ["click", "--help"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("click Sign up", "A text is quoted, with what it is before it: clz click 'text=Sign up'"),
        ("hover Sign up now", "A text is quoted, with what it is before it: clz hover 'text=Sign up now'"),
    ],
)
def test_a_text_that_was_not_quoted_is_shown_quoted(typed: str, said: str) -> None:
    with pytest.raises(LeadingError) as problem:
        parsed(words(typed))
    assert problem.value.lead == said


@pytest.mark.parametrize(
    ("name", "params", "said"),
    [
        ("waitFor", {"target": "2s"}, "Such as: clz wait TARGET"),
        ("waitFor", {"target": "500ms"}, "Such as: clz wait TARGET"),
        ("waitFor", {"target": "1.5 seconds"}, "Such as: clz wait TARGET"),
        ("scroll", {"target": "down"}, "By a distance: clz scroll --by=0,600"),
        ("scroll", {"target": "top"}, "To an end: clz scroll --to top"),
    ],
)
def test_a_word_in_the_place_of_a_target_or_condition_leads_on(name: str, params: dict[str, str], said: str) -> None:
    with pytest.raises(ClzError) as problem:
        check(COMMANDS[name], params)
    assert problem.value.hint.startswith(said)


def test_a_text_in_the_place_of_a_condition_leads_on() -> None:
    with pytest.raises(ClzError) as problem:
        expectations.parse(["Field Notes"])
    assert problem.value.hint == "If it is a text on the page: clz expect visible 'text=Field Notes'"


def test_every_synonym_and_option_leads_to_what_there_is() -> None:
    for name, line in {**RUN, **ALONE}.items():
        first, second, *_ = [*line.split(), ""]
        assert command_of(f"{first} {second}") or command_of(first) or first in GROUPS, name
        assert not command_of(name), f"{name} is a command itself"
    for name, hint in LEADS.items():
        typed = re.sub(r"clz (?:waits|uses|is|started)\b", "", hint)
        for first, second in re.findall(r"clz ([a-z][a-z-]*) ?([a-z-]*)", typed):
            assert command_of(f"{first} {second}") or command_of(first), (name, first)
        assert not command_of(name), name
        assert name not in RUN, name
    for words_of, known in (*foreign_options.OPTIONS.items(), *foreign_options.LEADS.items()):
        command = command_of(words_of)
        assert command is not None, words_of
        own = {word for param in command.params if param.typed and not param.argument for word in param.spellings}
        assert not {*known} & own, words_of
    for words_of, leads in foreign_options.LEADS.items():
        assert not {*leads} & {*foreign_options.OPTIONS.get(words_of, {})}, words_of
        for hint in leads.values():
            for first, second in re.findall(
                r"clz ([a-z][a-z-]*) ?([a-z-]*)", re.sub(r"clz (?:drives|runs|opens|waits)\b", "", hint)
            ):
                assert command_of(f"{first} {second}") or command_of(first), (words_of, hint)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("scroll --right", "clz scroll --by 0,600, or --by=-300,0. To an end: clz scroll --to right"),
        ("scroll --down 500", "clz scroll --to bottom"),
        ("open a.example --device=x", "clz viewport 390x844"),
        ("goto a.example --user-agent x", "clz emulate --user-agent TEXT"),
        ("open a.example --ignore-https-errors", "clz browser start --accept-certs HOST"),
        ("launch --port 9222", "clz opens no debugging port"),
        ("test . --reporter html", "clz run --junit FILE"),
        ("run . -u", "clz expect snapshot FILE --update"),
        ("click --text Save", "clz click 'text=Save'"),
        ("type --target '#name' Ada", "TARGET is typed without an option: clz type TARGET TEXT"),
        ("type '#name' --text=Ada", "TEXT is typed without an option: clz type TARGET TEXT"),
        ("select '#size' --value L", "VALUES is typed without an option: clz select TARGET VALUES…"),
        ("select '#size' --option L", "VALUES is typed without an option: clz select TARGET VALUES…"),
        ("eval --script 1+1", "EXPRESSION is typed without an option: clz eval EXPRESSION"),
        ("viewport --size mobile", "PRESET|WxH is typed without an option: clz viewport [PRESET|WxH]"),
        ("scroll --direction down", "By a distance: clz scroll --by 0,600"),
        ("wait --fn go() --unsafe", "clz eval EXPRESSION --unsafe"),
        ("cookies set a", "Type: clz cookies set NAME VALUE"),
        ("hover --ref e3", "TARGET is typed without an option: clz hover TARGET"),
    ],
)
def test_an_option_that_has_no_equal_leads_to_what_to_type(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ClickException) as problem:
        parsed(words(typed))
    assert failed(problem.value, Manner()) == 2
    _, hint = capsys.readouterr().err.splitlines()
    assert hint.startswith("hint: ")
    assert said in hint


def test_a_word_of_neither_is_guessed_by_its_letters() -> None:
    assert meant(["clik"]) is None
    with pytest.raises(UsageError, match="Did you mean: click"):
        parsed(["clik", "h1"])


def test_a_real_name_is_never_a_synonym() -> None:
    for command in COMMANDS:
        if command.cli:
            assert meant(command.cli.split()) is None, command.cli


def test_help_is_a_word_too(capsys: pytest.CaptureFixture[str]) -> None:
    for line, page in (("help click", "click"), ("help tab close", "tab close"), ("help", ""), ("--help", "")):
        assert in_process(line.split()) == 0
        assert capsys.readouterr().out == help.page(page) + "\n"
    assert in_process(["help", "goto"]) == 0
    assert capsys.readouterr().out == help.page("navigate") + "\n"
    assert in_process(["help", "nothing"]) == 2


def test_the_help_of_all_has_every_command_in_one_section_and_options_last() -> None:
    told = [word for section in SECTIONS.values() for word in section.split()]
    assert sorted(told) == sorted(listed(""))
    heads = re.findall(r"^(\w.*):$", help.page(""), re.MULTILINE)
    assert heads == [*SECTIONS, "For every command", "For clz itself"]


def step(line: str) -> list[Word]:
    found = read(line)
    assert isinstance(found, list)
    return found


def test_tests_are_written_in_words_of_clz() -> None:
    assert [*wrong_in(step("visit /shop"), {}, frozenset(), "https://a.example")] == [
        (1, "There is no command 'visit'. Write: navigate /shop")
    ]
    ((_, said),) = wrong_in(step("sleep 2"), {}, frozenset(), "")
    assert "clz wait" in said


def test_what_a_synonym_starts_is_started_by_the_process_that_was_typed() -> None:
    assert _is_local([b"--session", b"x", b"start"])
    assert _is_local([b"test", b"tests"])
    assert not _is_local([b"goto", b"https://a.example"])


@pytest.mark.parametrize("option", ["--agent", "--session", "--on"])
@pytest.mark.parametrize("value", ["click", "tab", "open"])
def test_the_value_of_an_option_is_not_the_command(option: str, value: str) -> None:
    assert _is_local([option.encode(), value.encode(), b"run", b"x"])
    assert not _is_local([option.encode(), b"run", value.encode(), b"close"])
    assert _is_local([f"{option}={value}".encode(), b"mcp"])
    assert _is_local([b"--no-such-option", value.encode()])


def test_a_time_is_not_something_to_wait_for() -> None:
    with pytest.raises(ClzError, match="not for a time") as problem:
        check(COMMANDS["waitFor"], {"target": "2"})
    assert "clz wait --load quiet" in (problem.value.hint or "")
