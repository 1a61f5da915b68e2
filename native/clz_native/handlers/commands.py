"""The commands that the host answers itself."""

from __future__ import annotations

import platform
import time
from typing import TYPE_CHECKING, Literal, cast

import zmq

from clz_core import PROTOCOL_VERSION, __version__
from clz_core.client.keys import agent_name, short_id
from clz_core.client.session import SessionInfo
from clz_core.config.paths import SessionPaths
from clz_native.agents.loops import Loops
from clz_native.handlers import forms, login, pages
from clz_native.host.pending import Pending
from clz_native.host.server import Server
from clz_native.host.warm import WarmProcess
from clz_native.policy.policy import Policy
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
    """Commands about the host. `server` is set once there is one, and `info` again once it listens."""

    def __init__(
        self,
        paths: SessionPaths,
        info: SessionInfo,
        pending: Pending,
        log: str,
        build: Literal["managed", "plain"],
        loops: Loops,
        policy: Policy,
        warm: WarmProcess,
    ) -> None:
        self._paths = paths
        self.info = info
        self._warm = warm
        self._pending = pending
        self._log = log
        self._build = build
        self._loops = loops
        self._policy = policy
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
            "host": self.info.host_version,
            "extension": self.info.extension_version,
            "firefox": self.info.firefox_version,
            "build": self._build,
            "python": platform.python_version(),
            "zeromq": zmq.zmq_version(),
        }

    async def status(self, request: Request) -> StatusResult:
        pool = cast("GetTabsResult", await self.server.forward(request, "getTabs", {}))
        network = cast(
            "GetNetworkConditionsResult", await self.server.forward(request, "getNetworkConditions", {"reset": False})
        )
        return {
            "session": self.info.session,
            "hostPid": self.info.pid,
            "warmPid": self._warm.pid,
            "uptimeMs": int((time.monotonic() - self._begin) * 1000),
            "firefox": self.info.firefox_version,
            "extension": self.info.extension_version,
            "build": self._build,
            "tabCount": pool.get("tabCount"),
            "maxTabs": pool.get("maxTabs"),
            "agentId": short_id(request.agent),
            "agentName": request.name,
            "agents": sum(1 for _ in self._paths.agents.glob("agent_*")),
            "pending": len(self._pending),
            "endpoint": self.info.endpoint,
            "log": self._log,
            "holders": self._holders(request.agent, pool.get("tabs") or []),
            "loops": (await self._loops.list_all(request))["loops"],
            "policy": self._policy.brief(request.agent, request.name),
            "conditions": network.get("conditions") or [],
            "acceptCerts": list(self.info.accept_certs),
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
        names = {short_id(path.name): agent_name(self._paths, path.name) for path in self._paths.agents.glob("agent_*")}
        return [
            {"agent": owner, "name": names.get(owner, ""), "tabs": count, "mine": owner == short_id(agent)}
            for owner, count in sorted(counts.items(), key=lambda item: -item[1])
        ]

    async def cancel(self, request: Request) -> CancelResult:
        return {"cancelled": self._pending.cancel(request.agent, request.params["id"])}
