"""What every failure of a line looks like, and its exit code.

Exit codes: 0 done, 1 failed on the page, 2 usage, 3 not connected, 4 timed out, 5 refused, 6 busy, 130 interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from typer.exceptions import Abort

from clz_apps import INTERRUPTED
from clz_cli import is_of_output
from clz_cli.output import own, printing
from clz_cli.parser.typer_private import ClickException, NoArgsIsHelpError
from clz_cli.parser.values import LeadingError
from clz_core.contract.errors import ClzError, error, quoting


def failed(
    problem: BaseException,
    manner: printing.Manner,
    line: int | None = None,
    tell: Callable[[ClzError], None] | None = None,
) -> int:
    """Print how a line failed, in that `manner`, or `tell` it, and return its exit code.

    Raises: SystemExit where somebody left on purpose; the problem itself with `CLZ_DEBUG`, if it is a fault of clz.
    """
    match problem:
        case NoArgsIsHelpError():
            own.show(problem.format_message())
            return 2
        case ClickException():
            found = error("USAGE", problem.format_message(), _hint(problem))
        case ClzError():
            found = problem
        case BrokenPipeError():
            return 0
        case SystemExit() if isinstance(problem.__context__, BrokenPipeError):
            return 0  # Typer leaves by itself, with 1, when its reader has enough
        case KeyboardInterrupt() | Abort():
            return INTERRUPTED
        case OSError() if is_of_output(problem):
            raise problem  # of the whole line: what else would be printed cannot be either
        case Exception() if not os.environ.get("CLZ_DEBUG"):
            what = f"clz itself failed: {type(problem).__name__}: {problem}"
            found = quoting(error("INTERNAL", what, "Run it again with CLZ_DEBUG=1 to see where."))
        case _:
            raise problem
    if tell is None:
        return printing.fail(found, manner, line)
    tell(found)
    return found.exit_code


def _hint(problem: ClickException) -> str | None:
    """Where to look. `clz network --sockets` is `clz network sockets`."""
    if isinstance(problem, LeadingError):
        return problem.lead
    where = getattr(problem, "ctx", None)
    if where is None:
        return None
    word = getattr(problem, "option_name", "").lstrip("-")
    if word and word in getattr(where.command, "list_commands", lambda _: [])(where):
        return f"Did you mean: {where.command_path} {word}"
    return f"See: {where.command_path} --help"
