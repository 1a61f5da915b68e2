"""Parameters that console and network share."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.registry import Param


def buffer_params(what: str, most: int, few: int) -> tuple[Param, ...]:
    """The parameters by which a buffer is read."""
    return (
        Param("limit", "integer", f"Most {what}: the newest.", few, limits=(1, most)),
        Param(
            "since", "integer", f"Only {what} that came after this cursor of an earlier answer.", None, limits=(0, None)
        ),
        Param("clear", "boolean", f"Forget the {what} of this tab afterwards.", False, changes=True),
        Param(
            "wait_ms",
            "integer",
            f"Wait this long, in milliseconds, for {what} if there are none.",
            0,
            limits=(0, limits.MAX_TIMEOUT_MS),
        ),
        Param("follow", "boolean", f"Print {what} as they come, until Ctrl-C.", False, local=True),
    )
