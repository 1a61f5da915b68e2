"""What a person did last in a tab is recorded though the tab is closed by then, and without the secrets of its page."""

from __future__ import annotations

from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.support.browsers import Page

SECRET = "Zq7!vermil<ion&40"
MASKED = "•" * len(SECRET)
PAY = """data:text/html,<!doctype html><title>Pay</title>
<label>Password <input id="password" type="password"></label><label>Note <input id="note"></label>
<button id="pay">Pay</button>
<script>password.oninput = () => { pay.textContent = "Pay with " + password.value; }</script>"""


def closed(page: Page, since: int) -> dict[str, Any]:
    """Close the tab while nobody asks, and ask then."""
    page.call("closeTab")
    tab, page.tab = page.tab, -1
    told = page.client.call("watchPerson", {"tabId": tab, "since": since})
    assert told["closed"] is True
    assert told["tabId"] == tab
    return told


def steps(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (action["command"], action["params"].get("text", ""))
        for action in told["actions"]
        if action["command"] != "expect"
    ]


def test_what_was_done_between_two_questions_is_told_of_a_closed_tab_to_its_own_agent_alone(page: Page) -> None:
    page.open("form.html")
    since = page.call("watchPerson")["cursor"]
    page.call("click", target="#count")
    page.call("type", target="#text", text="Ada")
    page.call("click", target="#count")
    page.call("type", target="#notes", text="typed to the end", clear=False)
    tab = page.tab
    told = closed(page, since)
    notes = ("fill", "first linetyped to the end")
    assert steps(told) == [("click", ""), ("fill", "Ada"), ("click", ""), notes]
    assert steps(page.client.call("watchPerson", {"tabId": tab, "since": told["cursor"]})) == []
    with Client("default", "stranger") as stranger:
        with pytest.raises(ClzError, match=f"You have no tab {tab}"):
            stranger.call("watchPerson", {"tabId": tab})
        stranger.call("goodbye")
    page.client.call("watchPerson", {"tabId": tab, "end": True})
    with pytest.raises(ClzError, match=f"You have no tab {tab}"):
        page.client.call("watchPerson", {"tabId": tab})


def test_what_a_secret_field_held_is_in_nothing_that_is_told_of_a_closed_tab(page: Page) -> None:
    page.open(PAY)
    since = page.call("watchPerson")["cursor"]
    page.call("type", target="#password", text=SECRET)
    page.call("click", target="#pay")
    page.call("type", target="#note", text=f"it is {SECRET}!")
    told = closed(page, since)
    assert steps(told) == [("fill", "•••"), ("click", ""), ("fill", f"it is {MASKED}!")]
    assert f"Pay with {MASKED}" in str(told["actions"][1])
    assert SECRET not in str(told)


def test_a_password_that_is_being_typed_when_the_tab_is_closed_is_not_read(page: Page) -> None:
    page.open(PAY)
    since = page.call("watchPerson")["cursor"]
    page.call("type", target="#password", text=SECRET)
    told = closed(page, since)
    assert steps(told) == [("fill", "•••")]
    assert SECRET not in str(told)


def test_what_is_being_typed_in_a_frame_of_another_site_is_told_with_the_frame(page: Page) -> None:
    page.open("blank.html")
    other = page.origin.replace("127.0.0.1", "localhost")
    frame = f"document.body.innerHTML = '<iframe id=far src={other}/form.html></iframe>'; 1"
    page.call("evaluate", expression=frame, unsafe=True)
    page.call("waitFor", target="#far >> #text")
    since = page.call("watchPerson")["cursor"]
    page.call("type", target="#far >> #text", text="Ada")
    (typed,) = closed(page, since)["actions"]
    assert (typed["command"], typed["params"]["text"], typed["locator"]["frame"]) == ("fill", "Ada", "iframe#far")
    assert typed["url"].endswith("/blank.html"), "where the frame is"
