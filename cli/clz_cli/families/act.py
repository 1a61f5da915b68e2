"""Acting on a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clz_cli.text import Result, element


def _act(verb: str) -> Callable[[Result], str]:
    return lambda result: f"{verb} {_element(result)}{_effects(result)}"


def _element(result: Result) -> str:
    """A page that asks before it can say what it acted on leaves no element to name."""
    return element(result) if "tagName" in result else "the element"


def _effects(result: Result) -> str:
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


def _typed(result: Result) -> str:
    if "currentValue" not in result:
        return _act("typed into")(result)
    changed = "\nthe field holds something else than was typed: the page changed it" if result["changedByPage"] else ""
    left = f"\nthe focus went to {result['focus'] or 'the page'}" if "focus" in result else ""
    return f"typed into {_element(result)}: {result['currentValue']}{changed}{left}{_effects(result)}"


def _pressed(result: Result) -> str:
    if "key" not in result:
        return _act("pressed on")(result)
    return f"pressed {result['key']} on {result['target']}{_effects(result)}"


def _checked(result: Result) -> str:
    state = "checked" if result.get("checked") else "unchecked"
    note = "" if result.get("changed", True) else " already"
    return f"{_element(result)} is {state}{note}{_effects(result)}"


def _selected(result: Result) -> str:
    return f"selected {', '.join(result.get('selected', [])) or 'nothing'} in {_element(result)}{_effects(result)}"


def _uploaded(result: Result) -> str:
    files = ", ".join(f"{file['name']} ({file['size']} bytes)" for file in result.get("uploaded", []))
    return f"{'dropped' if result.get('dropped') else 'gave'} {files} to {_element(result)}{_effects(result)}"


def _dragged(result: Result) -> str:
    without = ""
    if result.get("accepted") is False:
        without = ", but the place did not take it"
    elif result.get("changed") is False:
        without = ", but nothing on the page changed"
    return f"dragged {_element(result)}{without}{_effects(result)}"


def _scrolled(result: Result) -> str:
    if "position" not in result:
        return _act("scrolled to")(result)
    place = f"at {result['position']['x']:g}, {result['position']['y']:g} of {result['pageHeight']:g}"
    missing = "; the text was not found" if result.get("found") is False else ""
    return f"{'nothing moved' if result['noEffect'] else 'scrolled'}, {place}{missing}{_effects(result)}"


def _moused(result: Result) -> str:
    if not {"x", "y"} <= set(result):
        return _act("mouse on")(result)
    held = f", {', '.join(result['down'])} down" if result.get("down") else ""
    return f"mouse at {result['x']:g},{result['y']:g} on {_element(result)}{held}{_effects(result)}"


def _wheeled(result: Result) -> str:
    still = "" if result.get("scrolled", True) else ", but nothing scrolled"
    return f"turned the wheel over {_element(result)}{still}{_effects(result)}"


def _look_once(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "wait_ms": 0} if values.get("no_wait") else values


def _upload(values: dict[str, Any]) -> dict[str, Any]:
    from clz_cli.files import existing_files

    return _look_once({**values, "files": existing_files(values["files"])})


def _download(values: dict[str, Any]) -> dict[str, Any]:
    from clz_cli.downloads import prepare_download

    return _look_once(prepare_download(values))


def _downloaded(result: Result, values: dict[str, Any]) -> Result:
    from clz_cli.downloads import keep_download

    return keep_download(result, values)


PREPARE = {
    **dict.fromkeys(
        (
            "click",
            "dblclick",
            "hover",
            "focus",
            "type",
            "fill",
            "pressKey",
            "select",
            "check",
            "uncheck",
            "drag",
            "scroll",
            "mouse",
            "mouseWheel",
            "selectText",
            "tap",
            "swipe",
        ),
        _look_once,
    ),
    "upload": _upload,
    "download": _download,
}
DOING = {
    "upload": lambda values: f"Uploading {', '.join(str(file) for file in values['files'])}",
    "download": lambda values: "Downloading",
}
FINISH = {"download": _downloaded}
RENDER = {
    "click": _act("clicked"),
    "dblclick": _act("double-clicked"),
    "hover": _act("mouse over"),
    "focus": _act("focused"),
    "type": _typed,
    "fill": _typed,
    "pressKey": _pressed,
    "select": _selected,
    "check": _checked,
    "uncheck": _checked,
    "upload": _uploaded,
    "drag": _dragged,
    "scroll": _scrolled,
    "mouse": _moused,
    "mouseWheel": _wheeled,
    "selectText": lambda result: f"selected in {_element(result)}: {result.get('selected', '')}{_effects(result)}",
    "tap": _act("tapped"),
    "swipe": _act("swiped over"),
    "download": lambda result: str(result["path"]),
}
