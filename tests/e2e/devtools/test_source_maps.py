"""Messages of the console name the file, line and column that people wrote, where a source map does. No map is
asked for that the policy of the agent forbids.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.site.maps_site import IN_HEADER, MapsSite, maps_site
from tests.support.browsers import Browser, Page, page_of
from tests.support.traces import Traced
from tests.support.waiting import paced, until

LOGGED, FAILED = "src/cart.ts:10:11", "src/cart.ts:6:3"
PLACES = (("console", LOGGED), ("error", FAILED))
GOOD = ("inline.js", "file.js", *IN_HEADER)
ELSEWHERE = ("away.js", "moved.js")
BAD = ("broken.js", "empty.js", "huge.js", "slow.js", "loop.js", "missing.js", "itself.js", "elsewhere.js", "none.js")


@pytest.fixture
def maps() -> Iterator[MapsSite]:
    with maps_site() as site:
        yield site


@pytest.fixture
def narrowed(page: Page, maps: MapsSite) -> Iterator[Page]:
    """A page of an agent that may not go to the site's other name."""
    with page_of("narrowed", maps.origin) as narrowed:
        narrowed.client.call("setConfig", {"allowedDomains": ["127.0.0.1"]})
        yield narrowed


def load(page: Page, maps: MapsSite, **parts: Any) -> None:
    page.open(f"{maps.origin}/page?{urlencode(parts, doseq=True)}")


def entries(page: Page, count: int, **params: Any) -> list[dict[str, Any]]:
    """The messages, once there are so many."""
    return until(lambda: found if len(found := list(page.call("getConsoleLogs", **params)["logs"])) >= count else [])


def places(found: list[dict[str, Any]]) -> dict[tuple[str, str], str | None]:
    """The sources, by script and kind of message."""
    return {(one["url"].rpartition("/")[2], one["kind"]): one.get("source") for one in found}


def test_messages_and_errors_name_their_source_wherever_the_map_is(build: str, page: Page, maps: MapsSite) -> None:
    scripts = (*GOOD, *ELSEWHERE)
    load(page, maps, script=scripts)
    found = places(entries(page, 2 * len(scripts)))
    assert found == {(script, kind): at for script in scripts for kind, at in PLACES}


def test_the_stack_of_an_error_in_a_minified_bundle_names_its_sources(build: str, page: Page, maps: MapsSite) -> None:
    load(page, maps, script="file.js")
    _, failed = entries(page, 2)
    assert failed["message"].splitlines()[1:] == ["r@src/cart.ts:6:3", "o@src/cart.ts:11:20", "@src/cart.ts:15:3"]
    assert failed["message"].startswith("Uncaught TypeError: ")
    assert (failed["url"], failed["line"]) == (f"{maps.origin}/maps/file.js", 1)


def test_workers_and_frames_have_sources_too(page: Page, maps: MapsSite) -> None:
    load(page, maps, worker="file.js", frame="/page?script=header.js")
    found = places(entries(page, 4))
    assert found == {(name, kind): at for name in ("file.js", "header.js") for kind, at in PLACES}


def test_a_map_that_is_of_no_use_leaves_messages_as_they_are_and_delays_them_once(
    build: str, page: Page, maps: MapsSite
) -> None:
    load(page, maps, script=[*BAD, "file.js"])
    found = places(entries(page, 2 * len(BAD) + 2))
    assert {script for (script, _), source in found.items() if source} == {"file.js"}
    began = time.monotonic()
    again = entries(page, 2 * len(BAD) + 2)
    assert time.monotonic() - began < paced(1)
    assert [one["message"] for one in again if one["url"].endswith("/slow.js")][1].count("/maps/slow.js:1:") == 3
    assert places(again) == found


def test_nothing_is_asked_for_before_messages_are_read_and_each_script_once_for_its_page(
    page: Page, maps: MapsSite
) -> None:
    load(page, maps, script="file.js", code="console.log('of the page'); document.title = 'loaded'")
    page.call("waitFor", fn="document.title === 'loaded'")
    assert (len(maps.asked("file.js")), maps.asked("cart.js.map")) == (1, [])
    entries(page, 3)
    entries(page, 3)
    page.fails("expect", condition="no-errors", waitMs=0)
    assert (len(maps.asked("file.js")), len(maps.asked("cart.js.map")), len(maps.asked("page"))) == (2, 1, 1)
    assert entries(page, 3)[0].get("source") is None
    load(page, maps, script="file.js")
    entries(page, 5)
    assert (len(maps.asked("file.js")), len(maps.asked("cart.js.map"))) == (4, 2)


def test_only_what_is_shown_is_looked_for(page: Page, maps: MapsSite) -> None:
    load(page, maps, script=["file.js", "header.js"])
    until(lambda: page.call("getConsoleLogs", limit=1)["total"] == 4)
    assert {len(maps.asked(name)) for name in ("file.js", "header.js")} == {1, 2}


