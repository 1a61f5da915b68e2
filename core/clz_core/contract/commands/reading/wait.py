"""Waiting for something on the page."""

from __future__ import annotations

import re

from clz_core.contract import limits
from clz_core.contract.commands.network.network import BODY_STATE
from clz_core.contract.commands.shared import (
    DIALOGS,
    ELAPSED,
    OPENED,
    REQUEST,
    TAB,
    UNFINISHED,
    URL,
    Glob,
    status_param,
    target_param,
)
from clz_core.contract.errors import error
from clz_core.contract.registry import CODE, Acts, Command, Field, Flag, Integer, Param, Reading, Tool
from clz_core.contract.shapes import Params

_TIME = re.compile(r"\d+(?:\.\d+)?\s*(?:ms|s|secs?|seconds?|m|mins?|minutes?)?")


def _check(params: Params) -> None:
    """Raises: INVALID_PARAMS for a time in place of a target."""
    target = params.get("target")
    if isinstance(target, str) and _TIME.fullmatch(target.strip()):
        raise error(
            "INVALID_PARAMS",
            f"{target} is not a target: a wait is for something that happens, not for a time.",
            "Such as: clz wait TARGET, clz wait --text TEXT, or: clz wait --load quiet",
        )


COMMANDS: tuple[Command, ...] = (
    Reading(
        "waitFor",
        "wait",
        "Wait for the page: until an element is visible or gone, a text is on it, its address matches, it has loaded, "
        "an expression is true, a request has ended, or a tab was opened; with several of these, until all hold.",
        params=(
            target_param("Element to wait for.", None),
            Flag("gone", "Until the element, or the text, is no longer on the page."),
            Flag("hidden", "Until the element is hidden or gone."),
            Param("text", "Text that must be on the page.", limits=(1, 10_000)),
            Glob("url", "Glob that the address must match: * within a path part, ** across."),
            Param(
                "load",
                "How far the page must have loaded. quiet: nothing in it has changed for half a second, and the "
                "requests that your last command caused are done. rest: like quiet, but sooner if Firefox knows that "
                "the page has no timer and no animation.",
                choices=("domcontentloaded", "load", "quiet", "rest"),
            ),
            Param(
                "fn",
                "Expression that must be true in the page. It may use await; it can read the page, not change it.",
                limits=(1, limits.MAX_EXPRESSION_CHARS),
                format="expression",
            ),
            Flag(
                "unsafe",
                "Evaluate the expression in the page's own world, whatever it does.",
                given="program",
                changes=True,
                rights=CODE,
            ),
            Glob(
                "request",
                "Glob of the address of a request of this tab that has ended, answered or not, and that began with "
                "your last command that acts (such as click or open) or after it; without one, since the tab was "
                "opened.",
            ),
            status_param(
                "request: only with this status: 200, 2xx, 200-299, failed (400 or more, or no answer), or several."
            ),
            Param("method", "request: only with this method, such as POST.", limits=(1, 40)),
            Flag(
                "body", "request: with the body of the answer, if bodies of the tab are recorded.", rights=("bodies",)
            ),
            Flag(
                "popup",
                "Until a page of this tab has opened another tab, with your last command that acts or after it.",
            ),
            Integer(
                "wait_ms", "How long to wait, in milliseconds.", limits.WAIT_FOR_MS, limits=(0, limits.MAX_TIMEOUT_MS)
            ),
        ),
        result=(
            Field("found", "boolean", "True: everything that was asked for holds."),
            ELAPSED,
            Field("visible", "boolean", "True if the element is visible.", optional=True),
            Field(
                "position",
                "{ x: number; y: number; width: number; height: number }",
                "Where the element is, in CSS pixels of the viewport.",
                optional=True,
            ),
            REQUEST,
            *OPENED,
            *DIALOGS,
            Field(
                "body",
                f"{{ state: {BODY_STATE}; bytes: integer; mimeType: string; masked: boolean; text?: string }}",
                "The body of the answer, if that was asked for; secrets in it are masked.",
                optional=True,
                text="lines",
            ),
            TAB,
            UNFINISHED,
            URL,
        ),
        on_tab=Acts(then=True),
        tool=Tool(
            first=True,
            about="Wait until all given is so.",
            hidden=("hidden", "method", "status", "body"),
            help={
                "url": "Glob: * within a path part, ** across",
                "gone": "Until it is gone",
                "popup": "A new tab",
                "text": "Text on the page",
                "request": "Glob: request since you acted",
                "fn": "True expression",
            },
        ),
        example={"text": "click"},
        check=_check,
        examples=(
            'clz wait ".done"',
            'clz wait ".spinner" --gone',
            'clz wait --text "Thank you"',
            'clz wait --url "**/checkout/*"',
            "clz wait --load quiet",
            'clz wait --fn "window.app.ready"',
            'clz wait --request "**/api/save" --method POST --status 2xx',
            'clz wait --request "**/api/save" --body',
            "clz wait --popup",
        ),
    ),
)
