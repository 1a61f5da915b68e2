"""The hooks of the plugin for Claude Code. `clz hook` alone comes here by a shorter way, from `clz_cli.main`."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_cli.parser.options import Options
from clz_core.contract.shapes import Values


def _answer(values: Values, options: Options) -> int:
    from clz_cli.hook import main

    return main()


HANDLERS: dict[str, CommandHandler[Any]] = {"hook": CommandHandler(handle_locally=_answer)}
