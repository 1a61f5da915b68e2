"""One Firefox of each build for all tests of a worker, and a tab of its own for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import config_dir, private_dir
from tests.running.lasting import LASTING
from tests.running.selection import change_of, group_of, leave_plain_to_the_night
from tests.site.server import Site
from tests.support.agents import agent_named, says_goodbye
from tests.support.browsers import Browser, OpenShared, Page, SharedPages, firefox, keep, page_of
from tests.support.hosts import use
from tests.support.person import Person, watched_firefox

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All of these drive a real Firefox; elsewhere a test that does is marked by hand.

    One worker has those in the plain build, a tenth of them, and one has those with a person: the others start no
    second Firefox for these.
    """
    ours = [item for item in items if item.path.is_relative_to(HERE)]
    for item in ours:
        item.add_marker(pytest.mark.firefox)
        if item.get_closest_marker("xdist_group") is None and (group := group_of(item)):
            item.add_marker(pytest.mark.xdist_group(group))
    leave_plain_to_the_night(ours, HERE, change_of(config))


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture(autouse=True)
def nothing_seen(request: pytest.FixtureRequest) -> None:
    """What earlier tests asked the site for is no answer to what this one waits for."""
    if "site" in request.fixturenames:
        request.getfixturevalue("site").seen.clear()


@pytest.fixture
def browser() -> Browser:
    return LASTING.get("managed", firefox)


@pytest.fixture
def plain_browser() -> Browser:
    """A Firefox whose extension has no helper."""
    return LASTING.get("plain", lambda: firefox(CLZ_BUILD="plain"))


@pytest.fixture(params=["managed", "plain"])
def build(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The build of the extension, one after the other. Asked for before `page`, it decides which Firefox that is in."""
    running: Browser = request.getfixturevalue("browser" if request.param == "managed" else "plain_browser")
    use(running.scratch, monkeypatch)
    running.start_again_if_gone()
    return str(request.param)


@pytest.fixture(autouse=True)
def at_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two Firefoxes a test is in the managed one, unless it asks for `build`."""
    if "build" in request.fixturenames:
        request.getfixturevalue("build")
    elif {"browser", "page", "shared"} & set(request.fixturenames):
        running: Browser = request.getfixturevalue("browser")
        use(running.scratch, monkeypatch)
        running.start_again_if_gone()
    elif "watched" in request.fixturenames:
        use(request.getfixturevalue("watched")[0].scratch, monkeypatch)


@pytest.fixture
def page(at_home: None, site: Site) -> Iterator[Page]:
    keep(f"{site.origin}/index.html")
    with page_of("tester", site.origin) as page:
        yield page


@pytest.fixture
def other_page(page: Page, site: Site) -> Iterator[Page]:
    """A page of another agent, in the same Firefox."""
    with page_of("neighbour", site.origin) as page:
        yield page


@pytest.fixture
def resize(page: Page) -> Iterator[Callable[..., dict[str, Any]]]:
    """Gives the window that all agents share another size, for this test alone."""
    yield lambda **params: page.client.call("resizeWindow", params)
    page.client.call("resizeWindow", {"width": 1366, "height": 768})


@pytest.fixture
def isolated(page: Page) -> Iterator[Client]:
    """An agent that has nothing yet, in the same Firefox."""
    with agent_named("isolated") as client:
        yield client


@pytest.fixture
def config() -> Iterator[Path]:
    """The person's config.toml, which is to be written."""
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    yield file
    file.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def shared_pages(site: Site) -> Iterator[SharedPages]:
    pages = SharedPages(site.origin)
    yield pages
    pages.close()


@pytest.fixture
def shared(at_home: None, request: pytest.FixtureRequest, site: Site, shared_pages: SharedPages) -> OpenShared:
    """Opens a page for all tests of a module, none of which changes anything there."""
    build = request.getfixturevalue("build") if "build" in request.fixturenames else "managed"
    keep(f"{site.origin}/index.html")
    return lambda path: shared_pages.open(build, path)


@pytest.fixture
def watched() -> tuple[Browser, Person]:
    """Another Firefox, with a person at it."""
    return LASTING.get("watched", watched_firefox)


@pytest.fixture
def plain_watched() -> tuple[Browser, Person]:
    """The same without the helper, and with what it can show of the overlay."""
    return LASTING.get("plain watched", lambda: watched_firefox(CLZ_BUILD="plain", CLZ_VISUALS="on"))


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


@pytest.fixture
def trusted(build: str) -> bool:
    """Whether pages take what this build sends for a person's."""
    return build == "managed"


@pytest.fixture
def word(trusted: bool) -> str:
    """How the test pages call the events of this build."""
    return "trusted" if trusted else "synthetic"
