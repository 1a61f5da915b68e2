"""Answers to tool calls: text within its budget, pictures, errors. Never `structuredContent`.

Claude Code shows a model `structuredContent` in place of the text, so whatever is needed is in the text alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import mcp_types as types

from clz_core.contract.errors import ClzError, hint_apart
from clz_core.contract.sentences import sentence
from clz_core.contract.shapes import Params
from clz_core.text import display
from clz_core.text.display import MARK_CHARS, wrap_untrusted
from clz_mcp_adapter.results.overflow import OverflowStore
from clz_mcp_adapter.results.rendering import Rendered
from clz_mcp_adapter.tools.terminology import for_tools

NOTE_CHARS = 400  # kept free for what is said about the cut, a path included
TOLD = ("stack", "problems")
FIELD = re.compile(r"tabId|count|status|line|column|waitedMs|limit|length|bytes|exitCode|windowId")
APART = re.compile(r"<page-([0-9a-f]+)>\n(.*?)\n</page-\1>", re.DOTALL)
APART_BEGINS = re.compile(r"<page-([0-9a-f]+)>")
CODE = re.compile(r"[A-Z][A-Z_]{0,49}")


def text_of(shown: Rendered, name: str, budget: int, overflow: OverflowStore) -> str:
    """A result as one text of at most `budget` characters; the whole of a longer one is in a file that it names."""
    head, page, tail = (display.block(text) for text in (shown.head, shown.page, shown.tail))
    whole = _joined(head, wrap_untrusted(page) if page else "", tail)
    if len(whole) <= budget:
        return whole
    number, path = overflow.text(name, whole)
    if page:
        given = _cut(page, budget - NOTE_CHARS - MARK_CHARS - len(head) - len(tail))
        start = _joined(head[:budget], wrap_untrusted(given), tail)
        end = whole.index(page, len(head)) + len(given)
    else:
        start = _cut(whole, budget - NOTE_CHARS)
        end = len(start)
    left = f"{len(whole) - end:,} of {len(whole):,} characters are left out"
    return _joined(start, f"[Cut: {left}. {_more(number, end)} All of it is in {path}]")


def read_on(number: int, offset: int, budget: int, overflow: OverflowStore) -> Rendered:
    """What follows in a result that was cut. Raises: INVALID_PARAMS if there is no such result."""
    whole = overflow.read(number)
    part = _cut(whole[offset:], budget - NOTE_CHARS - MARK_CHARS)
    end = offset + len(part)
    more = _more(number, end) if end < len(whole) else "That is the end."
    return Rendered(f"Characters {offset:,} to {end:,} of {len(whole):,} of result {number}. {more}", part)


def _more(number: int, offset: int) -> str:
    return f"More: firefox_read_result with number {number} and offset {offset}."


def outside_markers(text: str) -> str:
    """A text of an answer without what is between its markers."""
    return APART.sub("", text)


def merged(said: Sequence[tuple[str, str]]) -> str:
    """Texts of several answers as one, each below its title, with one pair of markers for all that pages wrote.

    In there each page's words follow a line with the markers' number and that of the answer, which no page can write,
    and the title where the answer is nothing else.
    """
    pages = {at: "\n".join(page for _, page in APART.findall(text)) for at, (_, text) in enumerate(said, 1)}
    heads = [(title, APART.sub("", text).strip().removeprefix(f"{title.capitalize()}: ")) for title, text in said]
    some = {at: page for at, page in pages.items() if page}
    own = [f"{at} {title}: {head}".rstrip() for at, (title, head) in enumerate(heads, 1) if head or at not in some]
    if not some:
        return "\n".join(own)
    nonce = APART_BEGINS.match(wrap_untrusted("\n".join(some.values())))[1]  # type: ignore[index] # it has one
    names = {at: "" if head else f" {title}" for at, (title, head) in enumerate(heads, 1)}
    body = "\n".join(f"{nonce} {at}{names[at]}\n{page}" for at, page in some.items())
    return "\n".join([*own, f"<page-{nonce}>", body, f"</page-{nonce}>"])


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _cut(text: str, most: int) -> str:
    """The first `most` characters, up to the end of a line where one is near."""
    most = max(0, most)
    end = text.rfind("\n", most - most // 10, most)
    return text[: end if end > 0 else most]


def done(text: str, *pictures: types.ImageContent) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text), *pictures])


def failed(
    problem: ClzError, name: str, budget: int, overflow: OverflowStore, given: Params | None = None
) -> types.CallToolResult:
    """The answer to a call with the arguments `given` that failed."""
    text = text_of(explain(problem, given), f"{name}-error", budget, overflow)
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


def explain(problem: ClzError, given: Params | None = None) -> Rendered:
    """An error: its code and what it means, what to do next, and apart from that all that a page may have written.

    An error that the extension made quotes the page in its message as a rule, and so does what is in its details. Only
    our own words are put in terms of tools; what the caller or the page wrote stays as they wrote it.
    """
    code = problem.code if CODE.fullmatch(problem.code) else "INTERNAL"
    message = display.line(problem.message)
    is_own = "message" in problem.own_words
    head = [f"{code}: {message if is_own else sentence(code)}"]
    page = [] if is_own else [message]
    hint, quoted = hint_apart(problem)
    page += map(display.line, quoted)
    if hint:
        head.append(f"Next: {for_tools(display.line(hint), _words_of([given, problem.details]))}")
    for name, value in problem.details.items():
        if not _is_news(name, value, given or {}):
            continue
        # No page can say anything by a number, but by the name of a field of its own.
        (head if isinstance(value, int | float) and FIELD.fullmatch(name) else page).append(
            f"{_name(name)}: {_json(value)}"
        )
    return Rendered("\n".join(head), "\n".join(page))


def _is_news(name: str, value: object, given: Params) -> bool:
    """False for what is empty, what the caller gave, and what the message has said already."""
    return name not in TOLD and value not in (None, "", [], {}) and (name not in given or given[name] != value)


def _words_of(value: Any) -> list[str]:
    """Every string in a value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [word for item in inner for word in _words_of(item)]


def _name(name: object) -> str:
    return display.line(str(name))


def _json(value: object) -> str:
    if isinstance(value, str):
        return display.line(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
