"""Drags that end elsewhere than they should, or not at all."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page, page_of
from tests.support.person import TRACKER, Person
from tests.support.waiting import until

# How many listeners the page's window has for drops, whoever put them there.
DROP_LISTENERS = (
    TRACKER
    + """
const { messageManager } = tabOf(args[0]).linkedBrowser;
return await new Promise((resolve) => {
  messageManager.addMessageListener("drops", function heard({ data }) {
    messageManager.removeMessageListener("drops", heard);
    resolve(data);
  });
  const count = "Services.els.getListenerInfoFor(content).filter(({ type }) => type === 'drop').length";
  messageManager.loadFrameScript(`data:,sendAsyncMessage("drops", ${count})`, false);
});
"""
)


# Frames of the page's origin and of another one, frames in those, and one that is drawn half as large.
FRAMES = "crossing.html?frames=here:same,there:far/here:back,here:small:0.5"
PLACES = ("top", "#same", "#far", "#far >> #back", "#small")


@pytest.fixture
def crossing(build: str, page: Page) -> Page:
    page.open(FRAMES)
    page.call("waitFor", target="#far >> #back >> #zone")
    return page


def inside(page: Page, frame: str, target: str) -> str:
    """A target that one frame alone has."""
    if frame != "top":
        return f"{frame} >> {target}"
    return "@" + str(page.call("getElementInfo", target=target, frame="top")["ref"])


def seen_in(page: Page, frame: str, word: str) -> list[str]:
    lines = page.call("getContent", target="#log", frame=frame)["text"].splitlines()
    return [line for line in lines if line.startswith(word)]


def test_what_is_dragged_from_one_frame_into_another_is_dropped_there(crossing: Page) -> None:
    ways = [
        ("top", "#same"),
        ("#same", "top"),
        ("#far", "#same"),
        ("top", "#far >> #back"),
        ("#far >> #back", "top"),
        ("top", "#small"),
        ("#small", "#far"),
    ]
    for start, end in ways:
        ends: dict[str, Any] = {"target": inside(crossing, start, "#native"), "to": inside(crossing, end, "#zone")}
        dragged = crossing.call("drag", duration=40, steps=4, **ends)
        assert (dragged["kind"], dragged["accepted"], dragged["changed"]) == ("html5", True, True), ends
    drops = {place: [end for _, end in ways].count(place) for place in PLACES}
    for place in PLACES:
        dropped = seen_in(crossing, place, "dropped")
        assert len(dropped) == drops[place], place
        for line in dropped:
            assert re.fullmatch(r"dropped words of it, block copy at 7\d,(19|2\d)", line), (place, line)
        entered, left = (len(seen_in(crossing, place, kind)) for kind in ("dragenter", "dragleave"))
        assert entered == left + len(dropped), place
        assert len(seen_in(crossing, place, "dragend copy")) == [start for start, _ in ways].count(place), place


def test_what_no_frame_takes_is_not_dropped(crossing: Page) -> None:
    ends: dict[str, Any] = {
        "target": inside(crossing, "top", "#native"),
        "to": "#far >> #grip",
        "duration": 40,
        "steps": 4,
    }
    assert crossing.call("drag", **ends)["accepted"] is False
    assert seen_in(crossing, "top", "dragend") == ["dragend none"]
    # What lets the mouse through is part of what is dragged.
    assert crossing.call("drag", **{**ends, "target": "#small >> #label"})["id"] == "label"
    assert seen_in(crossing, "#small", "dragend") == ["dragend none"]
    missing = crossing.fails("drag", target="#far >> #native", to="#same >> #missing", waitMs=100)
    assert missing.code == "ELEMENT_NOT_FOUND"


def test_the_mouse_is_with_the_frame_that_it_was_pressed_in_and_those_inside_that_of_its_origin(crossing: Page) -> None:
    for start, end in (("top", "#same"), ("#same", "top"), ("top", "#far"), ("top", "#small")):
        ends: dict[str, Any] = {"target": inside(crossing, start, "#grip"), "to": inside(crossing, end, "#zone")}
        assert crossing.call("drag", duration=40, steps=4, **ends)["kind"] == "pointer"
    released = {place: [line.split()[1] for line in seen_in(crossing, place, "up ")] for place in PLACES}
    assert released["top"] == ["far"]
    assert released["#same"][0] == "zone"
    assert len(released["#same"]) == 2, "what is pressed in a frame is let go of there"
    assert (released["#far"], released["#small"]) == ([], ["zone"])
    # The button is up everywhere: the next click is whole.
    for frame in ("top", "#same", "#small"):
        crossing.call("click", target=inside(crossing, frame, "#words"))
        assert seen_in(crossing, frame, "click")[-1] == "click words", frame


def marker_of(line: str) -> int:
    """Where the map's marker stays after this line of the log, flung or not."""
    found = re.search(r"let go at (-?\d+)px speed (-?\d+)", line)
    assert found, line
    return int(found[1]) + 10 * int(found[2])


def words(page: Page, target: str) -> str:
    return "".join(page.text(target).split())


