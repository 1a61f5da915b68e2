"""Results as text for a model: what happened in our words, what the page says apart from it.

`TABLE` has the view of single commands by wire name. The rest is shown by its shape: what was done to an element as
that, anything else as one `name: value` line a field. The functions of a view that speak in our words get the facts of
a result alone (`clz_core.text.display.facts`): where a page could have written something they find nothing to repeat.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clz_core.contract.registry import Command
from clz_core.text import display
from clz_core.text.display import quote
from clz_core.text.rendering import address, element
from clz_mcp_adapter.tools.terminology import for_tools

Result = dict[str, Any]


@dataclass(frozen=True)
class Rendered:
    """`head` and `tail` are our words, `page` the page's."""

    head: str = ""
    page: str = ""
    tail: str = ""


Say = Callable[[Result], str]


def _nothing(_: Result) -> str:
    return ""


@dataclass(frozen=True)
class View:
    """How a result is told. `head` and `tail` are given its facts, `page` all of it, each string on its line."""

    head: Say
    page: Say = _nothing
    tail: Say = _nothing


def render(command: Command, result: Result) -> Rendered:
    tidy = display.tidy(command, result)
    known = display.facts(command, tidy) if command.quotes_page else tidy
    made = TABLE.get(command.name)
    acted = command.changes and {"tagName", "url"} <= set(result)
    for view in (made, _acted(command) if acted else None):
        if view is not None:
            try:
                return Rendered(view.head(known), view.page(tidy), view.tail(known))
            except (KeyError, TypeError, ValueError, AttributeError):
                pass  # an extension of another version answers in another shape
    return Rendered(page=plain(tidy)) if command.quotes_page and known != tidy else Rendered(plain(tidy))


def plain(result: Result) -> str:
    """One line a field; lines of text below their name; what is nested as JSON. Fields without a value are left out."""
    return "\n".join(_line(name, value) for name, value in result.items() if value is not None) or "done"


def _line(name: str, value: Any) -> str:
    if isinstance(value, str):
        return f"{name}:\n{value}" if "\n" in value else f"{name}: {value}"
    return f"{name}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"


def _acted(command: Command) -> View:
    """What was done to which element, address, and what came of it."""
    known = {"tagName", "text", "id", "className", "tabId", "url", "trusted"}
    return View(
        lambda facts: f"{command.label}: done{_trust(facts)}.",
        lambda result: f"{element(result)}\nat {result['url']}{_effects(result, known)}",
    )


def _effects(result: Result, known: set[str]) -> str:
    """What else there is to tell, on lines of its own."""
    told = {name: value for name, value in result.items() if name not in known and value is not True and value != ""}
    return f"\n{plain(told)}" if any(value is not None for value in told.values()) else ""


def _trust(result: Result) -> str:
    return "" if result.get("trusted", True) else " with synthetic events"


def _oldest_closed(facts: Result) -> str:
    closed = facts.get("closedOldestTab")
    return "" if closed is None else f"Your oldest tab {closed} was closed: the pool holds {facts['maxTabs']}."


def _tabs(facts: Result) -> str:
    mine = any(tab["mine"] for tab in facts["tabs"])
    return f"{facts['tabCount']} of {facts['maxTabs']} tabs. {'Yours:' if mine else 'None is yours.'}"


def _own_tabs(result: Result) -> str:
    own = [tab for tab in result["tabs"] if tab["mine"]]
    return "\n".join(f"{tab['tabId']}{' (current)' if tab['current'] else ''} {address(tab)}" for tab in own)


def _others(facts: Result) -> str:
    counts = Counter(tab["owner"] for tab in facts["tabs"] if not tab["mine"])
    return ", ".join(f"{owner} has {count}" for owner, count in counts.items())


def _closed(facts: Result) -> str:
    left = facts.get("current")
    rest = "You have no tab left." if left is None else f"Your current tab is {left} now."
    return f"Closed tab {facts['closed']}. {rest}"


def _content(result: Result) -> str:
    html = f"\n\nHTML:\n{result['html']}" if result.get("html") is not None else ""
    return f"{address(result)}\n\n{result['text']}{html}"


def _content_cut(facts: Result) -> str:
    return f"This is the start of {facts['textLength']} characters; more: `maxLength`." if facts["truncated"] else ""