def test_a_map_on_another_host_is_asked_for_where_the_agent_may_go_alone(
    build: str, narrowed: Page, maps: MapsSite
) -> None:
    load(narrowed, maps, script=[*ELSEWHERE, "file.js"])
    found = places(entries(narrowed, 6))
    assert {script for (script, _), source in found.items() if source} == {"file.js"}
    assert maps.asked("moved.map")
    assert {one.host.partition(":")[0] for one in maps.seen} == {"127.0.0.1"}


def test_what_a_page_says_brings_no_request_past_the_policy(build: str, narrowed: Page, maps: MapsSite) -> None:
    load(narrowed, maps, code=f"console.error('Error\\n@{maps.away}/maps/file.js:1:21')")
    assert "source" not in entries(narrowed, 1)[0]
    assert {(one.host, one.path) for one in maps.seen} == {(maps.origin.partition("//")[2], "/page")}


def test_what_an_agent_has_read_goes_to_no_host_of_a_map(page: Page, maps: MapsSite, config: Path) -> None:
    load(page, maps, script="none.js")
    config.write_text('[[policy.flows]]\nfrom = ["127.0.0.1"]\nto = ["127.0.0.1"]\n')
    with page_of("reader", maps.origin) as reader:
        load(reader, maps, script=[*ELSEWHERE, "file.js"])
        found = places(entries(reader, 6))
    assert {script for (script, _), source in found.items() if source} == {"file.js"}
    assert not [one for one in maps.seen if one.host.startswith("elsewhere")]


def test_a_request_is_answered_with_a_redirect_and_follows_none_past_the_policy(
    page: Page, narrowed: Page, maps: MapsSite
) -> None:
    moved: dict[str, Any] = {"method": "GET", "url": f"{maps.origin}/maps/moved.map"}
    page.open("index.html")
    narrowed.open(f"{page.origin}/index.html")
    assert page.call("sendRequest", maxRedirects=0, **moved)["status"] == 302
    assert narrowed.fails("sendRequest", **moved).code == "DOMAIN_BLOCKED"
    assert not [one for one in maps.seen if one.host.startswith("elsewhere")]
    assert page.call("sendRequest", **moved)["url"] == f"{maps.away}/maps/cart.js.map"


def test_a_page_that_logs_much_is_asked_for_what_is_shown_alone(page: Page, maps: MapsSite) -> None:
    many = "for (let at = 0; at < 10000; at += 1) console.log(`@http://127.0.0.1:1/${at}.js:1:1`)"
    forged = "@${location.origin}/maps/file.js:0:0"
    load(page, maps, script="file.js", code=f"{many}; setTimeout(() => console.log(`{forged}`))")
    until(lambda: page.call("getConsoleLogs", limit=1)["total"] == 500)
    assert places(entries(page, 1, level="error")) == {("file.js", "error"): FAILED}
    began = time.monotonic()
    assert len(entries(page, 500, limit=500)) == 500
    assert time.monotonic() - began < paced(4)


def test_cookies_go_to_the_site_of_the_page_alone(page: Page, maps: MapsSite) -> None:
    page.open(f"{maps.away}/page")
    load(page, maps, script=["away.js", "file.js"])
    entries(page, 4)
    sent = {(one.host.partition(":")[0], one.cookie) for one in maps.asked("cart.js.map")}
    assert sent == {("127.0.0.1", "127=1"), ("elsewhere.localhost", None)}


def test_an_expectation_a_run_and_a_trace_name_the_source(
    page: Page, browser: Browser, maps: MapsSite, tmp_path: Path
) -> None:
    load(page, maps, script="file.js")
    entries(page, 2)
    told = page.fails("expect", condition="no-errors").details["errors"][0]
    assert (told["where"], told["message"].splitlines()[1]) == (FAILED, f"r@{FAILED}")
    printed = browser.clz("console", "--agent", "tester", "--tab", str(page.tab)).stdout
    assert f"the cart is shown  ({LOGGED}, {maps.origin}/maps/file.js:1)" in printed
    file = tmp_path / "a.clz"
    file.write_text(f'test "fails"\n  open {maps.origin}/page?script=file.js\n  expect text h1 many --wait-ms 100\n')
    done = browser.clz(
        "run", str(file), "--trace", "on", "--html", str(tmp_path / "out"), CLZ_JOURNAL=str(tmp_path / "journal")
    )
    assert f"e is undefined  ({FAILED})" in done.stdout
    assert FAILED in (tmp_path / "out/index.html").read_text()
    (packed,) = (tmp_path / "journal/traces").glob("*.zip")
    events = Traced(packed).events
    (failed,) = [one["params"] for one in events if one.get("method") == "pageError"]
    assert failed["location"] == {"url": "src/cart.ts", "line": 6, "column": 3}
    assert "r@src/cart.ts:6:3" in failed["error"]["error"]["stack"]
