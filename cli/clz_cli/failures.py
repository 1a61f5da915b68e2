"""What every failure of a line looks like, and its exit code.

Exit codes: 0 done, 1 failed on the page, 2 usage, 3 not connected, 4 timed out, 5 refused, 6 busy, 130 interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from typer.exceptions import Abort

from clz_cli.output import printing
from clz_cli.typer_private import ClickException, NoArgsIsHelpError
from clz_core.contract.errors import ClzError, error

INTERRUPTED = 130


def attempt(work: Callable[[], object], manner: Callable[[], printing.Manner], line: int | None = None) -> int:
    """Do what a line asks for; its exit code, or that of its failure, which is printed in that `manner`."""

    def fail(problem: ClzError) -> int:
        return printing.fail(problem, manner(), line)

    try:
        code = work()
        return code if isinstance(code, int) else 0
    except NoArgsIsHelpError as help:
        printing.show_help(help.format_message())
        return 2
    except ClickException as problem:
        where = getattr(problem, "ctx", None)
        help_line = f"See: {where.command_path} --help" if where else None
        return fail(error("USAGE", problem.format_message(), help_line))
    except ClzError as problem:
        return fail(problem)
    except BrokenPipeError:
        return 0
    except SystemExit as left:  # Typer leaves by itself, with 1, when whoever reads has enough
        if isinstance(left.__context__, BrokenPipeError):
            return 0
        raise
    except (KeyboardInterrupt, Abort):
        return INTERRUPTED
    except Exception as problem:
        if os.environ.get("CLZ_DEBUG"):
            raise
        what = f"clz itself failed: {type(problem).__name__}: {problem}"
        return fail(error("INTERNAL", what, "Run it again with CLZ_DEBUG=1 to see where."))
