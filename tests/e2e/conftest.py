"""One Firefox for all tests of a worker, and a tab of its own for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clz_core.client import Client
from clz_core.keys import new_key
from tests.site.server import Site
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page, firefox, page_of
from tests.support.person import Person, watched_firefox


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


@pytest.fixture(scope="module")
def watched() -> Iterator[tuple[Browser, Person]]:
    """A second Firefox, with a person at it."""
    with watched_firefox() as running:
        yield running


@pytest.fixture
def person(watched: tuple[Browser, Person]) -> Person:
    return watched[1]


@pytest.fixture
def agent(watched: tuple[Browser, Person]) -> Iterator[Client]:
    """An agent in the person's Firefox."""
    with Client("default", key=new_key("agent")) as client:
        yield client
        says_goodbye(client)


@pytest.fixture
def other(watched: tuple[Browser, Person]) -> Iterator[Client]:
    with Client("default", key=new_key("other")) as client:
        yield client
        says_goodbye(client)
