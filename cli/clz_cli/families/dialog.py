"""Dialogs of pages."""

from __future__ import annotations

from clz_cli.text import Result


def _status(result: Result) -> str:
    lines = [f"policy: {result['policy']}"]
    if shown := result["open"]:
        lines.append(f"open: {shown['type']} {shown['message']!r}")
    else:
        lines.append("no dialog is open")
    if last := result["last"]:
        lines.append(f"last: {last['type']} {last['message']!r}, {'accepted' if last['accepted'] else 'dismissed'}")
    return "\n".join(lines)


RENDER = {
    "dialogStatus": _status,
    "acceptDialog": lambda result: f"accepted {result['type']} {result['message']!r}",
    "dismissDialog": lambda result: f"dismissed {result['type']} {result['message']!r}",
    "setDialogPolicy": lambda result: f"dialogs: {result['policy']}",
}
