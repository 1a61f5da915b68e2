"""Parameters and result fields of what is kept of a tab: its console, its requests, their messages."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.registry import Field, Flag, Integer, Param

TOTAL = Field("total", "integer", "How many are kept.")
DROPPED = Field("dropped", "integer", "How many older ones were dropped to make room.")
CURSOR = Field("cursor", "integer", "Pass it as since to get what comes next.")


def buffer_params(what: str, most: int, few: int) -> tuple[Param, ...]:
    """The parameters by which a buffer is read."""
    return (
        Integer("limit", f"Most {what}: the newest.", few, limits=(1, most)),
        Integer("since", f"Only {what} that came after this cursor of an earlier answer.", limits=(0, None)),
        Flag("clear", f"Forget the {what} of this tab afterwards.", changes=True),
        Integer(
            "wait_ms",
            f"Wait this long, in milliseconds, for {what} if there are none.",
            0,
            limits=(0, limits.MAX_TIMEOUT_MS),
        ),
        Flag("follow", f"Print {what} as they come, until Ctrl-C.", local=True),
    )
