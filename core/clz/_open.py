"""Opening a page by one call, in a browser that is there for it alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal

from clz._async_page import AsyncBrowser, AsyncPage
from clz._page import Browser, Page
from clz_core.contract.shapes import Values


def open(
    url: str = "about:blank",
    *,
    session: str | None = None,
    agent: str | None = None,
    on: str | None = None,
    headed: bool | None = None,
    start: bool = True,
    wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
    isolated: bool = False,
    state: str | PathLike[str] | None = None,
    private: bool | None = None,
    foreground: bool = False,
    viewport: str | tuple[int, int] | None = None,
    emulate: Mapping[str, Any] | None = None,
    headers: Sequence[str] | None = None,
    http_credentials: tuple[str, str] | None = None,
    timeout_ms: int | None = None,
    trace: str | PathLike[str] | None = None,
) -> Page:
    """Open a page, and start Firefox if none is running: `with clz.open(url) as page: …`.

    The tab is closed at the end of the block, by `page.close()`, or when this process ends. The arguments are those of
    `Browser` and of `Browser.open`.
    """
    of_browser, of_page = _parted(locals())
    browser = Browser(**of_browser)
    try:
        page = browser.open(**of_page)
    except BaseException:
        browser.close()
        raise
    page._ends_browser = True
    return page


def aopen(
    url: str = "about:blank",
    *,
    session: str | None = None,
    agent: str | None = None,
    on: str | None = None,
    headed: bool | None = None,
    start: bool = True,
    wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
    isolated: bool = False,
    state: str | PathLike[str] | None = None,
    private: bool | None = None,
    foreground: bool = False,
    viewport: str | tuple[int, int] | None = None,
    emulate: Mapping[str, Any] | None = None,
    headers: Sequence[str] | None = None,
    http_credentials: tuple[str, str] | None = None,
    timeout_ms: int | None = None,
    trace: str | PathLike[str] | None = None,
) -> Opening:
    """Open a page from asyncio: `async with clz.aopen(url) as page: …`, or `page = await clz.aopen(url)`.

    Everything else is as with `open`.
    """
    return Opening(*_parted(locals()))


def _parted(given: Values) -> tuple[Values, Values]:
    """The arguments of `Browser`, and those of its `open`."""
    of_browser = ("session", "agent", "on", "headed", "start", "trace")
    return {name: given[name] for name in of_browser}, {n: value for n, value in given.items() if n not in of_browser}


class Opening:
    """A page that is to be opened: awaited, or at the beginning of a block."""

    def __init__(self, of_browser: Values, of_page: Values) -> None:
        self._of_browser = of_browser
        self._of_page = of_page
        self._page: AsyncPage | None = None

    def __await__(self) -> Generator[Any, None, AsyncPage]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncPage:
        self._page = await self._open()
        return self._page

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._page is not None:
            await self._page.close()

    async def _open(self) -> AsyncPage:
        browser = AsyncBrowser(**self._of_browser)
        try:
            page = await browser.open(**self._of_page)
        except BaseException:
            await browser.close()
            raise
        page._ends_browser = True
        return page
