"""Expecting: a verdict on the page."""

from __future__ import annotations

from clz_core.contract import expectations, limits
from clz_core.contract.commands.shared import ELAPSED, TAB, UNFINISHED, URL, status_param, target_param
from clz_core.contract.registry import (
    REQUIRED,
    Argument,
    Array,
    Command,
    Field,
    File,
    FilePath,
    Flag,
    Integer,
    Param,
    Reading,
    Tool,
    Typed,
)

_FEW = (1, 100)

COMMANDS: tuple[Command, ...] = (
    Reading(
        "expect",
        "expect",
        "Check that something holds on the page: look again until it does. Exit code 0: it holds; 1: it does not; "
        "another one: it could not be checked.",
        params=(
            Argument(
                "words",
                "What to expect: one of the conditions, with the words that it takes.",
                default=None,
                kind="array",
                metavar="CONDITION",
                limits=(1, 20),
                local=True,
                suggested=tuple(expectations.CONDITIONS),
            ),
            Param("condition", "What to expect.", REQUIRED, choices=tuple(expectations.CONDITIONS), given="made"),
            target_param("Element that it is about.", None, argument=False)._replace(given="made"),
            Param("value", "Text, value or glob that is expected.", limits=(0, limits.MAX_URL_CHARS), given="made"),
            Array("values", "Texts or values that are expected, one for each.", limits=_FEW, given="made"),
            Param("attribute", "Name of the attribute, property or style.", limits=(1, 1_000), given="made"),
            Param(
                "match",
                "How the text is compared. Default: contains for text, glob for url and title, else exact.",
                choices=expectations.MATCHES,
                given="made",
            ),
            Flag("contains", "STRING is a part of the text.", local=True),
            Flag("exact", "STRING is the whole text.", local=True),
            Flag("matches", "STRING is a regular expression of RE2, /in slashes/i or not.", local=True),
            Flag("ignore_case", "Ignore the difference between capital and small letters."),
            Flag(
                "text_content",
                "Compare the document's text, hidden parts too and in its own capitals, instead of the shown text.",
            ),
            Flag("negated", "Expect the opposite.", flags=("--not",)),
            Flag("soft", "In a test or a batch: continue if it fails, and fail at the end.", local=True),
            Integer(
                "wait_ms",
                "How long to look again, in milliseconds; 0 looks once. The setting wait_ms is for actions and does "
                "not count here.",
                limits.AUTO_WAIT_MS,
                limits=(0, limits.MAX_TIMEOUT_MS),
            ),
            Param("method", "request: only with this method.", limits=(1, 20)),
            status_param("request: only with this status: 404, 2xx, 200-299, failed, or several."),
            Param("count", 'request: this many, such as 1, ">= 2" or "< 5".', limits=(1, 1_000)),
            Array(
                "excluding",
                "no-failed-requests: leave out addresses that match this glob; may be repeated.",
                limits=_FEW,
                flags=("--except",),
                metavar="GLOB",
            ),
            Param(
                "level",
                "a11y: only problems of this severity or worse. Default: minor, which is all.",
                choices=expectations.LEVELS,
            ),
            Param(
                "max_diff",
                "picture: how much may differ, as 0.5% or as a number of pixels. Default: 0.",
                limits=(1, 20),
            ),
            Flag("full", "picture: of the whole page, not only of what is in view."),
            Array("mask", "picture: leave out what this target names; may be repeated.", limits=_FEW, metavar="TARGET"),
            Flag("update", "snapshot, picture: write the file as it is now.", changes=True),
            FilePath(
                "file",
                "snapshot: file with the expected lines. picture: PNG file. One that is missing is written, and the "
                "expectation fails.",
                local=True,
                given="made",
                changes=True,
                file=File("read"),
            ),
            Param("template", "snapshot: the expected lines.", limits=(0, limits.MAX_TEXT_CHARS), given="made"),
            Param(
                "baseline",
                "picture: the expected picture, a PNG in base64.",
                limits=(1, limits.MAX_REQUEST_BYTES),
                given="made",
            ),
        ),
        result=(
            Field("holds", "boolean", "True: it is as expected."),
            ELAPSED,
            Field("found", "string", "What was found; secrets in it are masked."),
            Field("template", "string", "The lines to write, with update.", optional=True, text="lines"),
            Field("image", "string", "The picture to write, with update, in base64.", optional=True),
            TAB,
            UNFINISHED,
            URL,
        ),
        check=expectations.check,
        terms=tuple((known.usage, known.help) for known in expectations.CONDITIONS.values()),
        shows="pixels",
        typed=Typed(pure=True),
        steps=True,
        tool=Tool(
            about=(
                "Expect something of the page, else fail. With `target`, but: text [target] value; attr, css, property "
                "target attribute value; texts, values target values; url, title, request value (a glob); snapshot, "
                "picture file [target]; a11y; vitals value (LCP < 2.5s)."
            ),
            hidden=("template", "baseline", "text_content"),
            help={
                "values": "",
                "ignore_case": "",
                "method": "request: POST",
                "status": "request: 404, 2xx or 200-299",
                "count": 'request: 1, ">= 2" or "< 5"',
                "excluding": "no-failed-requests: globs to leave out",
                "level": "a11y: only problems of this severity or worse",
                "max_diff": "picture: 0.5%, or pixels",
                "full": "picture: the whole page",
                "mask": "picture: elements to leave out",
                "file": ".aria or .png",
                "update": "snapshot, picture: write the file as it is now",
            },
        ),
        example={"condition": "text", "target": "h1", "value": "Form"},
        examples=(
            'clz expect text "Thank you"',
            'clz expect text h1 "^Order \\d+$" --matches',
            'clz expect visible "button.submit" --not',
            'clz expect count ".row" ">= 3"',
            'clz expect url "**/checkout/*"',
            "clz expect url '/checkout/\\d+/' --matches",
            'clz expect texts "#menu li" Home Shop Cart',
            'clz expect css ".price" color "rgb(200, 0, 0)"',
            'clz expect request "**/api/orders" --method POST --status 2xx',
            'clz expect no-failed-requests --except "**/ads/**"',
            "clz expect snapshot menu.aria --update",
            "clz expect picture home.png --max-diff 0.5% --mask .clock",
            "clz expect a11y --level serious",
            'clz expect vitals "LCP < 2.5s"',
        ),
    ),
)
