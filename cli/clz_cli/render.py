"""Results as text, one small function for a command; `plain` serves the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Result = dict[str, Any]


def plain(result: Result) -> str:
    """One `name: value` line a field."""
    return "\n".join(f"{name}: {_value(value)}" for name, value in result.items())


def _value(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _element(result: Result) -> str:
    name = str(result["tagName"])
    if result.get("id"):
        name += "#" + result["id"]
    name += "".join("." + word for word in result.get("className", "").split()[:3])
    return name + (f' "{result["text"]}"' if result.get("text") else "")


def _page(result: Result) -> str:
    title = f' "{result["title"]}"' if result.get("title") else ""
    return f"{result['url']}{title} (tab {result['tabId']})"


def _opened(result: Result) -> str:
    closed = result.get("closedOldestTab")
    note = f"\nclosed your oldest tab {closed}: the pool holds {result['maxTabs']}" if closed is not None else ""
    return f"opened {_page(result)}{note}"


def _typed(result: Result) -> str:
    return f"typed into {_element(result)}: {result['currentValue']}"


def _pressed(result: Result) -> str:
    return f"pressed {'+'.join([*result['modifiers'], result['key']])} on {result['target']}"


def _waited(result: Result) -> str:
    return f"found after {result['elapsed']:.0f} ms on {result['url']}"


def _content(result: Result) -> str:
    text = str(result.get("html", result["text"]))
    if result["truncated"]:
        text += f"\n… cut at {len(result['text'])} of {result['textLength']} characters; more: --max-length N"
    return text


def _screenshot(result: Result) -> str:
    size = f"{result['width']}×{result['height']}"
    return f"{result['path']}  {size} {result['format']}, {result['bytes'] / 1024:.0f} KB"


def _tabs(result: Result) -> str:
    lines = []
    for tab in result["tabs"]:
        mark = "*" if tab["current"] else " "
        what = f'{tab["url"]} "{tab["title"]}"' if tab["mine"] else f"(of {tab['owner']})"
        lines.append(f"{mark} {tab['tabId']}  {what}")
    return "\n".join([*lines, f"{result['tabCount']} of {result['maxTabs']} tabs"])


def _version(result: Result) -> str:
    missing = "not running"
    return "\n".join(
        (
            f"clz {result['client']} (protocol {result['protocol']})",
            f"host {result['host'] or missing}",
            f"extension {result['extension'] or missing}",
            f"Firefox {result['firefox'] or missing}",
            f"Python {result['python']}, ZeroMQ {result['zeromq']}",
        )
    )


def _status(result: Result) -> str:
    seconds = result["uptimeMs"] // 1000
    up = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return "\n".join(
        (
            f"session {result['session']}: Firefox {result['firefox']}, extension {result['extension']}",
            f"host    pid {result['hostPid']}, up {up}, {result['pending']} commands under way",
            f"tabs    {result['tabCount']} of {result['maxTabs']}",
            f"agents  {result['agents']} keys admitted, you are {result['agentId']}",
            f"socket  {result['endpoint']}",
            f"log     {result['log']}",
        )
    )


def _browser_started(result: Result) -> str:
    if not result["started"]:
        return f"Firefox is running already (session {result['session']})"
    window = "headless" if result["headless"] else "with a window"
    return f"started Firefox {window} in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def _browser_stopped(result: Result) -> str:
    if not result["stopped"]:
        return f"no Firefox of clz was running (session {result['session']})"
    return f"stopped Firefox in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def _browser_status(result: Result) -> str:
    if not result["running"]:
        return f"not running (session {result['session']})\nprofile {result['profile']}"
    kind = f"started by clz, pid {result['pid']}" if result["managed"] else "your own"
    return f"running (session {result['session']}; {kind})\nprofile {result['profile']}\nlog {result['log']}"


RENDERERS: dict[str, Callable[[Result], str]] = {
    "createWindow": _opened,
    "navigate": lambda result: f"at {_page(result)}",
    "back": lambda result: f"at {_page(result)}",
    "forward": lambda result: f"at {_page(result)}",
    "reload": lambda result: f"reloaded {_page(result)}",
    "getTabs": _tabs,
    "closeTab": lambda result: f"closed tab {result['closed']}",
    "selectTab": lambda result: f"current tab: {_page(result)}",
    "getContent": _content,
    "screenshot": _screenshot,
    "click": lambda result: f"clicked {_element(result)}",
    "type": _typed,
    "pressKey": _pressed,
    "waitFor": _waited,
    "ping": lambda result: "pong",
    "version": _version,
    "status": _status,
    "browserStart": _browser_started,
    "browserStop": _browser_stopped,
    "browserStatus": _browser_status,
}
