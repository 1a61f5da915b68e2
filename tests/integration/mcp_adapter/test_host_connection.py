"""A server's way to the host: that it goes on saying that it lives."""

from __future__ import annotations

import asyncio
import errno
import os
from typing import Any

from clz_core.client.async_client import AsyncClient
from clz_core.client.keys import short_id
from clz_core.contract.commands import COMMANDS
from clz_mcp_adapter.server.host_connection import HostConnection
from clz_native.host.logs import log_file
from tests.support.hosts import HostProcess
from tests.support.waiting import until


def test_a_heartbeat_that_fails_is_not_the_last(host: HostProcess) -> None:
    failed = asyncio.Event()

    class Unlucky(AsyncClient):
        """Its first heartbeat fails in a way that nobody has thought of."""

        async def call(self, command: str, *more: Any, **named: Any) -> dict[str, Any]:
            if command == "heartbeat" and not failed.is_set():
                failed.set()
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            return await super().call(command, *more, **named)

    async def scenario() -> None:
        server = HostConnection("default", client=Unlucky, heartbeat_ms=50)
        beating = asyncio.create_task(server.beat())
        try:
            await server.call(COMMANDS["ping"], {})
            await asyncio.wait_for(failed.wait(), 20)
            me = short_id(server.key.agent_id)
            await asyncio.to_thread(until, lambda: f"{me} heartbeat" in log_file("default").read_text(), 20)
        finally:
            beating.cancel()
            await server.leave()

    asyncio.run(scenario())
