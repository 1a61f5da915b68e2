"""Waiting for a server."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, application


def _render(result: Any) -> str:
    from clz_apps.ready.command import rendered

    return rendered(result)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "ready": CommandHandler(handle_locally=application("ready.command", "ready"), render=_render)
}
