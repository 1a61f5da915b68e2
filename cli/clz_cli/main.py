"""`clz`: the entry point, and what every failure looks like.

Exit codes: 0 done, 1 failed on the page, 2 usage, 3 not connected, 4 timed out, 5 refused, 6 busy, 130 interrupted.
"""

from __future__ import annotations

import os
import sys

from typer._click.exceptions import ClickException, NoArgsIsHelpError
from typer.exceptions import Abort

from clz_cli import output
from clz_cli.app import group
from clz_core.errors import ClzError, error

INTERRUPTED = 130


def main() -> None:
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # whoever read us has enough
        pass
    os._exit(code)  # taking the interpreter apart would take as long as loading Typer did


def run(arguments: list[str]) -> int:
    """Run one `clz` line and return its exit code."""
    try:
        code = group().main(arguments, prog_name="clz", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except NoArgsIsHelpError as help:
        print(help.format_message())
        return 2
    except ClickException as problem:
        where = getattr(problem, "ctx", None)
        help_line = f"See: {where.command_path} --help" if where else None
        return output.fail(error("USAGE", problem.format_message(), help_line), output.asks_for_json(arguments))
    except ClzError as problem:
        return output.fail(problem, output.asks_for_json(arguments))
    except BrokenPipeError:
        return 0
    except (KeyboardInterrupt, Abort):
        return INTERRUPTED
    except Exception as problem:
        if os.environ.get("CLZ_DEBUG"):
            raise
        what = f"clz itself failed: {type(problem).__name__}: {problem}"
        fault = error("INTERNAL", what, "Run it again with CLZ_DEBUG=1 to see where.")
        return output.fail(fault, output.asks_for_json(arguments))
