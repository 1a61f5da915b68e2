"""Copy and paste."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import effects, element
from clz_core.contract.shapes import Values
from clz_core.files.files import read_text
from clz_core.text.state import clipboard

if TYPE_CHECKING:
    from clz_core.contract.results import PasteClipboardResult, ReadClipboardResult


def _with_typed_text(values: Values) -> Values:
    return {**values, "text": read_text("-")} if values["text"] == "-" else values


def _read(result: ReadClipboardResult) -> str:
    return result["text"]


def _pasted(result: PasteClipboardResult) -> str:
    return clipboard.pasted(result, element(result)) + effects(result)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "readClipboard": CommandHandler(render=_read),
    "writeClipboard": CommandHandler(before_send=_with_typed_text, render=clipboard.written),
    "pasteClipboard": CommandHandler(render=_pasted),
}
