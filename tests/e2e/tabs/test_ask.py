"""Questions of agents to the person at the real Firefox, and at the terminal that they were asked from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.running.lasting import LASTING
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.mcp import Lines, text
from tests.support.panel import OwnPage, popup
from tests.support.person import TRACKER, Person, restart_host_without, watched_firefox
from tests.support.scratch import CLZ
from tests.support.terminal import Terminal
from tests.support.waiting import until

TEXT = "Please log in <b>here</b>, then go on"
SHOWN = "return [await browser.browserAction.getBadgeText({}), await browser.notifications.getAll()]"
FRONT = f"""{TRACKER}
const win = Services.wm.getMostRecentWindow("navigator:browser");
return tabTracker.getId(win.gBrowser.selectedTab);
"""


@pytest.fixture
def watched() -> tuple[Browser, Person]:
    """A Firefox whose host takes it for one with a window."""
    return LASTING.get("windowed", watched_firefox)


@pytest.fixture
def seen(watched: tuple[Browser, Person], person: Person) -> None:
    restart_host_without(person, "MOZ_HEADLESS")


Asking = Callable[..., Any]


@pytest.fixture
def asks(agent: Client) -> Iterator[Asking]:
    """Asks in the background."""
    with ThreadPoolExecutor(4) as threads:

        def ask(question: str = TEXT, **params: Any) -> Any:
            def call() -> Any:
                with Client("default", key=agent.key) as client:
                    return client.call("ask", {"question": question, **params})

            return threads.submit(call)

        yield ask


def asked(page: OwnPage, text: str = TEXT) -> None:
    until(
        lambda: page.does(
            "return [...document.querySelectorAll('.question .words')].some((e) => e.textContent === args[0])", text
        )
    )


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("button", "answer"), [("Done", "done"), ("No", "no")])
def test_the_person_answers_in_the_popup(
    agent: Client, person: Person, seen: None, asks: Asking, button: str, answer: str
) -> None:
    with popup(person) as page:
        assert not page.sees("#questions")
        waiting = asks()
        asked(page)
        assert page.text(".question h3") == "agent"
        assert page.does("return document.querySelectorAll('.question b').length") == 0
        page.clicks(f"button[aria-label='{button}: {TEXT}']")
        result = waiting.result(10)
        assert (result["answer"], result["by"]) == (answer, "firefox")
        until(lambda: not page.sees("#questions"))
        until(lambda: page.text("#status") == f"Answered agent: {answer}")
        assert page.violations() == []


def test_a_question_can_be_about_a_tab_which_the_person_is_shown(
    agent: Client, other: Client, person: Person, site: Site, seen: None, asks: Asking
) -> None:
    tab = agent.call("createWindow", {"url": site.url("form.html")})["tabId"]
    theirs = other.call("createWindow", {"url": site.url("form.html")})["tabId"]
    with pytest.raises(ClzError) as caught:
        agent.call("ask", {"question": "?", "tabId": theirs})
    assert caught.value.code == "OWNERSHIP"
    waiting = asks(tabId=tab)
    with popup(person) as page:
        asked(page)
        page.clicks(".question button:first-child")
        until(lambda: person.does(FRONT) == tab)
    agent.call("closeTab", {"tabId": tab})
    with pytest.raises(ClzError) as caught:
        waiting.result(10)
    assert caught.value.code == "TAB_CLOSED"


def test_a_badge_and_a_notification_say_that_something_is_asked(
    agent: Client, person: Person, seen: None, asks: Asking
) -> None:
    with popup(person) as page:
        assert page.does(SHOWN) == ["", {}]
        waiting = asks()
        until(lambda: page.does(SHOWN)[0] == "?")
        asked(page)
        for told in page.does(SHOWN)[1].values():  # none where the system shows none
            assert (told["title"], told["message"]) == ("Agent agent asks", TEXT)
        page.clicks(".question .main")
        waiting.result(10)
        until(lambda: page.does(SHOWN) == ["", {}])


def test_nobody_answering_is_a_timeout_and_the_question_is_taken_back(
    agent: Client, person: Person, seen: None
) -> None:
    with popup(person) as page:
        with pytest.raises(ClzError) as caught:
            agent.call("ask", {"question": "Anybody?", "waitMs": 1000})
        assert (caught.value.code, caught.value.exit_code, caught.value.details["limit"]) == ("TIMEOUT", 4, "waitMs")
        assert "--wait-ms" in caught.value.hint
        until(lambda: not page.sees("#questions"))


def test_an_agent_that_goes_takes_its_question_along(agent: Client, person: Person, seen: None, asks: Asking) -> None:
    with popup(person) as page:
        waiting = asks()
        asked(page)
        agent.call("goodbye")
        with pytest.raises(ClzError) as caught:
            waiting.result(10)
        assert caught.value.code == "CANCELLED"
        until(lambda: not page.sees("#questions"))


def test_the_person_may_answer_at_the_terminal_instead(
    watched: tuple[Browser, Person], person: Person, seen: None
) -> None:
    env = watched[0].scratch.env
    for typed, code, said in (("\nmaybe\nd\n", 0, "Done, said the person at the terminal"), ("no\n", 1, "No, said")):
        with Terminal([*CLZ, "ask", "Shall I pay?"], env) as terminal, popup(person) as page:
            terminal.watch(lambda: "Type d for done" in terminal.said)
            assert 'An agent asks: "Shall I pay?"' in terminal.said
            asked(page, "Shall I pay?")
            terminal.type(typed)
            terminal.watch(lambda: "said the person" in terminal.said)
            assert said in terminal.said
            assert terminal.process.wait(10) == code
            until(lambda: not page.sees("#questions"))


def test_a_tool_asks_too(watched: tuple[Browser, Person], person: Person, seen: None) -> None:
    with Lines(watched[0].scratch.env) as server, popup(person) as page, ThreadPoolExecutor(1) as threads:
        server.hello()
        waiting = threads.submit(server.call, "firefox_ask", question=TEXT)
        asked(page)
        assert re.fullmatch(r"test-[\w-]+-[0-9a-f]{4}", page.text(".question h3"))
        page.clicks(".question .main")
        assert "Done, said the person in Firefox" in text(waiting.result(20))


def test_a_firefox_without_a_window_says_what_to_do(browser: Browser) -> None:
    done = browser.clz("ask", "Please log in", "--agent", "tester", "--wait-ms", "1000")
    assert (done.returncode, "[NO_WINDOW]" in done.stderr) == (1, True)
    assert "clz show is not running" in done.stderr
    assert "clz browser start --headed" in done.stderr
    with Terminal([*CLZ, "ask", "Go on?", "--agent", "tester"], browser.scratch.env) as terminal:
        terminal.watch(lambda: "Type d for done" in terminal.said)
        terminal.type("yes\n")
        assert terminal.process.wait(20) == 0, "where a terminal can answer, it does"
