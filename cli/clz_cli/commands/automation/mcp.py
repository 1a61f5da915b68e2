"""The MCP server. Its stdout carries the protocol and nothing else."""

from __future__ import annotations

from typing import Any, NoReturn

from clz_cli.handler import CommandHandler
from clz_cli.parser.options import Options
from clz_cli.serve import serve
from clz_core.contract.shapes import Values


def _serve(values: Values, options: Options) -> NoReturn:
    serve(values, options.session)


HANDLERS: dict[str, CommandHandler[Any]] = {"mcp": CommandHandler(handle_locally=_serve)}
