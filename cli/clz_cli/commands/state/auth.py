"""HTTP authentication."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text.state import auth

HANDLERS: dict[str, CommandHandler[Any]] = {
    "setAuth": CommandHandler(render=auth.was_set),
    "listAuth": CommandHandler(render=auth.listed),
    "clearAuth": CommandHandler(render=auth.cleared),
}
