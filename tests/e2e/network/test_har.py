"""HAR files of the real Firefox: valid, with bodies, and such that Firefox's own tools and others read them."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.body_site import FIXED, BodySite, body_site
from tests.site.har_schema import har_problems
from tests.support.browsers import Browser, Page

# What Firefox's importer of archives reads without asking whether it is there.
FOR_DEVTOOLS = {
    "request": ("method", "url", "headers", "headersSize", "cookies", "httpVersion"),
    "response": ("headers", "headersSize", "cookies", "content", "status", "statusText", "bodySize"),
    "timings": ("blocked", "dns", "connect", "ssl", "send", "wait", "receive"),
    "cache": (),
}
PNG = "/bytes?n=3000&type=image/png"


@pytest.fixture
def bodies() -> Iterator[BodySite]:
    with body_site() as site:
        yield site


def fetch(page: Page, path: str, how: str = "{}") -> None:
    script = f"fetch({json.dumps(path)}, {how}).then((it) => it.arrayBuffer()).then(() => 0, () => 0)"
    page.call("evaluate", expression=script, unsafe=True)


def written(browser: Browser, page: Page, file: Path, *words: str) -> tuple[str, dict[str, Any]]:
    """What was said of it, and the archive."""
    done = browser.clz("network", "har", str(file), *words, "--agent", "tester", "--tab", str(page.tab))
    assert done.returncode == 0, done.stderr
    har = json.loads(file.read_text("utf-8"))
    assert har_problems(har) == []
    return done.stdout, har["log"]


def entry(log: dict[str, Any], part: str) -> dict[str, Any]:
    return next(dict(one) for one in log["entries"] if part in one["request"]["url"])


def test_an_archive_with_bodies_is_valid_and_holds_what_was_answered(
    page: Page, bodies: BodySite, browser: Browser, tmp_path: Path
) -> None:
    page.open(f"{bodies.origin}/")
    page.call("recordBodies", state="on", allTypes=True)
    page.open(f"{bodies.origin}/")
    for path in ("/secret", PNG, "/latin1", "/cookies", "/none", "/redirect", "/cut"):
        fetch(page, path)
    fetch(page, "/echo?q=a%20b", "{ method: 'POST', body: new URLSearchParams({ token: 'x', q: 'a b' }) }")
    said, log = written(browser, page, tmp_path / "app.har", "--bodies")
    assert " requests with " in said
    content = {part: entry(log, part)["response"]["content"] for part in ("/secret", "/bytes", "/latin1", "/cut")}
    assert content["/secret"]["text"] == '{"user":"ada","password":"***","list":[{"token":"***"}]}'
    assert len(base64.b64decode(content["/bytes"]["text"])) == content["/bytes"]["size"] == 3000
    assert base64.b64decode(content["/latin1"]["text"]) == FIXED["/latin1"][1]
    assert (content["/cut"]["comment"], "hunt" in content["/cut"]["text"]) == ("The rest never came.", False)
    redirect = entry(log, "/redirect")["response"]
    assert (redirect["status"], redirect["redirectURL"]) == (302, f"{bodies.origin}/secret")
    sent = entry(log, "/echo")["request"]
    assert sent["queryString"] == [{"name": "q", "value": "a b"}]
    params = [{"name": "token", "value": "***"}, {"name": "q", "value": "a b"}]
    assert (sent["postData"]["text"], sent["postData"]["params"]) == ("token=***&q=a+b", params)
    assert [one["startedDateTime"] for one in log["pages"]] == sorted(one["startedDateTime"] for one in log["pages"])
    assert len(log["pages"]) == 2
    assert "hunter2" not in json.dumps(log)
    without = written(browser, page, tmp_path / "app.har")[1]
    assert "text" not in entry(without, "/secret")["response"]["content"]


def test_each_entry_has_sizes_times_and_what_firefoxs_tools_ask_for(
    page: Page, bodies: BodySite, browser: Browser, tmp_path: Path
) -> None:
    page.open(f"{bodies.origin}/")
    fetch(page, "/secret")
    _, log = written(browser, page, tmp_path / "page.har")
    for one in log["entries"]:
        for part, fields in FOR_DEVTOOLS.items():
            assert set(fields) <= set(one[part])
        assert round(sum(ms for ms in one["timings"].values() if ms > 0), 1) == one["time"]
        assert one["pageref"] in [shown["id"] for shown in log["pages"]]
    found = entry(log, "/secret")
    assert (found["request"]["httpVersion"], found["_resourceType"]) == ("HTTP/1.1", "xhr")
    assert min(found["request"]["headersSize"], found["response"]["headersSize"]) > 50
    assert found["response"]["bodySize"] == found["response"]["content"]["size"] == 64
    assert log["pages"][-1]["title"] == "Bodies"
    assert log["pages"][-1]["pageTimings"]["onLoad"] > 0


def test_cookies_are_named_and_their_values_come_when_asked_for(
    page: Page, bodies: BodySite, browser: Browser, tmp_path: Path
) -> None:
    page.open(f"{bodies.origin}/")
    fetch(page, "/cookies")
    fetch(page, "/secret")
    _, log = written(browser, page, tmp_path / "page.har")
    first, second = entry(log, "/cookies")["response"]["cookies"]
    assert first == {"name": "visit", "value": "***", "path": "/", "httpOnly": True, "sameSite": "Lax"}
    assert second["expires"].startswith("2099-01-01T")
    sent = {one["name"] for one in entry(log, "/secret")["request"]["cookies"]}  # with those of other tests: no ports
    assert sent >= {"visit", "theme"}
    assert "v1s1t" not in json.dumps(log)
    _, log = written(browser, page, tmp_path / "page.har", "--cookies")
    assert entry(log, "/cookies")["response"]["cookies"][0]["value"] == "v1s1t"
    headers = {one["name"]: one["value"] for one in entry(log, "/secret")["request"]["headers"]}
    assert {"visit=v1s1t", "theme=dark"} <= set(headers["Cookie"].split("; "))


@pytest.mark.night
def test_an_application_of_hundreds_of_requests_is_whole_in_it(
    page: Page, bodies: BodySite, browser: Browser, tmp_path: Path
) -> None:
    page.open(f"{bodies.origin}/")
    page.call("recordBodies", state="on")
    many = "for (let n = 0; n < 400; n++) await (await fetch('/echo?' + n, { method: 'POST', body: 'b' + n })).text()"
    page.call("evaluate", expression=many, unsafe=True)
    said, log = written(browser, page, tmp_path / "app.har", "--bodies")
    assert "dropped" not in said
    texts = [one["response"]["content"]["text"] for one in log["entries"] if "/echo?" in one["request"]["url"]]
    assert texts == [f"b{n}" for n in range(400)]


@pytest.mark.night
def test_what_does_not_fit_is_left_out_and_said(page: Page, bodies: BodySite, browser: Browser, tmp_path: Path) -> None:
    page.open(f"{bodies.origin}/")
    page.call("recordBodies", state="on", allTypes=True, maxBytes=50 * 1024 * 1024)
    for number in range(2):
        fetch(page, f"/bytes?n=24000000&type=image/png&{number}")
    said, log = written(browser, page, tmp_path / "app.har", "--bodies")
    assert "1 body left out, the oldest" in said
    first, second = (entry(log, f"png&{number}")["response"]["content"] for number in range(2))
    assert ("text" in first, first["comment"]) == (False, "There was no room for it.")
    assert len(base64.b64decode(second["text"])) == 24_000_000


def test_what_was_cut_is_said_and_is_no_answer_of_a_route(
    page: Page, bodies: BodySite, browser: Browser, tmp_path: Path
) -> None:
    page.open(f"{bodies.origin}/")
    page.call("recordBodies", state="on", allTypes=True, maxBytes=1024)
    for size in (5_000, 9):
        fetch(page, f"/bytes?n={size}&type=text/plain")
    said, log = written(browser, page, tmp_path / "app.har", "--bodies")
    assert "1 body cut: record more of each with clz network record on --max-bytes N" in said
    assert entry(log, "n=5000&type=text/plain")["response"]["content"]["_state"] == "cut"
    done = browser.clz("route", "--har", str(tmp_path / "app.har"), "--agent", "tester")
    assert "without a whole body left out" in done.stdout, done.stderr
    browser.clz("unroute", "--all", "--agent", "tester")


def test_a_path_that_cannot_be_written_is_refused_before_anything_is_done(browser: Browser, tmp_path: Path) -> None:
    for wrong in ("/nowhere/page.har", str(tmp_path), "/proc/page.har"):
        done = browser.clz("network", "har", wrong, "--agent", "tester")
        assert (done.returncode, "[FILE_ERROR]" in done.stderr or "[NO_TABS]" in done.stderr) in ((2, True), (1, True))


def test_the_earlier_option_writes_one_too(page: Page, bodies: BodySite, browser: Browser, tmp_path: Path) -> None:
    page.open(f"{bodies.origin}/")
    file = tmp_path / "page.har"
    done = browser.clz("network", "--har", str(file), "--agent", "tester", "--tab", str(page.tab))
    assert done.returncode == 0, done.stderr
    assert har_problems(json.loads(file.read_text())) == []
