"""Programs in Python with a page at hand."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.errors import error
from clz_core.contract.shapes import Result, Values

LATE = 4


def _run(values: Values, options: Options) -> Result | int:
    from clz_cli.local.programs import run

    code, name = _read(values["file"])
    result = run(code, name, values["seconds"], options)
    return result if options.json else _exit(result)


def _read(path: str) -> tuple[str, str]:
    """A program, and what it is called. Raises: FILE_ERROR, USAGE."""
    if path == "-":
        code, name = sys.stdin.read(), "<stdin>"
    else:
        name = os.path.expanduser(path)
        try:
            code = Path(name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
            raise error("FILE_ERROR", f"Cannot read {path}: {reason}.") from problem
    if not code.strip():
        raise error("USAGE", f"{name} holds no program.", "Pipe it in: echo 'print(page.title)' | clz py -")
    return code, name


def _exit(result: Result) -> int:
    return LATE if result["late"] else int(bool(result["exit"]))


HANDLERS: dict[str, CommandHandler[Any]] = {"runScript": CommandHandler(handle_locally=_run, exit_code=_exit)}
