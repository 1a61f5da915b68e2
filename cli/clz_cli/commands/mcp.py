"""The MCP server. Its stdout carries the protocol and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.output.text import Result

if TYPE_CHECKING:
    from clz_cli.run import Options


def _serve(values: dict[str, Any], options: Options) -> Result:
    from clz_mcp_adapter.server.main import serve
    from clz_mcp_adapter.server.settings import Settings

    serve(Settings.read(options.session, values))


LOCAL = {"mcp": _serve}
