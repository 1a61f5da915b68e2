"""Pictures and prints of a page: they go to files."""

from __future__ import annotations

from clz_cli.files import prepare_picture, save_picture
from clz_cli.text import Result


def _screenshot(result: Result) -> str:
    size = f"{result['width']}×{result['height']}"
    return f"{result['path']}  {size} {result['format']}, {result['bytes'] / 1024:.0f} KB"


PREPARE = {"screenshot": prepare_picture}
FINISH = {"screenshot": save_picture}
RENDER = {"screenshot": _screenshot}
