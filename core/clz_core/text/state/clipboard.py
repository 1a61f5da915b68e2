"""Clipboards in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import PasteClipboardResult, WriteClipboardResult


def written(result: WriteClipboardResult) -> str:
    if not result["types"]:
        return "the clipboard is empty now"
    return f"wrote {counted(result['length'], 'character')} as {', '.join(result['types'])}"


def pasted(result: PasteClipboardResult, element: str) -> str:
    """What took it; nothing is known of a page that went away meanwhile."""
    taker = "; the page took it" if result.get("takenBy") == "page" else ""
    return f"pasted {counted(result.get('length', 0), 'character')} into {element}{taker}"