def test_a_drag_begins_with_a_press_and_is_taken_from_the_mouse(build: str, page: Page) -> None:
    page.open("drags.html")
    assert page.fails("drag", target="#piece", toPoint="#goal").hint.endswith("clz drag TARGET TO")
    dragged = page.call("drag", target="#piece", to="#goal")
    assert (dragged["kind"], dragged["accepted"]) == ("html5", True)
    until(lambda: page.log()[-1] == "dragend piece")
    log = page.log()
    assert log[:4] == ["pointerdown piece", "mousedown piece", "dragstart piece", "pointercancel piece"]
    assert log[-3:] == ["dragover goal", "drop goal", "dragend piece"]
    assert not {"pointerup", "mouseup", "click"} & {line.split()[0] for line in log}
    # The button is up again: the next click is whole.
    page.call("click", target="#plain")
    click = [f"{kind} plain" for kind in ("pointerdown", "mousedown", "pointerup", "mouseup", "click")]
    until(lambda: page.log()[-5:] == click)


def test_lists_are_sorted_by_the_mouse_and_by_the_browsers_own_drag_and_drop(build: str, page: Page) -> None:
    page.open("drags.html")
    for target, kind in (("#native", "html5"), ("#pointer", "pointer")):
        down = page.call("drag", target=f"{target} li:nth-child(1)", to=f"{target} li:nth-child(3)")
        assert (down["kind"], down["changed"]) == (kind, True)
        assert words(page, target) == "BCAD"
        page.call("drag", target=f"{target} li:nth-child(4)", to=f"{target} li:nth-child(1)")
        assert words(page, target) == "DBCA"
    until(lambda: {"got A by move", "ended in move"} <= set(page.log()))


def test_pictures_and_links_are_dragged_as_the_browser_drags_them(build: str, page: Page) -> None:
    page.open("drags.html")
    for target in ("#picture", "#anchor"):
        dragged = page.call("drag", target=target, to="#goal")
        assert (dragged["kind"], dragged["accepted"]) == ("html5", True)
    until(lambda: page.log().count("drop goal") == 2)
    assert page.call("getPageState")["url"].endswith("drags.html")


def test_a_drag_by_mouse_takes_its_time_and_rests_before_it_lets_go(build: str, page: Page) -> None:
    page.open("drags.html")
    begin = time.monotonic()
    dragged = page.call("drag", target="#map", by="100,0")
    assert time.monotonic() - begin > 0.25
    assert dragged["changed"] is True
    page.call("drag", target="#map", by="-60,0", steps=4, duration=0)
    along: dict[str, Any] = {"fromPoint": "5,5", "path": "25,5 65,5"}
    page.call("drag", target="#map", steps=3, **along)
    until(lambda: "\n".join(page.log()).count("let go") == 3)
    let_go = [line for line in page.log() if line.startswith("let go")]
    assert let_go[0].startswith("let go at 110px speed 0")
    assert let_go[2].startswith(f"let go at {marker_of(let_go[1]) + 60}px speed 0")


def test_what_is_dragged_beside_its_neighbours_goes_past_the_middle_of_its_like_alone(page: Page) -> None:
    page.open("drags.html")
    boxes = "<i class=item>One</i><i class=item>Two</i><b>Bin</b>"
    style = "<style>#row > * { display: inline-block; width: 80px; height: 40px }</style>"
    page.call("evaluate", expression=f"void (document.body.innerHTML = '{style}<p id=row>{boxes}')", unsafe=True)
    page.call(
        "evaluate", expression="void (window.onmouseup = (event) => (document.title = event.clientX))", unsafe=True
    )
    past = []
    for end in ("text=Two", "text=Bin"):
        page.call("drag", target="text=One", to=end)
        box = page.call("get", what="box", target=end)["value"]
        past.append(float(page.call("get", what="title")["value"]) - box["x"] - box["width"] / 2)
    assert past[0] > 10
    assert past[1] == pytest.approx(0, abs=1)


def test_what_is_drawn_follows_the_path(build: str, page: Page) -> None:
    page.open("drags.html")
    along: dict[str, Any] = {"fromPoint": "10,10", "path": "50,60 90,20"}
    drawn = page.call("drag", target="#drawing", steps=2, duration=100, **along)
    assert "changed" not in drawn
    until(lambda: "drew" in "\n".join(page.log()))
    line = next(line for line in page.log() if line.startswith("drew"))
    points = line.split()[1:]
    assert points[0] == "10,10"
    assert points[-1] == "90,20"
    assert points.index("50,60") < points.index("90,20")


def test_a_drag_that_nothing_came_of_says_so(build: str, page: Page) -> None:
    page.open("drags.html")
    page.call("evaluate", expression="log = () => undefined", unsafe=True)
    assert page.call("drag", target="#plain", to="#goal")["changed"] is False
    assert page.call("drag", target="#pointer li:nth-child(1)", by="0,3")["changed"] is False


@pytest.mark.night
def test_nothing_of_a_drag_that_was_given_up_stays_in_the_page(
    watched: tuple[Browser, Person], person: Person, site: Site
) -> None:
    with page_of("tester", site.origin) as page:
        page.open("drags.html?hold=1500")
        page.call("hover", target="#piece")
        assert person.does(DROP_LISTENERS, page.tab) == 0
        for _ in range(2):
            assert page.fails("drag", 1_000, target="#piece", to="#goal").code == "TIMEOUT"
            until(lambda: page.call("get", what="count", target="#piece")["value"] == 1)
        until(lambda: person.does(DROP_LISTENERS, page.tab) == 0)
