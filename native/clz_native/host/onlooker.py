"""An observer, which sees each request and may make it wait."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from clz_native.request import Beyond, Request


class Onlooker(Protocol):
    async def begun(self, request: Request) -> None:
        """An agent wants something done. Raises: BUSY, CANCELLED if it is not to be."""

    def done(self, request: Request, outcome: str, ms: float) -> None:
        """It was done, or failed with a code."""

    async def asked(self, request: Request, ask: Callable[[], Awaitable[Mapping[str, Any]]]) -> Mapping[str, Any]:
        """An agent asks the person something; `ask` does so in Firefox."""

    async def confirmed(self, request: Request, act: Callable[[], Awaitable[Mapping[str, Any]]]) -> Mapping[str, Any]:
        """What `act` gives, once the person has confirmed what is in it. Raises: NOT_CONFIRMED."""

    async def let_go_on(self, request: Request, beyond: Beyond) -> None:
        """The person is asked whether an agent may go on at a site that a flow refuses. Raises: FLOW_REFUSED."""
