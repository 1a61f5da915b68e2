"""Dialogs of pages, in both builds."""

from __future__ import annotations

from typing import Any

from tests.support.browsers import Browser, Page
from tests.support.waiting import until


def test_dialogs_are_dismissed_and_told(build: str, page: Page) -> None:
    page.open("actions.html")
    for target, kind, said in (
        ("#alert", "alert", "after alert"),
        ("#confirm", "confirm", "confirmed false"),
        ("#prompt", "prompt", "prompted null"),
    ):
        dialog = page.call("click", target=target)["dialog"]
        assert (dialog["type"], dialog["open"], dialog["accepted"]) == (kind, False, False)
        assert said in page.log()
    assert page.call("dialogStatus")["last"]["message"] == "Name?"


def test_of_several_dialogs_all_are_told_in_their_order(build: str, page: Page) -> None:
    page.open("several.html")
    clicked = page.call("click", target="#three")
    assert [one["message"] for one in clicked["dialogs"]] == ["One", "Two", "Three"]
    assert (clicked["dialog"], "two false" in page.log()) == (clicked["dialogs"][-1], True)
    filled = page.call("fillForm", fields={"#first": True, "#second": True})
    assert [one["message"] for one in filled["dialogs"]] == ["first", "second"]


def test_an_action_tells_what_it_caused_and_what_came_since_as_late_and_once(build: str, page: Page) -> None:
    page.open("several.html")
    assert not {"dialog", "lateDialogs"} & set(page.call("click", target="#late"))
    answered = until(lambda: page.call("dialogStatus")["answered"])
    then = page.call("click", target="#three")
    assert then["lateDialogs"] == [{"type": "alert", "message": "Late", "accepted": False, "at": answered[0]["at"]}]
    assert [one["message"] for one in then["dialogs"]] == ["One", "Two", "Three"]
    assert not {"dialog", "lateDialogs"} & set(page.call("hover", target="#late"))
    assert [one["message"] for one in page.call("dialogStatus")["answered"]] == ["Late", "One", "Two", "Three"]


def test_a_page_that_asks_without_end_may_ask_no_more(build: str, page: Page) -> None:
    page.client.call("setDialogPolicy", {"policy": "accept"})
    page.open("hangs.html")
    asked = page.call("click", target="#confirms")["dialogs"]
    assert (len(asked), asked[-1]) == (
        50,
        {"type": "confirm", "message": "Again?", "open": False, "accepted": False, "noMore": True},
    )
    assert "dialog" not in page.call("click", target="#confirms")
    page.open("several.html")
    assert page.call("click", target="#three")["dialog"]["accepted"]


def test_what_an_action_that_failed_has_seen_is_told_by_the_next_one(page: Page) -> None:
    page.open("several.html")
    page.call("evaluate", expression="void setTimeout(() => alert('Meanwhile'), 100)", unsafe=True)
    page.fails("click", target="#nowhere", waitMs=600)
    assert [one["message"] for one in page.call("hover", target="#late")["lateDialogs"]] == ["Meanwhile"]


def test_what_a_page_asks_while_it_loads_is_told_by_what_loaded_it(build: str, page: Page, browser: Browser) -> None:
    asked = ["Loading", "Still loading?"]
    loads = (
        page.open("several.html?loading"),
        page.call("reload"),
        page.open("index.html") and page.open("several.html?loading"),
        page.open("index.html") and page.call("back"),
    )
    assert [[one["message"] for one in loaded["dialogs"]] for loaded in loads] == [asked] * 4
    page.call("evaluate", expression="void setTimeout(alert, 0, 'Later')", unsafe=True)
    until(lambda: page.call("dialogStatus")["last"]["message"] == "Later")
    assert [one["message"] for one in page.open("index.html")["lateDialogs"]] == ["Later"]


def test_dialogs_are_accepted_where_the_policy_says_so(build: str, page: Page) -> None:
    page.open("actions.html")
    page.client.call("setDialogPolicy", {"policy": "accept"})
    page.call("click", target="#confirm")
    assert page.call("click", target="#prompt")["dialog"]["accepted"] is True
    assert {"confirmed true", "prompted nobody"} <= set(page.log())


def test_a_page_that_asks_before_it_is_left_is_left(build: str, page: Page) -> None:
    page.open("actions.html")
    asks = "void (window.onbeforeunload = () => 'Sure?')"
    ways: dict[str, dict[str, Any]] = {
        "navigate": {"url": f"{page.origin}/actions.html?again"},
        "reload": {},
        "click": {"target": "#link"},
    }
    for number, (command, params) in enumerate(ways.items()):
        page.call("click", target="#stay")
        if number:
            page.call("evaluate", expression=asks, unsafe=True)
        left = page.call(command, **params)
        assert (left["dialog"]["type"], left["dialog"]["accepted"]) == ("beforeunload", True)
    assert page.call("getContent")["url"].endswith("index.html")
    page.open("actions.html")
    page.call("click", target="#stay")
    assert page.call("closeTab")["closed"] == page.tab


POPUPS = {
    "alert": "window.open('').alert('hello')",
    "confirm": "const w = window.open(''); document.title = w.confirm('sure?'); w.close()",
}


