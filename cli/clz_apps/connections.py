"""Clients of the command line: one for each command, or kept open over all that run in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from clz_core.client import Client

_kept: dict[tuple[str, str], Client] | None = None
_ahead: Client | None = None
_told: Callable[[str, str], None] | None = None


def _new(session: str, agent: str) -> Client:
    on_connect = None if _told is None else partial(_told, session, agent)
    return Client(session, agent, ahead=_ahead, on_connect=on_connect)


_make: Callable[[str, str], Client] = _new


@contextmanager
def client_of(session: str, agent: str) -> Iterator[Client]:
    if _kept is None:
        with _make(session, agent) as client:
            yield client
        return
    if (session, agent) not in _kept:
        _kept[session, agent] = _make(session, agent)
    yield _kept[session, agent]


@contextmanager
def kept_open(make: Callable[[str, str], Client] = _new) -> Iterator[None]:
    """Keep every connection that is made in here, by `make` of a session and an agent, until the end."""
    global _kept, _make
    before = _kept, _make
    _kept, _make = {}, make
    with ExitStack() as stack:
        try:
            yield
        finally:
            for client in _kept.values():
                stack.callback(client.close)
            _kept, _make = before


def keep_for_good(ahead: Client | None = None, told: Callable[[str, str], None] | None = None) -> None:
    """Close no connection: this process runs one line, and its end closes them.

    `ahead` is a client whose connection was made before the line was known; `told` is called with each that has one.
    """
    global _kept, _ahead, _told
    _kept, _ahead, _told = {}, ahead, told
