"""Routes: what becomes of requests."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text import routes

HANDLERS: dict[str, CommandHandler[Any]] = {
    "addRoute": CommandHandler(render=routes.added),
    "listRoutes": CommandHandler(render=routes.listed),
    "removeRoutes": CommandHandler(render=routes.removed),
}
