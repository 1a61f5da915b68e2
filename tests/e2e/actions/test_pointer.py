"""The mouse at places of the viewport, its wheel, and a finger on a touch screen."""

from __future__ import annotations

from typing import Any

from tests.support.browsers import Browser, Page
from tests.support.waiting import until


def heard(page: Page, *kinds: str) -> list[str]:
    return [line for line in page.log() if line.split()[0] in kinds]


def test_a_button_stays_down_from_one_command_to_the_next(build: str, page: Page, word: str) -> None:
    page.open("pointer.html")
    assert page.fails("mouse", action="down").code == "INVALID_PARAMS", "the mouse has been nowhere"
    page.call("mouse", action="move", point="110,30")
    pressed = page.call("mouse", action="down")
    assert (pressed["x"], pressed["y"], pressed["down"], pressed["id"]) == (110, 30, ["left"], "pad")
    again = page.fails("mouse", action="down")
    page.call("mouse", action="move", point="160,50")
    page.call("mouse", action="move", target="#pad", point="90,40")
    assert page.call("mouse", action="up")["down"] == []
    assert (again.code, page.fails("mouse", action="up").code) == ("INVALID_PARAMS",) * 2
    assert heard(page, "mousedown", "mouseup", "click") == [
        f"mousedown 10,10 1 {word}",
        f"mouseup 90,40 0 {word}",
        f"click 90,40 0 {word}",
    ]
    moves = heard(page, "mousemove")
    assert moves[-2:] == [f"mousemove 60,30 1 {word}", f"mousemove 90,40 1 {word}"]
    page.call("mouse", action="click", point="20,30", target="#pad", button="right")
    assert heard(page, "contextmenu", "auxclick") == [f"contextmenu 20,30 mouse {word}", f"auxclick 20,30 mouse {word}"]
    page.call("mouse", action="down")
    page.open("pointer.html")
    assert page.fails("mouse", action="up", point="110,30").code == "INVALID_PARAMS", "a new page, no button down"


def test_presses_that_last_become_the_browsers_own_drag_and_drop(build: str, page: Page) -> None:
    page.open("pointer.html")
    page.call("mouse", action="down", target="#card")
    page.call("mouse", action="move", point="100,160")
    page.call("mouse", action="move", target="#goal")
    page.call("mouse", action="up")
    until(lambda: "dragend none" in page.log() or "dragend move" in page.log() or "dragend copy" in page.log())
    assert "dropped the card" in page.log()
    page.call("mouse", action="click", target="#pad", point="5,6")
    assert len(heard(page, "click")) == 1, "the next press is whole"


def test_a_click_takes_what_it_says_where_a_menu_opened_under_the_resting_mouse(build: str, page: Page) -> None:
    page.open("resting.html")
    for command in ("click", "dblclick"):
        page.call("hover", target="#under")
        page.call("type", target="#field", text="x")
        page.call("waitFor", target="#two")
        page.call(command, target="#two")
    page.call("hover", target="#under")
    page.call("type", target="#field", text="x")
    page.call("mouse", action="click", target="#three")
    page.call("hover", target="#under")
    page.call("type", target="#field", text="x")
    page.call("drag", target="#three", by="0,2")
    assert page.log() == ["took two", "took two", "took three", "took three"]


def test_places_out_of_view_or_in_a_frame_are_said(build: str, page: Page) -> None:
    page.open("pointer.html")
    out, frame = (page.fails("mouse", action="click", point=point) for point in ("20,4000", "50,330"))
    assert (out.code, frame.code) == ("INVALID_PARAMS",) * 2
    assert "out of view" in out.message
    assert "frame" in frame.message
    assert page.fails("mouse", action="click", point="here").code == "INVALID_PARAMS"
    page.call("mouse", action="click", target="#inner", point="5,5")
    until(lambda: "inner click" in page.log())


def test_the_wheel_turns_over_a_point(build: str, page: Page, word: str) -> None:
    page.open("pointer.html")
    assert page.call("mouseWheel", delta="100", target="#box")["scrolled"] is True
    turned = page.call("mouseWheel", delta="30,-120", at="280,250")
    assert (turned["scrolled"], turned["id"]) == (False, "map")
    assert heard(page, "wheel") == [f"wheel 30,-120 {word}"]
    assert page.call("mouseWheel", delta="200", at="20,20")["scrolled"] is True
    assert page.call("mouseWheel", delta="-200")["scrolled"] is True
    assert page.fails("mouseWheel", delta="up").code == "INVALID_PARAMS"


