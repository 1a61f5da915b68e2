"""Reading a page: text and values to stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_core.text import reading

if TYPE_CHECKING:
    from clz_core.contract.results import GetContentResult, GetResult


def _content(result: GetContentResult) -> str:
    text = reading.content(result, str(result.get("html", result["text"])))
    if result["truncated"]:
        read = result.get("nextOffset") or len(result["text"])  # an extension of another version does not say
        text += f"\n… cut at {read:,} of {result['textLength']:,} characters; {_more(result)}"
    return text


def _value(result: GetResult) -> str:
    return reading.got(result) + (f"\n… cut; {_more(result)}" if result["truncated"] else "")


def _more(result: GetContentResult | GetResult) -> str:
    """How to go on; of a list there is no place to go on from."""
    next_offset = result.get("nextOffset")
    return "more: --max-length N" if next_offset is None else f"more: --offset {next_offset}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getContent": CommandHandler(render=_content),
    "get": CommandHandler(render=_value),
    "getElementInfo": CommandHandler(render=reading.element_info),
}
