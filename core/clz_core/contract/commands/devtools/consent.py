"""Consent banners."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import ELAPSED, TAB, URL
from clz_core.contract.registry import Command, Field, Flag, Integer

COMMANDS: tuple[Command, ...] = (
    Command(
        "handleConsent",
        "consent",
        "Answer the page's cookie banner or consent dialog: refuse what can be refused.",
        params=(
            Flag("accept", "Accept everything instead."),
            Integer(
                "scan_timeout",
                "How long to look for a banner, in milliseconds.",
                limits.CONSENT_SCAN_MS,
                limits=(0, 60_000),
            ),
            Flag(
                "auto",
                "From now on answer the banner of every page in your tabs; --no-auto ends it.",
                default=None,
                flags=("--auto/--no-auto",),
            ),
        ),
        result=(
            Field("found", "boolean", "True if there was a banner."),
            Field("clicked", "boolean", "True if something in it was clicked."),
            Field("buttonText", "string", "The text of what was clicked last, if it is known."),
            Field("method", "string", "The rule that matched the banner, or the pass that found its button; none."),
            Field("action", "'refused' | 'accepted' | 'none'", "What was answered."),
            ELAPSED,
            Field("auto", "boolean", "True if banners in your tabs are answered automatically."),
            TAB,
            URL,
        ),
        rights=(),
        tab=True,
        changes=True,
        example={"scanTimeout": 0},
        examples=("clz consent", "clz consent --accept", "clz consent --auto"),
    ),
)
