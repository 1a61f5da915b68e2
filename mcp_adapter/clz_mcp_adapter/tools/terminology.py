"""The command line's words in an MCP client's terms: `clz tabs` is firefox_tabs, `--wait-ms 0` is `waitMs`.

Hints and help are written once, for people at a shell; a model that has only the tools must be able to follow them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command, camel

_LINE = re.compile(r"`?\bclz ([a-z]+(?: [a-z]+)?)((?: (?:[A-Z][A-Z_]*\b|--[a-z][a-z-]*))*)`?")
_OPTION = re.compile(r"`?--(no-)?([a-z][a-z-]*)(?: [A-Z][A-Z_]*\b)?`?")


def for_tools(text: str, others: Iterable[str] = ()) -> str:
    """`text` with the commands and options in it named as tools and their parameters.

    What `others` wrote, and the text quotes, stays as it is.
    """
    quoted = sorted({word for word in others if "--" in word or "clz " in word}, key=len, reverse=True)
    if not quoted:
        return _OPTION.sub(_option, _LINE.sub(_line, text))
    parts = re.split("(" + "|".join(map(re.escape, quoted)) + ")", text)
    return "".join(part if at % 2 else for_tools(part) for at, part in enumerate(parts))


def _line(match: re.Match[str]) -> str:
    words = match[1]
    for candidate in (words, words.split()[0]):
        command = COMMANDS.by_cli(candidate)
        if command is not None and not command.hidden:
            rest = words[len(candidate) :]
            return command.tool + _with(command, match[2]) + rest
    return match[0]


def _with(command: Command, given: str) -> str:
    named = {param.name.upper(): param.wire for param in command.params}
    words = [named.get(word, camel(word.strip("-").replace("-", "_").lower())) for word in given.split()]
    return f" with {', '.join(words)}" if words else ""


def _option(match: re.Match[str]) -> str:
    if match[2] == "help":
        return match[0]
    name = camel(match[2].replace("-", "_"))
    return f"`{name}`: false" if match[1] else f"`{name}`"
