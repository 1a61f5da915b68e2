"""click, dblclick, hover, drag, scroll, in both builds."""

from __future__ import annotations

import re

import pytest

from tests.support.browsers import Page
from tests.support.waiting import until


def events(page: Page, *kinds: str) -> list[str]:
    return [line for line in page.log() if line.split()[0] in kinds]


def test_a_click_is_what_a_person_does(build: str, page: Page, word: str) -> None:
    page.open("actions.html")
    clicked = page.call("click", target="#button")
    assert clicked["trusted"] is (word == "trusted")
    assert clicked["focus"] == "button#button"
    kinds = ("pointerdown", "mousedown", "focusin", "pointerup", "mouseup", "click")
    wanted = [f"{kind} #button{'' if kind == 'focusin' else ' 0'} {word}" for kind in kinds]
    seen = [line for line in events(page, *kinds) if "focusin" not in line]
    assert seen == [line for line in wanted if "focusin" not in line]
    assert any(line.startswith("focusin #button") for line in page.log())


def test_buttons_counts_and_modifiers_arrive(build: str, page: Page, word: str) -> None:
    page.open("actions.html")
    page.call("click", target="#pad", button="middle")
    page.call("click", target="#pad", button="right")
    page.call("click", target="#pad", modifier=["ctrl", "shift"])
    page.call("dblclick", target="#pad")
    assert events(page, "auxclick", "contextmenu", "click", "dblclick") == [
        f"auxclick #pad 1 {word}",
        f"contextmenu #pad 2 {word}",
        f"auxclick #pad 2 {word}",
        f"click #pad 0 ctrl shift {word}",
        f"click #pad 0 {word}",
        f"click #pad 0 {word}",
        f"dblclick #pad 0 {word}",
    ]


def test_a_click_goes_to_the_point_that_was_asked_for(build: str, page: Page) -> None:
    page.open("actions.html")
    page.call("click", target="#pad", at="20,35")
    assert events(page, "at") == ["at 20,35"]
    assert page.fails("click", target="#pad", at="left").code == "INVALID_PARAMS"
    assert page.fails("click", target="#pad", at="900,5", waitMs=0).code == "INVALID_PARAMS"


def test_the_mouse_opens_what_opens_under_it(page: Page) -> None:
    page.open("actions.html")
    assert page.fails("click", target="#item", waitMs=0).code == "NOT_VISIBLE"
    assert page.call("hover", target="#menu")["hovered"]
    page.call("click", target="#item")
    assert events(page, "click") == ["click #item 0 trusted"]


def test_an_element_that_goes_at_the_first_touch_gets_no_click(build: str, page: Page) -> None:
    page.open("actions.html")
    page.call("click", target="#gone")
    assert [line for line in events(page, "click") if "#gone" in line] == []
    assert page.fails("click", target="#gone", waitMs=0).code == "ELEMENT_NOT_FOUND"


def test_force_acts_on_what_is_covered_disabled_or_hidden(build: str, page: Page) -> None:
    page.open("covered.html")
    forced = page.call("click", target="#covered", force=True)
    assert forced["trusted"] is False
    assert [line.split()[1] for line in events(page, "click")] == ["#covered"]
    page.open("actions.html")
    page.call("click", target="#item", force=True)
    assert [line.split()[1] for line in events(page, "click")] == ["#item"]


def test_a_slider_is_dragged_by_a_distance(build: str, page: Page, trusted: bool) -> None:
    page.open("actions.html")
    dragged = page.call("drag", target="#thumb", by="120,0")
    assert (dragged["kind"], dragged["trusted"]) == ("pointer", trusted)
    assert events(page, "thumb") == ["thumb 120px"]


def test_a_card_is_dropped_where_it_is_taken(build: str, page: Page, trusted: bool, word: str) -> None:
    page.open("actions.html")
    dragged = page.call("drag", target="#card", to="#bin")
    assert (dragged["kind"], dragged["accepted"], dragged["trusted"]) == ("html5", True, trusted)
    assert page.call("drag", target="#card", to="#wall")["accepted"] is False
    log = page.log()
    assert "binned the card" in log
    assert [line for line in log if line.startswith("drop ")] == [f"drop #bin {word}"]
    assert page.fails("drag", target="#card").code == "INVALID_PARAMS"


def test_scrolling_says_where_it_ended_and_whether_it_moved(build: str, page: Page) -> None:
    page.open("actions.html")
    assert page.call("scroll", by="0,250")["position"]["y"] == 250
    end = page.call("scroll", to="bottom")
    assert end["noEffect"] is False
    assert end["position"]["y"] + end["viewportHeight"] == pytest.approx(end["pageHeight"], abs=1)
    assert page.call("scroll", by="0,100")["noEffect"] is True
    assert page.call("scroll", target="#button")["elementPosition"]["y"] >= 0
    assert page.call("scroll", target="#scrolled", by="0,70")["position"]["y"] == 70
    found = page.call("scroll", untilText="Far below")
    assert found["found"] is True
    assert page.fails("scroll", untilText="Not there at all").code == "ELEMENT_NOT_FOUND"
    assert page.fails("scroll").code == "INVALID_PARAMS"


