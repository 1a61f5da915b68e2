"""Waiting, for everything that can be waited for, in the real Firefox."""

from __future__ import annotations

from typing import Any

from tests.support.browsers import Page


def soon(page: Page, script: str) -> None:
    """Have the page do something a little later."""
    page.call("evaluate", expression=f"void setTimeout(() => {script}, 300)", unsafe=True)


def test_a_wait_for_going_ends_when_the_element_is_gone(page: Page) -> None:
    page.open("appears.html?ms=50")
    page.call("waitFor", target="#late")
    soon(page, "document.getElementById('late').remove()")
    page.call("waitFor", target="#late", gone=True)
    assert page.call("get", what="count", target="#late")["value"] == 0
    page.call("waitFor", text="Here I am", gone=True, waitMs=0)


def test_hidden_is_less_than_gone(page: Page) -> None:
    page.open("disabled.html")
    page.call("waitFor", target="#undisplayed", hidden=True, waitMs=0)
    problem = page.fails("waitFor", target="#undisplayed", gone=True, waitMs=100)
    assert (problem.code, problem.details["missing"]) == ("TIMEOUT", ["gone"])
    assert page.fails("waitFor", target="#disabled", hidden=True, waitMs=0).code == "TIMEOUT"
    assert page.fails("waitFor", gone=True).code == "INVALID_PARAMS"
    assert page.fails("waitFor", target="a[[", gone=True, waitMs=0).code == "INVALID_TARGET"


def test_gone_means_gone_from_every_frame(page: Page) -> None:
    page.open("framed.html?late=appears.html?ms=50")
    page.call("waitFor", target="#late")
    soon(page, "document.getElementById('later').contentDocument.getElementById('late').remove()")
    page.call("waitFor", target="#late", gone=True)
    assert page.call("get", what="count", target="#late")["value"] == 0
    problem = page.fails("waitFor", target="#press-first", gone=True, waitMs=300)
    assert (problem.code, problem.details["missing"]) == ("TIMEOUT", ["gone"])
    assert problem.hint.startswith("Give it longer: --wait-ms"), "the limit that ended it"


def test_a_ref_is_gone_with_its_element(page: Page) -> None:
    page.open("form.html")
    ref = page.call("getElementInfo", target="#save")["ref"]
    soon(page, "document.getElementById('save').remove()")
    page.call("waitFor", target=f"@{ref}", gone=True)


def test_an_expression_is_waited_for(page: Page) -> None:
    page.open("appears.html?ms=300", waitUntil="domcontentloaded")
    page.call("waitFor", fn="document.querySelector('#late').textContent === 'Here I am'")
    page.call("waitFor", fn="await Promise.resolve(true)", waitMs=1000)
    problem = page.fails("waitFor", fn="window.nothing.at.all", waitMs=200)
    assert (problem.code, problem.details["missing"]) == ("TIMEOUT", ["fn"])
    assert "nothing" in problem.details["failure"]
    problem = page.fails("waitFor", fn="new Promise(() => {})", unsafe=True, waitMs=300)
    assert (problem.code, problem.details["missing"]) == ("TIMEOUT", ["fn"]), "it is the wait that ended"


def test_an_expression_that_does_more_than_look_is_refused(page: Page) -> None:
    page.open("form.html")
    assert page.fails("waitFor", fn="fetch('/')").exit_code == 5
    assert page.fails("waitFor", fn="1 +").exit_code == 2


def test_quiet_waits_for_what_the_last_command_asked_for(page: Page) -> None:
    page.open("quiet.html?ms=900")
    page.call("click", target="#load")
    result = page.call("waitFor", load="quiet")
    assert page.text("#answer") == "arrived"
    assert result["found"]
    page.call("click", target="#tick")
    problem = page.fails("waitFor", load="quiet", waitMs=900)
    assert (problem.code, problem.details["missing"]) == ("TIMEOUT", ["load"])


def test_a_page_that_is_held_up_is_not_quiet(page: Page) -> None:
    page.open("quiet.html?ms=900")
    page.call("click", target="#toil")
    page.call("waitFor", load="quiet")
    assert page.text("#answer") == "toiled"


def test_timers_of_a_tab_in_the_background_run_at_their_own_speed(page: Page) -> None:
    page.open("quiet.html")
    tabs = page.client.call("getTabs")["tabs"]
    assert len(tabs) > 1  # this one was opened in the background
    ten = """new Promise((done) => {
        const begin = performance.now();
        let count = 0;
        const timer = setInterval(() => {
            if (++count < 10) return;
            clearInterval(timer);
            done(performance.now() - begin);
        }, 20);
    })"""
    assert page.call("evaluate", expression=ten, unsafe=True)["result"] < 2_000


def test_what_a_page_scrolls_smoothly_in_the_background_arrives(page: Page) -> None:
    page.open("big.html?elements=2000")
    assert len(page.client.call("getTabs")["tabs"]) > 1
    page.call("evaluate", expression="scrollTo({ top: 900, behavior: 'smooth' })", unsafe=True)
    page.call("waitFor", fn="scrollY === 900", waitMs=5_000)


def test_loading_is_waited_for(page: Page) -> None:
    page.open("loading.html", waitUntil="none")
    page.call("waitFor", text="Still loading")
    assert page.fails("waitFor", load="load", waitMs=300).code == "TIMEOUT"
    page.open("form.html")
    page.call("waitFor", load="load", target="#save", text="Count", url="**/form.html", fn="true", waitMs=1000)


def test_a_wait_that_fails_names_the_limit_that_ran_out(page: Page) -> None:
    page.open("form.html")
    conditions: tuple[dict[str, Any], ...] = ({"target": "#nowhere"}, {"url": "**/nowhere"}, {"text": "not to be read"})
    for params in conditions:
        problem = page.fails("waitFor", waitMs=300, **params)
        assert (problem.code, problem.details["limit"]) == ("TIMEOUT", "waitMs")
        assert "--wait-ms" in problem.message
    late = page.fails("waitFor", timeout_ms=5_000, target="#nowhere", waitMs=60_000)
    assert (late.code, late.details.get("limit")) == ("TIMEOUT", "timeout"), (late.message, late.details)
