"""Results as text for a model: what happened in our words, what the page says apart from it.

`TABLE` has the presentation of single commands by wire name. The rest is shown by its shape: what was done to an
element as that, anything else as one `name: value` line a field. What an extension command returned as text is the
page's, unless its presentation says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clz_core.registry import Command
from clz_mcp_adapter.words import for_tools

Result = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """`head` and `tail` are our words, `page` the page's."""

    head: str = ""
    page: str = ""
    tail: str = ""


def present(command: Command, result: Result) -> Shown:
    made = TABLE.get(command.name)
    if made is not None:
        try:
            return made(result)
        except (KeyError, TypeError, ValueError, AttributeError):
            pass  # an extension of another version answers in another shape
    if command.changes and {"tagName", "url"} <= set(result):
        return _acted(command, result)
    text = plain(result)
    return Shown(page=text) if command.runs == "extension" and _has_text(result) else Shown(text)


def plain(result: Result) -> str:
    """One line a field; lines of text below their name; what is nested as JSON. Fields without a value are left out."""
    return "\n".join(_line(name, value) for name, value in result.items() if value is not None) or "done"


def _line(name: str, value: Any) -> str:
    if isinstance(value, str):
        return f"{name}:\n{value}" if "\n" in value else f"{name}: {value}"
    return f"{name}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"


def _has_text(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_text, value.values()))
    if isinstance(value, list):
        return any(map(_has_text, value))
    return isinstance(value, str) and bool(value)


def where(result: Result) -> str:
    """Title and address of a page."""
    title = f'"{result["title"]}" ' if result.get("title") else ""
    return f"{title}{result['url']}"


def _element(result: Result) -> str:
    """An element as a selector and its text."""
    name = str(result["tagName"]) + (f"#{result['id']}" if result.get("id") else "")
    name += "".join(f".{word}" for word in str(result.get("className", "")).split()[:3])
    return name + (f' "{result["text"]}"' if result.get("text") else "")


def _acted(command: Command, result: Result) -> Shown:
    """What was done to which element, where, and what came of it."""
    known = {"tagName", "text", "id", "className", "tabId", "url", "trusted"}
    page = f"{_element(result)}\nat {result['url']}{_effects(result, known)}"
    return Shown(f"{command.label}: done{_trust(result)}.", page)


def _effects(result: Result, known: set[str]) -> str:
    """What else there is to tell, on lines of its own."""
    told = {name: value for name, value in result.items() if name not in known and value is not True and value != ""}
    return f"\n{plain(told)}" if any(value is not None for value in told.values()) else ""


def _trust(result: Result) -> str:
    return "" if result.get("trusted", True) else " with synthetic events"


def _opened(result: Result) -> Shown:
    closed = result.get("closedOldestTab")
    tail = "" if closed is None else f"Your oldest tab {closed} was closed: the pool holds {result['maxTabs']}."
    return Shown(f"Opened tab {result['tabId']}, your current tab now.", where(result), tail)


def _tabs(result: Result) -> Shown:
    head = f"{result['tabCount']} of {result['maxTabs']} tabs."
    mine = []
    others: dict[str, int] = {}
    for tab in result["tabs"]:
        if tab["mine"]:
            mine.append(f"{tab['tabId']}{' (current)' if tab['current'] else ''} {where(tab)}")
        else:
            others[tab["owner"]] = others.get(tab["owner"], 0) + 1
    tail = ", ".join(f"{owner} has {count}" for owner, count in others.items())
    return Shown(f"{head} Yours:" if mine else f"{head} None is yours.", "\n".join(mine), tail)


def _content(result: Result) -> Shown:
    head = f"Text of tab {result['tabId']}"
    if result["truncated"]:
        head += f", first {len(result['text'])} of {result['textLength']} characters"
    html = f"\n\nHTML:\n{result['html']}" if result.get("html") is not None else ""
    return Shown(f"{head}:", f"{where(result)}\n\n{result['text']}{html}")


def _pressed(result: Result) -> Shown:
    keys = "+".join([*result.get("modifiers", []), result["key"]])
    known = {"key", "modifiers", "target", "tabId", "url", "trusted"}
    page = f"{result['target']}\nat {result['url']}{_effects(result, known)}"
    return Shown(f"Pressed {keys}{_trust(result)} on:", page)


