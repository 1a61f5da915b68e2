"""Console messages and uncaught errors."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.devtools.shared import CURSOR, DROPPED, TOTAL, buffer_params
from clz_core.contract.commands.shared import TAB
from clz_core.contract.registry import Command, Field, Flag, Param, Tool

LEVELS = ("debug", "log", "info", "warn", "error")
LOG_ENTRY = (
    "{ seq: integer; level: 'debug' | 'log' | 'info' | 'warn' | 'error'; "
    "kind: 'console' | 'error' | 'rejection' | 'refusal'; timestamp: string; message: string; url: string; "
    "line: integer | null; column: integer | null; source?: string; frame: string; page: integer }"
)

COMMANDS: tuple[Command, ...] = (
    Command(
        "getConsoleLogs",
        "console",
        "Print the messages of the page's console: what it logged, uncaught errors and refusals (CSP, CORS), from its "
        "first script on.",
        params=(
            Param("level", "Only messages of this level.", choices=LEVELS),
            Flag("page", "Only messages of the page that is shown now, not of those before it."),
            *buffer_params("messages", limits.CONSOLE_ENTRIES, 100),
        ),
        result=(
            Field(
                "logs",
                f"Array<{LOG_ENTRY}>",
                "The messages, oldest first; page counts the pages of the tab, source is the place in the original.",
            ),
            Field("totals", "Record<string, integer>", "How many are kept, by level."),
            TOTAL,
            DROPPED,
            CURSOR,
            TAB,
        ),
        rights=(),
        tab=True,
        tool=Tool(help={"page": "Only of the page shown now"}, former="firefox_get_console"),
        examples=("clz console --level error", "clz console --page", "clz console --follow"),
    ),
)
