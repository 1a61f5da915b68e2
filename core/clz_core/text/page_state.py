"""A page's state as lists, in the words that the command line and the MCP server share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from clz_core.text.display import quote
from clz_core.text.elements import address

if TYPE_CHECKING:
    from clz_core.generated.results import GetPageStateInputs, GetPageStateResult


def page_state(result: GetPageStateResult, terms: Callable[[str], str] = str) -> str:
    """The page, its viewport and what it holds. `terms` puts the names of options in the reader's words."""
    view = result["viewport"]
    place = f"{view['scrollX']:.0f}, {view['scrollY']:.0f} of {view['pageWidth']}×{view['pageHeight']}"
    lines = [
        f"{address(result)} (tab {result['tabId']})",
        f"viewport {view['width']}×{view['height']} at {place}",
    ]
    lists: Mapping[str, Any] = {**result}
    for name, line in _LINES.items():
        items = lists[name]
        count = result["counts"].get(name, len(items))
        if count:
            more = "" if len(items) == count else f" (of {count}; more: {terms(f'--max-{name} N')})"
            lines += [f"{name}{more}", *(f"  {line(item)}" for item in items)]
    return "\n".join(lines)


def _input(item: GetPageStateInputs) -> str:
    label = item["label"] or item["name"] or item["placeholder"]
    told = [("checked", item["checked"]), ("required", item["required"])]
    told += [("disabled", item["disabled"]), ("invalid", item["invalid"])]
    states = "".join(f" [{name}]" for name, holds in told if holds)
    value = f": {item['value']}" if item["value"] else ""
    return f"@{item['ref']} {item['type']} {quote(label)}{states}{value}"


_LINES: dict[str, Callable[[Any], str]] = {
    "headings": lambda item: f"@{item['ref']} {'#' * min(item['level'], 9)} {item['text']}",
    "links": lambda item: f"@{item['ref']} {quote(item['text'])} {item['href']}",
    "buttons": lambda item: f"@{item['ref']} {quote(item['text'])}" + (" [disabled]" if item["disabled"] else ""),
    "inputs": _input,
    "images": lambda item: f"@{item['ref']} {quote(item['alt'])} {item['src']} {item['width']}×{item['height']}",
    "landmarks": lambda item: item["role"] + (f" {quote(item['name'])}" if item["name"] else ""),
    "errors": str,
}
