"""What can be typed after `clz`: groups, the options that every command has, and the words that mean parameters.

Typer's commands, the help and completion are all derived from it and from the registry. It does not load Typer, so that
neither help nor completion waits for that.
"""

from __future__ import annotations

from typing import Any

from clz_core.contract.commands import COMMANDS, GROUPS, SECTIONS
from clz_core.contract.limits import DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import Command, Flag, Integer, Param

LIST = "list"  # what a group does by itself, such as `clz cookies`, may also be typed so
GLOBALS = (
    Param("session", "Which Firefox. [CLZ_SESSION, default]", metavar="NAME"),
    Param("on", "On that machine, over SSH: USER@HOST or its name. [CLZ_ON]", metavar="MACHINE"),
    Param("agent", "Act as this agent. [CLZ_AGENT, that of your session, cli]", metavar="NAME"),
    Integer("tab", "Act in this one of your tabs.", metavar="ID", limits=(0, None)),
    Integer(
        "timeout",
        f"Time limit. [CLZ_TIMEOUT, {DEFAULT_TIMEOUT_MS}]",
        metavar="MS",
        limits=(MIN_TIMEOUT_MS, MAX_TIMEOUT_MS),
    ),
    Flag("json", "Print one JSON envelope, on failure too. [CLZ_JSON]", default=None, flags=("--json/--no-json",)),
    Flag("quiet", "Print nothing but errors. [CLZ_QUIET]", default=None, flags=("--quiet/--no-quiet",)),
    Flag("raw", "Print pages' control characters as they are. [CLZ_RAW]", default=None, flags=("--raw/--no-raw",)),
    Flag(
        "markers",
        "Mark what pages wrote. [CLZ_MARKERS, on inside Claude Code]",
        default=None,
        flags=("--markers/--no-markers",),
    ),
)
ELSEWHERE = ("session", "on", "agent")  # in which Firefox, and as whom
HELP = Flag("help", "Show this message and exit.", default=None, flags=("--help", "-h"))
OF_TYPER = (  # they are made by Typer itself, for `clz` alone
    Flag("install_completion", "Install completion for the current shell.", default=None),
    Flag("show_completion", "Show completion for this shell, or for the one named.", default=None),
)


def is_group(words: str) -> bool:
    return not words or words in GROUPS


def command_of(words: str) -> Command | None:
    """The command that words name; `cookies list` is what `cookies` does by itself."""
    if not words:
        return None
    command = COMMANDS.by_cli(words)
    group, _, last = words.rpartition(" ")
    return COMMANDS.by_cli(group) if command is None and last == LIST and group in GROUPS else command


def members(group: str) -> list[str]:
    """The words that may follow a group's, the hidden ones too; those of all of `clz` if it has none."""
    prefix = f"{group} " if group else ""
    words = [words[len(prefix) :] for words in COMMANDS.cli_words() if words.startswith(prefix)]
    return list(dict.fromkeys(word.split()[0] for word in words))


def listed(group: str, begun: str = "") -> dict[str, str]:
    """The words that may follow a group's, as they are shown, with what they do; those that go on from `begun`."""
    shown = {}
    for word in members(group):
        if not word.startswith(begun):
            continue
        words = f"{group} {word}".lstrip()
        command = COMMANDS.by_cli(words)
        if words in GROUPS and (command is None or takes_arguments(command)):
            shown[word] = GROUPS[words]
        elif command is not None and not command.hidden:
            shown[word] = command.summary
    return shown


def sections() -> dict[str, dict[str, str]]:
    """The words that may follow `clz`, as `listed`, by what they are for."""
    shown = listed("")
    return {title: {word: shown[word] for word in words.split()} for title, words in SECTIONS.items()}


def takes_arguments(command: Command) -> bool:
    return any(param.argument for param in command.params)


def after_dashes(command: Command) -> Param | None:
    """The parameter that takes the words after `--`."""
    return next((param for param in command.params if param.given == "after_dashes"), None)


def arguments(command: Command) -> list[Param]:
    return [param for param in command.params if param.given == "typed" and param.argument]


def options(command: Command) -> list[Param]:
    """Its own options, without those of every command."""
    return [param for param in command.params if param.given == "typed" and not param.argument]


def global_options(command: Command | None) -> list[Param]:
    """The options of every command, but for those to which `command` gives another meaning."""
    own = () if command is None else [param.name for param in command.params]
    return [param for param in GLOBALS if param.name not in own]


def usual(param: Param) -> Any:
    """What a parameter is if nothing is typed: what the person has set, else its default."""
    if not param.setting:
        return param.default
    from clz_core.config import settings

    chosen = settings.load(lenient=True).chosen(param.setting)
    return param.default if chosen is None else chosen
