"""Expressions for a page: safe ones go on as trees, unsafe ones as they are.

What is one function as a whole, such as `() => 5`, is called: that is what is meant, as in Playwright and WebDriver.
Every parameter whose format is `expression` comes by here before its command is sent on. The tree goes with it, as
`tree` for the parameter `expression` and as `fnTree` for `fn`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Params

EXPRESSIONS = {
    command.name: names
    for command in COMMANDS
    if (names := tuple(param.wire for param in command.params if param.format == "expression"))
}  # by wire name, the parameters of the commands that take any

_FUNCTION = re.compile(r"\s*(async\b|function\b|\(|[\w$]+\s*=>)")  # what may begin one


def mistake_in(source: str) -> ClzError | None:
    """Why a safe expression would be refused: it is not JavaScript, or safe mode has no word for it."""
    from clz_native.policy.expression_tree import called, tree_of

    try:
        tree_of((called(source) if _FUNCTION.match(source) else source).replace("\r\n", "\n"))
    except ClzError as problem:
        return problem
    return None


async def parse_expressions(names: Sequence[str], params: Params) -> None:
    """Put the tree of each safe expression beside it. Raises: UNSAFE_EXPRESSION, INVALID_EXPRESSION.

    Whether unsafe ones may be evaluated is a right, and so the policy's to say.
    """
    for name in names:
        if params.get(name) is None:
            continue
        if _FUNCTION.match(params[name]):
            from clz_native.policy.expression_tree import called

            params[name] = await asyncio.to_thread(called, params[name])
        if params.get("unsafe"):
            continue
        from clz_native.policy.expression_tree import tree_of

        params[name] = params[name].replace("\r\n", "\n")
        # Parsing takes its time with the longest expressions, and others are waiting.
        params["tree" if name == "expression" else f"{name}Tree"] = await asyncio.to_thread(tree_of, params[name])
