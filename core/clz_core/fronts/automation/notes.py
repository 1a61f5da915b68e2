"""Notes of the person: as a list, and as one Markdown document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_core.contract.shapes import Values
from clz_core.fronts import Steps
from clz_core.fronts.view import View
from clz_core.text.counts import counted
from clz_core.text.typed import locator_line

if TYPE_CHECKING:
    from clz_core.generated.results import GetNotesNotes, GetNotesResult


def _document(result: GetNotesResult) -> str:
    """Of the notes that are open, or of the one that was resolved just now."""
    if "resolved" in result:
        return _section(result["resolved"], " (resolved)")
    return "\n\n".join(["# Notes", *(_section(note) for note in result["notes"])])


def _section(note: GetNotesNotes, state: str = "") -> str:
    box = note["box"]
    told = {
        "Answer": note.get("answer", ""),
        "Page": _code(note["url"]),
        "Element": _code(" ".join(filter(None, [locator_line(note), note.get("role"), note.get("name")]))),
        "Component": " in ".join(_code(note[key]) for key in ("component", "source") if note.get(key)),
        "Box": f"{box['width']:g}×{box['height']:g} at {box['x']:g},{box['y']:g}",
        "Styles": _code("; ".join(f"{name}: {value}" for name, value in note["styles"].items())),
        "Picture": f"![note {note['number']}](<{note['crop']}>)" if "crop" in note else "",
        "Picture after": f"![after](<{note['after']}>)" if "after" in note else "",
    }
    lines = [f"- {name}: {value}" for name, value in told.items() if value]
    return "\n".join([f"## {note['number']}. {note['text']}{state}", "", *lines])


def _code(text: object) -> str:
    """Text of a page, which cannot end the quotation: its own backticks become apostrophes."""
    return f"`{str(text).replace('`', chr(39))}`"


def _list(result: GetNotesResult) -> str:
    if "markdown" in result:
        return result["markdown"]
    if "resolved" in result:
        note = result["resolved"]
        return f"resolved {note['number']}: {note['text']}" + (f"\n  {note['after']}" if "after" in note else "")
    return "\n".join(line for note in result["notes"] for line in _lines(note)) or "no notes are open"


def _lines(note: GetNotesNotes) -> list[str]:
    made = " in ".join(note[key] for key in ("component", "source") if note.get(key))
    about = (locator_line(note), made, note.get("crop"))
    return [f"{note['number']}. {note['text']}", *(f"   {one}" for one in about if one)]


def _head(facts: GetNotesResult) -> str:
    """What the person wrote; what a page says is not among the facts."""
    ours = [f"{note['number']}. {note['text']}" for note in facts["notes"]]
    return "\n".join([f"{counted(len(ours), 'note')} of the person's to work on{':' if ours else '.'}", *ours])


def _page(result: GetNotesResult) -> str:
    return _document(result) if result["notes"] or "resolved" in result else ""


def _add_markdown(result: Any, values: Values) -> Any:
    return {**result, "markdown": _document(result)} if values.get("markdown") else result


STEPS = {"getNotes": Steps(after=_add_markdown)}
VIEWS = {"getNotes": View(_head, _page, text=_list)}
