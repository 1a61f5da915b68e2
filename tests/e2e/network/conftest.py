"""Pages whose agents leave no route and no network condition behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.network.routing import without_routes
from tests.site.sent_site import SentSite, sent_site
from tests.support.browsers import Page, without_conditions


@pytest.fixture
def routed(page: Page) -> Iterator[Page]:
    """A page of an agent that is to have routes."""
    with without_routes(page):
        yield page


@pytest.fixture
def other_routed(routed: Page, other_page: Page) -> Iterator[Page]:
    """The same of another agent."""
    with without_routes(other_page):
        yield other_page


@pytest.fixture
def conditioned(page: Page) -> Iterator[Page]:
    """A page of an agent that is to have network conditions."""
    with without_conditions(page):
        yield page


@pytest.fixture
def other_conditioned(conditioned: Page, other_page: Page) -> Iterator[Page]:
    """The same of another agent."""
    with without_conditions(other_page):
        yield other_page


@pytest.fixture(scope="module")
def sent() -> Iterator[SentSite]:
    with sent_site() as site:
        yield site