def test_what_comes_of_a_tab_that_an_action_opened_is_told_with_it(page: Page) -> None:
    page.open("blank.html")
    buttons = "".join(f'<button id={name} onclick="{code}">{name}</button>' for name, code in POPUPS.items())
    page.call("evaluate", expression=f"document.body.innerHTML = {buttons!r}", unsafe=True)
    told = page.call("click", target="#alert")
    alert = {"type": "alert", "message": "hello", "open": False, "accepted": False, "tabId": told["openedTab"]}
    assert told["dialog"] == alert
    page.client.call("setDialogPolicy", {"policy": "ask"})
    asked = page.call("click", target="#confirm")
    popup = {"tabId": asked["openedTab"]}
    assert asked["dialog"] == {"type": "confirm", "message": "sure?", "open": True, **popup}
    assert f"--tab {asked['openedTab']}" in page.fails("acceptDialog").hint
    page.client.call("acceptDialog", popup)
    until(lambda: page.call("getPageState")["title"] == "true")
    page.client.call("setDialogPolicy", {"policy": "dismiss"})
    page.client.call("closeTab", {"tabId": told["openedTab"]})


def test_an_agent_can_be_asked(page: Page, other_page: Page) -> None:
    page.open("actions.html")
    other_page.open("actions.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    clicked = page.call("click", target="#prompt")
    assert clicked["dialog"] == {"type": "prompt", "message": "Name?", "open": True}
    assert page.fails("getContent").code == "DIALOG_OPEN"
    assert page.fails("click", target="#alert").code == "DIALOG_OPEN"
    shown = page.call("dialogStatus")["open"]
    assert isinstance(shown.pop("at"), str)
    assert shown == {"type": "prompt", "message": "Name?", "defaultValue": "nobody"}
    assert other_page.call("click", target="#button")["clicked"]
    assert page.call("acceptDialog", text="Ada")["type"] == "prompt"
    until(lambda: "prompted Ada" in page.log())
    assert page.fails("acceptDialog").code == "NO_DIALOG"
    page.call("click", target="#confirm")
    page.call("dismissDialog")
    until(lambda: "confirmed false" in page.log())


def test_an_eval_that_asks_gives_its_value_once_it_is_answered(page: Page) -> None:
    page.open("actions.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    expression = "confirm('Go on?') ? {gone: 'on'} : 'stayed'"
    asked = page.fails("evaluate", expression=expression, unsafe=True)
    assert (asked.code, asked.details["message"]) == ("DIALOG_OPEN", "Go on?")
    assert "clz dialog accept" in asked.hint
    told = page.call("acceptDialog")["evaluation"]
    assert told == {"result": {"gone": "on"}, "type": "object", "truncated": False, "error": None}
    assert "evaluation" not in page.call("dialogStatus"), "it is told once"
    assert page.call("evaluate", expression="1 + 1", unsafe=True)["result"] == 2


def test_an_eval_that_asks_twice_or_fails_or_takes_its_time_tells_it_too(page: Page, browser: Browser) -> None:
    page.open("actions.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    assert page.fails("evaluate", expression="[confirm('1'), prompt('2')]", unsafe=True).code == "DIALOG_OPEN"
    assert page.call("dismissDialog")["evaluation"] is None
    assert page.call("dialogStatus")["open"]["message"] == "2"
    assert page.call("acceptDialog", text="two")["evaluation"]["result"] == [False, "two"]
    page.fails("evaluate", expression="confirm('Go on?'); null.x", unsafe=True)
    error = page.call("acceptDialog")["evaluation"]["error"]
    assert (error["code"], "null" in error["message"]) == ("EVALUATION_FAILED", True)
    late = "confirm('Go on?'); new Promise(done => { window.done = done })"
    page.fails("evaluate", expression=late, unsafe=True)
    assert page.call("dismissDialog", timeout_ms=3_000)["evaluation"] is None
    assert page.call("dialogStatus")["evaluation"] is None
    page.call("evaluate", expression="void done('late')", unsafe=True)
    words = ("dialog", "status", "--agent", "tester", "--tab", str(page.tab))
    assert until(lambda: browser.clz(*words).stdout.partition("\neval: late")[1])


def test_a_policy_goes_with_the_agent_that_set_it(page: Page) -> None:
    page.open("actions.html")
    page.client.call("setDialogPolicy", {"policy": "accept"})
    page.client.call("goodbye")
    page.tab = -1
    page.open("actions.html")
    assert page.call("dialogStatus")["policy"] == "dismiss"


def test_without_the_helper_nobody_is_asked_and_nothing_freezes(plain_browser, site, monkeypatch) -> None:
    from tests.support.browsers import page_of
    from tests.support.hosts import use

    use(plain_browser.scratch, monkeypatch)
    with page_of("tester", site.origin) as page:
        page.open("actions.html")
        page.client.call("setDialogPolicy", {"policy": "ask"})
        assert page.call("click", target="#confirm")["dialog"]["accepted"] is False
        page.client.call("setDialogPolicy", {"policy": "dismiss"})
