"""The MCP server: the protocol's requests on one side, tools, prompts and resources on the other.

Both eras of the protocol are served. A client of the handshake era learns of newly listed tools by a notification, one
of 2026-07-28 on the stream that it subscribed to.
"""

from __future__ import annotations

from typing import Any

import mcp_types as types
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from clz_core import __version__
from clz_core.text.display import line
from clz_mcp_adapter.results.overflow import OverflowStore
from clz_mcp_adapter.server import resources
from clz_mcp_adapter.server.early import searches_tools
from clz_mcp_adapter.server.host_connection import HostConnection
from clz_mcp_adapter.server.settings import Settings
from clz_mcp_adapter.server.texts import BODIES, INSTRUCTIONS, PROMPTS, prompt
from clz_mcp_adapter.tools.calls import Caller, Context
from clz_mcp_adapter.tools.catalog import Listing
from clz_mcp_adapter.tools.schemas import describe


class Adapter:
    """One server for one client."""

    def __init__(self, settings: Settings, host: HostConnection, overflow: OverflowStore) -> None:
        self._settings = settings
        self._host = host
        self._overflow = overflow
        self._listing = Listing(settings.groups)
        self._bus = InMemorySubscriptionBus()
        self._caller = Caller(host, overflow, settings.max_chars, self.activate, self.name, folder=settings.folder)

    def server(self) -> Server[Any]:
        server: Server[Any] = Server(
            "clz",
            version=__version__,
            title="Claudezilla: Firefox",
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
            on_list_resources=self.list_resources,
            on_read_resource=self.read_resource,
            on_subscriptions_listen=ListenHandler(self._bus),
        )
        server.add_request_handler("server/discover", types.RequestParams, self.discover)
        return server

    async def discover(self, ctx: Context, params: types.RequestParams | None) -> types.DiscoverResult:
        """What is served; of the lists, it is that of tools alone that changes."""
        return types.DiscoverResult(
            supported_versions=list(MODERN_PROTOCOL_VERSIONS),
            capabilities=types.ServerCapabilities(
                tools=types.ToolsCapability(list_changed=True),
                prompts=types.PromptsCapability(list_changed=False),
                resources=types.ResourcesCapability(subscribe=False, list_changed=False),
            ),
            instructions=INSTRUCTIONS,
        )

    async def list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        whole_list(params)
        searched = _searches(ctx)
        if searched:
            self._listing.search()
        tools = [describe(command, searched and command.tool.first) for command in self._listing.tools()]
        return types.ListToolsResult(tools=tools)

    async def call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        self._introduce(ctx)
        return await self._caller.call(ctx, params)

    def _introduce(self, ctx: Context) -> None:
        client = ctx.session.client_params
        self._host.introduce("mcp" if client is None else client.client_info.name)

    async def activate(self, ctx: Context, category: str) -> str:
        """List a group of tools, tell the client, and say which they are."""
        new = self._listing.activate(category)
        if not new:
            return f"All tools of {category} are listed already."
        await self._changed(ctx)
        return "Listed now:\n" + "\n".join(f"{c.tool_name}: {describe(c).description}" for c in new)

    async def name(self, ctx: Context, text: str) -> None:
        """List the tools that a text of ours names: nobody is sent to one that is not there."""
        if self._listing.name(text):
            await self._changed(ctx)

    async def _changed(self, ctx: Context) -> None:
        await ctx.session.send_tool_list_changed()
        await self._bus.publish(ToolsListChanged())

    async def list_prompts(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        whole_list(params)
        return types.ListPromptsResult(prompts=list(PROMPTS.values()))

    async def get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name not in PROMPTS:
            known = ", ".join(PROMPTS)
            raise MCPError(types.INVALID_PARAMS, line(f"There is no prompt {params.name[:100]!r}. There are: {known}"))
        try:
            filled = prompt(params.name, params.arguments or {})
        except ValueError as problem:
            raise MCPError(types.INVALID_PARAMS, str(problem)) from None
        await self.name(ctx, BODIES[params.name])
        return filled

    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        whole_list(params)
        return types.ListResourcesResult(resources=resources.RESOURCES)

    async def read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        self._introduce(ctx)
        return await resources.read(params.uri, self._host, self._caller, self._overflow, self._settings.max_chars)


def whole_list(params: types.PaginatedRequestParams | None) -> None:
    """Raises: MCPError for a cursor, since every list of ours is whole and gives none."""
    if params is not None and params.cursor is not None:
        raise MCPError(types.INVALID_PARAMS, "There is no such cursor. Lists are complete: leave `cursor` out.")


def _searches(ctx: Context) -> bool:
    known = ctx.session.client_params
    return known is not None and searches_tools(known.client_info.name)


def options(server: Server[Any]) -> InitializationOptions:
    """What a client of the handshake era learns at the start: that the list of tools changes."""
    return server.create_initialization_options(NotificationOptions(tools_changed=True))
