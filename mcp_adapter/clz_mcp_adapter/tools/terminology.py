"""The command line's words in an MCP client's terms: `clz tabs` is firefox_tabs, `--wait-ms 0` is `waitMs`.

Hints and help are written once, for people at a shell; a model that has only the tools must be able to follow them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command, camel

_WORD = "[a-z][a-z-]*"
_LINE = re.compile(rf"`?\bclz ({_WORD}(?: {_WORD})?)((?: (?:[A-Z][A-Z_]*\b|--{_WORD}|-[a-z]\b))*)`?")
_OPTION = re.compile(rf"`?--(no-)?({_WORD})(?: [A-Z][A-Z_]*\b)?`?")
_HELP = re.compile(rf"\bclz (?:((?:COMMAND|{_WORD})(?: {_WORD})?) )?--help\b")


def for_tools(text: str, others: Iterable[str] = ()) -> str:
    """`text` with the commands and options in it named as tools and their parameters.

    What `others` wrote, and the text quotes, stays as it is.
    """
    quoted = sorted({word for word in others if "--" in word or "clz " in word}, key=len, reverse=True)
    if not quoted:
        return _OPTION.sub(_option, _LINE.sub(_line, _HELP.sub(_help, text)))
    parts = re.split("(" + "|".join(map(re.escape, quoted)) + ")", text)
    return "".join(part if at % 2 else for_tools(part) for at, part in enumerate(parts))


def _line(match: re.Match[str]) -> str:
    words = match[1]
    for candidate in (words, words.split()[0]):
        command = COMMANDS.by_cli(candidate)
        if command is not None and not command.hidden:
            rest = words[len(candidate) :]
            return command.tool_name + _with(command, match[2]) + rest
    return match[0]


def _help(match: re.Match[str]) -> str:
    return "the input schema of the tool" if match[1] else "firefox_activate"


def _with(command: Command, given: str) -> str:
    named = {param.name.upper(): param.wire for param in command.params} | _flags(command)
    words = [named.get(word, camel(word.strip("-").replace("-", "_").lower())) for word in given.split()]
    return f" with {', '.join(words)}" if words else ""


def _flags(command: Command) -> dict[str, str]:
    """What each option of a command is called as a parameter."""
    return {
        flag: param.wire
        for param in command.params
        for flags in param.flags or (f"--{param.name.replace('_', '-')}",)
        for flag in flags.split("/")
    }


@cache
def _options() -> dict[str, str]:
    """The same for those of all commands."""
    return {"--tab": "tabId", "--timeout": "timeout"} | {
        flag: wire for command in COMMANDS for flag, wire in _flags(command).items()
    }


def _option(match: re.Match[str]) -> str:
    negated, word = match.groups()
    name = _options().get(f"--{word}")
    if name is None:
        return match[0]
    return f"`{name}`: false" if negated else f"`{name}`"