def test_lists_that_hold_the_rows_in_view_alone_are_scrolled_until_the_row_is_there(build: str, page: Page) -> None:
    page.open("rows.html")
    assert page.call("scroll", until='text="down 70"')["found"] is True
    assert page.call("click", target='text="down 70"')["clicked"]
    assert page.call("evaluate", expression="document.title")["result"] == "down 70"
    assert page.call("scroll", target="#along", until='text="along 21"')["position"]["x"] > 2_000
    above = page.call("scroll", until='text="down 3"', waitMs=60_000)
    assert above["position"]["y"] < 100
    missing = page.fails("scroll", target="#along", until='text="along 100"')
    assert (missing.code, missing.details["ended"]) == ("ELEMENT_NOT_FOUND", True)
    assert "12000" in missing.message
    page.call("scroll", target="#down", to="top")
    assert page.call("scroll", target="#down > div", until='text="down 70"')["position"]["y"] > 1_000
    assert page.call("scroll", target="#down > div", to="top")["position"]["y"] == 0
    short = page.fails("scroll", until='text="down 999"', by="100", waitMs=300)
    assert (short.code, short.details["ended"]) == ("ELEMENT_NOT_FOUND", False)
    assert 0 < short.details["position"]["y"] < 8_000
    assert page.fails("scroll", until="h1", to="top").code == "INVALID_PARAMS"


def test_a_row_scrolled_to_is_pressed_in_a_list_that_takes_no_presses_while_it_scrolls(build: str, page: Page) -> None:
    page.open("rows.html")
    page.call("scroll", target="#held", until='text="held 20"')
    page.call("click", target='text="held 20"')
    assert page.call("evaluate", expression="document.title")["result"] == "held 20"


def test_fields_of_many_lines_scroll_and_so_does_what_is_disabled(build: str, page: Page) -> None:
    page.open("actions.html")
    assert page.call("scroll", target="#lines", by="0,40")["position"]["y"] == 40
    assert page.call("scroll", target="#frozen", to="bottom")["noEffect"] is False


def test_the_mouse_travels_to_what_it_clicks(build: str, page: Page) -> None:
    page.open("actions.html")
    page.call("click", target="#second")
    assert events(page, "chosen") == ["chosen two"]


def test_a_part_of_a_drawing_larger_than_its_box_is_brought_into_view(build: str, page: Page) -> None:
    page.open("actions.html")
    drawing = (
        '<svg width="3000" height="900"><g id="corner"><rect x="2500" y="800" width="9" height="9"></rect></g></svg>'
    )
    box = f'<div style="overflow: auto; width: 300px; height: 200px">{drawing}</div>'
    page.call("evaluate", expression=f"document.body.insertAdjacentHTML('afterbegin', {box!r})", unsafe=True)
    assert page.call("click", target="#corner")["clicked"]


def test_a_drag_begins_close_to_where_the_button_went_down(build: str, page: Page) -> None:
    page.open("drags.html")
    page.call("drag", target="#drawing", fromPoint="10,10", by="60,0", steps=2, duration=0)
    until(lambda: "drew" in "\n".join(page.log()))
    line = next(line for line in page.log() if line.startswith("drew"))
    assert line.split()[1:4] == ["10,10", "12,10", "22,10"]


LIST = """
(() => {
    const list = document.body.appendChild(document.createElement("div"));
    list.style = "height: 150px; overflow: auto";
    const inner = list.appendChild(document.createElement("div"));
    inner.style = "position: relative; height: 30000px";
    window.drawn = 0;
    const draw = () => {
        const first = Math.max(0, Math.floor(list.scrollTop / 30) - 10);
        const rows = Array.from({ length: Math.min(25, 1000 - first) }, (_, at) => {
            const row = document.createElement("div");
            row.textContent = window.says?.(first + at) ?? `Row ${first + at}.`;
            row.style = `position: absolute; top: ${(first + at) * 30}px; height: 30px`;
            return row;
        });
        inner.replaceChildren(...rows);
        window.drawn += 1;
    };
    list.addEventListener("scroll", () => requestAnimationFrame(draw));
    list.id = "list";
    draw();
})()
"""


def test_a_list_is_not_scrolled_through_what_it_has_drawn_already(page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=LIST, unsafe=True)
    assert page.call("scroll", target="#list", untilText="Row 400.")["found"]
    assert page.call("evaluate", expression="window.drawn", unsafe=True)["result"] < 400 / 10
    problem = page.fails("scroll", target="#list", untilText="Row 2000.", waitMs=150)
    assert re.search(r"The rest takes about \d+ s", problem.hint), problem.hint
    assert problem.details["restMs"] > 0


def test_rows_that_stand_in_for_others_are_not_taken_for_them(page: Page) -> None:
    page.open("blank.html")
    stand_in = "window.says = (row) => (row * 30 > list.scrollTop + 150 ? 'Loading' : `Row ${row}.`)"
    page.call("evaluate", expression=f"{{ {stand_in} }}", unsafe=True)
    page.call("evaluate", expression=LIST, unsafe=True)
    assert page.call("scroll", target="#list", untilText="Row 97.")["found"]
