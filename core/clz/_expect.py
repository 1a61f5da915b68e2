"""`expect(locator).to_have_text("Thank you")`, of locators and pages, of both kinds."""

from __future__ import annotations

from typing import Any, overload

from clz._assertions import Assertions, LocatorAssertions, PageAssertions
from clz._async_assertions import AsyncAssertions, AsyncLocatorAssertions, AsyncPageAssertions
from clz._async_page import AsyncLocator, AsyncPage
from clz._calls import explained
from clz._page import Locator, Page
from clz_core.contract.errors import error


class Expectations:
    """Expects something of a locator or a page, and waits until it holds; errors begin with `message`.

    `expect.soft(locator)` reports failures at the end of the test, or of the page's block.
    """

    @overload
    def __call__(self, actual: Locator, message: str | None = None) -> LocatorAssertions: ...
    @overload
    def __call__(self, actual: Page, message: str | None = None) -> PageAssertions: ...
    @overload
    def __call__(self, actual: AsyncLocator, message: str | None = None) -> AsyncLocatorAssertions: ...
    @overload
    def __call__(self, actual: AsyncPage, message: str | None = None) -> AsyncPageAssertions: ...

    def __call__(self, actual: Any, message: str | None = None) -> Any:
        return _assertions(actual, False, message)

    @overload
    def soft(self, actual: Locator, message: str | None = None) -> LocatorAssertions: ...
    @overload
    def soft(self, actual: Page, message: str | None = None) -> PageAssertions: ...
    @overload
    def soft(self, actual: AsyncLocator, message: str | None = None) -> AsyncLocatorAssertions: ...
    @overload
    def soft(self, actual: AsyncPage, message: str | None = None) -> AsyncPageAssertions: ...

    def soft(self, actual: Any, message: str | None = None) -> Any:
        """The same, but failures are reported at the end."""
        return _assertions(actual, True, message)

    def set_options(self, timeout: float | None = None) -> None:
        """Set how long expectations wait by default, in milliseconds; at first 5,000."""
        Assertions.wait_ms = AsyncAssertions.wait_ms = 5000 if timeout is None else timeout


def _assertions(actual: Any, soft: bool, message: str | None) -> Any:
    make = getattr(actual, "_assertions", None)
    if make is None:
        with explained():
            raise error(
                "USAGE",
                f"expect is about a locator or a page, not about {actual!r}.",
                'As in: expect(page.get_by_text("Thank you")).to_be_visible(). For plain values: assert',
            )
    return make(soft, message)


expect = Expectations()
