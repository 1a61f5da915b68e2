"""The MCP server. Its stdout carries the protocol and nothing else."""

from __future__ import annotations

import gc
from typing import Any, NoReturn

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.shapes import Values


def _serve(values: Values, options: Options) -> NoReturn:
    gc.disable()  # looking for garbage in what is being loaded would take a fifth of the time
    from clz_mcp_adapter.server.main import serve
    from clz_mcp_adapter.server.settings import Settings

    gc.freeze()
    gc.enable()
    serve(Settings.read(options.session, values))


HANDLERS: dict[str, CommandHandler[Any]] = {"mcp": CommandHandler(handle_locally=_serve)}
