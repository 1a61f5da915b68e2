"""Reading a page: text to stdout."""

from __future__ import annotations

from clz_cli.text import Result


def _content(result: Result) -> str:
    text = str(result.get("html", result["text"]))
    if result["truncated"]:
        text += f"\n… cut at {len(result['text'])} of {result['textLength']} characters; more: --max-length N"
    return text


RENDER = {"getContent": _content}
