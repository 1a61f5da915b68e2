"""Answers to tool calls: text within its budget, pictures, errors as JSON. Never `structuredContent`.

Claude Code shows a model `structuredContent` in place of the text, so whatever is needed stands in the text alone.
"""

from __future__ import annotations

import json
from typing import Any

import mcp_types as types

from clz_core.errors import ClzError
from clz_mcp_adapter.boundary import MARK_CHARS, mark
from clz_mcp_adapter.present import Shown
from clz_mcp_adapter.spill import Spill
from clz_mcp_adapter.words import for_tools

NOTE_CHARS = 300  # kept free for what is said about the cut, a path included


def clean(text: str) -> str:
    """Text that UTF-8 can carry: lone surrogates, which pages and clients can send, become ?."""
    return text.encode("utf-8", "replace").decode("utf-8")


def text_of(shown: Shown, name: str, budget: int, spill: Spill) -> str:
    """A result as one text of at most `budget` characters; the whole of a longer one is in a file that it names."""
    page = mark(clean(shown.page)) if shown.page else ""
    parts = [part for part in (clean(shown.head), page, clean(shown.tail)) if part]
    whole = "\n".join(parts)
    if len(whole) <= budget:
        return whole
    path = spill.text(name, whole)
    if page:
        room = budget - NOTE_CHARS - MARK_CHARS - len(shown.head) - len(shown.tail)
        parts = [shown.head[:budget], mark(_cut(clean(shown.page), room)), clean(shown.tail)]
    else:
        parts = [_cut(whole, budget - NOTE_CHARS)]
    note = f"[Cut: this is the start of {len(whole)} characters. All of it is in {path}]"
    return "\n".join([*(part for part in parts if part), note])


def _cut(text: str, most: int) -> str:
    """The first `most` characters, up to the end of a line where one is near."""
    most = max(0, most)
    end = text.rfind("\n", most - most // 10, most)
    return text[: end if end > 0 else most]


def done(text: str, picture: types.ImageContent | None = None) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(text=text)]
    if picture is not None:
        content.append(picture)
    return types.CallToolResult(content=content)


def failed(problem: ClzError, name: str, budget: int, spill: Spill) -> types.CallToolResult:
    """An error: code, message, hint and details as JSON, the hint in terms of tools."""
    details = {name: value for name, value in problem.details.items() if name != "stack"}  # for the log, not a model
    said: dict[str, Any] = {
        "code": problem.code,
        "message": for_tools(problem.message),
        "hint": for_tools(problem.hint),
        "details": details,
    }
    text = _json(said)
    if len(text) > budget:
        path = spill.text(f"{name}-error", text)
        said = {**said, "message": said["message"][: budget // 2], "details": {"file": str(path)}}
        text = _json(said)
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


def _json(value: object) -> str:
    return clean(json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str))
