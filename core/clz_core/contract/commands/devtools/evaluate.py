"""Expressions in a page."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import OPENED, TAB, TRUNCATED, UNFINISHED, URL, target_param
from clz_core.contract.errors import error
from clz_core.contract.registry import CODE, Acts, Argument, Command, Field, Flag, Integer, Tool
from clz_core.contract.shapes import Params

# What values are called in our own words; other interfaces of Firefox have their own names.
VALUE_TYPES = (
    "undefined null boolean number bigint string symbol function object array Date RegExp Map Set Promise Error"
).split()
VALUE_TYPE = " | ".join([*(f"'{name}'" for name in VALUE_TYPES), "string"])


def _check(params: Params) -> None:
    if params.get("all") and params.get("target") is None:
        raise error("INVALID_PARAMS", "all is for the matches of a target.", "Name one: --target SELECTOR")
    if not params.get("unsafe") and len(params["expression"]) > limits.MAX_EXPRESSION_CHARS:
        most = f"The expression has more than {limits.MAX_EXPRESSION_CHARS:,} characters."
        raise error("INVALID_PARAMS", most, "Make it shorter; --unsafe takes longer ones.", param="expression")


COMMANDS: tuple[Command, ...] = (
    Command(
        "evaluate",
        "eval",
        "Evaluate an expression in the page and print its value; it may use await.",
        params=(
            Argument(
                "expression",
                "JavaScript; - reads it from standard input. Without --unsafe it can only look: it reads the page and "
                "works on what it creates itself; what would change, send or run anything is refused.",
                limits=(1, limits.MAX_UNSAFE_CHARS),
                format="expression",
            ),
            target_param("Element that the expression calls `element`.", None, argument=False),
            Flag("all", "With a target: all matches, which the expression calls `elements`."),
            Flag("unsafe", "Evaluate it in the page's own world, whatever it does.", rights=CODE),
            Flag(
                "gesture",
                "With --unsafe: run it as after a user gesture, so that the page may open tabs or play sound.",
            ),
            Integer(
                "max_length",
                "Most characters of JSON to return; what is left out is marked.",
                limits.MAX_CONTENT_CHARS,
                limits=(100, limits.MAX_TEXT_CHARS),
            ),
        ),
        result=(
            Field(
                "result",
                "unknown",
                'The value as JSON; what JSON cannot hold is an object with a "$type".',
                text="payload",
            ),
            Field(
                "type", VALUE_TYPE, "Its type, as JavaScript or Firefox calls it; object for the page's own classes."
            ),
            Field("world", "'page' | 'isolated'", "Where it ran: among the page's own code, or apart from it."),
            TRUNCATED,
            *OPENED,
            TAB,
            UNFINISHED,
            URL,
        ),
        check=_check,
        rights=(),
        runs="content",
        changes=True,
        on_tab=Acts(lock=False),
        answers="as_asked",
        tool=Tool(
            first=True,
            about="Value of a JavaScript expression in the page.",
            hidden=("max_length", "then", "target", "all", "gesture"),
            help={"expression": "May await; only look", "unsafe": "It may change the page"},
        ),
        example={"expression": "1 + 1"},
        examples=(
            'clz eval "document.title"',
            "clz eval '[...document.links].map(a => a.href)'",
            "clz eval 'element.selectionStart' --target @e12",
            "clz eval \"await (await fetch('/api')).json()\" --unsafe",
        ),
    ),
)
