"""Windows and viewports in the real Firefox."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.browsers import Browser, Page
from tests.support.waiting import until

SIZE = "({ width: innerWidth, height: innerHeight, narrow: matchMedia('(max-width: 500px)').matches })"


def size(page: Page) -> dict[str, Any]:
    return dict(page.call("evaluate", expression=SIZE)["result"])


def value(page: Page, expression: str) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True)["result"]


@pytest.fixture
def plain_window(plain_browser: Browser, build: str, page: Page) -> Iterator[Page]:
    """A page of the plain build; its window has its old size again afterwards."""
    page.open("form.html")
    yield page
    page.call("setViewport", reset=True)


def test_a_background_tab_is_laid_out_as_on_the_device_it_is_given(page: Page, other_page: Page) -> None:
    page.open("form.html")
    other_page.open("form.html", foreground=True)
    at_first = size(page)
    result = page.call("setViewport", preset="iphone-14")
    assert (result["width"], result["height"], result["reached"], result["scope"]) == (390, 844, True, "tab")
    assert (result["ratio"], result["touch"]) == (3, True)
    assert "iPhone" in result["userAgent"]
    assert size(page) == {"width": 390, "height": 844, "narrow": True}
    assert size(other_page) == at_first
    picture = page.call("screenshot", scale=1.0)
    assert (picture["width"], picture["height"]) == (390, 844)
    assert page.call("click", target="#count")["trusted"] is True
    assert page.text("#total") == "1"
    page.call("setViewport", reset=True)
    assert size(page) == at_first


def test_a_viewport_and_its_device_stay_when_the_tab_goes_to_another_process(page: Page) -> None:
    page.open("form.html")
    page.call("setViewport", preset="pixel-7")
    page.open(page.origin.replace("127.0.0.1", "localhost") + "/form.html")
    assert size(page)["width"] == 412
    seen = value(page, "[navigator.userAgent.includes('Android'), 'ontouchstart' in window, devicePixelRatio]")
    assert seen == [True, True, 2.625]
    page.call("setViewport", preset="800x600")
    page.call("reload")
    assert value(page, "[innerWidth, navigator.userAgent.includes('Android'), devicePixelRatio]") == [800, False, 1]


def test_pages_find_a_mouse_except_on_a_phone(page: Page) -> None:
    fine = ["hover: hover", "pointer: fine", "any-hover: hover", "any-pointer: fine"]
    asked = f"{[*fine, 'pointer: coarse', 'hover: none']}.map((query) => matchMedia(`(${{query}})`).matches)"
    page.open("form.html")
    assert value(page, asked) == [True, True, True, True, False, False]
    page.call("setViewport", preset="iphone-14")
    assert value(page, asked) == [False, False, False, False, True, True]
    page.open(page.origin.replace("127.0.0.1", "localhost") + "/form.html")
    assert value(page, asked) == [False, False, False, False, True, True]
    assert page.call("click", target="#count")["trusted"] is True
    page.call("setViewport", reset=True)
    assert value(page, asked) == [True, True, True, True, False, False]


def test_a_viewport_larger_than_the_window_takes_clicks_all_over(page: Page) -> None:
    page.open("form.html")
    page.call("setViewport", width=1900, height=1600)
    script = (
        "document.body.insertAdjacentHTML('beforeend', '<button id=far style=\"position:fixed;right:0;bottom:0\" "
        "onclick=\"this.textContent=\\'hit\\'\">far</button>')"
    )
    page.call("evaluate", expression=script, unsafe=True)
    page.call("click", target="#far")
    assert page.text("#far") == "hit"


def test_what_is_no_viewport_is_refused_with_what_could_be(page: Page) -> None:
    page.open("form.html")
    for params, said in (({"preset": "iphnoe-14"}, "iphone-14?"), ({"preset": "laptop", "reset": True}, "--reset")):
        problem = page.fails("setViewport", **params)
        assert (problem.code, said in problem.hint) == ("INVALID_PARAMS", True)


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_without_the_helper_the_window_is_resized_and_the_result_says_what_was_reached(plain_window: Page) -> None:
    page = plain_window
    result = page.call("setViewport", preset="1024x700")
    assert (result["scope"], result["reached"], size(page)["width"]) == ("window", True, 1024)
    result = page.call("setViewport", preset="iphone-14")
    assert result["reached"] is False
    assert result["requested"] == {"width": 390, "height": 844}
    assert (result["width"], result["touch"]) == (size(page)["width"], False)
    assert "450 to 500" in result["note"]


def test_windows_are_listed_with_whose_their_tabs_are(page: Page, other_page: Page) -> None:
    page.open("form.html")
    other_page.open("form.html")
    (entry,) = [window for window in page.client.call("getWindows")["windows"] if window["current"]]
    owner = other_page.client.key.agent_id[:12]
    assert (entry["mine"], entry["person"], entry["private"]) == (1, 0, False)
    assert {"owner": owner, "tabs": 1} in entry["others"]


def test_closing_a_window_closes_ones_own_tabs_alone(page: Page, other_page: Page) -> None:
    page.open("form.html")
    other_page.open("form.html")
    second = page.client.call("createWindow", {"url": f"{page.origin}/index.html"})
    result = page.client.call("closeWindow", {"windowId": second["windowId"]})
    assert (sorted(result["closed"]), result["windowClosed"]) == (sorted([page.tab, second["tabId"]]), False)
    assert result["left"] >= 1
    assert result["current"] is None
    assert other_page.text("#total") == "0"
    page.tab = -1
    assert not any(tab["mine"] for tab in page.client.call("getTabs")["tabs"])
    with pytest.raises(Exception, match="You have no tab"):
        page.client.call("closeWindow")


def test_the_shared_window_is_resized_and_the_least_size_is_told(
    page: Page, other_page: Page, resize: Callable[..., dict[str, Any]]
) -> None:
    opened = page.open("form.html")
    other_page.open("form.html")
    result = resize(width=1100, height=700, windowId=opened["windowId"])
    assert (result["width"], result["height"], result["reached"]) == (1100, 700, True)
    assert result["agents"] >= 1
    small = resize(width=200, height=700)
    assert (small["reached"], small["requested"]["width"]) == (False, 200)
    assert small["width"] >= 450


def test_a_picture_of_a_page_that_stands_at_another_size_is_marked_where_its_elements_are(page: Page) -> None:
    page.open("form.html")
    page.call("setViewport", preset="iphone-14")
    page.call("scroll", target="#count")
    picture = page.call("screenshot", annotate=True, format="png", scale=1.0)
    assert base64.b64decode(picture["image"])
    box = page.call("get", what="box", target="#count")["value"]
    (label,) = [label for label in picture["labels"] if label["name"] == "Count"]
    assert abs(label["x"] - box["x"]) <= 1
    assert abs(label["y"] - box["y"]) <= 1


def test_the_window_of_a_page_that_was_sized_takes_other_pages_as_before(page: Page, other_page: Page) -> None:
    page.open("form.html")
    page.call("setViewport", preset="iphone-se")
    other_page.open("form.html")
    until(lambda: size(other_page)["width"] > 375)
