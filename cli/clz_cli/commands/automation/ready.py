"""Waiting for a server."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.shapes import Values


def _ready(values: Values, options: Options) -> Any:
    from clz_cli.ready.command import ready

    return ready(values, options)


def _told(result: Any) -> str:
    from clz_cli.ready.command import told

    return told(result)


HANDLERS: dict[str, CommandHandler[Any]] = {"ready": CommandHandler(handle_locally=_ready, render=_told)}
