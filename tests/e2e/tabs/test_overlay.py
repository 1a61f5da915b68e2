"""Watermark and glow, where they are on. No page sees them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page, page_of
from tests.support.hosts import use
from tests.support.person import TRACKER, Person
from tests.support.pictures import Png
from tests.support.waiting import until

BUTTON = (
    TRACKER
    + """
const action = extension.apiManager.global.browserActionFor?.(extension) ?? null;
const tab = tabOf(args[0]);
return [action.action.getProperty(tab, "badgeText"), String(action.action.getProperty(tab, "badgeBackgroundColor"))];
"""
)


def elements(page: Page) -> int:
    return int(page.call("evaluate", expression="document.querySelectorAll('*').length")["result"])


@contextmanager
def chosen(person: Person, **look: bool) -> Iterator[None]:
    """What the person has chosen in the settings, and has not afterwards."""
    person.in_own_page("return browser.storage.local.set({ visuals: args[0] })", look)
    try:
        yield
    finally:
        person.in_own_page("return browser.storage.local.remove('visuals')")


def test_the_overlay_is_seen_by_people_and_by_nothing_else(
    watched: tuple[Browser, Person], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, person = watched
    use(browser.scratch, monkeypatch)
    with chosen(person, watermark=True, glow=True), page_of("tester", site.origin) as page:
        page.open("picture.html")
        until(lambda: person.sees_overlay(page.tab)[0])
        drawn = "document.documentElement.lastElementChild === document.body"
        assert page.call("evaluate", expression=drawn)["result"] is True
        result = page.call("screenshot", format="png", scale=1)
        image = Png(result["image"])
        corner = {image.at(image.width - x, image.height - y) for x in range(12, 40) for y in range(10, 24)}
        assert corner == {(255, 255, 255)}
        until(lambda: person.sees_overlay(page.tab)[0])
        page.open("form.html")
        until(lambda: person.sees_overlay(page.tab)[0])
        before = elements(page)
        assert page.call("click", target="#count")["clicked"]
        assert until(lambda: person.sees_overlay(page.tab)[1]), "nothing glows"
        assert page.text("#total") == "1"
        assert elements(page) == before
        assert "clz" not in page.call("getContent")["text"].split()


def test_without_the_helper_the_button_says_whose_tab_it_is(
    plain_watched: tuple[Browser, Person], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, person = plain_watched
    use(browser.scratch, monkeypatch)
    with page_of("tester", site.origin) as page:
        page.open("form.html")
        until(lambda: person.does(BUTTON, page.tab)[0] == "clz")
        quiet = person.does(BUTTON, page.tab)[1]
        page.call("click", target="#count")
        assert until(lambda: person.does(BUTTON, page.tab)[1] != quiet)
        until(lambda: person.does(BUTTON, page.tab) == ["clz", quiet])
        assert page.call("evaluate", expression="document.querySelectorAll('[aria-hidden]').length")["result"] == 0


RED = (
    TRACKER
    + """
const image = await tabOf(args[0]).linkedBrowser.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, "white");
const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
canvas.drawImage(image, 0, 0);
const { data } = canvas.getImageData(image.width - 30, image.height - 30, 25, 25);
let red = 0;
for (let at = 0; at < data.length; at += 4) red += data[at] > 150 && data[at + 1] < 80 && data[at + 2] < 80;
return red > 20;
"""
)


def test_a_tab_in_which_a_person_is_recorded_says_so_over_the_page(
    watched: tuple[Browser, Person], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, person = watched
    use(browser.scratch, monkeypatch)
    with page_of("tester", site.origin) as page:
        page.open("form.html")
        page.call("watchPerson")
        until(lambda: person.does(RED, page.tab))
        page.open("index.html")
        until(lambda: person.does(RED, page.tab))
        image = Png(page.call("screenshot", format="png", scale=1)["image"])
        assert image.at(image.width - 16, image.height - 16) == (255, 255, 255)
        until(lambda: person.does(RED, page.tab))
        page.call("watchPerson", end=True)
        until(lambda: not person.does(RED, page.tab))


def test_without_the_helper_the_button_says_that_a_person_is_recorded(
    plain_watched: tuple[Browser, Person], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, person = plain_watched
    use(browser.scratch, monkeypatch)
    with page_of("tester", site.origin) as page:
        page.open("form.html")
        page.call("watchPerson")
        until(lambda: person.does(BUTTON, page.tab)[0] == "●")
        page.call("click", target="#count")
        assert person.does(BUTTON, page.tab)[0] == "●"
        page.call("watchPerson", end=True)
        until(lambda: person.does(BUTTON, page.tab)[0] == "clz")


def test_there_is_no_overlay_where_nobody_looks_on(watched: tuple[Browser, Person], site: Site) -> None:
    with page_of("tester", site.origin) as page:
        page.open("form.html")
        assert page.call("screenshot")["width"] > 0
        assert watched[1].sees_overlay(page.tab) == (False, False)
