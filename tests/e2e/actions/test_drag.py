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

SOON_S = 3.0

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


def test_a_drag_into_another_frame_is_refused_at_once(build: str, page: Page) -> None:
    other = page.origin.replace("127.0.0.1", "localhost")
    page.open(f"drags.html?frame={other}/actions.html")
    page.call("waitFor", target="#wall")
    ends = {name: "@" + page.call("getElementInfo", target=name)["ref"] for name in ("#goal", "#wall")}
    begin = time.monotonic()
    problems = [
        page.fails("drag", target="#piece", to="#wall"),
        page.fails("drag", target="#piece", to=ends["#wall"]),
        page.fails("drag", target="#wall", to="#goal"),
        page.fails("drag", target="#wall", to=ends["#goal"]),
    ]
    assert [problem.code for problem in problems] == ["INVALID_TARGET"] * 4, problems
    assert time.monotonic() - begin < SOON_S
    assert page.call("drag", target="#piece", to="#goal")["accepted"] is True


def marker_of(line: str) -> int:
    """Where the map's marker stays after this line of the log, flung or not."""
    found = re.search(r"let go at (-?\d+)px speed (-?\d+)", line)
    assert found, line
    return int(found[1]) + 10 * int(found[2])


def words(page: Page, target: str) -> str:
    return "".join(page.text(target).split())


def test_a_drag_begins_with_a_press_and_is_taken_from_the_mouse(build: str, page: Page) -> None:
    page.open("drags.html")
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


@pytest.mark.xdist_group("person")
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
