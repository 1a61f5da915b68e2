"""Clients of the command line: one for each command, or kept open over all that run in one process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from clz_core.client import Client

_kept: dict[tuple[str, str], Client] | None = None


@contextmanager
def client_of(session: str, agent: str) -> Iterator[Client]:
    if _kept is None:
        with Client(session, agent) as client:
            yield client
        return
    if (session, agent) not in _kept:
        _kept[session, agent] = Client(session, agent)
    yield _kept[session, agent]


@contextmanager
def kept_open() -> Iterator[None]:
    """Keep every connection that is made in here until the end."""
    global _kept
    _kept = {}
    with ExitStack() as stack:
        try:
            yield
        finally:
            for client in _kept.values():
                stack.callback(client.close)
            _kept = None
