"""Whether an element is enabled, editable and receives events, as controls that hold it or stand for it have it."""

from __future__ import annotations

import json

from tests.support.browsers import Page


def test_what_is_part_of_a_disabled_control_is_disabled(build: str, page: Page) -> None:
    page.open("readiness.html")
    for target in ("text=Pay now", "#inside", "#caption", "#host"):
        assert page.fails("click", target=target, waitMs=100).code == "DISABLED", target
    states = {
        target: page.call("getElementInfo", target=target)["enabled"]
        for target in ("#pay", "#inside", "#caption", "#again", "#option", "#host")
    }
    assert states == {
        "#pay": False,
        "#inside": False,
        "#caption": False,
        "#again": True,
        "#option": False,
        "#host": False,
    }
    page.call("click", target="#again")
    assert [line.split()[:2] for line in page.log()] == [["click", "#again"]]


def test_a_field_that_is_disabled_or_read_only_is_not_editable_and_is_waited_for(build: str, page: Page) -> None:
    page.open("readiness.html")
    assert page.fails("fill", target="#readonly", text="new", waitMs=100).code == "NOT_EDITABLE"
    for target in ("#off", "#readonly"):
        assert page.call("getElementInfo", target=target)["editable"] is False, target
    page.open("readiness.html?ms=400")
    assert page.call("fill", target="#readonly", text="new")["currentValue"] == "new"


def test_check_waits_for_the_state(build: str, page: Page) -> None:
    page.open("readiness.html")
    for target in ("#bare", "#slow"):
        assert page.call("check", target=target)["checked"] is True, target
    assert [line.split()[1] for line in page.log()] == ["#bare", "#slow"], "each is pressed once"


def test_a_check_without_effect_presses_once_and_ends_soon(build: str, page: Page) -> None:
    page.open("readiness.html")
    for pressed in range(1, 4):
        problem = page.fails("check", target="#never", waitMs=100)
        assert (problem.code, len(page.log())) == ("NO_EFFECT", pressed), "what was written last is read"
    problem = page.fails("check", target="#never", timeout_ms=60_000)
    assert problem.details["waitedMs"] < 4_000, "a quiet page gets a second, not all the time there is"


def test_a_part_that_takes_the_focus_has_a_ref_of_its_own(page: Page) -> None:
    page.open("readiness.html")
    ref = page.call("getElementInfo", target="#handle")["ref"]
    assert f"[ref={ref}]" in page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]


def test_what_comes_over_an_element_with_the_mouse_is_waited_for(build: str, page: Page) -> None:
    page.open("readiness.html")
    page.call("click", target="#shy", timeout_ms=60_000, waitMs=20_000)
    assert [line.rsplit(" ", 1)[0] for line in page.log() if "click" in line] == ["click #shy"]
    assert page.log()[0] == "unveiled"


def test_a_cover_that_comes_with_the_mouse_is_not_clicked_in_place_of_the_element(build: str, page: Page) -> None:
    page.open("readiness.html")
    page.call("click", target="#haunted", timeout_ms=60_000, waitMs=20_000)
    assert [line.rsplit(" ", 1)[0] for line in page.log()] == ["click #haunted"]
    problem = page.fails("click", target="#possessed", waitMs=300)
    assert (problem.code, problem.details["cover"], len(page.log())) == ("COVERED", "div#demon", 1)


def test_what_comes_over_an_element_at_the_last_moment_is_not_pressed_in_its_place(build: str, page: Page) -> None:
    page.open("readiness.html")
    for _ in range(6):
        page.call("hover", target="#big")
        page.call("click", target="#snatched", timeout_ms=60_000, waitMs=20_000)
    # What comes over it after the press is the page's own affair: such a click is one on what holds both.
    assert {line.rsplit(" ", 1)[0] for line in page.log()} <= {"click #snatched", "click div"}


def test_a_cover_that_holds_the_element_is_not_to_be_closed(build: str, page: Page) -> None:
    page.open("readiness.html")
    problem = page.fails("click", target="#under", waitMs=100)
    asleep = "Firefox runs no animations in the background, which lists may wait for: clz tab select TAB --foreground"
    said = {
        "managed": "The cover contains it: click the cover, or what it shows instead",
        "plain": asleep,
    }[build]
    assert (problem.code, problem.hint) == ("COVERED", said)


