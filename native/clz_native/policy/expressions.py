"""Expressions for a page: safe ones go on as trees, unsafe ones as they are.

Every parameter whose format is `expression` comes by here before its command is sent on. The tree goes with it, as
`tree` for the parameter `expression` and as `fnTree` for `fn`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from clz_core.contract.registry import Command


async def parse_expressions(command: Command, params: dict[str, Any]) -> None:
    """Put the tree of each safe expression beside it. Raises: UNSAFE_EXPRESSION, INVALID_EXPRESSION.

    Whether unsafe ones may be evaluated is a right, and so the policy's to say.
    """
    if params.get("unsafe"):
        return
    for name in [p.wire for p in command.wire_params if p.format == "expression" and params.get(p.wire) is not None]:
        from clz_native.policy.expression_tree import tree_of

        params[name] = params[name].replace("\r\n", "\n")
        # Parsing takes its time with the longest expressions, and others are waiting.
        params["tree" if name == "expression" else f"{name}Tree"] = await asyncio.to_thread(tree_of, params[name])
