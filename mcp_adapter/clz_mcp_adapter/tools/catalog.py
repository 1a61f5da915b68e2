"""The tools: every command of the registry that a client may call, by the name of its tool.

Left out are hidden commands and those that make sense at a shell alone, such as `clz mcp` itself.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from clz_core.contract.commands import COMMANDS
from clz_core.contract.commands.shared import OFFSET
from clz_core.contract.errors import ClzError, error
from clz_core.contract.registry import REQUIRED, Array, Command, Integer, Param, Tool
from clz_mcp_adapter.tools import foreign
from clz_mcp_adapter.tools.groups import ABOUT, ALL
from clz_mcp_adapter.tools.local import LOCAL
from clz_mcp_adapter.tools.parameters import takes

PREFIX = "firefox_"
MAX_CALLS = 50  # of one firefox_batch


def _collect() -> dict[str, Command]:
    return {c.tool_name: c for c in COMMANDS if c.is_tool and (c.runs != "local" or c.name in LOCAL)}


def _groups(tools: dict[str, Command]) -> tuple[str, ...]:
    there = {command.group for command in tools.values()}
    return tuple(name for name in ABOUT if name in there)


_TOOLS = _collect()
GROUPS = _groups(_TOOLS)
ACTIVATE = Command(
    "activate",
    "",
    "List more tools.",
    params=(
        Param(
            "category",
            f"{' / '.join(f'{name}: {ABOUT[name]}' for name in GROUPS if ABOUT[name])}.",
            REQUIRED,
            choices=(*GROUPS, ALL),
        ),
    ),
    runs="local",
    tool=Tool(open_world=False),
)
BATCH = Command(
    "batchTools",
    "batch",
    "Call tools in turn, up to the first failure.",
    params=(Array("calls", "Tools and their arguments.", REQUIRED, limits=(1, MAX_CALLS), items="object"),),
    group="core",
    runs="local",
    changes=True,
    tool=Tool(
        first=True,
        help={"calls": 'As {"tool": "click", "target": "e5"}; let, when, expect'},
        destructive=True,
        open_world=True,
    ),
    example={"calls": [{"tool": "hover", "target": "#count"}]},
)
READ_RESULT = Command(
    "readResult",
    "read result",
    "Read more of a result that was cut.",
    params=(Integer("number", "The result's number.", REQUIRED, limits=(1, None)), OFFSET),
    group="core",
    runs="local",
    tool=Tool(open_world=False),
)
TOOLS: dict[str, Command] = {
    ACTIVATE.tool_name: ACTIVATE,
    **_TOOLS,
    BATCH.tool_name: BATCH,
    READ_RESULT.tool_name: READ_RESULT,
}
_FORMER = {command.former_tool: command for command in TOOLS.values()}


_NAMES = re.compile(rf"\b{PREFIX}[a-z_]+")


def check_groups(words: str) -> frozenset[str]:
    """The groups that `--tools` names. Raises: USAGE."""
    chosen = {word.strip() for word in words.split(",") if word.strip()}
    unknown = sorted(chosen - {*GROUPS, ALL})
    if unknown:
        raise error("USAGE", f"There is no group of tools {unknown[0][:50]!r}.", f"Use: {', '.join((*GROUPS, ALL))}")
    return frozenset(GROUPS) if ALL in chosen else frozenset(chosen)


def find(name: str) -> Command:
    """The command of a tool. Raises: UNKNOWN_COMMAND, with the names that are like it."""
    command = TOOLS.get(name) or _FORMER.get(name)
    if command is not None:
        return command
    raise _unknown(name)


def _unknown(name: str) -> ClzError:
    short = {tool.removeprefix(PREFIX): command.tool_name for tool, command in {**_FORMER, **TOOLS}.items()}
    word = foreign.plain(name[:100])
    same = short.get(foreign.TOOLS.get(word, word))
    if same is not None:
        hint = f"Here it is {same}, which takes: {takes(TOOLS[same])}."
        return error("UNKNOWN_COMMAND", f"There is no tool {name[:100]!r}.", hint, lookalikes=[same])
    near = list(dict.fromkeys(short[one] for one in get_close_matches(word, short, 3)))
    guess = f"Did you mean: {', '.join(near)}? " if near else ""
    return error(
        "UNKNOWN_COMMAND",
        f"There is no tool {name[:100]!r}.",
        f"{guess}All tools: firefox_activate with category {ALL}.",
        lookalikes=near,
    )


class Listing:
    """What one client sees. What is not listed can be called all the same: listing is about tokens, not rights."""

    def __init__(self, groups: frozenset[str] = frozenset()) -> None:
        self._chosen = bool(groups)
        self._groups = set(groups)
        self._single = set() if groups else {command.name for command in TOOLS.values() if command.tool.first}

    def tools(self) -> list[Command]:
        return [command for command in TOOLS.values() if self.shows(command)]

    def shows(self, command: Command) -> bool:
        return not command.group or command.group in self._groups or command.name in self._single

    def search(self) -> None:
        """List all, for a client that shows its model no more of them than names; a person's own choice is kept."""
        if not self._chosen:
            self._groups |= set(GROUPS)

    def name(self, text: str) -> bool:
        """List the tools that a text of ours names. True if one of them was not listed before."""
        new = {TOOLS[word].name for word in _NAMES.findall(text) if word in TOOLS and not self.shows(TOOLS[word])}
        self._single |= new
        return bool(new)

    def activate(self, category: str) -> list[Command]:
        """List a group, or all. Returns the tools that are listed now and were not before."""
        before = self.tools()
        self._groups |= set(GROUPS) if category == ALL else {category}
        return [command for command in self.tools() if command not in before]
