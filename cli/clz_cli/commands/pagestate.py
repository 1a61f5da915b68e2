"""Page states: printed as lists, compared from files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Values
from clz_cli.output.text import Result, page
from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_core.text.display import quote

if TYPE_CHECKING:
    from clz_core.contract.results import DiffPageStateResult, GetPageStateResult


def _state(result: GetPageStateResult) -> str:
    view = result["viewport"]
    place = f"{view['scrollX']:.0f}, {view['scrollY']:.0f} of {view['pageWidth']}×{view['pageHeight']}"
    lines = [
        page(result),
        f"viewport {view['width']}×{view['height']} at {place}",
    ]
    lists: dict[str, Any] = {**result}
    for name, line in _LINES.items():
        items = lists[name]
        count = result["counts"].get(name, len(items))
        if count:
            more = "" if len(items) == count else f" (of {count}; more: --max-{name} N)"
            lines += [f"{name}{more}", *(f"  {line(item)}" for item in items)]
    return "\n".join(lines)


def _input(item: Result) -> str:
    label = item["label"] or item["name"] or item["placeholder"]
    states = [name for name in ("checked", "required", "disabled", "invalid") if item[name]]
    value = f": {item['value']}" if item["value"] else ""
    return f"@{item['ref']} {item['type']} {quote(label)}{''.join(f' [{s}]' for s in states)}{value}"


_LINES: dict[str, Any] = {
    "headings": lambda item: f"@{item['ref']} {'#' * min(item['level'], 9)} {item['text']}",
    "links": lambda item: f"@{item['ref']} {quote(item['text'])} {item['href']}",
    "buttons": lambda item: f"@{item['ref']} {quote(item['text'])}" + (" [disabled]" if item["disabled"] else ""),
    "inputs": _input,
    "images": lambda item: f"@{item['ref']} {quote(item['alt'])} {item['src']} {item['width']}×{item['height']}",
    "landmarks": lambda item: item["role"] + (f" {quote(item['name'])}" if item["name"] else ""),
    "errors": str,
}


def _read(values: Values) -> dict[str, Any]:
    if values["before"] == values["after"] == "-":
        raise error("FILE_ERROR", "Only one of the two can come from standard input.", "Name a file for the other.")
    return {**values, "before": _load(values["before"]), "after": _load(values["after"])}


def _load(path: str) -> Any:
    try:
        return strict_json.loads(sys.stdin.read() if path == "-" else Path(path).expanduser().read_text("utf-8"))
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {path}: {problem.strerror}.") from problem
    except ValueError as problem:
        hint = "Make one with: clz page-state --json"
        raise error("INVALID_PARAMS", f"{path} holds no JSON: {problem}.", hint) from problem


def _diff(result: DiffPageStateResult) -> str:
    if result["same"]:
        return "no difference"
    lines = []
    for change in result["changed"]:
        lines.append(f"~ {change['list']} {quote(change['what'])}")
        lines += [f"    {name}: {_short(v['before'])} → {_short(v['after'])}" for name, v in change["fields"].items()]
    for mark, side in (("-", result["removed"]), ("+", result["added"])):
        lines += [f"{mark} {name} {_short(item)}" for name, items in side.items() for item in items]
    return "\n".join(lines)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={_short(item)}" for name, item in value.items() if item not in ("", None, False))
    return quote(value) if isinstance(value, str) else repr(value)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getPageState": CommandHandler(render=_state),
    "diffPageState": CommandHandler(before_send=_read, render=_diff),
}
