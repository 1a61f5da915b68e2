"""Dialogs of pages."""

from __future__ import annotations

from clz_core.fronts.view import View
from clz_core.text import reading
from clz_core.text.elements import awaited
from clz_core.text.reading import came_to, dialog

VIEWS = {
    "dialogStatus": View(lambda facts: f"Dialogs in tab {facts['tabId']}:", reading.dialogs),
    "acceptDialog": View(
        lambda facts: f"Accepted in tab {facts['tabId']}:",
        lambda result: f"{reading.dialog(result)}{awaited(result)}{reading.came_to(result)}",
        text=lambda result: f"accepted {dialog(result)}{awaited(result)}{came_to(result)}",
    ),
    "dismissDialog": View(
        lambda facts: f"Dismissed in tab {facts['tabId']}:",
        lambda result: f"{reading.dialog(result)}{reading.came_to(result)}",
        text=lambda result: f"dismissed {dialog(result)}{came_to(result)}",
    ),
    "setDialogPolicy": View(
        lambda facts: f"dialogs: {facts['policy']}", text=lambda result: f"dialogs: {result['policy']}"
    ),
}
