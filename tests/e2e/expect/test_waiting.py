"""Expectations look again until they hold: through changes, frames and navigations."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import Browser, Page
from tests.support.waiting import paced


def soon(page: Page, script: str, ms: int = 300) -> None:
    """Have the page do something a little later."""
    page.call("evaluate", expression=f"void setTimeout(() => {{ {script} }}, {ms})", unsafe=True)


def test_what_comes_later_is_waited_for(build: str, page: Page) -> None:
    page.open("appears.html?ms=400", waitUntil="none")
    page.call("expect", condition="visible", target="#late")
    page.call("expect", condition="text", value="Here I am")
    soon(page, "document.getElementById('late').remove()")
    page.call("expect", condition="gone", target="#late")
    page.call("expect", condition="visible", target="#late", negated=True, waitMs=0)


def test_a_navigation_in_the_middle_is_survived(build: str, page: Page) -> None:
    page.open("index.html")
    soon(page, "location.href = 'form.html'")
    page.call("expect", condition="visible", target="#save")
    soon(page, "location.href = 'index.html'")
    page.call("expect", condition="url", value="**/index.html")
    soon(page, "document.title = 'Other / title'")
    page.call("expect", condition="title", value="Other*title")


def test_the_message_says_what_was_expected_what_was_found_and_how_long_was_waited(page: Page) -> None:
    page.open("form.html")
    begin = time.monotonic()
    problem = page.fails("expect", condition="text", target="h1", value="Forms", waitMs=400)
    assert time.monotonic() - begin >= 0.4
    said, _, waited = problem.message.rpartition("; waited ")
    assert said == 'Expected h1 to contain "Forms"; found "Form"'
    assert float(waited.removesuffix(" s")) == pytest.approx(problem.details["waitedMs"] / 1000, abs=0.051)
    assert problem.details["waitedMs"] >= 400
    assert (problem.details["lookalikes"], "nearest" in problem.hint) == ([], False), "what was found is not said twice"
    near = page.fails("expect", condition="text", value="Read onyl", waitMs=0)
    assert near.details["lookalikes"][0] == "Read only"
    typo = page.fails("expect", condition="visible", target="#svae", waitMs=0)
    assert typo.hint == "Did you mean: button#save?"


def test_every_frame_counts(build: str, page: Page) -> None:
    page.open("framed.html")
    page.call("expect", condition="visible", target="#press-second-inner")
    page.call("expect", condition="text", value="In the frame second-inner")
    page.call("expect", condition="count", target="button", count=">= 3")
    inner = page.fails("expect", condition="hidden", target="#press-first", waitMs=200)
    assert inner.code == "EXPECTATION_FAILED"
    assert page.fails("expect", condition="text", value="Outside", frame="f2", waitMs=0).exit_code == 1
    many = page.fails("expect", condition="visible", target="[id^=press-]", waitMs=0)
    assert (many.code, many.details["count"]) == ("AMBIGUOUS_TARGET", 3)
    assert page.call("expect", condition="visible", target="[id^=press-]", nth=3, waitMs=0)["holds"]
    assert page.fails("expect", condition="visible", target="[id^=press-]", nth=4, waitMs=0).exit_code == 1


def test_refs_of_elements_that_are_gone_are_gone(page: Page) -> None:
    page.open("form.html")
    ref = "@" + page.call("getElementInfo", target="#save")["ref"]
    page.call("expect", condition="visible", target=ref)
    page.call("evaluate", expression="document.getElementById('save').remove()", unsafe=True)
    page.call("expect", condition="gone", target=ref)
    page.call("expect", condition="visible", target=ref, negated=True)
    assert page.fails("expect", condition="text", target=ref, value="x", waitMs=0).code == "STALE_REF"


def test_shadow_roots_and_the_focus_are_looked_into(page: Page) -> None:
    page.open("shadow.html")
    assert page.call("get", what="count", target="button")["value"] > 0
    page.call("expect", condition="count", target="button", count="> 0")
    page.open("form.html")
    page.call("focus", target="#text")
    page.call("expect", condition="focused", target="#text")


@pytest.mark.parametrize(
    "asked",
    [
        {"condition": "text", "target": "h1", "match": "matches", "value": "^(a+)+$"},
        {"condition": "visible", "target": "text=/^(a+)+$/", "negated": True},
        {"condition": "snapshot", "template": "- heading /^(a+)+$/", "negated": True},
    ],
)
def test_an_expression_that_could_match_in_many_ways_is_told_at_once(page: Page, asked: dict[str, Any]) -> None:
    page.open("form.html")
    script = "document.querySelector('h1').textContent = 'a'.repeat(40) + 'b'"
    page.call("evaluate", expression=script, unsafe=True)
    began = time.monotonic()
    if asked.get("negated"):
        page.call("expect", **asked, waitMs=0)
    else:
        assert page.fails("expect", **asked, waitMs=0).code == "EXPECTATION_FAILED"
    assert time.monotonic() - began < paced(3)


def test_an_expression_that_looks_around_is_refused(page: Page) -> None:
    page.open("form.html")
    asked: tuple[tuple[dict[str, Any], str], ...] = (
        ({"condition": "text", "target": "h1", "match": "matches", "value": "(?!a)"}, "INVALID_PARAMS"),
        ({"condition": "visible", "target": "text=/(?!a)/"}, "INVALID_TARGET"),
        ({"condition": "snapshot", "template": "- heading /(?!a)/"}, "INVALID_PARAMS"),
    )
    for negated in (False, True):
        for params, code in asked:
            problem = page.fails("expect", **params, negated=negated, waitMs=0)
            assert (problem.code, problem.exit_code) == (code, 2)
            assert "lookaround" in str(problem.details["reason"])


@pytest.mark.parametrize("negated", [False, True])
def test_what_a_password_holds_is_not_told(page: Page, negated: bool) -> None:
    page.open("form.html")
    page.call("fill", target="#password", text="hunter2")
    page.call(
        "evaluate", expression="document.querySelector('#password').setAttribute('value', 'hunter2')", unsafe=True
    )
    value: dict[str, Any] = {"target": "#password", "negated": negated, "waitMs": 0}
    conditions: list[dict[str, Any]] = [{"condition": "value"}, {"condition": "attr", "attribute": "value"}]
    for condition in conditions:
        for match, text in (("exact", "hunter2"), ("contains", "hunter"), ("matches", "^h"), ("exact", "other")):
            problem = page.fails("expect", **condition, **value, match=match, value=text)
            assert (problem.code, problem.exit_code) == ("INVALID_TARGET", 2)
            assert "•" in problem.hint


def test_how_long_a_password_is_can_be_expected(page: Page) -> None:
    page.open("form.html")
    page.call("expect", condition="value", target="#password", value="", waitMs=0)
    page.call("fill", target="#password", text="hunter2")
    page.call("expect", condition="value", target="#password", value="•" * 7, waitMs=0)
    page.call("expect", condition="value", target="#password", value="", negated=True, waitMs=0)
    found = page.fails("expect", condition="value", target="#password", value="•" * 8, waitMs=0)
    assert (found.code, found.details["found"]) == ("EXPECTATION_FAILED", f'"{"•" * 7}"')


def test_a_dialog_that_is_open_leaves_it_untold(page: Page) -> None:
    page.open("form.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    page.call("evaluate", expression="void setTimeout(() => alert('stop'), 100)", unsafe=True)
    problem = page.fails("expect", condition="visible", target="#nowhere")
    page.call("dismissDialog")
    assert problem.code == "DIALOG_OPEN"


def test_a_frame_that_nobody_can_look_into_leaves_open_what_it_may_show(page: Page) -> None:
    page.open("framed.html?late=/pdf")
    page.call("expect", condition="visible", target="iframe#later")
    page.call("expect", condition="text", value="Outside the frames")
    for negated in (False, True):
        problem = page.fails("expect", condition="text", value="not to be read", negated=negated, waitMs=0)
        assert problem.code in ("RESTRICTED_PAGE", "CONTENT_SCRIPT_UNAVAILABLE")
        assert page.fails("expect", condition="gone", target="#nowhere", negated=negated, waitMs=0).code == problem.code


def test_a_soft_expectation_ends_no_batch_and_fails_it_at_its_end(browser: Browser, page: Page, tmp_path: Path) -> None:
    page.open("form.html")
    lines = tmp_path / "lines"
    lines.write_text(
        "expect title Nothing --soft --wait-ms 0\nexpect count button '>= 1'\nexpect title Nothing --wait-ms 0\nping\n"
    )
    done = browser.clz("batch", str(lines), "--tab", str(page.tab), "--agent", page.client.agent)
    assert done.returncode == 1
    assert [line.rpartition(": Expected")[0] for line in done.stderr.splitlines() if line.startswith("error")] == [
        "error: line 1",
        "error: line 3",
    ]
    assert "as expected" in done.stdout
    assert "pong" not in done.stdout