def test_a_finger_taps_and_swipes_where_there_is_touch(page: Page) -> None:
    page.open("pointer.html")
    refused = page.fails("tap", target="#pad")
    assert (refused.code, "clz viewport" in refused.hint) == ("INVALID_PARAMS", True)
    page.call("setViewport", preset="iphone-14")
    page.open("pointer.html")
    assert page.call("tap", target="#pad", at="50,40")["trusted"] is True
    assert [line for line in page.log() if "mousemove" not in line] == [
        "pointerdown 50,40 touch trusted",
        "touchstart 50,40 1 trusted",
        "pointerup 50,40 touch trusted",
        "touchend 50,40 0 trusted",
        "mousedown 50,40 1 trusted",
        "mouseup 50,40 0 trusted",
        "click 50,40 0 trusted",
    ]
    page.call("swipe", target="#pad", at="150,50", toPoint="20,50")
    moved = heard(page, "touchmove")
    assert (len(moved), moved[-1]) == (10, "touchmove 20,50 1 trusted")
    assert len(heard(page, "click")) == 1, "a swipe is no tap"
    assert page.call("swipe", target="#box", direction="up", distance=60)["scrolled"] is True
    assert page.call("swipe", target="#box", direction="down", distance=60)["scrolled"] is True
    assert page.fails("swipe", target="#box").code == "INVALID_PARAMS"


def test_without_the_helper_there_is_no_finger(build: str, page: Page) -> None:
    page.open("pointer.html")
    gestures: list[tuple[str, dict[str, Any]]] = [("tap", {}), ("swipe", {"direction": "up"})]
    for command, more in gestures:
        refused = page.fails(command, target="#pad", **more)
        assert (refused.code, "clz viewport" in refused.hint) == ("INVALID_PARAMS", True)


def test_a_text_is_selected_wherever_its_words_stand(build: str, page: Page) -> None:
    page.open("pointer.html")
    selection = "getSelection().toString()"
    assert page.call("selectText", target="#words", text="bold words here, and")["selected"] == "bold words here, and"
    assert page.call("evaluate", expression=selection)["result"] == "bold words here, and"
    assert page.fails("selectText", target="#words", text="hidden", waitMs=0).code == "ELEMENT_NOT_FOUND"
    assert page.call("selectText", target="#rich", text="line Second")["selected"].split() == ["line", "Second"]
    page.call("pressKey", key="x")
    assert page.text("#rich").split() == ["First", "x", "line"]
    assert page.call("selectText", target="#name", text="Love")["selected"] == "Love"
    page.call("pressKey", key="G")
    assert page.call("get", what="value", target="#name")["value"] == "Ada Glace"
    assert page.call("selectText", target="#mail", text="ada@example.com")["selected"] == "ada@example.com"
    assert page.fails("selectText", target="#mail", text="ada").code == "ELEMENT_NOT_FOUND"
    refused = [page.fails("selectText", target="#secret", text=text) for text in ("sword", "nothing")]
    assert [problem.code for problem in refused] == ["INVALID_PARAMS"] * 2, "what it holds is not told"


def test_a_button_and_a_finger_stay_down_as_long_as_is_said(build: str, page: Page, trusted: bool) -> None:
    page.open("gestures.html")
    page.call("click", target="#held")
    assert page.log() == ["clicked"]
    page.call("click", target="#held", delay=900)
    assert page.log() == ["clicked", "held long", "clicked"]
    if not trusted:
        return
    page.call("setViewport", preset="iphone-14")
    page.open("gestures.html")
    page.call("tap", target="#held", delay=900)
    assert page.log() == ["held long", "menu"], "no click comes of a long press"
    page.call("tap", target="#held")
    assert page.log()[2:] == ["clicked"]


def test_a_slider_is_dragged_by_its_thumb_and_says_its_value(page: Page) -> None:
    page.open("gestures.html")
    half = page.call("drag", target="#slider", by="100,0")
    assert abs(int(half["value"]) - 50) <= 4, half
    assert abs(int(page.call("drag", target="#slider", by="50,0")["value"]) - int(half["value"]) - 25) <= 4


def test_a_drag_over_text_says_what_it_selected(page: Page) -> None:
    page.open("gestures.html")
    dragged = page.call("drag", target="#words", fromPoint="1,15", by="47,0")
    assert dragged["selected"].strip() == "Some", dragged


def test_what_is_not_in_a_page_may_be_in_the_tab_that_it_has_opened(page: Page) -> None:
    page.open("gestures.html")
    opened = page.call("click", target="#opens")["openedTab"]
    miss = page.fails("click", target="#count", waitMs=0)
    assert (miss.code, f"--tab {opened}" in miss.hint) == ("ELEMENT_NOT_FOUND", True)


def test_an_element_is_named_by_its_label_rather_than_by_how_it_is_drawn(page: Page, browser: Browser) -> None:
    page.open("gestures.html")
    words = ("--agent", "tester", "--tab", str(page.tab))
    assert browser.clz("hover", ".px-4", *words).stdout == 'mouse over button "Named elsewhere"\n'
    pressed = browser.clz("press", "Control+p", *words).stdout
    assert "keys go to the page, not to Firefox; the command for this: clz pdf FILE" in pressed
