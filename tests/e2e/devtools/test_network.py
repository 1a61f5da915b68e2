"""The requests of a tab, in the real Firefox."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import Browser, Page
from tests.support.waiting import until


def requests(page: Page, **params: Any) -> list[dict]:
    return list(page.call("getNetworkRequests", **params)["requests"])


def ended(page: Page, part: str, **params) -> dict:
    """The request whose address holds `part`, once it is over."""
    return until(
        lambda: [r for r in requests(page, **params) if part in r["url"] and r["state"] != "pending"],
    )[0]


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_the_document_and_what_it_loads_are_listed(page: Page) -> None:
    page.open("devtools.html")
    ended(page, "frame-log.html")
    found = {request["url"].rsplit("/", 1)[1]: request for request in requests(page)}
    assert {name: found[name]["type"] for name in ("devtools.html", "page.css", "page.js", "frame-log.html")} == {
        "devtools.html": "document",
        "page.css": "style",
        "page.js": "script",
        "frame-log.html": "frame",
    }
    document = found["devtools.html"]
    assert (document["status"], document["state"], document["mimeType"]) == (200, "done", "text/html")
    assert document["durationMs"] >= document["waitMs"] >= 0
    assert document["responseBytes"] > 500
    assert "requestHeaders" not in document


def test_secrets_leave_neither_in_addresses_nor_in_headers(page: Page) -> None:
    page.open("devtools.html")
    page.call("click", target="#fetch")
    request = ended(page, "/json", includeHeaders=True)
    assert request["url"].endswith("/json?token=***&plain=1")
    headers = {header["name"].lower(): header["value"] for header in request["requestHeaders"]}
    assert headers["authorization"] == "***"
    assert headers["host"].startswith("127.0.0.1")
    assert "hunter2" not in json.dumps(page.call("getNetworkRequests", includeHeaders=True))


def test_requests_can_be_filtered(page: Page) -> None:
    page.open("devtools.html")
    page.call("click", target="#fetch")
    ended(page, "/status/404")
    assert [r["status"] for r in requests(page, status="4xx")] == [404]
    assert [r["status"] for r in requests(page, status="404", type="xhr")] == [404]
    assert requests(page, status="404", type="image") == []
    assert [r["status"] for r in requests(page, status="5xx,404")] == [404]
    assert [r["status"] for r in requests(page, status="failed")] == [404]
    assert [r["type"] for r in requests(page, url="**/page.css")] == ["style"]
    assert page.fails("getNetworkRequests", status="nonsense").code == "INVALID_PARAMS"


def test_requests_can_be_filtered_by_method_and_by_how_long_they_took(page: Page) -> None:
    page.open("devtools.html")
    page.call("evaluate", expression="fetch('/json?sent', {method: 'POST'}).then(() => 0)", unsafe=True)
    page.call("evaluate", expression="void fetch('/hang')", unsafe=True)
    assert [r["url"].rsplit("/", 1)[1] for r in requests(page, method="post")] == ["json?sent"]
    until(lambda: [r["url"].rsplit("/", 1)[1] for r in requests(page, slowerThan=200) if r["state"] == "pending"])
    assert requests(page, slowerThan=60_000) == []


def test_a_request_that_failed_says_why(page: Page) -> None:
    page.open("devtools.html")
    port = closed_port()
    page.call("evaluate", expression=f"fetch('http://127.0.0.1:{port}/x').catch(() => 0)", unsafe=True)
    request = ended(page, f":{port}/")
    assert (request["state"], request["status"]) == ("failed", None)
    assert request["error"]
    assert [r["url"] for r in requests(page, status="failed")] == [request["url"]]


def test_a_redirect_is_two_requests(page: Page) -> None:
    page.open("redirect?to=/form.html?api_key=1234")
    ended(page, "form.html?")
    first, second = [r for r in requests(page) if r["type"] == "document"]
    assert (first["status"], first["state"]) == (302, "done")
    assert first["redirectTo"].endswith("/form.html?api_key=***")
    assert (second["status"], second["url"]) == (200, first["redirectTo"])


def test_a_request_that_waits_is_pending(page: Page) -> None:
    page.open("devtools.html")
    page.call("evaluate", expression="void fetch('/hang')", unsafe=True)
    [pending] = until(lambda: [one for one in requests(page, status="pending") if one["url"].endswith("/hang")])
    assert pending["durationMs"] is None


@pytest.mark.night
def test_the_buffer_holds_200_requests_and_counts_what_it_dropped(page: Page) -> None:
    page.open("index.html")
    page.call("getNetworkRequests", clear=True)
    many = "for (let i = 0; i < 210; i++) await fetch('/json?' + i); 1"
    page.call("evaluate", expression=many.replace("; 1", ""), unsafe=True)
    ended(page, "/json?209")
    result = page.call("getNetworkRequests", limit=200)
    assert (result["total"], result["dropped"], len(result["requests"])) == (200, 10, 200)
    assert len(requests(page)) == 50


def test_a_follower_sees_a_request_end(page: Page) -> None:
    page.open("index.html")
    cursor = page.call("getNetworkRequests")["cursor"]
    page.call("evaluate", expression="fetch('/json?follow').then(() => 0)", unsafe=True)
    seen: list[dict] = []

    def over() -> bool:
        nonlocal cursor
        result = page.call("getNetworkRequests", since=cursor, waitMs=5_000)
        cursor = result["cursor"]
        seen.extend(result["requests"])
        return bool(seen[-1]["state"] == "done")

    until(over)
    assert seen[-1]["url"].endswith("/json?follow")


def test_requests_of_tabs_that_nobody_owns_are_not_kept(page: Page, other_page: Page) -> None:
    page.open("index.html")
    other_page.open("devtools.html")
    assert not [r for r in requests(page) if "devtools" in r["url"]]


def test_a_har_file_is_what_other_tools_read(page: Page, browser: Browser, tmp_path: Path) -> None:
    page.open("devtools.html")
    page.call("click", target="#fetch")
    ended(page, "/status/404")
    file = tmp_path / "page.har"
    done = browser.clz("network", "--har", str(file), "--agent", "tester", "--tab", str(page.tab))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(file))
    log = json.loads(file.read_text())["log"]
    assert (log["version"], log["creator"]["name"]) == ("1.2", "clz")
    entry = next(entry for entry in log["entries"] if "/json" in entry["request"]["url"])
    assert {"name": "token", "value": "***"} in entry["request"]["queryString"]
    assert entry["pageref"] == log["pages"][0]["id"]
    assert set(entry) >= {"startedDateTime", "time", "request", "response", "cache", "timings"}
    of_request = "method url httpVersion cookies headers queryString headersSize bodySize"
    of_response = "status statusText httpVersion cookies headers content redirectURL headersSize bodySize"
    assert set(entry["request"]) >= set(of_request.split())
    assert set(entry["response"]) >= set(of_response.split())
    assert entry["time"] == entry["timings"]["send"] + entry["timings"]["wait"] + entry["timings"]["receive"]
    assert "hunter2" not in file.read_text()
    assert browser.clz("network", "--har", "/nowhere/x.har", "--agent", "tester").returncode == 2
