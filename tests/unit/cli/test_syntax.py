"""Help and completion are made without Typer: what they say is what Typer takes."""

from __future__ import annotations

import re

import pytest

from clz_cli.complete import offers
from clz_cli.failures import failed
from clz_cli.lines.app import RegistryGroup, group, parsed
from clz_cli.output.printing import Manner
from clz_cli.parser import help
from clz_cli.parser.syntax import HELP, command_of, global_options, listed
from clz_cli.parser.typer_private import ClickCommand, ClickException, Context
from clz_core.contract.commands import COMMANDS, GROUPS
from clz_generate.files import ROOT

TYPED = ["", *dict.fromkeys([*GROUPS, *COMMANDS.cli_words()])]


def typed(words: str) -> tuple[ClickCommand, Context]:
    """The command of Typer's that words name."""
    command, context = group(), Context(group(), info_name="clz")
    rest = words.split()
    while rest:
        assert isinstance(command, RegistryGroup)
        following = command.resolve_command(context, [*rest, "--help"])[1]
        assert following is not None
        command, context, rest = following, Context(following, context, rest[0]), rest[1:]
    return command, context


def options(words: str) -> set[str]:
    command, context = typed(words)
    params = [param for param in command.get_params(context) if param.param_type_name == "option"]
    return {word for param in params for word in (*param.opts, *param.secondary_opts)} | {"-h"}


@pytest.mark.parametrize("words", TYPED)
def test_all_options_that_typer_takes_are_in_the_help_and_are_offered(words: str) -> None:
    page = help.page(words)
    lines = [line for line in page.splitlines() if line.startswith("  -")]
    told = [word.strip(",").partition("[=")[0] for line in lines for word in line.split()]
    shown = {one for word in told for one in (word.replace("[no-]", ""), re.sub(r"[\[\]]", "", word))}
    assert {word for word in shown if word.startswith("-")} >= options(words)
    assert {offer.word for offer in offers(words.split(), "-")} == options(words)


@pytest.mark.parametrize("words", TYPED)
def test_the_help_that_typer_shows_is_the_same(words: str) -> None:
    command, context = typed(words)
    assert command.get_help(context) == help.page(words)
    assert help.page(words).startswith(f"Usage: clz {words}".rstrip())


@pytest.mark.parametrize("words", ["", *GROUPS])
def test_the_commands_of_a_group_are_offered_with_what_they_do(words: str) -> None:
    command, context = typed(words)
    if not isinstance(command, RegistryGroup):  # what takes an argument as well, such as `clz route`
        return
    shown = {name: found for name in command.list_commands(context) if (found := command.get_command(context, name))}
    expected = {name: found.help for name, found in shown.items() if not found.hidden}
    assert listed(words) == expected
    assert {offer.word: offer.help for offer in offers(words.split(), "")}.items() >= expected.items()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("snaps", {"snapshot"}),
        ("tab cl", {"close"}),
        ("--json tab cl", {"close"}),
        ("--session cl clic", {"click"}),
        ("--session cl", set()),
        ("click --butt", {"--button"}),
        ("click --button ", {"left", "middle", "right"}),
        ("click --button=mi", {"middle"}),
        ("click --button middle --butt", set()),
        ("click --modifier ctrl --modif", {"--modifier"}),
        ("click x --force --for", set()),
        ("click --forc", {"--force"}),
        ("click -- --forc", set()),
        ("get te", {"text"}),
        ("viewport iphone-14", {"iphone-14", "iphone-14-pro-max"}),
        ("viewport desktop lap", set()),
        ("expect vis", {"visible"}),
        ("expect visible vis", set()),
        ("cookies list --a", {"--all", "--agent"}),
        ("route list --js", {"--json"}),
        ("nothing --", set()),
        ("nothing ", set()),
    ],
)
def test_what_is_offered_fits_what_stands_before_it(line: str, expected: set[str]) -> None:
    *words, begun = line.split(" ")
    assert {offer.word for offer in offers(words, begun)} - {"--no-json"} == expected


def test_the_help_of_all_has_a_line_for_each_command_and_each_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    head, *lists = help.page("").split("\n\n")[2:]
    assert "clz help COMMAND" in head
    for title, section in [line.split(":\n", 1) for line in lists]:
        assert all(re.match(r"  \S", line) for line in section.splitlines()), title
        assert section.count("\n") < 24


def test_examples_and_long_words_stand_in_the_help_as_they_are_typed() -> None:
    for command in COMMANDS:
        page = help.page(command.cli) if command.cli else ""
        assert all(f"\n  {example}\n" in page for example in command.examples if page)
    assert max(map(len, help.page("click").splitlines())) <= help.MOST_COLUMNS


def test_what_names_no_command_has_no_help_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["clik"], ["click", "x"], ["tab", "nothing"], ["network", "headers", "x"]):
        assert not help.show(words)
    assert capsys.readouterr().out == ""
    assert command_of("cookies list") == command_of("cookies")


@pytest.mark.parametrize(
    ("line", "said", "hint"),
    [
        ("cookies remove a", "There are: get, set, delete, clear, import.", "clz cookies --help"),
        ("storage set theme dark", "There are: local, session, clear.", "clz storage --help"),
        ("storage sesion", "Did you mean: session?", "clz storage --help"),
        ("clikc", "Did you mean: click, dblclick?", "clz --help"),
        ("open localhost --state", "requires an argument", "clz open --help"),
        ("open --wait-until", "requires an argument", "clz open --help"),
    ],
)
def test_what_is_typed_wrong_is_told_with_where_to_look(
    line: str, said: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ClickException) as problem:
        parsed(line.split())
    assert failed(problem.value, Manner()) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.endswith(f"hint: See: {hint}\n")


def sections() -> dict[str, str]:
    """What the reference says of each command, by its words."""
    text = (ROOT / "cli" / "REFERENCE.md").read_text("utf-8").partition("\n# MCP tools")[0]
    found = {}
    for section in text.split("\n## clz ")[1:]:
        title, _, body = section.partition("\n")
        words = re.split(r" (?=\[?[A-Z]|--)", title)[0]
        found[words] = body
    return found


def test_the_reference_names_the_very_options_that_the_command_line_takes() -> None:
    told = sections()
    shown = [command for command in COMMANDS if not command.hidden]
    assert set(told) == {command.cli for command in shown}
    for command in shown:
        cells = re.findall(r"^\| `(-[^`]*)`", told[command.cli], re.MULTILINE)
        named = {word for cell in cells for word in cell.split("/") if word.startswith("-") and " " not in word}
        everywhere = {word for param in (*global_options(command), HELP) for word in param.spellings}
        assert named == options(command.cli) - everywhere, command.cli
