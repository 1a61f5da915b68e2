"""Waiting for a server."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, application, renderer

HANDLERS: dict[str, CommandHandler[Any]] = {
    "ready": CommandHandler(handle_locally=application("ready.command", "ready"), render=renderer("ready.command"))
}
