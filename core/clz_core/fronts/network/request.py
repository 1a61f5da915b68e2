"""Answers to requests of one's own."""

from __future__ import annotations

import shlex

from clz_core.fronts.view import View
from clz_core.generated.results import SendRequestResult


def _head(result: SendRequestResult) -> str:
    return f"{result['status']} {result['statusText']}".rstrip()


def _page(result: SendRequestResult) -> str:
    if "saved" in result:
        return "\n".join(f"{one['name']}={shlex.quote(one['value'])}" for one in result["saved"])
    return result.get("text", "") or f"{len(result.get('base64', '')) * 3 // 4} bytes"


VIEWS = {
    "sendRequest": View(
        _head, _page, text=lambda result: _page(result) if "saved" in result else f"{_head(result)}\n{_page(result)}"
    )
}
