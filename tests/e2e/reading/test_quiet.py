"""How long a target that is nowhere is waited for: less where nothing is about to come."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.browsers import Browser, Page, page_of

SETTLED = "performance.now() > 3400"


def open_settled(page: Page, path: str) -> None:
    page.open(path)
    page.call("waitFor", fn=SETTLED)


def test_a_quiet_page_is_not_waited_for_as_long_as_another(page: Page) -> None:
    open_settled(page, "quiet-later.html?sign=nothing")
    problem = page.fails("click", target="#neer")
    assert problem.code == "ELEMENT_NOT_FOUND"
    assert 1_000 <= problem.details["waitedMs"] < 4_500
    assert problem.details["lookalikes"][0]["selector"] == "button#near"


@pytest.mark.night
def test_whoever_says_how_long_to_wait_is_taken_at_their_word(page: Page, other_page: Page, browser: Browser) -> None:
    with ThreadPoolExecutor() as pool:
        list(pool.map(open_settled, (page, other_page), ("quiet-later.html?sign=nothing", "form.html")))
        said = ("--agent", "neighbour", "--tab", str(other_page.tab))
        by_command = pool.submit(page.fails, "click", target="#neer", waitMs=2_500)
        by_setting = pool.submit(browser.clz_json, "click", "#nowhere", *said, CLZ_WAIT_MS="5200")
        assert by_command.result().details["waitedMs"] >= 2_500
        assert by_setting.result()["error"]["details"]["waitedMs"] >= 5_200


def test_a_page_that_shows_that_it_is_at_work_is_waited_for(page: Page) -> None:
    def is_waited_for(sign: str) -> bool:
        with page_of(sign, page.origin) as own:
            open_settled(own, f"quiet-later.html?sign={sign}")
            return bool(own.call("click", target="#late")["id"] == "late")

    with ThreadPoolExecutor() as pool:
        assert all(pool.map(is_waited_for, ("spinner", "words", "request")))


def test_what_an_action_set_going_is_waited_for(page: Page) -> None:
    open_settled(page, "form.html")
    later = "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button id=late>Late</button>'), 2000)"
    page.call("evaluate", expression=f"document.getElementById('count').onclick = () => {later}", unsafe=True)
    page.call("click", target="#count")
    assert page.call("click", target="#late")["id"] == "late"


def test_quiet_frames_are_not_waited_for_either(page: Page) -> None:
    open_settled(page, f"framed.html?origin={page.origin.replace('127.0.0.1', 'localhost')}")
    problem = page.fails("click", target="#nowhere")
    assert problem.code == "ELEMENT_NOT_FOUND"
    assert problem.details["waitedMs"] < 4_800
