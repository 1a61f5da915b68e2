"""Waiting for something on the page."""

from __future__ import annotations

from clz_cli.text import Result


def _waited(result: Result) -> str:
    return f"found after {result['elapsed']:.0f} ms on {result['url']}"


RENDER = {"waitFor": _waited}
