"""The host's word on expressions for a page: safe ones go on as trees, others where the agent may run them.

Every parameter whose format is `expression` comes by here before its command is sent on. The tree goes with it, as
`tree` for the parameter `expression` and as `fnTree` for `fn`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from clz_core.contract.errors import error
from clz_core.contract.registry import Command


def may_unsafe(agent: str) -> bool:
    """True if the agent may evaluate what the safe mode refuses. No policy forbids it by default."""
    return bool(agent)


async def check_expressions(agent: str, command: Command, params: dict[str, Any]) -> None:
    """Raises: UNSAFE_EXPRESSION, INVALID_EXPRESSION, UNSAFE_NOT_ALLOWED."""
    wanted = [p.wire for p in command.wire_params if p.format == "expression" and params.get(p.wire) is not None]
    for name in wanted:
        if params.get("unsafe"):
            if not may_unsafe(agent):
                raise error("UNSAFE_NOT_ALLOWED", "You may not evaluate unsafe expressions.")
            continue
        from clz_native.policy.expression_tree import tree_of

        params[name] = params[name].replace("\r\n", "\n")
        # Parsing takes its time with the longest expressions, and others are waiting.
        params["tree" if name == "expression" else f"{name}Tree"] = await asyncio.to_thread(tree_of, params[name])
