"""Measuring a page: its Web Vitals."""

from __future__ import annotations

from clz_core.contract.commands.shared import TAB, TITLE, UNFINISHED, URL
from clz_core.contract.registry import Command, Field, Reading, Tool

VITAL = (
    "{ name: 'TTFB' | 'FCP' | 'LCP' | 'INP' | 'CLS'; value: number | null; unit: 'ms' | ''; "
    "rating: 'good' | 'needs-improvement' | 'poor' | null; element: string | null; supported: boolean; note: string }"
)

COMMANDS: tuple[Command, ...] = (
    Reading(
        "getVitals",
        "vitals",
        "Print the page's Web Vitals as Firefox measures them: TTFB, FCP, LCP and INP, each rated by web.dev. Firefox "
        "does not measure CLS.",
        result=(
            TAB,
            UNFINISHED,
            URL,
            TITLE,
            Field(
                "vitals",
                f"Array<{VITAL}>",
                "What was measured since the page was loaded: value is null if it was not measured, and note says why; "
                "supported is false for what Firefox does not measure; element is the one that LCP or INP is about.",
            ),
        ),
        tool=Tool(about="The page's Web Vitals, rated: TTFB, FCP, LCP, INP. Firefox does not measure CLS."),
        examples=("clz vitals", "clz vitals --json"),
    ),
)
