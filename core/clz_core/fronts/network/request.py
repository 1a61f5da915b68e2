"""Answers to requests of one's own."""

from __future__ import annotations

import shlex

from clz_core.fronts.view import View
from clz_core.generated.results import SendRequestResult


def _head(result: SendRequestResult) -> str:
    binary = f", {len(result['base64']) * 3 // 4} bytes" if "base64" in result else ""
    return f"{result['status']} {result['statusText']}".rstrip() + binary


def _page(result: SendRequestResult) -> str:
    if "saved" in result:
        return "\n".join(f"{one['name']}={shlex.quote(one['value'])}" for one in result["saved"])
    return result.get("text", "")


def _text(result: SendRequestResult) -> str:
    page = _page(result)
    return page if "saved" in result else f"{_head(result)}\n{page}" if page else _head(result)


VIEWS = {"sendRequest": View(_head, _page, text=_text)}
