"""Resources: what the current tab shows, and the last picture, for clients that attach rather than call."""

from __future__ import annotations

import mcp_types as types
from mcp.shared.exceptions import MCPError

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_mcp_adapter.results.answers import explain, text_of
from clz_mcp_adapter.results.overflow import OverflowStore
from clz_mcp_adapter.results.rendering import render
from clz_mcp_adapter.server.host_connection import HostConnection
from clz_mcp_adapter.tools.calls import Caller

SNAPSHOT = "clz://tab/snapshot"
SCREENSHOT = "clz://tab/screenshot"
RESOURCES = [
    types.Resource(
        uri=SNAPSHOT,
        name="snapshot",
        title="What your current tab shows",
        description="The snapshot of your current tab.",
        mime_type="text/plain",
    ),
    types.Resource(
        uri=SCREENSHOT,
        name="screenshot",
        title="Last screenshot",
        description="The last picture that firefox_screenshot took.",
        mime_type="image/jpeg",
    ),
]
_READS = COMMANDS.get("getAccessibilitySnapshot") or COMMANDS["getContent"]


async def read(
    uri: str, host: HostConnection, caller: Caller, overflow: OverflowStore, max_chars: int
) -> types.ReadResourceResult:
    """Raises: MCPError, which is how the protocol refuses a resource."""
    if uri == SNAPSHOT:
        try:
            result = await host.call(_READS, {})
        except ClzError as problem:
            text = text_of(explain(problem), "snapshot-error", max_chars, overflow)
            raise MCPError(types.INTERNAL_ERROR, text, {"code": problem.code}) from None
        said = text_of(render(_READS, result), "snapshot", max_chars, overflow)
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type="text/plain", text=said)]
        )
    if uri == SCREENSHOT:
        if caller.last_picture is None:
            raise MCPError(types.INVALID_PARAMS, "No screenshot was taken yet. Take one with firefox_screenshot.")
        kind, data = caller.last_picture
        return types.ReadResourceResult(contents=[types.BlobResourceContents(uri=uri, mime_type=kind, blob=data)])
    known = ", ".join(resource.uri for resource in RESOURCES)
    raise MCPError(types.INVALID_PARAMS, f"There is no resource {uri[:100]!r}. There are: {known}")
