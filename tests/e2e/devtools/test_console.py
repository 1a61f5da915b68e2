"""The page's console and its uncaught errors, in the real Firefox."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.support.browsers import Browser, Page
from tests.support.scratch import CLZ
from tests.support.waiting import until


def logs(page: Page, **params: Any) -> list[dict]:
    return list(page.call("getConsoleLogs", **params)["logs"])


def when_said(page: Page, text: str) -> dict:
    """The entry with `text`, once it is there."""
    return until(lambda: [entry for entry in logs(page) if text in entry["message"]])[0]


def test_messages_are_kept_from_the_first_script_on(page: Page) -> None:
    page.open("devtools.html")
    when_said(page, "from the frame")
    entries = logs(page)
    first, second, third = entries[:3]
    assert (first["level"], first["kind"], first["message"]) == ("log", "console", 'first script {"a":1} [1,2]')
    assert first["url"].endswith("/devtools.html")
    assert (first["line"], first["column"]) == (8, 9)
    assert (second["level"], second["message"]) == ("warn", "second script of 2")
    assert third["frame"].endswith("/frame-log.html")
    assert [entry["seq"] for entry in entries] == sorted(entry["seq"] for entry in entries)


def test_the_first_script_is_never_missed(page: Page) -> None:
    for number in range(10):
        page.open(f"devtools.html?{number}")
        assert when_said(page, "first script")["frame"].endswith(f"?{number}")
        page.call("getConsoleLogs", clear=True)


def test_a_page_with_a_strict_policy_is_heard_too(page: Page) -> None:
    page.open("csp-app.html")
    assert when_said(page, "under a strict policy")["level"] == "log"


def test_uncaught_errors_and_rejections_are_messages(page: Page) -> None:
    page.open("devtools.html")
    page.call("click", target="#fail")
    page.call("click", target="#reject")
    uncaught = when_said(page, "uncaught here")
    assert (uncaught["level"], uncaught["kind"]) == ("error", "error")
    assert uncaught["message"].startswith("Uncaught TypeError: uncaught here")
    assert uncaught["line"] == 27
    unhandled = when_said(page, "unhandled here")
    assert (unhandled["level"], unhandled["kind"]) == ("error", "rejection")
    assert "RangeError: unhandled here" in unhandled["message"]


def test_an_error_of_a_page_that_loads_is_told_once(build: str, page: Page) -> None:
    script = "<script>Promise.reject(new Error(%22rejected%22)); throw new Error(%22thrown%22)</script>"
    for number in range(5):
        page.open(f"{page.origin}/written?html={script}{number}")
        when_said(page, "rejected")
        page.call("evaluate", expression="console.log('last')", unsafe=True)
        when_said(page, "last")
        said = [entry["message"].splitlines()[0] for entry in logs(page, clear=True)]
        assert sorted(said) == ["Uncaught Error: thrown", "Unhandled rejection: Error: rejected", "last"]


def test_what_is_thrown_is_told_with_what_it_came_of(build: str, page: Page) -> None:
    page.open("told.html")
    page.call("click", target="#thrown")
    assert when_said(page, '{"my":"object"}')["message"] == 'Uncaught {"my":"object"}'
    assert when_said(page, '{"rejected":1}')["message"] == 'Unhandled rejection: {"rejected":1}'
    outer = when_said(page, "the outer")["message"]
    assert outer.startswith("Uncaught Error: the outer\n")
    assert "\nCaused by: RangeError: the root\n" in outer
    several = when_said(page, "several")["message"]
    assert "\nError 1 of 2: Error: one\n" in several
    assert "\nError 2 of 2: TypeError: two\n" in several
    assert when_said(page, "logged")["message"].endswith("\nCaused by: a text")


def test_counts_timers_and_groups_are_messages(build: str, page: Page) -> None:
    page.open("told.html")
    page.call("click", target="#calls")
    when_said(page, "over")
    said = [re.sub(r"\d+ms", "Nms", entry["message"]) for entry in logs(page)]
    counts = ["times: 1", "times: 2", "times: 1", "default: 1"]
    assert said == [*counts, "work: Nms so far", "work: Nms", "Group of 2", "Closed group", "over"]


def test_what_a_policy_of_the_page_refuses_is_an_error(build: str, page: Page) -> None:
    page.open("csp")
    refused = when_said(page, "Content-Security-Policy")
    assert (refused["level"], refused["kind"]) == ("error", "refusal")
    assert "script-src" in refused["message"]
    problem = page.fails("expect", condition="no-errors")
    assert problem.details["count"] == len(logs(page, level="error"))
    page.call("getConsoleLogs", clear=True)
    page.call("getAccessibilitySnapshot")
    page.call("evaluate", expression="document.title")
    page.call("expect", condition="no-errors")


def test_a_policy_that_is_only_tried_out_is_a_warning(build: str, page: Page) -> None:
    page.open("policy?header=Content-Security-Policy-Report-Only&to=/report")
    assert when_said(page, "Report-Only")["level"] == "warn"
    page.call("expect", condition="no-errors")


def test_what_another_site_does_not_share_is_an_error_and_what_it_does_not_answer_a_failed_request(page: Page) -> None:
    page.open("form.html")
    elsewhere = page.origin.replace("127.0.0.1", "localhost")
    gone = f"const over = new AbortController(); void fetch('{elsewhere}/hang', over).catch(() => 0); over.abort()"
    page.call("evaluate", expression=f"{{ {gone} }}", unsafe=True)
    page.call("evaluate", expression="fetch('http://localhost:9/').catch(() => 0)", unsafe=True)
    page.call("expect", condition="no-errors")
    page.call("evaluate", expression=f"fetch('{elsewhere}/json').catch(() => 0)", unsafe=True)
    assert when_said(page, "Cross-Origin Request Blocked")["kind"] == "refusal"
    page.call("expect", condition="no-errors", negated=True)


def test_values_are_shown_as_a_console_shows_them(page: Page) -> None:
    page.open("devtools.html")
    page.call("click", target="#log")
    entry = when_said(page, "clicked")
    assert entry["level"] == "info"
    for part in ("Error: shown", "<body>", "null undefined", '{"$type":"map","entries":[[1,2]]}'):
        assert part in entry["message"]


def test_messages_can_be_filtered_counted_and_cleared(page: Page) -> None:
    page.open("devtools.html")
    when_said(page, "from the frame")
    result = page.call("getConsoleLogs", level="warn", clear=True)
    assert [entry["message"] for entry in result["logs"]] == ["second script of 2"]
    assert result["totals"] == {"debug": 0, "log": 2, "info": 0, "warn": 1, "error": 0}
    assert page.call("getConsoleLogs")["total"] == 0


def test_the_buffer_holds_500_messages_and_counts_what_it_dropped(page: Page) -> None:
    page.open("devtools.html")
    when_said(page, "from the frame")
    page.call("click", target="#many")
    when_said(page, "message 599")
    result = page.call("getConsoleLogs", limit=500)
    assert (result["total"], result["dropped"], len(result["logs"])) == (500, 103, 500)
    assert result["logs"][0]["message"] == "message 100"
    assert len(logs(page)) == 100


def test_a_follower_is_given_what_comes_and_nothing_twice(page: Page) -> None:
    page.open("devtools.html")
    when_said(page, "from the frame")
    cursor = page.call("getConsoleLogs")["cursor"]
    assert page.call("getConsoleLogs", since=cursor)["logs"] == []
    outcome: list[dict] = []

    def wait() -> None:
        with Client("default", "tester") as client:
            outcome.append(client.call("getConsoleLogs", {"tabId": page.tab, "since": cursor, "waitMs": 20_000}))

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: page.client.call("status")["pending"] == 1)
    page.call("evaluate", expression="console.log('news')", unsafe=True)
    thread.join(10)
    assert [entry["message"] for entry in outcome[0]["logs"]] == ["news"]
    assert outcome[0]["cursor"] > cursor


def test_the_page_cannot_tell_that_it_is_heard(page: Page) -> None:
    page.open("devtools.html")
    source = page.call("evaluate", expression="console.log.toString() + typeof clzConsole", unsafe=True)["result"]
    assert "[native code]" in source
    assert source.endswith("undefined")


def test_another_agents_console_is_out_of_reach(page: Page, other_page: Page) -> None:
    page.open("devtools.html")
    other_page.open("index.html")
    for command in ("getConsoleLogs", "getNetworkRequests", "evaluate", "handleConsent", "pdf"):
        params = {"expression": "1"} if command == "evaluate" else {}
        with pytest.raises(ClzError) as caught:
            other_page.client.call(command, {**params, "tabId": page.tab})
        assert caught.value.code == "OWNERSHIP"


def test_follow_prints_lines_as_they_come_and_ends_with_its_time(page: Page, browser: Browser) -> None:
    page.open("devtools.html")
    when_said(page, "from the frame")
    line = [*CLZ, "console", "--follow", "--json", "--timeout", "5000", "--agent", "tester", "--tab", str(page.tab)]
    with subprocess.Popen(line, env=browser.scratch.env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = [json.loads(process.stdout.readline())["result"]["message"] for _ in range(3)]
        page.call("evaluate", expression="console.log('while following')", unsafe=True)
        assert json.loads(process.stdout.readline())["result"]["message"] == "while following"
        assert process.wait(30) == 0
    assert first[0].startswith("first script")


def test_messages_of_one_page_are_told_from_those_of_the_next(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression="console.log('on the first')", unsafe=True)
    page.call("getConsoleLogs", waitMs=5_000)
    page.open("counter.html")
    assert page.call("getConsoleLogs", page=True)["logs"] == []
    page.call("evaluate", expression="console.log('on the second')", unsafe=True)
    (second,) = page.call("getConsoleLogs", page=True, waitMs=5_000)["logs"]
    assert second["message"] == "on the second"
    both = page.call("getConsoleLogs")["logs"]
    assert [entry["message"] for entry in both] == ["on the first", "on the second"]
    assert both[0]["page"] < both[1]["page"] == second["page"]


def test_the_page_that_one_goes_back_to_has_its_own_messages(build: str, page: Page) -> None:
    def said() -> list[str]:
        return [entry["message"] for entry in page.call("getConsoleLogs", page=True)["logs"]]

    def says(words: str) -> None:
        page.call("evaluate", expression=f"console.log('{words}'), 0", unsafe=True)
        until(lambda: said()[-1:] == [words])

    page.open("kept?page=1")
    says("first")
    page.open("kept?page=2")
    says("second")
    page.call("back")
    assert said() == ["first"]
    says("first again")
    page.call("forward")
    assert said() == ["second"]


def test_a_page_that_asks_for_webgl_in_vain_is_said_to(page: Page, browser: Browser, tmp_path: Path) -> None:
    page.open("blank.html")
    assert "noWebgl" not in page.call("screenshot")
    for told in (page.open("webgl.html"), page.call("reload"), page.call("screenshot")):
        assert told["noWebgl"] is True, told
    assert when_said(page, "WebGL")["level"] == "warn"
    given = ("--agent", "tester", "--tab", str(page.tab))
    assert "WebGL" in browser.clz("screenshot", str(tmp_path / "page.png"), *given).stdout
    page.call("expect", condition="no-errors")
    assert "noWebgl" not in page.open("blank.html")
