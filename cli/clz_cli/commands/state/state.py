"""State files."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.files import state as files
from clz_core.text.state import state

HANDLERS: dict[str, CommandHandler[Any]] = {
    "showState": CommandHandler(handle_locally=lambda values, options: files.shown(values["path"]), render=state.shown),
}
