"""Reading a page: text to stdout, pictures to a file."""

from __future__ import annotations

from clz_cli.files import prepare_picture, save_picture
from clz_cli.text import Result


def _content(result: Result) -> str:
    text = str(result.get("html", result["text"]))
    if result["truncated"]:
        text += f"\n… cut at {len(result['text'])} of {result['textLength']} characters; more: --max-length N"
    return text


def _screenshot(result: Result) -> str:
    size = f"{result['width']}×{result['height']}"
    return f"{result['path']}  {size} {result['format']}, {result['bytes'] / 1024:.0f} KB"


PREPARE = {"screenshot": prepare_picture}
FINISH = {"screenshot": save_picture}
RENDER = {"getContent": _content, "screenshot": _screenshot}
