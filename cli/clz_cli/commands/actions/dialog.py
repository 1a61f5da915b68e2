"""Dialogs of pages."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text.elements import awaited
from clz_core.text.reading import dialog, dialogs

HANDLERS: dict[str, CommandHandler[Any]] = {
    "dialogStatus": CommandHandler(render=dialogs),
    "acceptDialog": CommandHandler(render=lambda result: f"accepted {dialog(result)}{awaited(result)}"),
    "dismissDialog": CommandHandler(render=lambda result: f"dismissed {dialog(result)}"),
    "setDialogPolicy": CommandHandler(render=lambda result: f"dialogs: {result['policy']}"),
}
