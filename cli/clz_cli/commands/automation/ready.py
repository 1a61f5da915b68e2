"""Waiting for a server."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, application


def _told(result: Any) -> str:
    from clz_apps.ready.command import told

    return told(result)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "ready": CommandHandler(handle_locally=application("ready.command", "ready"), render=_told)
}
