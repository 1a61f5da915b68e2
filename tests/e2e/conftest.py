"""One Firefox for all tests of a worker, and a tab of its own for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page, firefox, page_of


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with firefox() as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Page]:
    with page_of("tester", site.origin) as page:
        yield page


@pytest.fixture
def other_page(browser: Browser, site: Site) -> Iterator[Page]:
    """A page of another agent."""
    with page_of("neighbour", site.origin) as page:
        yield page
