"""Dialogs of pages."""

from __future__ import annotations

from clz_cli.handler import CommandHandler
from clz_cli.output.text import Result
from clz_core.text.display import quote


def _status(result: Result) -> str:
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


HANDLERS = {
    "dialogStatus": CommandHandler(render=_status),
    "acceptDialog": CommandHandler(render=lambda result: f"accepted {result['type']} {quote(result['message'])}"),
    "dismissDialog": CommandHandler(render=lambda result: f"dismissed {result['type']} {quote(result['message'])}"),
    "setDialogPolicy": CommandHandler(render=lambda result: f"dialogs: {result['policy']}"),
}
