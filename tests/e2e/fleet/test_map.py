"""`clz.fleet.map`: one function over many pages of one Firefox."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import clz
from clz_core.client import Client
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.waiting import until

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
        return page.click("#no-such-thing", timeout_ms=500) if "bad" in page.url else page.title

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
    rest, told = first.communicate(timeout=30)
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
