"""What the MCP server says to its first requests, as the SDK puts it: `clz mcp` says so before the SDK is loaded."""

from __future__ import annotations

import json
import re
from typing import Any

CLIENTS = {"whole": "some client", "searched": "claude-code"}


def first_answers() -> str:
    """The answers to `initialize`, which is the same in all `versions` of the protocol but for its name, and to
    `tools/list` by kind of client."""
    import anyio
    from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION

    said = {kind: anyio.run(_said_to, LATEST_HANDSHAKE_VERSION, client) for kind, client in CLIENTS.items()}
    kept = {
        "versions": list(HANDSHAKE_PROTOCOL_VERSIONS),
        "initialize": said["whole"][0],
        "tools/list": {kind: tools for kind, (_, tools) in said.items()},
    }
    text = json.dumps(kept, ensure_ascii=False, indent=1)
    return re.sub(r"\n {5,}|\n {4}(?=})", "", text) + "\n"  # a tool a line


async def _said_to(version: str, client: str) -> tuple[Any, Any]:
    """The results of the handshake and of the list of tools."""
    import anyio
    import mcp_types as types
    from mcp.shared._context_streams import create_context_streams
    from mcp.shared.message import SessionMessage

    from clz_mcp_adapter.results.overflow import OverflowStore
    from clz_mcp_adapter.server.adapter import Adapter, options
    from clz_mcp_adapter.server.host_connection import HostConnection
    from clz_mcp_adapter.server.settings import Settings

    server = Adapter(Settings(), HostConnection("default", False), OverflowStore()).server()
    to_server, received = create_context_streams[SessionMessage | Exception](0)
    sent, from_server = create_context_streams[SessionMessage](0)
    info = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": client, "version": "1"}}
    results = []
    async with to_server, received, sent, from_server, anyio.create_task_group() as tasks:
        tasks.start_soon(server.run, received, sent, options(server))
        for message in (
            {"id": 1, "method": "initialize", "params": info},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/list"},
        ):
            made = types.jsonrpc_message_adapter.validate_python({"jsonrpc": "2.0", **message}, by_name=False)
            await to_server.send(SessionMessage(made))
            if "id" in message:
                answer = (await from_server.receive()).message
                results.append(json.loads(answer.model_dump_json(by_alias=True, exclude_unset=True))["result"])
        tasks.cancel_scope.cancel()
    return results[0], results[1]
