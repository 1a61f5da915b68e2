"""What a person points at, as the words that name it in a command."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.text.counts import counted
from clz_core.text.typed import locator_line


def _announce(values: Values) -> Values:
    from clz_cli.output.printing import tell

    if values["note"] and sys.stderr.isatty():
        tell("Click an element in Firefox, write a note and press Enter; then the next one. Escape ends.")
    elif values["point"] is None and sys.stderr.isatty():
        tell("Point at an element in Firefox and click it, or pick it in clz show; Escape cancels.")
    return values


def _picked(found: Mapping[str, Any]) -> str:
    return f"{counted(found['notes'], 'note')}; list with: clz notes" if "notes" in found else locator_line(found)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "pickElement": CommandHandler(
        render=_picked, before_send=_announce, progress_label=lambda values: "waiting for the person"
    )
}
