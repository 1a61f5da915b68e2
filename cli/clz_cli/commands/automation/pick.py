"""What a person points at, as the words that name it in a command."""

from __future__ import annotations

import sys
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.journal.words import locator_line


def _announce(values: Values) -> Values:
    from clz_cli.output.printing import tell

    if values["point"] is None and sys.stderr.isatty():
        tell("Point at an element in Firefox and click it, or pick it in clz show; Escape cancels.")
    return values


HANDLERS: dict[str, CommandHandler[Any]] = {
    "pickElement": CommandHandler(
        render=locator_line, before_send=_announce, progress_label=lambda values: "waiting for the person"
    )
}
