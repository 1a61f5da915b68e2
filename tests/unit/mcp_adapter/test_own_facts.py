"""How a result of a tool is shown: between the markers the page's words alone, each of them once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command
from clz_core.fronts import view_of
from clz_mcp_adapter.results.rendering import render
from tests.support import hostile

QUOTING = [
    command
    for command in COMMANDS
    if command.quotes_page and command.tool_name and (view := view_of(command)) and view.head
]
EMPTY = re.compile(r": ?(null|\[\]|\{\}|\"\")$|^\s*\w+: $", re.MULTILINE)
SEEDS = range(12)


def examples(command: Command, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Results whose strings are words that nobody else uses, and the same with nothing in their lists."""
    numbers = count(1000)
    monkeypatch.setattr(hostile, "text", lambda _: f"said{next(numbers)}")
    for seed in SEEDS:
        result = {**hostile.result(command, seed, honest=True), **hostile.ADDED.get(command.name, {})}
        yield result
        yield {name: [] if isinstance(value, list) else value for name, value in result.items()}


@pytest.mark.parametrize("command", QUOTING, ids=lambda command: command.name)
def test_between_the_markers_is_the_page_alone(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for result in examples(command, monkeypatch):
        shown = render(command, result)
        text = f"{shown.head}\n{shown.page}\n{shown.tail}"
        assert not shown.page or re.search(r"said\d|a\.test", shown.page), "our own facts alone"
        assert "/tmp/" not in shown.page, "the file that was written is ours"
        assert text.count(str(result.get("url") or "no address")) <= 1, "the address once"
        assert not EMPTY.search(shown.page), "an empty field"
