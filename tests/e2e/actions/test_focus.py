"""Wherever an agent acts, the page has the focus, and can tell no difference: in every tab, popup and frame."""

from __future__ import annotations

from clz_core.contract.limits import MAX_TABS
from tests.support.browsers import Page
from tests.support.waiting import paced

WHOLE = ["focus trusted focus visible within has", *["keydown trusted focus visible within has"] * 3]


def log_of_keys(page: Page, frame: str = "top") -> list[str]:
    """What the page could tell of its focus when it came and at each key, before Tab took it on."""
    page.call("type", target="#first", text="a", frame=frame, waitMs=int(paced(5_000)))
    page.call("pressKey", key="b")
    assert page.call("pressKey", key="Tab")["focus"] == "input#second"
    lines = str(page.call("getContent", target="#log", frame=frame)["text"]).splitlines()
    assert lines[-1].startswith("blur")
    return lines[-5:-1]


def test_a_page_has_the_focus_in_tabs_and_popups_and_after_downloads(page: Page) -> None:
    page.open("focus.html")
    assert log_of_keys(page) == WHOLE
    page.call("click", target="text=Save")
    assert log_of_keys(page) == WHOLE
    first = page.tab
    popup = page.call("click", target="text=Open")["openedTab"]
    page.tab = popup
    assert log_of_keys(page) == WHOLE
    page.tab = first
    assert log_of_keys(page) == WHOLE
    while page.client.call("createWindow", {"url": f"{page.origin}/blank.html"})["tabCount"] < MAX_TABS - 1:
        pass
    page.tab = page.client.call("createWindow", {"url": f"{page.origin}/focus.html"})["tabId"]
    assert log_of_keys(page) == WHOLE
    page.tab = first
    assert log_of_keys(page) == WHOLE


def test_a_frame_has_the_focus_when_it_is_acted_in(page: Page) -> None:
    for origin in (page.origin, page.origin.replace("127.0.0.1", "localhost")):
        page.open(f"focus.html?frame={origin}/focus.html")
        assert log_of_keys(page) == WHOLE
        assert log_of_keys(page, "iframe") == WHOLE
        assert log_of_keys(page) == WHOLE


def test_without_the_helper_a_page_has_the_focus_as_far_as_scripts_can_give_it(build: str, page: Page) -> None:
    page.open(f"focus.html?frame={page.origin}/focus.html")
    for frame in ("top", "iframe", "top"):
        lines = log_of_keys(page, frame)
        assert [line.split()[0] for line in lines] == ["focus", "keydown", "keydown", "keydown"]
        assert all(line.endswith(" has") for line in lines)


def test_a_page_in_the_background_believes_that_it_has_the_focus_before_anything_is_done_there(
    build: str, page: Page
) -> None:
    page.open("blank.html")
    if build == "managed":
        page.client.call("addInitScript", {"code": "self.atOnce = document.hasFocus()"})
    for origin in (page.origin, page.origin.replace("127.0.0.1", "localhost")):
        url = f"{origin}/focus.html?frame={page.origin}/blank.html"
        page.tab = page.client.call("createWindow", {"url": url})["tabId"]
        assert page.call("evaluate", expression="document.hasFocus()", unsafe=True)["result"] is True
        if build == "managed":
            assert page.call("evaluate", expression="atOnce", unsafe=True)["result"] is True
            frame = page.call("evaluate", expression="document.hasFocus()", unsafe=True, frame="iframe")
            assert frame["result"] is False
