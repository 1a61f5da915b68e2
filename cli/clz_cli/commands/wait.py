"""Waiting for something on the page."""

from __future__ import annotations

from clz_cli.handler import CommandHandler, Values
from clz_cli.output.text import Result


def _waited(result: Result) -> str:
    return f"found after {result['elapsed']:.0f} ms on {result['url']}"


def _waiting(values: Values) -> str:
    wanted = ("target", "text", "url", "load", "fn")
    return "Waiting for " + (next((str(values[name]) for name in wanted if values.get(name)), "") or "the page")


HANDLERS = {
    "waitFor": CommandHandler(progress_label=_waiting, render=_waited),
}
