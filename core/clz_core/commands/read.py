"""Reading a page: its text and its picture."""

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
    Command(
        "screenshot",
        "screenshot",
        "Save a picture of the page as your tab shows it, without switching tabs.",
        "core",
        params=(
            Param(
                "path",
                "string",
                "File to write. Default: a new file in the folder for temporary files.",
                None,
                format="path",
                argument=True,
                local=True,
            ),
            Param(
                "purpose",
                "string",
                "Preset of quality and scale: quick-glance 30 %, ×0.25; read-text 60 %, ×0.5; inspect-ui 80 %, ×0.75; "
                "full-detail 95 %, ×1.",
                "read-text",
                choices=("quick-glance", "read-text", "inspect-ui", "full-detail"),
            ),
            Param("quality", "integer", "JPEG quality in percent, instead of the preset's.", None, limits=(1, 100)),
            Param("scale", "number", "Pixels per CSS pixel, instead of the preset's.", None, limits=(0.05, 4)),
            Param(
                "format",
                "string",
                "File format. Default: by the ending of PATH, else jpeg.",
                None,
                choices=("jpeg", "png"),
            ),
        ),
        result=(
            *PAGE,
            Field("image", "string", "The picture, in base64."),
            Field("format", "'jpeg' | 'png'", "Its format."),
            Field("width", "number", "Its width in pixels."),
            Field("height", "number", "Its height in pixels."),
            Field("quality", "number", "JPEG quality used, in percent."),
            Field("scale", "number", "Pixels per CSS pixel used."),
        ),
        tab=True,
        examples=("clz screenshot page.png --purpose full-detail",),
    ),
)
