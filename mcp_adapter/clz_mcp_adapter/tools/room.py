"""How much text a tool asks for: no more than an answer has room for."""

from __future__ import annotations

from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params

HEAD_CHARS = 1_500  # of an answer, for what is around a page's text
LEAST_CHARS = 200


def fitted(command: Command, params: Params, max_chars: int) -> Params:
    """The parameters with no more text asked for by default than an answer has room for: what is left out is known."""
    usual = {param.wire: param.default for param in command.params if param.wire in ("maxLength", "maxChars")}
    room = max(max_chars - HEAD_CHARS, LEAST_CHARS)
    less = {name: room for name, default in usual.items() if params.get(name, default) == default and default > room}
    return {**params, **less}
