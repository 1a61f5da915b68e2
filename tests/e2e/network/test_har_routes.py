"""Answers from a recording: a page that lives without its server."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.network.routing import fetched, route, run
from tests.site.server import TYPES, Site
from tests.support.browsers import Browser, Page

PAGES = Path(__file__).parents[2] / "site/pages"
APP = ("app.html", "page.css", "app.js", "api/orders.json", "api/about.json")


def entry(url: str, text: str, kind: str, **response: Any) -> dict[str, Any]:
    content = {"text": text, "mimeType": kind, "size": len(text.encode())}
    headers = [{"name": "Content-Type", "value": kind}, {"name": "Content-Length", "value": "1"}]
    answer = {"status": 200, "statusText": "OK", "headers": headers, "content": content, **response}
    return {"request": {"method": "GET", "url": url, "headers": []}, "response": answer}


def write(path: Path, entries: list[dict[str, Any]]) -> Path:
    path.write_text(json.dumps({"log": {"version": "1.2", "creator": {}, "entries": entries}}))
    return path


@pytest.fixture
def app(tmp_path: Path) -> tuple[str, Path]:
    """The address of a single-page app whose server is stopped, and the recording of it."""
    with Site() as stopped:
        origin = stopped.origin
    entries = [
        entry(f"{origin}/{name}", (PAGES / name).read_text(), TYPES.get(Path(name).suffix, "application/json"))
        for name in APP
    ]
    return f"{origin}/app.html", write(tmp_path / "app.har", entries)


class Shell:
    """The command line, as an agent of its own in one tab."""

    def __init__(self, browser: Browser, page: Page) -> None:
        self.browser = browser
        self.page = page

    def __call__(self, *words: str) -> str:
        """What a command prints; it must not fail."""
        done = self.browser.clz(*words, "--agent", "tester", "--tab", str(self.page.tab))
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def shell(routed: Page, browser: Browser) -> Shell:
    routed.open("index.html")
    return Shell(browser, routed)


@pytest.fixture
def recorded(shell: Shell, tmp_path: Path) -> tuple[str, str]:
    """The address of a single-page app whose server is stopped, and what clz recorded of it before."""
    har = str(tmp_path / "recorded.har")
    with Site() as live:
        url = f"{live.origin}/app.html"
        shell("network", "record", "on", "--all-types")
        shell("navigate", url, "--wait-request", "**/orders.json")
        shell("click", "text=About", "--wait-request", "**/about.json")
        assert "cut" not in shell("network", "har", har, "--bodies")
        shell("network", "record", "off")
    assert shell.page.fails("navigate", url=url).code == "PAGE_LOAD_FAILED"
    return url, har


def test_a_single_page_app_runs_wholly_from_its_recording_with_the_server_stopped(
    shell: Shell, recorded: tuple[str, str]
) -> None:
    url, har = recorded
    assert "fails what it lacks (by helper)" in shell("route", "--har", har, "--miss", "fail")
    shell("navigate", url)
    shell("wait", "--text", "Two apples")
    shell("click", "text=About")
    shell("wait", "--text", "Made for tests")
    assert shell("eval", "document.styleSheets[0].cssRules.length > 0").strip() == "true"
    assert "failed" in fetched(shell.page, "api/unknown.json")


def test_the_same_app_shows_its_error_page_where_its_backend_is_mocked_to_500(
    shell: Shell, recorded: tuple[str, str]
) -> None:
    url, har = recorded
    shell("route", "--har", har, "--miss", "fail")
    shell("route", "**/api/**", "--status", "500")
    shell("navigate", url)
    shell("wait", "--text", "Something went wrong: the server said 500")
    assert "api/orders.json" in shell("network", "--status", "500")


def test_what_a_recording_lacks_is_recorded_beside_what_it_has(routed: Page, browser: Browser, tmp_path: Path) -> None:
    """From the first request of a tab that is opened later, and with what was never asked for again."""
    short, long = str(tmp_path / "short.har"), str(tmp_path / "long.zip")
    with Site() as live:
        url = f"{live.origin}/app.html"
        write(
            Path(short), [entry(f"{live.origin}/api/orders.json", '{"lines": ["Recorded pears"]}', "application/json")]
        )
        assert "records what it lacks" in route(routed, har=short, miss="record")["does"]
        routed.open(url)
        shell = Shell(browser, routed)
        shell("wait", "--text", "Recorded pears")
        shell("network", "har", long, "--bodies")
    with zipfile.ZipFile(long) as archive:
        assert [name for name in archive.namelist() if name.endswith(".json")]
    shell("unroute", "--all")
    shell("route", "--har", long, "--miss", "fail")
    shell("navigate", "about:blank")
    shell("navigate", url)
    shell("wait", "--text", "Recorded pears")


def test_redirects_are_followed_as_recorded_and_misses_pass(routed: Page, site: Site, tmp_path: Path) -> None:
    gone = "http://recorded.invalid"
    entries = [
        entry(f"{gone}/from", "", "", status=302, redirectURL=f"{gone}/to", content={"size": 0}),
        entry(f"{gone}/to", "<title>Arrived</title>", "text/html"),
    ]
    route(routed, har=str(write(tmp_path / "a.har", entries)))
    assert routed.open(f"{gone}/from")["title"] == "Arrived"
    assert routed.call("getContent")["url"] == f"{gone}/to"
    routed.open("index.html")
    assert fetched(routed, "/json")["body"].startswith('{"hello"')
    assert "/json" in site.seen


@pytest.mark.night
def test_a_recording_of_fifty_megabytes_is_taken(routed: Page, tmp_path: Path) -> None:
    url = f"{routed.origin}/large"
    made = route(routed, har=str(write(tmp_path / "large.har", [entry(url, "x" * 25_000_000, "text/plain")] * 2)))
    assert made["does"].endswith("2 entries")
    routed.open("index.html")
    assert run(routed, "fetch('/large').then((a) => a.text()).then((text) => text.length)") == 25_000_000


def test_a_recording_that_is_broken_says_where(routed: Page, app: tuple[str, Path]) -> None:
    routed.open("index.html")
    app[1].write_text(app[1].read_text().replace('"status": 200', '"status": "x"'))
    problem = routed.fails("addRoute", har=str(app[1]))
    assert (problem.code, "clz network har" in problem.hint) == ("FILE_ERROR", True)
    assert "log.entries[0] has no response.status" in problem.message
    assert routed.client.call("listRoutes")["routes"] == []
