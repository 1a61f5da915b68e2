"""The commands that the host answers itself."""

from __future__ import annotations

import platform
import time
from typing import TYPE_CHECKING, cast

import zmq

from clz_core import PROTOCOL_VERSION, __version__
from clz_core.client.keys import agent_name, short_id
from clz_native.handlers import forms, login, pages
from clz_native.handlers.parts import Parts
from clz_native.host.pending import Pending
from clz_native.host.server import Server
from clz_native.request import Handler, Request

if TYPE_CHECKING:
    from clz_core.generated.results import (
        CancelResult,
        FillFormResult,
        GetNetworkConditionsResult,
        GetTabsResult,
        GetTabsTabs,
        LoadStateResult,
        StatusHolders,
        StatusResult,
        VersionResult,
    )


class HostCommands:
    """Commands about the host. `server` is set once there is one."""

    def __init__(self, parts: Parts, pending: Pending) -> None:
        self._parts = parts
        self._pending = pending
        self._begin = time.monotonic()
        self.server: Server

    def table(self) -> dict[str, Handler]:
        return {
            "version": self.version,
            "status": self.status,
            "cancel": self.cancel,
            "fillForm": self.fill_form,
            "loadState": self.load_state,
            **pages.TABLE,
        }

    async def fill_form(self, request: Request) -> FillFormResult:
        return await forms.fill_form(request, self.server.forward)

    async def load_state(self, request: Request) -> LoadStateResult:
        return await login.load_state(request, self.server.forward)

    async def version(self, request: Request) -> VersionResult:
        return {
            "client": __version__,
            "protocol": PROTOCOL_VERSION,
            "host": self._parts.info.host_version,
            "extension": self._parts.info.extension_version,
            "firefox": self._parts.info.firefox_version,
            "build": self._parts.build,
            "python": platform.python_version(),
            "zeromq": zmq.zmq_version(),
        }

    async def status(self, request: Request) -> StatusResult:
        pool = cast("GetTabsResult", await self.server.forward(request, "getTabs", {}))
        network = cast(
            "GetNetworkConditionsResult", await self.server.forward(request, "getNetworkConditions", {"reset": False})
        )
        return {
            "session": self._parts.info.session,
            "hostPid": self._parts.info.pid,
            "warmPid": self._parts.warm.pid,
            "uptimeMs": int((time.monotonic() - self._begin) * 1000),
            "firefox": self._parts.info.firefox_version,
            "extension": self._parts.info.extension_version,
            "build": self._parts.build,
            "tabCount": pool.get("tabCount"),
            "maxTabs": pool.get("maxTabs"),
            "agentId": short_id(request.agent),
            "agentName": request.name,
            "agents": sum(1 for _ in self._parts.paths.agents.glob("agent_*")),
            "pending": len(self._pending),
            "endpoint": self._parts.info.endpoint,
            "log": self._parts.log,
            "holders": self._holders(request.agent, pool.get("tabs") or []),
            "loops": (await self._parts.loops.list_all(request))["loops"],
            "policy": self._parts.policy.brief(request.agent, request.name),
            "conditions": network.get("conditions") or [],
            "acceptCerts": list(self._parts.info.accept_certs),
            "emulated": [
                {"tabId": tab["tabId"], "emulated": tab["emulated"]}
                for tab in pool.get("tabs") or []
                if "emulated" in tab
            ],
        }

    def _holders(self, agent: str, tabs: list[GetTabsTabs]) -> list[StatusHolders]:
        """Who has how many tabs, most first; agents by what people call them."""
        counts: dict[str, int] = {}
        for tab in tabs:
            counts[tab["owner"]] = counts.get(tab["owner"], 0) + 1
        names = {
            short_id(path.name): agent_name(self._parts.paths, path.name)
            for path in self._parts.paths.agents.glob("agent_*")
        }
        return [
            {"agent": owner, "name": names.get(owner, ""), "tabs": count, "mine": owner == short_id(agent)}
            for owner, count in sorted(counts.items(), key=lambda item: -item[1])
        ]

    async def cancel(self, request: Request) -> CancelResult:
        return {"cancelled": self._pending.cancel(request.agent, request.params["id"])}
