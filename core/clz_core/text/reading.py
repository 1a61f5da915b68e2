"""What was read of a page as text, in the words that the command line and the MCP server share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from clz_core.contract.limits import DOCUMENT_END_MS
from clz_core.text.counts import counted
from clz_core.text.display import line, quote
from clz_core.text.elements import clock, element

if TYPE_CHECKING:
    from clz_core.generated.results import (
        AcceptDialogResult,
        DialogStatusEvaluation,
        DialogStatusLast,
        DialogStatusOpen,
        DialogStatusResult,
        DiffPageStateResult,
        DismissDialogResult,
        EvaluateResult,
        GetAccessibilitySnapshotResult,
        GetContentResult,
        GetElementInfoResult,
        GetResult,
        HandleConsentResult,
    )

FRAME = re.compile(r"f\d{1,9}")  # what is none was not named by clz


def reservations(result: Mapping[str, Any]) -> str:
    """What of a page is not in what was read of it: its end, or frames. Empty for what was read whole."""
    said = []
    if result.get("unfinished") is True:
        said.append(f"The page is unfinished: it was still arriving after {DOCUMENT_END_MS // 1000} s.")
    if frames := result.get("framesLeftOut"):
        named = ", ".join(frame["frame"] for frame in frames if FRAME.fullmatch(frame["frame"]))
        said.append(f"Not in this text: {f'frame {named}' if named else counted(len(frames), 'frame')}.")
    return " ".join(said)


def content(result: GetContentResult, body: str) -> str:
    """The `body` of a page, which is its text or its HTML, below the head of the article that it is."""
    article = result.get("article")
    if not article:
        return body
    head = [f"# {article['title']}"] if article["title"] else []
    head += [article["byline"]] if article["byline"] else []
    return "\n\n".join([*head, body])


# Why a snapshot with `diff` is all of the page.
NOT_COMPARED = {
    "nothing": "there is no earlier snapshot to compare with, so this is all of it",
    "otherPage": "this is another page than in your last snapshot, so this is all of it",
}


def compared(page: GetAccessibilitySnapshotResult) -> str:
    """What a diff was compared with: `since snapshot 3, 2 s ago`."""
    if "sinceLook" not in page:
        return "since your last snapshot"
    ms = page.get("sinceMs", 0)
    ago = f"{ms:,.0f} ms" if ms < 1_000 else f"{ms / 1_000:,.0f} s"
    return f"since snapshot {page['sinceLook']:.0f}, {ago} ago"


def snapshot(result: GetAccessibilitySnapshotResult, boxes: str) -> str:
    """Its lines for a reader; `boxes` is how to ask where each element is. Changes keep their lines."""
    from clz_core.text.snapshots.folding import folded  # few commands need its patterns
    from clz_core.text.snapshots.lists import listed

    text = result["snapshot"]
    if result["diff"]:
        return text
    return listed(folded(text, boxes)) if result.get("interactive") else folded(text, boxes)


def snapshot_cut(result: GetAccessibilitySnapshotResult, ways: Iterable[str]) -> str:
    """What a snapshot leaves out, and the ways to get it; nothing for a whole one."""
    left = result.get("elementsLeft", 0)
    cut = counted(left, "element") if left else f"{result['lines'] - result['shown']:,} of {result['lines']:,} lines"
    return f"… {cut} cut; more: {', '.join(ways)}" if result["truncated"] else ""


def got(result: GetResult) -> str:
    """What was asked for about an element: a value, or one line for each of several."""
    value = result["value"]
    if isinstance(value, dict):
        return "\n".join(f"{name}: {line(_short(item))}" for name, item in value.items())
    if isinstance(value, list):
        return "\n".join(line(_item(item)) for item in value)
    return "" if value is None else str(value)


def _item(item: Any) -> str:
    """A line of a list: one match of several, or an option with what says more than its label."""
    if isinstance(item, dict) and "label" in item:
        marks = [f"[{name}]" for name in ("selected", "disabled") if item[name]]
        value = [f"({item['value']})"] if item["value"] != item["label"] else []
        return " ".join([item["label"], *value, *marks])
    if isinstance(item, dict):
        return ", ".join(f"{name}: {_short(one)}" for name, one in item.items())
    if isinstance(item, list):
        return "; ".join(_item(one) for one in item)
    return "" if item is None else str(item)


def element_info(result: GetElementInfoResult) -> str:
    """All that is known of an element."""
    attributes = result["attributes"]
    name = f"~{quote(result['guess'])}" if result["guess"] else quote(result["name"])
    head = element({**result, "id": attributes.get("id", ""), "className": attributes.get("class", ""), "text": ""})
    box = result["position"]
    states = [name for name in ("visible", "inViewport", "enabled", "editable", "focused", "checked") if result[name]]
    lines = [
        f"{head}  @{result['ref']}  {result['role'] or 'no role'} {name}",
        f"states    {', '.join(states) or 'none'}",
        f"box       {_short(box['x'])}, {_short(box['y'])}  {_short(box['width'])} × {_short(box['height'])}",
        f"selector  {result['selector']}",
    ]
    if result["value"] is not None:
        lines.append(f"value     {result['value']}")
    if result["text"]:
        lines.append(f"text      {' '.join(result['text'].split())}")
    lines += [f"  {name}={quote(value)}" for name, value in attributes.items()]
    lines += [f"  {name}: {value}" for name, value in result["styles"].items()]
    return "\n".join(lines)


def _short(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def evaluated(result: EvaluateResult | DialogStatusEvaluation, indent: int | None = None) -> str:
    """Text as it is, marks as a person writes them, everything else as JSON, compact without an `indent`."""
    value = result["result"]
    if isinstance(value, str):
        return value
    separators = (",", ":") if indent is None else None
    return _mark(value) or json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)


def _mark(value: Any) -> str:
    """A top-level value that JSON cannot hold; empty for what it can."""
    if not isinstance(value, Mapping):
        return ""
    match value.get("$type"):
        case "undefined":
            return "undefined"
        case "number" | "symbol" | "date" | "regexp":
            return str(value["value"])
        case "bigint":
            return f"{value['value']}n"
    return ""


def dialog(shown: DialogStatusOpen | DialogStatusLast | AcceptDialogResult) -> str:
    """A dialog as its type and message: `confirm "Really?"`."""
    return f"{shown['type']} {quote(shown['message'])}"


def came_to(result: AcceptDialogResult | DismissDialogResult | DialogStatusResult) -> str:
    """The outcome of an eval that a dialog interrupted, below what is said of the dialog; empty if there was none."""
    if "evaluation" not in result:
        return ""
    evaluation = result["evaluation"]
    if evaluation is None:
        return "\neval: still running; clz dialog status will show its outcome"
    if evaluation["error"]:
        return f"\neval: {evaluation['error']['code']}: {evaluation['error']['message']}"
    return f"\neval: {evaluated(evaluation)}"


def dialogs(result: DialogStatusResult) -> str:
    """How dialogs are answered, which one is open, and which were answered, each at its time."""
    lines = [f"policy: {result['policy']}"]
    if shown := result["open"]:
        lines.append(f"open: {dialog(shown)}")
    else:
        lines.append("no dialog is open")
    lines += [
        f"{clock(one['at'])} {dialog(one)}, {'accepted' if one['accepted'] else 'dismissed'}"
        for one in result["answered"]
    ]
    return "\n".join(lines) + came_to(result)


def consent(result: HandleConsentResult) -> str:
    """What became of a consent banner."""
    note = "\nbanners in your tabs are answered automatically" if result["auto"] else ""
    if not result["found"]:
        return f"no consent banner ({result['elapsedMs']} ms){note}"
    if result["action"] == "none":
        return f"there is a consent banner, but clz knows no button in it ({result['method']}){note}"
    what = f": clicked {quote(result['buttonText'])}" if result["buttonText"] else ""
    return f"{result['action']}{what} ({result['method']}, {result['elapsedMs']} ms){note}"


def page_changes(result: DiffPageStateResult) -> str:
    """What differs between two states of a page: `~` is another, `-` is gone, `+` is new."""
    lines = []
    for change in result["changed"]:
        lines.append(f"~ {change['list']} {quote(change['what'])}")
        lines += [f"    {name}: {_told(v['before'])} → {_told(v['after'])}" for name, v in change["fields"].items()]
    for mark, side in (("-", result["removed"]), ("+", result["added"])):
        lines += [f"{mark} {name} {_told(item)}" for name, items in side.items() for item in items]
    return "\n".join(lines)


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={_told(item)}" for name, item in value.items() if item not in ("", None, False))
    return quote(value) if isinstance(value, str) else repr(value)


def value_cut(facts: GetResult) -> str:
    """What to ask for where a value was cut."""
    return f"Cut; {more(facts)}" if facts["truncated"] else ""


def more(facts: GetContentResult | GetResult) -> str:
    return "more: `maxLength`." if facts["nextOffset"] is None else f"more: `offset`: {facts['nextOffset']}."
