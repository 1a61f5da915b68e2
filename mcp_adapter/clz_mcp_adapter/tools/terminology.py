"""The command line's words in an MCP client's terms: `clz tabs` is firefox_tabs, `--wait-ms 0` is `waitMs`.

Hints and help are written once, for people at a shell; a model that has only the tools must be able to follow them.
What no tool does is the person's to run, and stays as they type it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import REQUIRED, Command, Integer, Param
from clz_mcp_adapter.tools.parameters import tool_params

_WORD = "[a-z][a-z-]*"
_PLACEHOLDER = re.compile(r"(?!A )[A-Z][A-Z_]*(?![a-z+:])(?:,[A-Z][A-Z_]*|\.\.\.|(?:\.[a-z]+)+)?")
_VALUE = (
    rf"{_PLACEHOLDER.pattern}|'[^'\n]*'|\"[^\"\n]*\"|\[\d+\]"
    r"|(?=\S*(?:\d|[a-z][A-Z]|[:+/.]\w))[\w@+:/.,{}-]*[\w}]"  # no word of a sentence has these
)
_OPTION = rf"-{{1,2}}{_WORD}"
# In backticks a line ends with them; elsewhere with the first word that is neither an option nor surely a value.
_LINE = re.compile(rf"`clz ({_WORD}[^`\n]*)`|\bclz ({_WORD}(?: (?:{_OPTION}|{_VALUE}|{_WORD}))*)")
_TOKEN = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|\S+")
_ALONE = re.compile(rf"`?--(no-)?({_WORD})(?: [A-Z][A-Z_]*\b)?`?")
_HELP = re.compile(r"\bclz (?:(COMMAND|[a-z][a-z -]*?) )?--help\b")
_ORDER = re.compile(r"(?:^|[:;,.] |\bor )$")  # before a line to run


def for_tools(text: str, others: Iterable[str] = ()) -> str:
    """`text` with the commands and options in it named as tools and their parameters.

    What `others` wrote, and the text quotes, stays as it is.
    """
    quoted = sorted({word for word in others if "--" in word or "clz " in word}, key=len, reverse=True)
    if not quoted:
        return "".join(_parts(_HELP.sub(_help, text)))
    parts = re.split("(" + "|".join(map(re.escape, quoted)) + ")", text)
    return "".join(part if at % 2 else for_tools(part) for at, part in enumerate(parts))


def _parts(text: str) -> Iterator[str]:
    end = 0
    for match in _LINE.finditer(text):
        yield _ALONE.sub(_option, text[end : match.start()])
        yield _line(match, text[: match.start()])
        end = match.end()
    yield _ALONE.sub(_option, text[end:])


def _line(match: re.Match[str], before: str) -> str:
    words = _TOKEN.findall(match[1] or match[2])
    command, given = _command(words)
    if command is None:
        return match[0]
    if match[1] is None:
        given = _surely(command, given)
    length = len(words) if match[1] else len(words) - (len(_after(command, words)) - len(given))
    rest = "".join(f" {word}" for word in words[length:])
    called = _called(command, given)
    if called is not None:
        return called + rest
    shell = f"`clz {' '.join(words[:length])}`"
    return f"{'the person runs ' if _ORDER.search(before) and not match[1] else ''}{shell}{rest}"


def _command(words: list[str]) -> tuple[Command | None, list[str]]:
    """The command of a line, the one with the most words that there is, and what it is given."""
    for count in (3, 2, 1):
        command = COMMANDS.by_cli(" ".join(words[:count]))
        if command is not None:
            return command, words[count:]
    return None, []


def _after(command: Command, words: list[str]) -> list[str]:
    return words[len(command.cli.split()) :]


def _surely(command: Command, words: list[str]) -> list[str]:
    """Those of the words that belong to the line: prose goes on in small letters."""
    choices = {choice for param in command.params if param.argument for choice in param.choices}
    valued = {flag for param in command.params if param.kind != "boolean" for flag in param.spellings}
    for at, word in enumerate(words):
        if re.fullmatch(_WORD, word) and word not in choices and not (at and words[at - 1] in valued):
            return words[:at]
    return words


def _called(command: Command, words: list[str]) -> str | None:
    """The call of a command's tool that does what a line does; None if no tool does that."""
    if not command.is_tool:
        return None
    taken = tool_params(command)
    flags = {flag: param for param in command.params for flag in param.spellings} | _GLOBALS
    arguments = [param for param in command.params if param.argument]
    named = []
    left = iter(words)
    for word in left:
        flag, _, value = word.partition("=")
        if not flag.startswith("-"):
            param = arguments[0] if arguments else None
            arguments = arguments[1:] if param is not None and param.kind != "array" else arguments
            value = word
        elif (param := flags.get(flag)) is not None and param.kind != "boolean":
            value = value or next(left, "")
        if flag in _IGNORED:
            continue
        if param is None or param.wire not in {one.wire for one in taken}:
            return None
        named.append(_named(param, flag, value))
    return f"{command.tool_name}{' with ' if named else ''}{', '.join(dict.fromkeys(named))}"


def _named(param: Param, flag: str, value: str) -> str:
    """A parameter with its value, where it is given one that is no more than a placeholder."""
    if param.kind == "boolean":
        return f"{param.wire}: {'false' if flag.startswith('--no-') else 'true'}"
    return param.wire if not value or _PLACEHOLDER.fullmatch(value) else f"{param.wire}: {value}"


_GLOBALS = {"--tab": Integer("tab_id", "", REQUIRED), "--timeout": Integer("timeout", "", REQUIRED)}
_IGNORED = frozenset({"--json", "--quiet"})  # what a line prints, which for a tool is always the same


def _help(match: re.Match[str]) -> str:
    if match[1] is None:
        return "firefox_activate"
    command, _ = _command(match[1].split())
    if command is None or command.is_tool:
        return "the input schema of the tool"
    return f"the person runs `{match[0]}`"


@cache
def _options() -> dict[str, str]:
    """What the options of commands that are tools are called as parameters."""
    return {flag: param.wire for flag, param in _GLOBALS.items()} | {
        flag: param.wire
        for command in COMMANDS
        if command.is_tool
        for param in tool_params(command)
        for flag in param.spellings
    }


def _option(match: re.Match[str]) -> str:
    negated, word = match.groups()
    name = _options().get(f"--{word}")
    if name is None:
        return match[0]
    return f"`{name}`: false" if negated else f"`{name}`"
