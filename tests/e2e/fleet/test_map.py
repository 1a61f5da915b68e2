"""`clz.fleet.map`: one function over many pages of one Firefox."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import clz
from clz_core.client import Client
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.waiting import paced, rest_of, until

MAPS = """
import sys, clz
urls = (f"{sys.argv[1]}/form.html?{n}" for n in range(int(sys.argv[3])))
for result in clz.fleet.map(lambda page: page.url, urls, workers=2, checkpoint=sys.argv[2]):
    print(result.url, result.error, flush=True)
"""


def tabs() -> int:
    with Client("default", "watcher") as client:
        return len(client.call("getTabs")["tabs"])


def test_pages_are_read_several_at_a_time_and_closed(browser: Browser, site: Site) -> None:
    before = tabs()
    both = threading.Barrier(2, timeout=60)

    def read(page: clz.Page) -> object:
        if "together" in page.url:
            both.wait()
        return page.click("#no-such-thing", wait_ms=0) if "bad" in page.url else page.title

    urls = [f"{site.origin}/form.html?{what}" for what in ("together=1", "together=2", "bad")]
    urls.append("http://127.0.0.1:9/")
    results = {result.url: result for result in clz.fleet.map(read, urls, workers=3, timeout_ms=20_000)}
    assert [results[url].value for url in urls] == ["Form", "Form", None, None]
    assert isinstance(results[urls[2]].error, clz.PageError)
    assert isinstance(results[urls[3]].error, clz.ClzError)
    assert tabs() == before


def test_a_run_that_was_interrupted_goes_on_where_it_was(browser: Browser, site: Site, tmp_path: Path) -> None:
    before = tabs()
    done = tmp_path / "done.jsonl"

    def start(count: int) -> subprocess.Popen[str]:
        words = [sys.executable, "-c", MAPS, site.origin, str(done), str(count)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    first = start(1_000_000)
    assert first.stdout is not None
    seen = [first.stdout.readline() for _ in range(3)]
    first.send_signal(signal.SIGINT)
    rest, told = rest_of(first)
    assert "KeyboardInterrupt" in told
    assert first.returncode in (1, 130, -signal.SIGINT)
    until(lambda: tabs() == before)
    lines = [json.loads(line)["url"] for line in done.read_text().splitlines()]
    shown = [line.split()[0] for line in (*seen, *rest.splitlines())]
    assert lines == shown[: len(lines)]
    assert len(lines) >= 2
    more, told = start(len(lines) + 2).communicate(timeout=60)
    assert told == ""
    assert not {line.split()[0] for line in more.splitlines()} & set(lines)
    every = [json.loads(line)["url"] for line in done.read_text().splitlines()]
    assert len(every) == len(set(every)) == len(lines) + len(more.splitlines())


def test_where_no_firefox_is_the_first_result_says_so(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> None:
    monkeypatch.setenv("CLZ_SESSION", "no such session")
    with pytest.raises(clz.UsageError):
        next(clz.fleet.map(str, ["about:blank"]))


def test_clz_map_writes_json_lines_and_goes_on_where_it_was(browser: Browser, site: Site, tmp_path: Path) -> None:
    (tmp_path / "near.py").write_text("def title(page): return page.title\n")
    script = tmp_path / "titles.py"
    script.write_text(
        "import near\n\n\n"
        "def map(page):\n"
        "    if page.url.endswith('odd'): return {1, 2}\n"
        "    if page.url.endswith('bad'): page.click('#no-such-thing', timeout_ms=500)\n"
        "    return {'title': near.title(page)}\n"
    )
    urls = [f"{site.origin}/form.html?{what}" for what in ("1", "2", "odd", "bad")]
    (tmp_path / "urls.txt").write_text("# pages\n\n" + "\n".join([*urls, urls[0]]) + "\n")
    words = ("map", str(script), str(tmp_path / "urls.txt"), "--out", str(tmp_path / "out"), "--workers", "2")
    done = browser.clz(*words)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("2 done, 2 failed\nwrote ")

    def lines(name: str) -> dict[str, dict[str, Any]]:
        return {one["url"]: one for one in map(json.loads, (tmp_path / "out" / name).read_text().splitlines())}

    assert {url: one["value"] for url, one in lines("results.jsonl").items()} == {
        url: {"title": "Form"} for url in urls[:2]
    }
    failed = lines("errors.jsonl")
    assert failed.keys() == set(urls[2:])
    assert failed[urls[2]]["error"]["code"] == "TypeError"
    assert failed[urls[3]]["error"]["code"] != "TypeError"
    script.write_text("def map(page): return page.title\n")
    again = json.loads(browser.clz("--json", *words).stdout)
    assert {key: again["result"][key] for key in ("done", "failed", "before")} == {"done": 2, "failed": 0, "before": 2}
    assert lines("results.jsonl").keys() == set(urls)
    assert lines("errors.jsonl") == {}


def test_the_time_limit_of_clz_map_is_that_of_opening_pages_and_of_what_is_called_on_them(
    browser: Browser, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        (tmp_path / "waits.py").write_text("def map(page): page.wait('#never', wait_ms=100_000)\n")
        never = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        (tmp_path / "urls.txt").write_text(f"about:blank\n{never}\n")
        words = [str(tmp_path / name) for name in ("waits.py", "urls.txt", "out")]
        began = time.monotonic()
        browser.clz("--timeout", "5000", "map", *words[:2], "--out", words[2])
        assert time.monotonic() - began < paced(60), "100 s are not waited for"
    failed = [json.loads(line) for line in (tmp_path / "out/errors.jsonl").read_text().splitlines()]
    assert {one["url"] for one in failed} == {"about:blank", never}
