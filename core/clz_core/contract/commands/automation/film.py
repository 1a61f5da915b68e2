"""Films: how a page looked while something was done in it."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import FILE_PATH, SIZE, tab_param
from clz_core.contract.errors import error
from clz_core.contract.registry import (
    REQUIRED,
    Acts,
    Argument,
    Command,
    Field,
    Flag,
    HostCommand,
    Integer,
    Param,
    Tool,
    Typed,
)
from clz_core.contract.shapes import Params

PIECES = "Array<{ at: integer; data: string }>"
SIDES = (limits.MIN_SIDE_PX, limits.MAX_FILM_SIDE_PX)


def film_size(size: str) -> tuple[int, int]:
    """Width and height of `WIDTHxHEIGHT`. Raises: INVALID_PARAMS."""
    width, _, height = size.partition("x")
    if not (width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise error("INVALID_PARAMS", f"size is {size!r}, which is not WIDTHxHEIGHT.", "Such as: 1280x720")
    sides = int(width), int(height)
    if not all(SIDES[0] <= side <= SIDES[1] for side in sides):
        raise error("INVALID_PARAMS", f"size is {size}, and each side must be {SIDES[0]} to {SIDES[1]} pixels.")
    return sides


def _check_size(params: Params) -> None:
    if params.get("size") is not None:
        film_size(params["size"])


COMMANDS: tuple[Command, ...] = (
    HostCommand(
        "startFilm",
        "film start",
        "Film the tab that your agent acts in from now on, also in the background and without a window, until "
        "`clz film stop`. Firefox encodes it.",
        params=(
            Argument(
                "file",
                "File to write once `clz film stop` ends it: NAME.webm.",
                format="path",
                metavar="FILE.webm",
                limits=(1, 4_096),
            ),
            tab_param("Film only this tab. Default: whichever tab is current."),
            Param(
                "size",
                "Maximum size, in pixels, such as 1280x720. Default: the page's, at most 1366x768.",
                metavar="WIDTHxHEIGHT",
            ),
            Integer("fps", "Frames a second. Default: 10.", limits=(1, limits.MAX_FILM_FPS), metavar="N"),
            Flag("captions", "Draw in the pointer, clicks, keys, and each command while it is carried out."),
            Flag("slow", "Draw them in, and let each command take 0.6 seconds at least, so that it can be read."),
            Flag("force", "Replace the file.", local=True),
        ),
        result=(
            Field("path", "string", "The file that will be written.", text="payload"),
            Field("fps", "integer", "Frames a second."),
        ),
        changes=True,
        tool=Tool(destructive=False),
        offered="shell",
        typed=Typed(in_tests=False),
        steps=True,
        check=_check_size,
        example={"file": "page.webm"},
        examples=("clz film start checkout.webm", "clz film start demo.webm --captions --size 640x480"),
    ),
    HostCommand(
        "stopFilm",
        "film stop",
        "End the film of your agent, and write its file.",
        params=(
            Argument(
                "file",
                "Write here instead of the file named at the start.",
                default=None,
                format="path",
                local=True,
                metavar="FILE.webm",
            ),
            Flag("force", "Replace the file.", local=True),
        ),
        result=(
            Field("film", "string", "The film, in base64."),
            FILE_PATH,
            Field("seconds", "number", "How long it is."),
            Field("frames", "integer", "How many frames were taken."),
            Field("covered", "integer", "How many of them are blank because they might have shown a secret."),
            SIZE,
            Field("problem", "string", "Why it ended early; empty if it did not."),
        ),
        changes=True,
        tool=Tool(destructive=False),
        offered="shell",
        typed=Typed(in_tests=False),
        steps=True,
        example={},
        examples=("clz film stop",),
    ),
    Command(
        "filmFrame",
        "",
        "Add a frame to the film of an agent: its tab as it is now.",
        params=(
            Param("film", "Which film.", REQUIRED, limits=(1, 100)),
            Integer("width", "Its width at most.", REQUIRED, limits=SIDES),
            Integer("height", "Its height at most.", REQUIRED, limits=SIDES),
            Param("caption", "What is written below.", limits=(0, 300)),
            Flag("failed", "It has failed."),
            Param("keys", "Keys that were pressed.", limits=(0, 100)),
            Param("point", "Where the pointer is, and whether it presses: x, y, pressed.", kind="object"),
        ),
        result=(
            Field("pieces", PIECES, "What has come since, and where in the file it is to be."),
            Field("covered", "boolean", "True if it is blank because it might have shown a secret."),
        ),
        rights=(),
        tab=True,
        on_tab=Acts(dialog=True),
        shows="pixels",
        example={"film": "1", "width": 640, "height": 480},
    ),
    Command(
        "endFilm",
        "",
        "End the film of an agent.",
        params=(Param("film", "Which film.", REQUIRED, limits=(1, 100)),),
        result=(Field("pieces", PIECES, "The rest of it."),),
        rights=(),
        example={"film": "1"},
    ),
)
