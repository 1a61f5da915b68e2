"""Copy and paste."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.acting import ELEMENT, acted_on, advised, after, followed, trust
from clz_core.fronts.view import View, Words
from clz_core.text.counts import counted
from clz_core.text.elements import element
from clz_core.text.reading import value_cut
from clz_core.text.state import clipboard

if TYPE_CHECKING:
    from clz_core.generated.results import PasteClipboardResult, ReadClipboardResult


def _pasted(result: PasteClipboardResult, say: Words) -> str:
    known = {*ELEMENT, "takenBy", "length"}
    return "\n".join([clipboard.pasted(result, element(result)), *after(result, known, say)])


def _read_text(result: ReadClipboardResult) -> str:
    return result["text"]


def _pasted_text(result: PasteClipboardResult) -> str:
    return clipboard.pasted(result, acted_on(result)) + followed(result)


def views(say: Words) -> dict[str, View]:
    return {
        "readClipboard": View(
            lambda facts: f"{', '.join(facts['types'])}:" if facts["types"] else "The clipboard is empty.",
            lambda result: result["text"],
            value_cut,
            text=_read_text,
        ),
        "writeClipboard": View(
            lambda facts: (
                f"Wrote {counted(facts['length'], 'character')}." if facts["types"] else "The clipboard is empty."
            ),
            text=clipboard.written,
        ),
        "pasteClipboard": View(
            lambda facts: f"Paste: done{trust(facts)}.",
            lambda result: _pasted(result, say),
            lambda facts: advised(facts, say),
            text=_pasted_text,
        ),
    }
