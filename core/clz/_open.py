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
    """Open a page, in a Firefox that is started if none is there: `with clz.open(url) as page: …`.

    The tab is closed at the end of the block, or by `page.close()`, or with this process. The arguments are those of
    `Browser` and of its `open`.
    """
    browser = Browser(session, agent, on=on, headed=headed, start=start, trace=trace)
    try:
        page = browser.open(
            url,
            wait_until=wait_until,
            isolated=isolated,
            state=state,
            private=private,
            foreground=foreground,
            viewport=viewport,
            emulate=emulate,
            headers=headers,
            http_credentials=http_credentials,
            timeout_ms=timeout_ms,
        )
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
    wanted = {
        "wait_until": wait_until,
        "isolated": isolated,
        "state": state,
        "private": private,
        "foreground": foreground,
        "viewport": viewport,
        "emulate": emulate,
        "headers": headers,
        "http_credentials": http_credentials,
        "timeout_ms": timeout_ms,
    }
    browser = {"session": session, "agent": agent, "on": on, "headed": headed, "start": start, "trace": trace}
    return Opening(url, browser, wanted)


class Opening:
    """A page that is to be opened: awaited, or at the beginning of a block."""

    def __init__(self, url: str, browser: Values, wanted: Values) -> None:
        self._url = url
        self._browser = browser
        self._wanted = wanted
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
        browser = AsyncBrowser(**self._browser)
        try:
            page = await browser.open(self._url, **self._wanted)
        except BaseException:
            await browser.close()
            raise
        page._ends_browser = True
        return page
