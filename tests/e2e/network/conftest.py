"""Pages whose agents leave no route behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.network.routing import without_routes
from tests.support.browsers import Page


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
