"""One Firefox of each build for all tests of a worker, and a tab of its own for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page, firefox, page_of
from tests.support.hosts import use


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with firefox() as running:
        yield running


@pytest.fixture(scope="session")
def plain_browser() -> Iterator[Browser]:
    """A Firefox whose extension has no helper."""
    with firefox(CLZ_BUILD="plain") as running:
        yield running


@pytest.fixture(params=["managed", "plain"])
def build(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The build of the extension, one after the other. Asked for before `page`, it decides which Firefox that is in."""
    running: Browser = request.getfixturevalue("browser" if request.param == "managed" else "plain_browser")
    use(running.scratch, monkeypatch)
    return str(request.param)


@pytest.fixture(autouse=True)
def at_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two Firefoxes a test is in the managed one, unless it asks for `build`."""
    if "build" in request.fixturenames:
        request.getfixturevalue("build")
    elif "browser" in request.fixturenames or "page" in request.fixturenames:
        use(request.getfixturevalue("browser").scratch, monkeypatch)


@pytest.fixture
def page(at_home: None, site: Site) -> Iterator[Page]:
    with page_of("tester", site.origin) as page:
        yield page


@pytest.fixture
def other_page(page: Page, site: Site) -> Iterator[Page]:
    """A page of another agent, in the same Firefox."""
    with page_of("neighbour", site.origin) as page:
        yield page


@pytest.fixture
def trusted(build: str) -> bool:
    """Whether pages take what this build sends for a person's."""
    return build == "managed"


@pytest.fixture
def word(trusted: bool) -> str:
    """How the test pages call the events of this build."""
    return "trusted" if trusted else "synthetic"
