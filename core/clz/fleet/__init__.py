"""Have one function read many pages, several at a time: `for result in clz.fleet.map(function, urls): …`."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from os import PathLike
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from clz.fleet._crew import Crew, Result
from clz.fleet._lines import Lines
from clz.fleet._order import Order
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_TABS

if TYPE_CHECKING:
    from clz._page import Page

__all__ = ["Lines", "Result", "map"]

T = TypeVar("T")


def map(
    function: Callable[[Page], T],
    urls: Iterable[str],
    *,
    workers: int = 4,
    retries: int = 0,
    per_site: float = 0,
    checkpoint: str | PathLike[str] | None = None,
    session: str | None = None,
    on: str | None = None,
    headed: bool | None = None,
    isolated: bool = False,
    wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
    timeout_ms: int | None = None,
) -> Generator[Result[T], None, None]:
    """Call `function(page)` with a page of its own for each address, several at a time in one Firefox.

    Results come as calls end, whatever the order of `urls`. What goes wrong in a call is the `error` of its result, and
    ends no other call. `urls` may be endless: it is read in a thread of its own, and at most four times `workers`
    addresses are ahead of the results that you took.

    Args:
        function: What is called with each page, in several threads at once. Its value may be anything.
        urls: The addresses.
        workers: How many pages are open at the same time, at most 12.
        retries: How often a call that fails is tried again, after 1, 2, 4, … seconds.
        per_site: The least seconds between the beginnings of two calls for the same host.
        checkpoint: A file of JSON lines that says which addresses are done. A second run with it does the others, those
            that failed among them, and no address twice. An address is done once you ask for the result after it.
        session: The session whose Firefox it is. Default: $CLZ_SESSION, or the setting session.
        on: The machine whose Firefox it is, as `clz --on` takes it.
        headed: Show Firefox if it is started.
        isolated: Give each page cookies, storage and a cache of its own.
        wait_until: How far each page must have loaded. Default: load, or the setting wait_until.
        timeout_ms: How long opening a page may take, in milliseconds. Default: 150,000.

    Raises:
        ClzError: at once for what cannot be; at the first result if there is no Firefox.
    """
    _check("workers", workers, 1, MAX_TABS)
    _check("retries", retries, 0, 100)
    _check("per_site", per_site, 0, 86_400)
    if isinstance(urls, str):
        raise _unusable("urls is one address.", "Give a list of addresses: [url]")
    lines = None if checkpoint is None else Lines(os.fspath(checkpoint))

    def new_firefox() -> _Firefox[T]:
        return _Firefox(function, session, on, headed, isolated, wait_until, timeout_ms)

    def go() -> Generator[Result[T], None, None]:
        first = new_firefox()
        try:
            first.reach()
        finally:
            first.close()
        fresh = urls if lines is None else lines.fresh(urls)
        results = Crew(fresh, new_firefox, workers, Order(per_site, retries)).results()
        try:
            for result in results:
                yield result
                if lines is not None and result.error is None:
                    lines.write({"url": result.url, "attempts": result.attempts, "seconds": result.seconds})
        finally:
            results.close()

    return go()


class _Firefox(Generic[T]):
    """One worker's connection to Firefox, and its pages, one after the other."""

    def __init__(
        self,
        function: Callable[[Page], T],
        session: str | None,
        on: str | None,
        headed: bool | None,
        isolated: bool,
        wait_until: Literal["load", "domcontentloaded", "none"] | None,
        timeout_ms: int | None,
    ) -> None:
        from clz._page import Browser

        self._function = function
        self._browser = Browser(session, on=on, headed=headed)
        self._isolated = isolated
        self._wait_until = wait_until
        self._timeout_ms = timeout_ms

    def reach(self) -> None:
        """Start Firefox if none is there. Raises: ClzError."""
        self._browser._announce()

    def call(self, url: str) -> T:
        """What the function makes of the page. Raises: whatever it raises; ClzError if the page cannot be opened."""
        with self._browser.open(
            url, isolated=self._isolated, wait_until=self._wait_until, timeout_ms=self._timeout_ms
        ) as page:
            return self._function(page)

    def close(self) -> None:
        self._browser.close()


def _check(name: str, value: object, least: int, most: int) -> None:
    """Raises: USAGE for what is not a number within limits."""
    kinds = int | float if name == "per_site" else int
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        raise _unusable(f"{name} is {value!r}.", f"Give a number from {least} to {most:,}.")


def _unusable(what: str, hint: str) -> ClzError:
    return error("USAGE", what, hint)
