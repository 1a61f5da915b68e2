"""`--then`: what the page shows after a command, printed below its result."""

from __future__ import annotations

from typing import Any

from clz_apps.connections import client_of
from clz_cli.commands import handler_of
from clz_cli.output import printing
from clz_cli.parser.options import Options
from clz_core.client.afterwards import look_of, page_after
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Result


def show_with_page(command: Command, result: Result, render: Any, then: str | None, options: Options) -> int:
    """Print the result and what the page shows; with `--json` in one envelope, as its field `then`.

    The exit code is that of the look at the page. The result is printed even if that look fails.
    """
    then = look_of(then, result)
    if then is None:
        printing.show(command, result, render, options)
        return 0
    shown: Result | None = None
    problem: ClzError | None = None
    try:
        with client_of(options.session, options.agent) as client:
            flow = page_after(result, then)
            shown = client.carry_out(flow)
    except ClzError as failed:
        problem = failed
    if options.json:
        page = shown if problem is None else {"error": problem.to_wire()}
        printing.show(command, {**result, "then": page}, render, options)
        return 0 if problem is None else problem.exit_code
    printing.show(command, result, render, options)
    if problem is not None:
        return printing.fail(problem, options)
    snapshot = COMMANDS["getAccessibilitySnapshot"]
    printing.show(snapshot, shown or {}, _page_text, options)
    return 0


def _page_text(page: Any) -> str:
    """A snapshot as always, and changes by themselves: what they are since is the command above them."""
    if page["diff"]:
        return str(page["snapshot"]) if page["lines"] else "the page shows what it did before"
    return str(handler_of(COMMANDS["getAccessibilitySnapshot"]).render(page))
