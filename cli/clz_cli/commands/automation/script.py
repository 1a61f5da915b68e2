"""Programs in Python with a page at hand."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, spoken
from clz_cli.parser.options import Options
from clz_core.contract.shapes import Result, Values

LATE = 4


def _run(values: Values, options: Options) -> Result | int:
    from clz_apps.agents.programs import run

    result = dict(run(values, options, spoken(options), heard=options.json))
    return result if options.json else _exit(result)


def _exit(result: Result) -> int:
    return LATE if result["timedOut"] else int(bool(result["exitCode"]))


HANDLERS: dict[str, CommandHandler[Any]] = {"runScript": CommandHandler(handle_locally=_run, exit_code=_exit)}
