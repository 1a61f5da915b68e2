"""Clients of the command line: one for each command, or kept open over all that run in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from clz_core.client import Client

_kept: dict[tuple[str, str], Client] | None = None
_make: Callable[[str, str], Client] = Client


@contextmanager
def client_of(session: str, agent: str) -> Iterator[Client]:
    if _kept is None:
        with Client(session, agent) as client:
            yield client
        return
    if (session, agent) not in _kept:
        _kept[session, agent] = _make(session, agent)
    yield _kept[session, agent]


@contextmanager
def kept_open(make: Callable[[str, str], Client] = Client) -> Iterator[None]:
    """Keep every connection that is made in here, by `make` of a session and an agent, until the end."""
    global _kept, _make
    _kept, _make = {}, make
    with ExitStack() as stack:
        try:
            yield
        finally:
            for client in _kept.values():
                stack.callback(client.close)
            _kept = None
