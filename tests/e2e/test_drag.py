"""Drags that end elsewhere than they should, or not at all."""

from __future__ import annotations

import time

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
