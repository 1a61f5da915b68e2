"""Reading a page: text and values to stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text import reading
from clz_core.text.elements import address
from clz_core.text.reading import more, value_cut

if TYPE_CHECKING:
    from clz_core.generated.results import GetContentResult, GetResult


def _content(result: GetContentResult) -> str:
    html = f"\n\nHTML:\n{result['html']}" if result.get("html") is not None else ""
    return f"{address(result)}\n\n{reading.content(result, result['text'])}{html}"


def _content_cut(facts: GetContentResult) -> str:
    if not facts["truncated"]:
        return ""
    return f"Cut at {facts['nextOffset'] or 0:,} of {facts['textLength']:,} characters; {more(facts)}"


def _content_text(result: GetContentResult) -> str:
    text = reading.content(result, str(result.get("html", result["text"])))
    if result["truncated"]:
        read = result.get("nextOffset") or len(result["text"])  # an extension of another version does not say
        text += f"\n… cut at {read:,} of {result['textLength']:,} characters; {_more_text(result)}"
    return text


def _value_text(result: GetResult) -> str:
    return reading.got(result) + (f"\n… cut; {_more_text(result)}" if result["truncated"] else "")


def _more_text(result: GetContentResult | GetResult) -> str:
    """How to go on; of a list there is no place to go on from."""
    next_offset = result.get("nextOffset")
    return "more: --max-length N" if next_offset is None else f"more: --offset {next_offset}"


VIEWS = {
    "getContent": View(lambda facts: f"Text of tab {facts['tabId']}:", _content, _content_cut, text=_content_text),
    "get": View(lambda facts: f"Tab {facts['tabId']}:", reading.got, value_cut, text=_value_text),
    "getElementInfo": View(lambda facts: f"Tab {facts['tabId']}:", reading.element_info),
}
