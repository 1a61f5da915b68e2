"""The parts of a host, for handlers that answer about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from clz_core.client.session import SessionInfo
from clz_core.config.paths import SessionPaths
from clz_native.agents.leases import Leases
from clz_native.agents.loops import Loops
from clz_native.host.warm import WarmProcess
from clz_native.policy.policy import Policy


@dataclass
class Parts:
    """The parts of one host. `info` is set again once it listens."""

    paths: SessionPaths
    info: SessionInfo
    log: str
    build: Literal["managed", "plain"]
    loops: Loops
    policy: Policy
    leases: Leases
    warm: WarmProcess
