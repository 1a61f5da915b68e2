"""`clz pick --note` and `clz notes`: what a person writes at elements, and what the page sees of that."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.running.lasting import LASTING
from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.person import Hands, Person, restart_host_without, watched_firefox
from tests.support.pictures import Png
from tests.support.waiting import until

ENTER, ESCAPE = "\ue007", "\ue00c"
VIOLET = (123, 47, 247)


@pytest.fixture
def watched() -> tuple[Browser, Person]:
    """A Firefox whose host takes it for one with a window."""
    return LASTING.get("windowed", watched_firefox)


@pytest.fixture
def hands(watched: tuple[Browser, Person], agent: Client, site: Site) -> Iterator[Hands]:
    person = watched[1]
    restart_host_without(person, "MOZ_HEADLESS")
    agent.call("createWindow", {"url": site.url("notes.html"), "foreground": True})
    agent.call("waitFor", {"text": "Basket"})
    yield person.sits_at(site.url("notes.html"))
    person.stands_up()


@pytest.fixture
def asks(agent: Client, hands: Hands) -> Iterator[Callable[..., Future[Any]]]:
    """Asks the person for notes, and returns once the page no longer hears the mouse."""
    with ThreadPoolExecutor(2) as threads:

        def ask(command: str = "pickElement", **params: Any) -> Future[Any]:
            def call() -> Any:
                with Client("default", key=agent.key) as client:
                    return client.call(command, params or {"note": True})

            waiting = threads.submit(call)
            until(lambda: waiting.done() or is_taken(hands, agent))
            return waiting

        yield ask


def is_taken(hands: Hands, agent: Client) -> bool:
    hands.hovers("#code")
    says(agent, "seen.length = 0")
    hands.hovers("h1")
    return bool(says(agent, "seen.length === 0"))


def says(agent: Client, expression: str) -> Any:
    return agent.call("evaluate", {"expression": expression, "unsafe": True})["result"]


def write(hands: Hands, agent: Client, css: str, text: str) -> dict[str, Any]:
    """Point at an element, write a note to it, and give what is kept."""
    before = len(listed(agent))
    hands.clicks(css)
    settle(hands, agent, text)
    return dict(until(lambda: listed(agent)[before:])[0])


def settle(hands: Hands, agent: Client, text: str) -> None:
    hands.types(text)
    hands.presses(ENTER)


def listed(agent: Client) -> list[dict[str, Any]]:
    return list(agent.call("getNotes")["notes"])


def violet(agent: Client, **params: Any) -> int:
    """How many pixels of a picture are as violet as a mark."""
    picture = Png(agent.call("screenshot", {"format": "png", **params})["image"])
    return sum(picture.at(x, y)[:3] == VIOLET for x in range(picture.width) for y in range(picture.height))


def test_a_person_writes_notes_and_the_page_sees_nothing_of_it(
    hands: Hands, agent: Client, watched: tuple[Browser, Person], asks: Callable[..., Future[Any]]
) -> None:
    hands.clicks("#code")
    before = says(agent, "shapes()")
    waiting = asks()
    says(agent, "seen.length = 0")

    save = write(hands, agent, "#save", "Make it green")
    assert (save["number"], save["text"]) == (1, "Make it green")
    assert (save["locator"], save["role"], save["name"]) == ('role=button[name="Save"]', "button", "Save")
    assert (save["component"], save["source"]) == ("Card", "/app/src/Card.jsx:12")
    assert save["styles"]["background-color"] == "rgb(0, 90, 200)"
    assert save["url"].endswith("/notes.html")
    made = {name: write(hands, agent, f"#{name}", name) for name in ("vue", "svelte", "marked", "nineteen", "evil")}
    told = {name: (note.get("component"), note.get("source")) for name, note in made.items()}
    assert told == {
        "vue": ("SaveBar", "/app/src/SaveBar.vue"),
        "svelte": (None, "src/Bar.svelte:4"),
        "marked": (None, "src/marked.html:7"),
        "nineteen": ("Panel", "src/Panel.jsx:40:1"),
        "evil": (None, None),
    }
    assert says(agent, "ran") == 0
    assert says(agent, "document.activeElement.id") == "code"
    with hands.inside("#far"):
        hands.clicks("#put")
        until(lambda: says(agent, "document.activeElement.id") == "far")  # another process, which gets the keys then
        settle(hands, agent, "Far")
    far = until(lambda: listed(agent)[6:])[0]
    assert (far["text"], far["frame"]) == ("Far", 'role=iframe[name="Far"]')
    assert says(agent, "seen.join()") == ""
    assert says(agent, "shapes()") == before

    hands.presses(ESCAPE)
    done = waiting.result(20)
    assert (done["notes"], done["locator"]) == (7, far["locator"])

    notes = agent.call("getNotes")["notes"]
    crop = Png(base64.b64encode(Path(notes[0]["crop"]).read_bytes()).decode())
    assert crop.at(3, 3)[:3] == (0, 90, 200)
    assert abs(crop.width - save["box"]["width"]) <= 2
    assert violet(agent) == 0
    assert says(agent, "shapes()") == before

    browser, person = watched
    person.stands_up()
    assert person.sees_overlay(notes[0]["tabId"])[1], "the numbers are over the page"
    # What the agent itself does shows in the picture of what is resolved.
    says(agent, "of('save').style.background = 'rgb(0, 128, 0)'")
    resolved = agent.call("getNotes", {"action": "resolve", "number": 1, "text": "It is green"})
    assert (resolved["resolved"]["answer"], len(resolved["notes"])) == ("It is green", 6)
    after = Png(base64.b64encode(Path(resolved["resolved"]["after"]).read_bytes()).decode())
    assert after.at(3, 3)[:3] == (0, 128, 0)
    with pytest.raises(ClzError) as caught:
        agent.call("getNotes", {"action": "resolve", "number": 1})
    assert caught.value.code == "INVALID_PARAMS"
    agent.call("reload")
    assert [note["number"] for note in listed(agent)] == [2, 3, 4, 5, 6, 7]
    assert agent.call("getNotes", {"action": "clear"})["notes"] == []
    assert browser.clz("notes", "--agent", "other").stdout == "no notes are open\n"


def test_without_a_window_no_person_is_waited_for(page: Page) -> None:
    page.open("notes.html")
    for command, params in (("pickElement", {"note": True}), ("getNotes", {"wait": True})):
        with pytest.raises(ClzError) as caught:
            page.call(command, **params)
        assert caught.value.code == "NO_WINDOW"


def test_what_goes_wrong_at_an_element_loses_no_note(
    hands: Hands, agent: Client, asks: Callable[..., Future[Any]]
) -> None:
    waiting = asks("getNotes", wait=True)
    hands.clicks("#gone")
    says(agent, "of('gone').remove()")
    settle(hands, agent, "It goes")
    gone = until(lambda: listed(agent))[0]
    assert gone["locator"] == 'role=button[name="Gone"]'
    hands.clicks("#moves")
    says(agent, "of('moves').style.marginLeft = '200px'")
    hands.types("It moves")
    hands.clicks("#save")  # keeps what is written
    settle(hands, agent, "")  # keeps nothing
    assert [note["text"] for note in until(lambda: listed(agent)[1:])] == ["It moves"]

    hands.clicks("#closed")
    settle(hands, agent, "x" * 40)
    hidden = until(lambda: listed(agent)[2:])[0]
    assert hidden["name"] == "Gift wrap"
    hands.clicks("#password")
    settle(hands, agent, "Which rules?")
    assert until(lambda: listed(agent)[3:])[0]["text"] == "Which rules?"
    hands.presses(ESCAPE)
    told = waiting.result(20)["notes"]
    assert [("crop" in note) for note in told] == [False, True, True, True]

    with pytest.raises(ClzError) as caught:
        agent.call("pickElement", {"note": True, "point": "1,1"})
    assert caught.value.code == "INVALID_PARAMS"
    waiting = asks()
    says(agent, "of('asks').showModal()")
    hands.clicks("#sure")
    hands.types("Never kept")
    hands.presses(ESCAPE)
    with pytest.raises(ClzError) as caught:
        waiting.result(20)
    assert caught.value.code == "CANCELLED"
    assert says(agent, "of('asks').open"), "the page got no Escape"
