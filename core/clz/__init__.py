"""Drive Firefox from Python.

    import clz

    with clz.open("https://example.com") as page:
        page.click("text=More information")
        page.expect.text("h1", "Example")

    with clz.open("https://example.com/login") as page:
        page.get_by_label("Email").fill("ada@example.com")
        page.get_by_role("button", name="Sign in").click()
        clz.expect(page.get_by_text("Welcome")).to_be_visible()

`open` opens a page, and starts Firefox if none is running. The methods of `Page` are the commands of `clz`, with the
same names; `aopen` opens an `AsyncPage`, which has the same methods for asyncio. `Browser` opens several pages, and
`clz.fleet.map` calls a function with many. Errors are a `ClzError` with `code`, `message`, `hint` and `details`:

    ClzError
      UsageError      a wrong call or argument
      NotConnected    no Firefox, or it ended
      TimedOut        the time limit passed
      Refused         another agent's tab, an address that is not allowed
      Busy            try again
      PageError       everything that went wrong on the page
        ExpectationFailed   an expectation of `page.expect` was not met; an AssertionError too

Use each page from one thread at a time; several threads may use several pages at the same time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clz import fleet
    from clz._async_page import AsyncBrowser, AsyncLocator, AsyncPage
    from clz._expect import expect
    from clz._open import aopen, open
    from clz._page import Browser, Locator, Page
    from clz.callbacks.async_routes import AsyncRoute
    from clz.callbacks.routes import Route
    from clz_core import __version__
    from clz_core.contract.errors import (
        Busy,
        ClzError,
        ExpectationFailed,
        NotConnected,
        PageError,
        Refused,
        TimedOut,
        UsageError,
    )

__all__ = [
    "AsyncBrowser",
    "AsyncLocator",
    "AsyncPage",
    "AsyncRoute",
    "Browser",
    "Busy",
    "ClzError",
    "ExpectationFailed",
    "Locator",
    "NotConnected",
    "Page",
    "PageError",
    "Refused",
    "Route",
    "TimedOut",
    "UsageError",
    "__version__",
    "aopen",
    "expect",
    "fleet",
    "open",
]

# Loaded when they are first asked for: pytest loads this package wherever it is installed, for the plugin in it.
_MODULES = {
    "AsyncBrowser": "clz._async_page",
    "AsyncLocator": "clz._async_page",
    "AsyncPage": "clz._async_page",
    "AsyncRoute": "clz.callbacks.async_routes",
    "Browser": "clz._page",
    "Locator": "clz._page",
    "Page": "clz._page",
    "Route": "clz.callbacks.routes",
    "expect": "clz._expect",
    "aopen": "clz._open",
    "open": "clz._open",
    "__version__": "clz_core",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name == "fleet":
        return import_module("clz.fleet")
    value = globals()[name] = getattr(import_module(_MODULES.get(name, "clz_core.contract.errors")), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
