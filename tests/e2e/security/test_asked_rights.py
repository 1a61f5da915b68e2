"""Rights that nothing is said of: the person at the real Firefox is asked."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from clz_core.client import Client
from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.errors import ClzError
from tests.running.lasting import LASTING
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.panel import popup
from tests.support.person import Person, restart_host_without, watched_firefox
from tests.support.waiting import until

TEXT = "May it read what its pages send and receive, including what is entered there?"


@pytest.fixture
def watched() -> tuple[Browser, Person]:
    """A Firefox whose host takes it for one with a window."""
    return LASTING.get("people's", watched_firefox)


@pytest.fixture
def seen(watched: tuple[Browser, Person], person: Person) -> None:
    restart_host_without(person, "CLZ_MANAGED", "MOZ_HEADLESS")


def records(client: Client, tab: int) -> ClzError | None:
    with Client("default", key=client.key) as same:
        try:
            same.call("recordBodies", {"tabId": tab, "state": "on"}, 20_000)
        except ClzError as problem:
            return problem
    return None


def opened(client: Client, site: Site) -> int:
    return int(client.call("createWindow", {"url": site.url("form.html")})["tabId"])


def test_the_persons_word_holds_for_the_agent_that_asked_alone(
    agent: Client, other: Client, person: Person, site: Site, seen: None
) -> None:
    own, theirs = opened(agent, site), opened(other, site)
    assert agent.call("getConfig", {"key": "rights"})["rights"]["bodies"]["asked"] is True
    with popup(person) as page, ThreadPoolExecutor(4) as threads:
        waiting = [threads.submit(records, agent, own) for _ in range(2)]
        until(lambda: TEXT in page.text("#questions"))
        assert page.does("return document.querySelectorAll('.question').length") == 1, "one question for both"
        page.clicks(f"button[aria-label='Allow: {TEXT}']")
        assert [one.result(10) for one in waiting] == [None, None]
        assert records(agent, own) is None
        assert agent.call("getConfig", {"key": "rights"})["rights"]["bodies"]["allowed"] is True
        refused = threads.submit(records, other, theirs)
        until(lambda: TEXT in page.text("#questions"))
        page.clicks(f"button[aria-label='No: {TEXT}']")
        problem = refused.result(10)
        assert problem is not None
        assert (problem.code, "bodies = true" in problem.hint) == ("RIGHT_DENIED", True)
        again = records(other, theirs)
        assert again is not None
        assert again.code == "RIGHT_DENIED", "a no is not asked again"


def test_a_flow_may_ask_for_a_site_too(agent: Client, person: Person, site: Site, seen: None) -> None:
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    file.write_text('[[policy.flows]]\nfrom = ["127.0.0.1"]\nto = ["127.0.0.1"]\notherwise = "ask"\n')
    try:
        opened(agent, site)
        with popup(person) as page, ThreadPoolExecutor(1) as threads:
            refused, allowed = (site.url("form.html").replace("127.0.0.1", f"{name}.localhost") for name in ("a", "b"))
            opening = threads.submit(agent.call, "createWindow", {"url": refused})
            until(lambda: f'It wants to open "{refused}"' in page.text("#questions"))
            page.clicks("button[aria-label^='No: It has read 127.0.0.1.']")
            assert "The person did not allow it." in str(opening.exception(20))
            opening = threads.submit(agent.call, "createWindow", {"url": allowed})
            until(lambda: f'It wants to open "{allowed}"' in page.text("#questions"))
            page.clicks("button[aria-label^='Allow: It has read 127.0.0.1.']")
            assert opening.result(20)["url"] == allowed
        with pytest.raises(ClzError, match="There was no answer: The question in Firefox was not"):
            agent.call("createWindow", {"url": allowed.replace("b.", "c.")}, 3_000)
    finally:
        file.unlink()


def test_nobody_answering_is_a_refusal(agent: Client, person: Person, site: Site, seen: None) -> None:
    tab = opened(agent, site)
    with pytest.raises(ClzError) as caught:
        agent.call("recordBodies", {"tabId": tab, "state": "on"}, 6_000)
    assert (caught.value.code, "was not answered" in caught.value.message) == ("RIGHT_DENIED", True)
    agent.call("listRoutes", {})
