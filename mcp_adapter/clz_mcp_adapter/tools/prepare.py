"""What is done with the parameters of single commands before they are sent, by wire name: (params) -> params."""

from __future__ import annotations

from collections.abc import Callable

from clz_core.contract.shapes import Params
from clz_core.loops.key import session_key


def _whose(params: Params) -> Params:
    """The client's own session of Claude Code, where no other key is named."""
    return {**params, "key": session_key(params.get("key"))}


PREPARE: dict[str, Callable[[Params], Params]] = {
    "startLoop": _whose,
    "stopLoop": _whose,
    "getLoopState": _whose,
}
