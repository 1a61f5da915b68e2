"""What an action did, to which element, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clz_cli.output.text import Result
from clz_core.text import rendering


def acted(verb: str) -> Callable[[Result], str]:
    return lambda result: f"{verb} {element(result)}{effects(result)}"


def element(result: Result) -> str:
    """A page that asks before it can say what it acted on leaves no element to name."""
    return rendering.element(result) if "tagName" in result else "the element"


def effects(result: Result) -> str:
    """What followed, a line each."""
    lines = []
    if "navigated" in result:
        lines.append(f"now at {result['navigated']}")
    if "openedTab" in result:
        lines.append(f"opened tab {result['openedTab']}")
    if "popupsRefused" in result:
        lines.append(f"refused {result['popupsRefused']} tabs that the page wanted to open")
    if dialog := result.get("dialog"):
        lines.append(_dialog(dialog))
    if "fileChooser" in result:
        lines.append("the page opened a file chooser, which was closed; give it files with: clz upload TARGET FILE")
    if "download" in result:
        lines.append(f"saving {result['download']}")
    if "downloadRefused" in result:
        lines.append(f"download refused: downloading is off for you by {result['downloadRefused']}")
    return "".join(f"\n{line}" for line in lines)


def _dialog(dialog: dict[str, Any]) -> str:
    if dialog["type"] == "print":
        return "the page wanted to be printed; save it with: clz pdf FILE"
    done = "is open" if dialog["open"] else "was accepted" if dialog["accepted"] else "was dismissed"
    return f"{dialog['type']} {done}: {dialog['message']}"
