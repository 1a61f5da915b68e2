"""`clz pick`: the locator of what a person points at, in the page and in the picture of `clz show`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.running.lasting import LASTING
from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.person import Hands, Person, restart_host_without, watched_firefox
from tests.support.waiting import until

ESCAPE = "\ue00c"
MIDDLE = "(() => { const box = document.querySelector('%s').getBoundingClientRect(); "
MIDDLE += "return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round).join(); })()"


def middle(page: Page, css: str) -> str:
    return str(page.call("evaluate", expression=MIDDLE % css)["result"])


def test_what_is_at_a_point_is_named_in_frames_and_shadow_roots_too(
    build: str, page: Page, request: pytest.FixtureRequest
) -> None:
    browser: Browser = request.getfixturevalue("browser" if build == "managed" else "plain_browser")
    page.open("picked.html")
    page.call("waitFor", text="Put in")
    whose = ("--agent", "tester", "--tab", str(page.tab))

    def line(point: str) -> str:
        done = browser.clz("pick", "--point", point, *whose)
        assert done.returncode == 0, done.stderr
        return done.stdout.rstrip("\n")

    assert line(middle(page, "h1")) == "'role=heading[name=\"Basket\"]'"
    assert line(middle(page, "li:nth-child(2) b")) == "'role=button[name=\"Remove\"]' --nth 2"
    assert line(middle(page, "#pay")) == "'role=button[name=\"Pay now\"]'"
    left, top = (int(part) for part in corner(page).split(","))
    assert line(f"{left + 8},{top - 15}") == "'role=button[name=\"Gift wrap\"]'"
    assert line(f"{left + 250},{top + 20}").endswith("--frame 'role=iframe[name=\"Delivery\"]'")
    assert line(f"{left + 40},{top + 150}").endswith(
        '--frame \'role=iframe[name="Delivery"] >> role=iframe[name="Inside"]\''
    )
    assert browser.clz("pick", "--point", "1,2,3", *whose).returncode == 2
    outside = browser.clz("pick", "--point", "4000,4000", *whose)
    assert (outside.returncode, "There is no element at 4000,4000" in outside.stderr) == (1, True)


def corner(page: Page) -> str:
    code = "(() => { const box = document.querySelector('#delivery').getBoundingClientRect(); "
    return str(page.call("evaluate", expression=code + "return [box.x, box.y].map(Math.round).join(); })()")["result"])


@pytest.fixture
def watched() -> tuple[Browser, Person]:
    """A Firefox whose host takes it for one with a window."""
    return LASTING.get("windowed", watched_firefox)


@pytest.fixture
def hands(watched: tuple[Browser, Person], agent: Client, site: Site) -> Iterator[Hands]:
    """Those of a person at a page of an agent."""
    person = watched[1]
    restart_host_without(person, "MOZ_HEADLESS")
    agent.call("createWindow", {"url": site.url("picked.html"), "foreground": True})
    agent.call("waitFor", {"text": "Put in"})
    yield person.sits_at(site.url("picked.html"))
    person.stands_up()


@pytest.fixture
def picks(agent: Client, hands: Hands) -> Iterator[Callable[..., Future[Any]]]:
    with ThreadPoolExecutor(2) as threads:

        def pick(**params: Any) -> Future[Any]:
            def call() -> Any:
                with Client("default", key=agent.key) as client:
                    return client.call("pickElement", params)

            waiting = threads.submit(call)
            until(lambda: waiting.done() or is_taken(hands, agent))
            return waiting

        yield pick


def is_taken(hands: Hands, agent: Client) -> bool:
    """True once the page is told of no movement of the mouse."""
    hands.hovers("#code")
    says(agent, "seen.length = 0")
    hands.hovers("h1")
    return bool(says(agent, "seen.length === 0"))


def says(agent: Client, expression: str) -> Any:
    return agent.call("evaluate", {"expression": expression, "unsafe": True})["result"]


def test_a_person_points_and_the_page_neither_sees_nor_forges_it(
    hands: Hands, agent: Client, picks: Callable[..., Future[Any]]
) -> None:
    hands.hovers("h1")
    before = says(agent, "seen.length = 0; shapes()")
    waiting = picks()
    says(agent, "forge()")
    hands.hovers("li:nth-child(2) b")
    assert says(agent, "shapes()") == before
    assert not waiting.done()
    hands.clicks("li:nth-child(2) b")
    found = waiting.result(20)
    assert (found["locator"], found["nth"], found["by"]) == ('role=button[name="Remove"]', 2, "firefox")
    assert (says(agent, "seen.join()"), says(agent, "shapes()")) == ("", before)

    waiting = picks()
    hands.clicks("#pay")  # disabled
    assert waiting.result(20)["locator"] == 'role=button[name="Pay now"]'

    waiting = picks()
    hands.presses(ESCAPE)
    with pytest.raises(ClzError) as caught:
        waiting.result(20)
    assert (caught.value.code, "Escape" in caught.value.message) == ("CANCELLED", True)
    assert says(agent, "seen.filter((type) => type !== 'keyup').join()") == ""

    with pytest.raises(ClzError) as caught:
        agent.call("pickElement", {"waitMs": 1_000})
    assert (caught.value.code, caught.value.details["limit"]) == ("TIMEOUT", "waitMs")
    hands.clicks("h1")
    assert "click" in says(agent, "seen.join()")
