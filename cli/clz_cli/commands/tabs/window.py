"""Windows and viewports."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text import windows

HANDLERS: dict[str, CommandHandler[Any]] = {
    "getWindows": CommandHandler(render=windows.windows),
    "closeWindow": CommandHandler(render=windows.closed),
    "resizeWindow": CommandHandler(render=windows.resized),
    "setViewport": CommandHandler(render=windows.viewport),
}
