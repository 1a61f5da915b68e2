"""Routes: what becomes of requests."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.files.files import existing_files
from clz_core.text import routes


def _prepare(values: Values) -> Values:
    files = {name: existing_files([values[name]])[0] for name in ("file", "har") if values[name] is not None}
    return {**values, **files}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "addRoute": CommandHandler(before_send=_prepare, render=routes.added),
    "listRoutes": CommandHandler(render=routes.listed),
    "removeRoutes": CommandHandler(render=routes.removed),
}