def _waited(result: Result) -> Shown:
    return Shown(f"There after {result['elapsed']:.0f} ms.", result["url"])


def _picture(result: Result) -> Shown:
    head = f"Tab {result['tabId']}, {result['width']}×{result['height']} {result['format']}, scale {result['scale']:g}."
    readiness = result.get("readiness") or {}
    if readiness.get("timedOut"):
        head += f" The page was not ready after {readiness['waitMs']} ms."
    labels = [f'{label["ref"]} {label["role"]} "{label["name"]}"' for label in result.get("labels") or []]
    return Shown(head, "\n".join([where(result), *labels]))


def _snapshot(result: Result) -> Shown:
    if result["diff"]:
        head = f"Changes in tab {result['tabId']} since your last snapshot" + (":" if result["lines"] else ": none.")
    else:
        head = f"Tab {result['tabId']}; what has [ref=e1] is the target @e1:"
    left = result["lines"] - result["shown"]
    cut = f"{left} of {result['lines']} lines are left out; more: `maxChars`, `interactive`, or a `target`."
    return Shown(head, f"{where(result)}\n{result['snapshot']}".rstrip(), cut if left else "")


def _value(result: Result) -> Shown:
    value = result["result"]
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    beside = " It ran beside the page, whose policy forbids eval." if result["world"] == "content" else ""
    cut = "Something was left out for its size; more: `maxLength`." if result["truncated"] else ""
    return Shown(f"{result['type']}.{beside}", said, cut)


def _messages(result: Result) -> Shown:
    rows = [f"{row['level']}: {row['message']} ({row['url']}:{row['line']})" for row in result["logs"]]
    return Shown(f"{len(rows)} of {result['total']} messages, cursor {result['cursor']}.", "\n".join(rows))


def _requests(result: Result) -> Shown:
    rows = [_request(row) for row in result["requests"]]
    return Shown(f"{len(rows)} of {result['total']} requests, cursor {result['cursor']}.", "\n".join(rows))


def _request(row: Result) -> str:
    state = row["status"] or row.get("error") or row["state"]
    took = "" if row["durationMs"] is None else f" {row['durationMs']:.0f} ms"
    headers: Result = {name: value for name, value in row.items() if name.endswith("Headers")}
    return f"{state} {row['method']} {row['type']} {row['url']}{took}" + (f"\n{plain(headers)}" if headers else "")


def _diagnosis(result: Result) -> Shown:
    marks = {"ok": "ok", "broken": "BROKEN", "skipped": "skipped", "unchecked": "unknown"}
    rows = [f"{marks[row['state']]} {row['name']}: {row['detail']}" for row in result["checks"]]
    return Shown("\n".join([f"{result['summary']}.", *rows, f"Next: {for_tools(result['recommendation'])}"]))


TABLE: dict[str, Callable[[Result], Shown]] = {
    "createWindow": _opened,
    "navigate": lambda result: Shown(f"Tab {result['tabId']} is at:", where(result)),
    "back": lambda result: Shown(f"Tab {result['tabId']} went back to:", where(result)),
    "forward": lambda result: Shown(f"Tab {result['tabId']} went forward to:", where(result)),
    "reload": lambda result: Shown(f"Tab {result['tabId']} was loaded again:", where(result)),
    "selectTab": lambda result: Shown(f"Your current tab is {result['tabId']} now:", where(result)),
    "closeTab": lambda result: Shown(
        f"Closed tab {result['closed']}. "
        + (
            "You have no tab left."
            if result.get("current") is None
            else f"Your current tab is {result['current']} now."
        )
    ),
    "getTabs": _tabs,
    "getContent": _content,
    "pressKey": _pressed,
    "waitFor": _waited,
    "screenshot": _picture,
    "getAccessibilitySnapshot": _snapshot,
    "evaluate": _value,
    "getConsoleLogs": _messages,
    "getNetworkRequests": _requests,
    "diagnose": _diagnosis,
    "ping": lambda _: Shown("The extension answers."),
}
