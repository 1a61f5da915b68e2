"""Pictures and prints of a page."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import PAGE, UNFINISHED, target_param
from clz_core.contract.errors import error
from clz_core.contract.registry import (
    REQUIRED,
    Array,
    Command,
    Field,
    File,
    Flag,
    Integer,
    Number,
    OutputFile,
    Param,
    Reading,
    Tool,
)
from clz_core.contract.shapes import Params

TIMELINE = "Array<{ t: integer; event: string }>"
LABEL = "{ ref: string; role: string; name: string; x: number; y: number; width: number; height: number }"


def _check(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    if params.get("mask") and params.get("annotate"):
        raise error("INVALID_PARAMS", "--mask and --annotate do not go together.", "Take two pictures.")


COMMANDS: tuple[Command, ...] = (
    Reading(
        "screenshot",
        "screenshot",
        "Save a picture of the page in your tab, also in the background: no tab is brought to the front.",
        params=(
            OutputFile(
                "path",
                "File to write. Default: a new file in the folder for temporary files.",
                argument=True,
                file=File("written", (".jpg", ".jpeg", ".png", ".webp")),
            ),
            Flag("full", "The whole page, not only what is in view."),
            Flag("slices", "The whole page as several pictures, from top to bottom."),
            target_param("Only this element.", None, argument=False),
            Param(
                "clip", "Only this part of what is in view, in CSS pixels.", limits=(7, 60), metavar="X,Y,WIDTH,HEIGHT"
            ),
            Param(
                "purpose",
                "Preset of quality and scale: quick-glance 30 %, ×0.25; read-text 60 %, ×0.5; inspect-ui 80 %, ×0.75; "
                "full-detail 95 %, ×1. Default: full-detail into a .png file or on a terminal, else read-text.",
                choices=("quick-glance", "read-text", "inspect-ui", "full-detail"),
                setting="screenshot.purpose",
            ),
            Integer("quality", "Quality in percent, of JPEG and WebP.", limits=(1, 100)),
            Number("scale", "Pixels per CSS pixel, instead of the preset's.", limits=(0.05, 4)),
            Param("format", "File format. Default: by the ending of PATH, else jpeg.", choices=("jpeg", "png", "webp")),
            Array("mask", "Cover these elements.", limits=(1, 50), metavar="TARGET"),
            Flag("annotate", "Label the elements that can be acted on with their refs."),
            Flag("any_size", f"Let a side be longer than {limits.PICTURE_SIDE_PX} pixels."),
            Integer(
                "max_wait",
                "How long to wait until the page is ready, in milliseconds.",
                limits.READINESS_MS,
                limits=(0, 60_000),
            ),
            Flag("wait_for_images", "Wait for pictures and fonts in view too.", default=True),
            Flag("skip_readiness", "Take the picture immediately, ready or not."),
            Flag("show", "Draw it in the terminal too, if that can show pictures.", local=True),
        ),
        result=(
            *PAGE,
            UNFINISHED,
            Field("image", "string", "The picture, in base64."),
            Field("format", "'jpeg' | 'png' | 'webp'", "Its format."),
            Field("width", "integer", "Its width in pixels."),
            Field("height", "integer", "Its height in pixels."),
            Field("quality", "integer", "Quality used of JPEG and WebP, in percent."),
            Field("scale", "number", "Pixels per CSS pixel used."),
            Field("reduced", "boolean", "True if the scale was reduced because a side would have been too long."),
            Field(
                "readiness", f"{{ waitMs: integer; timedOut: boolean; timeline: {TIMELINE} }}", "What was waited for."
            ),
            Field(
                "slices",
                "Array<{ image: string; y: number; width: number; height: number }>",
                "With slices: the pictures below the first one; y is where each begins on the page.",
                optional=True,
            ),
            Field("pageHeight", "integer", "Height of the page if only its top is shown, in pixels.", optional=True),
            Field("shownHeight", "integer", "How much of that height is shown.", optional=True),
            Field("labels", f"Array<{LABEL}>", "What the numbers stand for, in pixels of the picture.", optional=True),
        ),
        shows="pixels",
        steps=True,
        saves="SavedPicture",
        check=_check,
        tool=Tool(
            first=True,
            about="A picture of the page.",
            hidden=tuple(
                "clip quality slices scale format mask annotate any_size max_wait wait_for_images "
                "skip_readiness".split()
            ),
            help={"path": "Kept there: .png, .jpg", "full": "Whole page", "purpose": "Quality and scale"},
        ),
        examples=(
            "clz screenshot page.png --purpose full-detail",
            "clz screenshot page.jpg --full",
            "clz screenshot page.jpg --slices",
            'clz screenshot --target "#chart"',
            "clz screenshot page.webp --mask .clock --mask .advert",
        ),
    ),
    Command(
        "pdf",
        "pdf",
        "Print the page to a PDF file.",
        params=(OutputFile("path", "File to write.", REQUIRED, argument=True, file=File("written", (".pdf",))),),
        result=(*PAGE, Field("pdf", "string", "The PDF, in base64."), Field("bytes", "integer", "Its size in bytes.")),
        rights=(),
        tab=True,
        shows="pixels",
        steps=True,
        saves="SavedFile",
        tool=Tool(help={"path": "File to write, ending in .pdf."}, title="PDF"),
        example={"path": "page.pdf", "overwrite": True},
        examples=("clz pdf page.pdf",),
    ),
)
