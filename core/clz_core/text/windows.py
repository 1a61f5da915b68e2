"""Windows and viewports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.output.text import Result

if TYPE_CHECKING:
    from clz_core.contract.results import CloseWindowResult, GetWindowsResult, ResizeWindowResult, SetViewportResult


def _windows(result: GetWindowsResult) -> str:
    lines = []
    for entry in result["windows"]:
        mark = "*" if entry["current"] else " "
        kind = f"{entry['state']}{', private' if entry['private'] else ''}"
        tabs = [f"{entry['mine']} tabs of yours"]
        tabs += [f"{other['tabs']} of {other['owner']}" for other in entry["others"]]
        tabs += [f"{entry['person']} of the person"] if entry["person"] else []
        lines.append(f"{mark} {entry['windowId']}  {entry['width']}×{entry['height']} {kind}: {', '.join(tabs)}")
    return "\n".join(lines) or "no window"


def _closed(result: CloseWindowResult) -> str:
    tabs = ", ".join(str(tab) for tab in result["closed"])
    rest = "" if result["windowClosed"] else f"; the window stays, with {result['left']} tabs of others"
    return f"closed tabs {tabs} of window {result['windowId']}{rest}"


def _size(result: Result) -> str:
    size = f"{result['width']}×{result['height']}"
    asked = result["requested"]
    return size if result["reached"] or asked is None else f"{size} (not {asked['width']}×{asked['height']})"


def _resized(result: ResizeWindowResult) -> str:
    shared = f"; {result['agents']} other agents have tabs in it" if result["agents"] else ""
    least = "" if result["reached"] else "; Firefox keeps windows at least 450 to 500 pixels wide"
    return f"window {result['windowId']} is {_size(result)}{shared}{least}"


def _viewport(result: SetViewportResult) -> str:
    what = f"{result['preset']}: " if result["preset"] else ""
    ratio = f" at {result['ratio']:g} device pixels each" if result["ratio"] != 1 else ""
    touch = ", with touch" if result["touch"] else ""
    where = f"tab {result['tabId']}" if result["scope"] == "tab" else "the whole window"
    note = f"\n{result['note']}" if result.get("note") else ""
    return f"{what}{_size(result)}{ratio}{touch} ({where}){note}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getWindows": CommandHandler(render=_windows),
    "closeWindow": CommandHandler(render=_closed),
    "resizeWindow": CommandHandler(render=_resized),
    "setViewport": CommandHandler(render=_viewport),
}