def _pressed(result: Result) -> str:
    keys = "+".join([*result.get("modifiers", []), result["key"]])
    known = {"key", "modifiers", "target", "tabId", "url", "trusted"}
    return f"{keys} on {result['target']}\nat {result['url']}{_effects(result, known)}"


def _picture(facts: Result) -> str:
    head = f"Tab {facts['tabId']}, {facts['width']}×{facts['height']} {facts['format']}, scale {facts['scale']:g}."
    readiness = facts.get("readiness") or {}
    return head + (f" The page was not ready after {readiness['waitMs']} ms." if readiness.get("timedOut") else "")


def _pictured(result: Result) -> str:
    labels = [f"{label['ref']} {label['role']} {quote(label['name'])}" for label in result.get("labels") or []]
    return "\n".join([address(result), *labels])


def _snapshot(facts: Result) -> str:
    if facts["diff"]:
        return f"Changes in tab {facts['tabId']} since your last snapshot" + (":" if facts["lines"] else ": none.")
    return f"Tab {facts['tabId']}; what has [ref=e1] is the target @e1:"


def _snapshot_cut(facts: Result) -> str:
    left = facts["lines"] - facts["shown"]
    cut = f"{left} of {facts['lines']} lines are left out; more: `maxChars`, `interactive`, or a `target`."
    return cut if left else ""


def _value(result: Result) -> str:
    value = result["result"]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _message(row: Result) -> str:
    return f"{row['level']}: {row['message']} ({row['url']}:{row['line']})"


def _request(row: Result) -> str:
    state = row["status"] or row.get("error") or row["state"]
    took = "" if row["durationMs"] is None else f" {row['durationMs']:.0f} ms"
    headers: Result = {name: value for name, value in row.items() if name.endswith("Headers")}
    said = f"\n  {plain(headers)}".replace("\n", "\n  ") if headers else ""
    return f"{state} {row['method']} {row['type']} {row['url']}{took}{said}"


def _diagnosis(result: Result) -> str:
    marks = {"ok": "ok", "broken": "BROKEN", "skipped": "skipped", "unchecked": "unknown"}
    rows = [f"{marks[row['state']]} {row['name']}: {row['detail']}" for row in result["checks"]]
    return "\n".join([f"{result['summary']}.", *rows, f"Next: {for_tools(result['recommendation'])}"])


TABLE: dict[str, View] = {
    "createWindow": View(lambda facts: f"Opened tab {facts['tabId']}, your current tab now.", address, _oldest_closed),
    "navigate": View(lambda facts: f"Tab {facts['tabId']} is at:", address),
    "back": View(lambda facts: f"Tab {facts['tabId']} went back to:", address),
    "forward": View(lambda facts: f"Tab {facts['tabId']} went forward to:", address),
    "reload": View(lambda facts: f"Tab {facts['tabId']} was loaded again:", address),
    "selectTab": View(lambda facts: f"Your current tab is {facts['tabId']} now:", address),
    "closeTab": View(_closed),
    "getTabs": View(_tabs, _own_tabs, _others),
    "getContent": View(lambda facts: f"Text of tab {facts['tabId']}:", _content, _content_cut),
    "pressKey": View(lambda facts: f"Pressed{_trust(facts)}:", _pressed),
    "waitFor": View(lambda facts: f"There after {facts['elapsed']:.0f} ms.", lambda result: str(result["url"])),
    "screenshot": View(_picture, _pictured),
    "getAccessibilitySnapshot": View(
        _snapshot, lambda result: f"{address(result)}\n{result['snapshot']}".rstrip(), _snapshot_cut
    ),
    "evaluate": View(
        lambda facts: f"{facts['type'] or 'A value'}.",
        _value,
        lambda facts: "Something was left out for its size; more: `maxLength`." if facts["truncated"] else "",
    ),
    "getConsoleLogs": View(
        lambda facts: f"{len(facts['logs'])} of {facts['total']} messages, cursor {facts['cursor']}.",
        lambda result: "\n".join(map(_message, result["logs"])),
    ),
    "getNetworkRequests": View(
        lambda facts: f"{len(facts['requests'])} of {facts['total']} requests, cursor {facts['cursor']}.",
        lambda result: "\n".join(map(_request, result["requests"])),
    ),
    "diagnose": View(_diagnosis),
    "ping": View(lambda _: "The extension answers."),
}