def test_what_lets_the_mouse_through_is_pressed_on_what_holds_it(build: str, page: Page) -> None:
    page.open("readiness.html")
    page.call("click", target="#label")
    page.call("click", target="#field")
    assert "select pressed" in page.log()


def test_a_point_far_in_a_big_element_is_scrolled_to_and_one_outside_is_said(build: str, page: Page) -> None:
    page.open("readiness.html")
    page.call("click", target="#big", at="20,2900")
    assert {"big 20,2900", "big 20,2899"} & set(page.log()), "to a pixel"
    outside = page.fails("click", target="#big", at="500,10", waitMs=100)
    assert (outside.code, "400 by 3000" in outside.message) == ("INVALID_PARAMS", True)


def test_a_field_that_its_parents_cut_to_nothing_is_the_surface_of_an_editor(build: str, page: Page) -> None:
    page.open("readiness.html")
    page.call("fill", target="#surface", text="new")
    assert [line for line in page.log() if line in ("key Ctrl+a", "key Delete")] == ["key Ctrl+a", "key Delete"]


def test_what_holds_the_one_field_that_takes_text_is_filled_by_it(build: str, page: Page) -> None:
    page.open("readiness.html")
    assert page.call("fill", target="#editor", text="new")["id"] == "surface"
    filled = page.call("type", target="#wrapped", text="abc")
    assert (filled["tagName"], filled["currentValue"]) == ("input", "abc")
    problem = page.fails("fill", target="#pair", text="new", waitMs=100)
    assert (problem.code, len(problem.details["fields"])) == ("NOT_EDITABLE", 2)
    assert page.fails("fill", target="#big", text="new", waitMs=100).code == "NOT_EDITABLE"


def test_siblings_of_two_kinds_are_no_list(build: str, page: Page) -> None:
    page.open("readiness.html")
    page.call("drag", target="#first", to="#second")
    assert "released 100,30" in page.log()


HELD = """<div inert><button id=held>Second</button><input id=field aria-label=Field>
<dialog id=shown><button id=free>Free</button></dialog></div>"""


def test_what_the_page_keeps_from_everybody_is_neither_enabled_nor_editable(page: Page) -> None:
    page.open("blank.html")
    show = f"document.body.innerHTML = {json.dumps(HELD)}; document.querySelector('#shown').showModal()"
    page.call("evaluate", expression=f"{{ {show} }}", unsafe=True)
    click, fill = page.fails("click", target="#held", waitMs=0), page.fails("fill", target="#field", text="x", waitMs=0)
    for problem in (click, fill, page.fails("hover", target="#held", waitMs=0)):
        assert (problem.code, "is inert" in problem.message) == ("DISABLED", True)
    assert page.call("getElementInfo", target="#held")["enabled"] is False
    assert page.call("expect", condition="disabled", target="#held")["holds"]
    assert page.fails("expect", condition="editable", target="#field", waitMs=0).code == "EXPECTATION_FAILED"
    assert page.call("click", target="#free")["text"] == "Free"


def test_a_box_that_is_in_between_is_neither_checked_nor_unchecked(page: Page) -> None:
    page.open("blank.html")
    boxes = "<input type=checkbox id=off><input type=checkbox id=on checked>"
    between = "document.querySelectorAll('input').forEach((box) => (box.indeterminate = true))"
    code = f"document.body.innerHTML = '{boxes}'; {between}"
    page.call("evaluate", expression=f"{{ {code} }}", unsafe=True)
    assert [page.call("getElementInfo", target=target)["checked"] for target in ("#off", "#on")] == [None, None]
    assert page.call("check", target="#off")["changed"] is True
    assert page.call("uncheck", target="#on")["changed"] is True
    for target, condition in (("#off", "checked"), ("#on", "unchecked")):
        assert page.call("expect", condition=condition, target=target)["holds"], target
    page.call("evaluate", expression=f"{{ {code} }}", unsafe=True)
    problem = page.fails("check", target="#on", waitMs=0)
    assert (problem.code, "a click made it unchecked" in problem.message) == ("NO_EFFECT", True)
