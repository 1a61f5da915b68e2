"""The answer to an action: `wait --request`, and `--wait-request` of the actions themselves."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor

from clz_core.client import Client
from tests.support.browsers import Browser, Page

SAVE = "void setTimeout(() => fetch('/json?save'), 200)"
POST = "void fetch('/json?save', {method: 'POST'})"  # which the site answers with 501


def on_click(page: Page, script: str) -> None:
    """A page whose button `#fetch` runs the script, and asks for nothing by itself."""
    page.open("devtools.html")
    button = (
        f"const old = document.querySelector('#fetch'), own = old.cloneNode(true); own.onclick = () => {{{script}}}"
    )
    page.call("evaluate", expression=f"{{ {button}; old.replaceWith(own) }}", unsafe=True)


def test_the_answer_to_a_click_is_waited_for_however_fast_it_is(build: str, page: Page) -> None:
    page.open("devtools.html")
    page.call("click", target="#fetch")
    page.call("expect", condition="request", value="**/status/404", status="404")  # it is over by now
    found = page.call("waitFor", request="**/json?*")["request"]
    assert (found["status"], found["method"], found["type"], found["state"]) == (200, "GET", "xhr", "done")
    assert found["url"].endswith("/json?token=***&plain=1")
    assert found["ms"] > 0
    assert page.call("waitFor", request="**", status="failed")["request"]["status"] == 404


def test_one_that_nobody_answers_has_ended_too(page: Page) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}/"
    on_click(page, f"void fetch('{nobody}')")
    page.call("click", target="#fetch")
    unanswered = page.call("waitFor", request=nobody, status="failed")["request"]
    assert (unanswered["state"], unanswered["status"]) == ("failed", None)
    assert unanswered["error"]


def test_a_request_that_is_yet_to_come_is_waited_for(build: str, page: Page) -> None:
    on_click(page, SAVE)
    page.call("click", target="#fetch")
    assert page.call("waitFor", request="**/json?save", method="get", status="2xx")["request"]["status"] == 200


def test_what_was_asked_before_the_last_action_does_not_count(page: Page) -> None:
    page.open("devtools.html")
    assert page.call("waitFor", request="**/devtools.html")["request"]["type"] == "document"
    page.call("click", target="#log")
    problem = page.fails("waitFor", request="**/devtools.html", waitMs=200)
    assert (problem.code, problem.details["missing"]) == ("TIMEOUT", ["request"])
    assert problem.details["lookalikes"] == []


def test_all_requests_of_a_new_tab_count(page: Page) -> None:
    page.open("devtools.html")
    assert page.call("waitFor", request="**/page.css", target="h1", url="**/devtools.html")["request"]["status"] == 200


def test_a_wait_in_vain_says_what_there_was_instead(page: Page) -> None:
    on_click(page, POST + "; void fetch('/hang')")
    page.call("click", target="#fetch")
    page.call("waitFor", request="**/json?save")
    problem = page.fails("waitFor", request="**/json?saved", waitMs=300)
    assert problem.details["lookalikes"][0].endswith("/json?save 501")
    assert [line.rsplit("/", 1)[1] for line in problem.details["underWay"]] == ["hang pending"]
    problem = page.fails("waitFor", request="json?save", waitMs=0)
    assert problem.hint == "A glob must match the whole address. Did you mean: **json?save**?"
    problem = page.fails("waitFor", request="**/json?save", method="GET", waitMs=0)
    assert problem.details["lookalikes"][0].startswith("POST ")
    assert "under way" in page.fails("waitFor", request="**/hang", waitMs=200).hint


def test_a_wait_for_a_request_that_cannot_be_meant_is_refused(page: Page) -> None:
    page.open("devtools.html")
    assert page.fails("waitFor", status="404").code == "INVALID_PARAMS"
    assert page.fails("waitFor", method="POST").code == "INVALID_PARAMS"
    assert page.fails("waitFor", request="**", status="oops").code == "INVALID_PARAMS"
    assert page.fails("waitFor", request="**", status="404,pending").code == "INVALID_PARAMS"


def test_an_action_gives_the_answer_that_it_led_to(build: str, page: Page) -> None:
    on_click(page, SAVE)
    done = page.call("click", target="#fetch", waitRequest="**/json?save")
    assert (done["tagName"], done["request"]["status"]) == ("button", 200)
    before = done["request"]["id"]
    assert page.call("pressKey", key="Enter", target="#fetch", waitRequest="**/json?save")["request"]["id"] != before
    assert page.call("reload", waitRequest="**/page.js")["request"]["type"] == "script"
    url = f"{page.origin}/devtools.html?1"
    assert page.call("navigate", url=url, waitUntil="none", waitRequest="**/page.css")["request"]["status"] == 200


def test_a_new_tab_waits_for_what_its_page_asks_for(page: Page) -> None:
    assert page.open("devtools.html", waitRequest="**/page.css")["request"]["type"] == "style"


def test_a_form_waits_for_what_its_last_field_led_to(page: Page) -> None:
    page.open("form.html")
    listen = "document.querySelector('#text').addEventListener('input', () => fetch('/json?typed'))"
    page.call("evaluate", expression=f"void {listen}", unsafe=True)
    assert page.call("fillForm", fields={"#text": "Ada"}, waitRequest="**/json?typed")["request"]["status"] == 200


def test_an_action_without_its_answer_says_that_it_was_done(page: Page) -> None:
    on_click(page, "void fetch('/hang'); document.title = 'pressed'")
    problem = page.fails("click", 8_000, target="#fetch", waitRequest="**/hang")
    assert (problem.code, problem.details["done"]["tagName"]) == ("TIMEOUT", "button")
    assert problem.message.startswith("click was done, but no request **/hang ended")
    assert page.call("get", what="text", target="#fetch")["value"] == "Fetch"
    assert page.fails("click", target="#nowhere", waitMs=0, waitRequest="**").code == "ELEMENT_NOT_FOUND"


def test_the_tab_is_free_while_an_answer_is_waited_for(page: Page) -> None:
    on_click(page, "void (window.hung ? fetch('/json?second') : fetch('/hang')); window.hung = true")
    with ThreadPoolExecutor(1) as pool, Client("default", "tester") as same:
        first = pool.submit(page.fails, "click", 4_000, target="#fetch", waitRequest="**/hang")
        same.call("expect", {"tabId": page.tab, "condition": "request", "value": "**/hang"})
        second = same.call("click", {"tabId": page.tab, "target": "#fetch", "waitRequest": "**/json?second"})
        assert second["request"]["status"] == 200
        assert not first.done()
        assert first.result().code == "TIMEOUT"


def test_the_command_line_prints_the_answer(page: Page, browser: Browser) -> None:
    on_click(page, SAVE)
    tab = ("--agent", "tester", "--tab", str(page.tab))
    done = browser.clz("click", "#fetch", "--wait-request", "**/json?save", *tab)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("request: 200 GET http://127.0.0.1:")
    done = browser.clz("wait", "--request", "**/json?save", "--status", "200", *tab)
    assert "request: 200 GET" in done.stdout
    assert browser.clz("wait", "--request", "**/nothing", "--wait-ms", "0", *tab).returncode == 4


def test_the_body_comes_with_the_request_if_it_is_recorded(build: str, page: Page) -> None:
    on_click(page, SAVE)
    problem = page.fails("waitFor", request="**/json?save", body=True)
    assert (problem.code, "clz network record on" in problem.hint) == ("NO_BODY", True)
    page.call("recordBodies", state="on")
    page.call("click", target="#fetch")
    found = page.call("waitFor", request="**/json?save", body=True)
    assert (found["body"]["state"], found["body"]["mimeType"]) == ("whole", "application/json")
    assert found["body"]["bytes"] == len(found["body"]["text"].encode()) > 0
    assert "body" not in page.call("waitFor", request="**/json?save")
    assert page.fails("waitFor", text="x", body=True).code == "INVALID_PARAMS"
