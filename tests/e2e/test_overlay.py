"""Watermark and glow, in a Firefox of its own in which they are on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page, firefox, page_of
from tests.support.pictures import Png
from tests.support.waiting import until

LAST = "document.documentElement.lastElementChild"


@pytest.fixture
def seen_page(site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page in a Firefox that somebody looks at."""
    with firefox("--not-started") as own:
        assert own.clz("browser", "start", CLZ_VISUALS="on").returncode == 0
        with page_of("tester", site.origin) as page:
            yield page


def has_overlay(page: Page) -> bool:
    return bool(page.call("evaluate", expression=f"{LAST}.getAttribute('aria-hidden') === 'true'")["result"])


def test_the_overlay_is_shown_but_in_no_picture_and_no_target(seen_page: Page) -> None:
    page = seen_page
    page.open("picture.html")
    until(lambda: has_overlay(page))
    # Closed: the page cannot look into it, and clicks go through it.
    assert page.call("evaluate", expression=f"{LAST}.shadowRoot")["result"] is None
    result = page.call("screenshot", format="png", scale=1)
    image = Png(result["image"])
    corner = {image.at(image.width - x, image.height - y) for x in range(12, 40) for y in range(10, 24)}
    assert corner == {(255, 255, 255)}
    until(lambda: page.call("evaluate", expression=f"{LAST}.hidden")["result"] is False)
    page.open("form.html")
    until(lambda: has_overlay(page))
    assert page.call("click", target="#count")["clicked"]
    assert page.text("#total") == "1"
    assert "clz" not in page.call("getContent")["text"].split()


def test_there_is_no_overlay_where_nobody_looks_on(page: Page, browser: Browser) -> None:
    page.open("form.html")
    assert page.call("screenshot")["width"] > 0
    assert not has_overlay(page)
