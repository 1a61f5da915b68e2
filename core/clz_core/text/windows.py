"""Windows and viewports, in the words that the command line and the MCP server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import CloseWindowResult, GetWindowsResult, ResizeWindowResult, SetViewportResult


def windows(result: GetWindowsResult) -> str:
    """A line a window; `*` is the one of the current tab."""
    lines = []
    for entry in result["windows"]:
        mark = "*" if entry["current"] else " "
        kind = f"{entry['state']}{', private' if entry['private'] else ''}"
        tabs = [f"{counted(entry['mine'], 'tab')} (you)"]
        tabs += [f"{other['tabs']} ({other['owner']})" for other in entry["others"]]
        tabs += [f"{entry['person']} (person)"] if entry["person"] else []
        lines.append(f"{mark} {entry['windowId']}  {entry['width']}×{entry['height']} {kind}: {', '.join(tabs)}")
    return "\n".join(lines) or "no window"


def closed(result: CloseWindowResult) -> str:
    """Which tabs of a window were closed."""
    tabs = ", ".join(str(tab) for tab in result["closed"])
    rest = "" if result["windowClosed"] else f"; the window stays, with {counted(result['left'], 'tab')} of others"
    return f"closed tabs {tabs} of window {result['windowId']}{rest}"


def _size(result: ResizeWindowResult | SetViewportResult) -> str:
    size = f"{result['width']}×{result['height']}"
    asked = result["requested"]
    return size if result["reached"] or asked is None else f"{size} (not {asked['width']}×{asked['height']})"


def resized(result: ResizeWindowResult) -> str:
    """How large a window is now, and who else is in it."""
    shared = f"; {result['agents']} other agents have tabs in it" if result["agents"] else ""
    least = "" if result["reached"] else "; Firefox keeps windows at least 450 to 500 pixels wide"
    return f"window {result['windowId']} is {_size(result)}{shared}{least}"


def viewport(result: SetViewportResult) -> str:
    """What a tab is laid out as."""
    what = f"{result['preset']}: " if result["preset"] else ""
    ratio = f" at {result['ratio']:g} device pixels each" if result["ratio"] != 1 else ""
    touch = ", with touch" if result["touch"] else ""
    where = f"tab {result['tabId']}" if result["scope"] == "tab" else "the whole window"
    note = f"\n{result['note']}" if result.get("note") else ""
    return f"{what}{_size(result)}{ratio}{touch} ({where}){note}"
