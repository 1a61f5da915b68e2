"""Routes of tests: made, tried from inside a page, and gone afterwards."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from clz_core.contract.errors import ClzError
from tests.support.browsers import Page

FETCH = """(async () => {
  try {
    const answer = await fetch(%s, %s);
    const { status, statusText, type } = answer;
    return { status, statusText, type, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  } catch (problem) {
    return { failed: String(problem) };
  }
})()"""


@contextmanager
def without_routes(page: Page) -> Iterator[Page]:
    """The page, whose agent has no route afterwards."""
    try:
        yield page
    finally:
        with suppress(ClzError):
            page.client.call("removeRoutes", {"all": True})


def route(page: Page, url: str | None = None, **params: Any) -> dict[str, Any]:
    named = {} if url is None else {"url": url}
    return page.client.call("addRoute", {**named, **params})


def run(page: Page, expression: str) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True)["result"]


def fetched(page: Page, url: str, **options: Any) -> dict[str, Any]:
    """What a page gets that fetches an address."""
    return dict(run(page, FETCH % (json.dumps(url), json.dumps(options))))


class Listener:
    """A port that only counts who connects to it."""

    def __enter__(self) -> Self:
        self.connected = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._count, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def _count(self) -> None:
        with suppress(OSError):
            while True:
                self._socket.accept()[0].close()
                self.connected += 1
