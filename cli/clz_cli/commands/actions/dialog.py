"""Dialogs of pages."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text.elements import awaited
from clz_core.text.reading import came_to, dialog, dialogs

HANDLERS: dict[str, CommandHandler[Any]] = {
    "dialogStatus": CommandHandler(render=dialogs),
    "acceptDialog": CommandHandler(
        render=lambda result: f"accepted {dialog(result)}{awaited(result)}{came_to(result)}"
    ),
    "dismissDialog": CommandHandler(render=lambda result: f"dismissed {dialog(result)}{came_to(result)}"),
    "setDialogPolicy": CommandHandler(render=lambda result: f"dialogs: {result['policy']}"),
}
