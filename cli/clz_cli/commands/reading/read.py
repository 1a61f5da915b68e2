"""Reading a page: text and values to stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_core.text import reading

if TYPE_CHECKING:
    from clz_core.contract.results import GetContentResult, GetResult


MORE = "… cut; more: --max-length N"


def _content(result: GetContentResult) -> str:
    text = reading.content(result, str(result.get("html", result["text"])))
    if result["truncated"]:
        text += f"\n… cut at {len(result['text'])} of {result['textLength']} characters; more: --max-length N"
    return text


def _value(result: GetResult) -> str:
    return reading.got(result) + (f"\n{MORE}" if result["truncated"] else "")


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getContent": CommandHandler(render=_content),
    "get": CommandHandler(render=_value),
    "getElementInfo": CommandHandler(render=reading.element_info),
}
