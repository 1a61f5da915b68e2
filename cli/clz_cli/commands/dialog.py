"""Dialogs of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_core.text.display import quote

if TYPE_CHECKING:
    from clz_core.contract.results import DialogStatusResult


def _status(result: DialogStatusResult) -> str:
    lines = [f"policy: {result['policy']}"]
    if shown := result["open"]:
        lines.append(f"open: {shown['type']} {quote(shown['message'])}")
    else:
        lines.append("no dialog is open")
    if last := result["last"]:
        lines.append(
            f"last: {last['type']} {quote(last['message'])}, {'accepted' if last['accepted'] else 'dismissed'}"
        )
    return "\n".join(lines)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "dialogStatus": CommandHandler(render=_status),
    "acceptDialog": CommandHandler(render=lambda result: f"accepted {result['type']} {quote(result['message'])}"),
    "dismissDialog": CommandHandler(render=lambda result: f"dismissed {result['type']} {quote(result['message'])}"),
    "setDialogPolicy": CommandHandler(render=lambda result: f"dialogs: {result['policy']}"),
}
