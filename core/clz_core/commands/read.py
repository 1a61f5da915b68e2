"""Reading a page: its text."""

from __future__ import annotations

from clz_core import limits
from clz_core.commands.shared import PAGE, target_param
from clz_core.registry import Command, Field, Param

COMMANDS = (
    Command(
        "getContent",
        "content",
        "Print the visible text of the page, or of one element.",
        "core",
        params=(
            target_param("Element to read. Default: the whole page.", None),
            Param("include_html", "boolean", "Give the HTML too.", False),
            Param(
                "max_length",
                "integer",
                "Most characters of text to give.",
                limits.MAX_CONTENT_CHARS,
                limits=(1, 10_000_000),
            ),
        ),
        result=(
            *PAGE,
            Field("text", "string", "Visible text, without script and style text."),
            Field("textLength", "number", "Characters of the whole text."),
            Field("truncated", "boolean", "True where the text was cut at maxLength."),
            Field("html", "string", "HTML of the element, where it was asked for.", optional=True),
        ),
        tab=True,
        examples=("clz content", 'clz content "main article" --max-length 2000'),
    ),
)
