"""Read many pages by one function, several at a time: `for result in clz.fleet.map(function, urls): …`."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from clz.fleet._lines import Lines
from clz.fleet._order import Order
from clz.fleet._pool import Caller, Pool, Result
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_TABS
from clz_core.fleet.address import check, connected

if TYPE_CHECKING:
    from distributed import Client

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
    fleet: str | Client | None = None,
    insecure: bool = False,
) -> Generator[Result[T], None, None]:
    """Call `function(page)` with a page of its own for each address, several at a time, here or on many machines.

    Results come as calls end, not in the order of `urls`. If a call fails, its result has an `error`, and the others
    continue. `urls` may be endless: it is read in a separate thread, at most four times `workers` ahead of the results
    that you took.

    Args:
        function: Called with each page, in several threads at the same time. It may return anything.
        urls: The addresses.
        workers: How many pages are open at the same time, at most 12. With a fleet: at each of its workers, and there
            no more than it has threads and memory for.
        retries: How often a call that fails is tried again, after 1, 2, 4, … seconds.
        per_site: Minimum seconds between the beginnings of two calls for the same host.
        checkpoint: A file of JSON lines with the addresses that are done. A second run with it skips these, and retries
            those that failed. An address is done when you ask for the next result.
        session: The session whose Firefox it is. Default: $CLZ_SESSION, or the setting session.
        on: The machine whose Firefox it is, as `clz --on` takes it.
        headed: Show Firefox if it is started.
        isolated: Give each page cookies, storage and a cache of its own.
        wait_until: How far each page must have loaded. Default: load, or the setting wait_until.
        timeout_ms: How long opening a page may take, and each call on it that names no limit, in milliseconds. Default:
            150,000.
        fleet: The machines to use: an address as for `clz run --fleet`, or a client of Dask. The function is sent
            there, and its return values are sent back, so both must be picklable.
        insecure: Use a fleet without TLS: anybody who reaches its scheduler commands its machines.

    Raises:
        ClzError: Immediately for a wrong argument; at the first result if there is no Firefox.
    """
    _check("workers", workers, 1, MAX_TABS)
    _check("retries", retries, 0, 100)
    _check("per_site", per_site, 0, 86_400)
    if isinstance(urls, str):
        raise _unusable("urls is a single address.", "Give a list of addresses: [url]")
    if fleet is not None and (session is not None or on is not None):
        raise _unusable("A fleet starts its own Firefoxes.", "Leave session and on out.")
    if isinstance(fleet, str):
        check(fleet, insecure)
    lines = None if checkpoint is None else Lines(os.fspath(checkpoint))
    new_there = partial(_Firefox, function, None, headed, isolated, wait_until, timeout_ms)

    def new_firefox() -> _Firefox[T]:
        return _Firefox(function, on, headed, isolated, wait_until, timeout_ms, session)

    def go() -> Generator[Result[T], None, None]:
        with ExitStack() as ended:
            new_caller: Callable[[], Caller[T]] = new_firefox
            count = workers
            if fleet is None:
                first = new_firefox()
                try:
                    first.reach()
                finally:
                    first.close()
            else:
                client = ended.enter_context(connected(fleet, insecure)) if isinstance(fleet, str) else fleet
                from clz.fleet._client import FarPlace, Fleet

                far: Fleet[T] = Fleet(client, new_there, workers, logging.getLogger("clz.fleet").warning)
                ended.callback(far.close)
                count = far.begin()
                new_caller = partial(FarPlace, far)
            fresh = urls if lines is None else lines.fresh(urls)
            results = Pool(fresh, new_caller, count, Order(per_site, retries)).results()
            ended.callback(results.close)
            for result in results:
                yield result
                if lines is not None and result.error is None:
                    lines.write({"url": result.url, "attempts": result.attempts, "seconds": result.seconds})

    return go()


class _Firefox(Generic[T]):
    """One worker's connection to Firefox, and its pages, one after the other."""

    def __init__(
        self,
        function: Callable[[Page], T],
        on: str | None,
        headed: bool | None,
        isolated: bool,
        wait_until: Literal["load", "domcontentloaded", "none"] | None,
        timeout_ms: int | None,
        session: str | None,
    ) -> None:
        from clz._page import Browser

        self._function = function
        self._browser = Browser(session, on=on, headed=headed)
        self._browser._who = self._browser._who._replace(timeout_ms=timeout_ms)
        self._isolated = isolated
        self._wait_until = wait_until

    def reach(self) -> None:
        """Start Firefox if none is there. Raises: ClzError."""
        self._browser._announce()

    def call(self, url: str) -> T:
        """What the function makes of the page. Raises: whatever it raises; ClzError if the page cannot be opened."""
        with self._browser.open(url, isolated=self._isolated, wait_until=self._wait_until) as page:
            return self._function(page)

    def stop(self) -> None:
        """End Firefox. Raises: ClzError."""
        self._browser.stop()

    def close(self) -> None:
        self._browser.close()


def _check(name: str, value: object, least: int, most: int) -> None:
    """Raises: USAGE for what is not a number within limits."""
    kinds = int | float if name == "per_site" else int
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        raise _unusable(f"{name} is {value!r}.", f"Give a number from {least} to {most:,}.")


def _unusable(what: str, hint: str) -> ClzError:
    return error("USAGE", what, hint)
