"""Waiting for something on the page."""

from __future__ import annotations

from typing import Any

from clz_cli.output.text import Result


def _waited(result: Result) -> str:
    return f"found after {result['elapsed']:.0f} ms on {result['url']}"


def _waiting(values: dict[str, Any]) -> str:
    wanted = ("target", "text", "url", "load", "fn")
    return "Waiting for " + (next((str(values[name]) for name in wanted if values.get(name)), "") or "the page")


DOING = {"waitFor": _waiting}
RENDER = {"waitFor": _waited}
