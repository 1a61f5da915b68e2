"""The commands that the host answers itself."""

from __future__ import annotations

import platform
import time
from typing import Any

import zmq

from clz_core import PROTOCOL_VERSION, __version__
from clz_core.keys import short_id
from clz_core.paths import SessionPaths
from clz_core.session import SessionInfo
from clz_native import pages
from clz_native.pending import Pending
from clz_native.server import Handler, Request, Server


class HostCommands:
    """Commands about the host. `server` is set once it stands, and `info` anew once it listens."""

    def __init__(self, paths: SessionPaths, info: SessionInfo, pending: Pending, log: str) -> None:
        self._paths = paths
        self.info = info
        self._pending = pending
        self._log = log
        self._begin = time.monotonic()
        self.server: Server

    def table(self) -> dict[str, Handler]:
        return {"version": self.version, "status": self.status, "cancel": self.cancel, **pages.TABLE}

    async def version(self, request: Request) -> dict[str, Any]:
        return {
            "client": __version__,
            "protocol": PROTOCOL_VERSION,
            "host": self.info.host_version,
            "extension": self.info.extension_version,
            "firefox": self.info.firefox_version,
            "python": platform.python_version(),
            "zeromq": zmq.zmq_version(),
        }

    async def status(self, request: Request) -> dict[str, Any]:
        pool = await self.server.forward(request, "getTabs", {})
        return {
            "session": self.info.session,
            "hostPid": self.info.pid,
            "uptimeMs": int((time.monotonic() - self._begin) * 1000),
            "firefox": self.info.firefox_version,
            "extension": self.info.extension_version,
            "tabCount": pool.get("tabCount"),
            "maxTabs": pool.get("maxTabs"),
            "agentId": short_id(request.agent),
            "agents": sum(1 for _ in self._paths.agents.glob("agent_*")),
            "pending": len(self._pending),
            "endpoint": self.info.endpoint,
            "log": self._log,
        }

    async def cancel(self, request: Request) -> dict[str, Any]:
        return {"cancelled": self._pending.cancel(request.agent, request.params["id"])}
