"""A call of a command, as what is written of it begins with it."""

from __future__ import annotations

from typing import NamedTuple

from clz_core.contract.shapes import Params


class Call(NamedTuple):
    """A command that is called. `retried` says that the caller tries again itself if no host is there."""

    session: str
    agent: str
    command: str
    params: Params
    timeout_ms: float | None = None
    retried: bool = False
