"""Playwright's own trace viewer, from npm, with a trace of clz in it: it shows what was done, and what the page was.

The version is pinned in package.json beside this; its viewer is a folder of files, served on loopback. It is looked at
in Firefox by clz, and in a Chromium of this machine by Playwright.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import filelock
import pytest

from clz_core.trace.flow import finished
from clz_core.trace.pack import pack
from clz_core.trace.recorder import Recorder
from tests.support.browsers import Browser, Page

pytestmark = pytest.mark.night

HERE = Path(__file__).resolve().parent / "playwright"
VIEWER = HERE / "node_modules/playwright-core/lib/vite/traceViewer"


@pytest.fixture(scope="session")
def viewer() -> Path:
    """The folder of the viewer, installed from npm when it is first needed."""
    with filelock.FileLock(HERE / ".lock"):
        if not VIEWER.exists():
            command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"]
            try:
                done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=200, check=False)
            except (OSError, subprocess.TimeoutExpired) as problem:
                pytest.skip(f"Playwright's viewer cannot be installed from npm: {problem}")
            if done.returncode != 0:
                pytest.skip(f"Playwright's viewer cannot be installed from npm: {done.stderr.strip()[-300:]}")
    return VIEWER


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served(viewer: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the viewer, with the trace at trace.zip beside it."""
    folder = tmp_path / "served"
    shutil.copytree(viewer, folder)
    shutil.copy(tmp_path / "trace.zip", folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        yield f"{address}/index.html?trace={address}/trace.zip"
        server.shutdown()


@pytest.fixture
def trace(page: Page, tmp_path: Path) -> None:
    """A trace of a form that is filled in, and of a click on what is not there."""
    from clz_core.journal.place import at

    recorder = page.client.trace = Recorder(tmp_path / "t", "sign up")
    source = tmp_path / "form.clz"
    source.write_text("open /frames.html\nopen /form.html\nfill #text Ada\nclick #count\nclick text=Nowhere\n")

    with at({"file": str(source), "line": 1}):
        page.open("frames.html")
    with at({"file": str(source), "line": 2}):
        page.open("form.html")
    with at({"file": str(source), "line": 3}):
        page.call("fill", target="#text", text="Ada Lovelace")
    script = "console.warn('careful'); setTimeout(() => { throw new RangeError('too far') }); fetch('/status/404')"
    script += "; localStorage.setItem('visitor', crypto.randomUUID())"  # another one each time: the site stays
    page.call("evaluate", expression=script, unsafe=True)
    with at({"file": str(source), "line": 4}):
        page.call("click", target="#count")
    with at({"file": str(source), "line": 5}):
        page.fails("click", target="text=Nowhere", waitMs=0)
    page.client.carry_out(finished(recorder))
    page.client.trace = None
    pack(tmp_path / "t", tmp_path / "trace.zip")


@pytest.mark.usefixtures("trace")
def test_the_viewer_shows_what_was_done_and_how_the_page_was(browser: Browser, page: Page, served: str) -> None:
    page.open(served)

    def expect(condition: str, *words: str, **more: str) -> None:
        done = browser.clz("expect", condition, *words, "--agent", "tester", "--wait-ms", "20000")
        assert done.returncode == 0, done.stderr

    def click(target: str) -> None:
        done = browser.clz("click", target, "--agent", "tester")
        assert done.returncode == 0, done.stderr

    for title in ("navigate", "fill #text Ada Lovelace", "click #count", "click --wait-ms 0 text=Nowhere"):
        expect("text", "body", title)
    expect("text", "body", "sign up")
    click('text="fill #text Ada Lovelace"')
    click("role=tab[name=After]")
    expect("text", "h1", "Form", "--frame", "iframe.snapshot-visible")
    expect("value", "#text", "Ada Lovelace", "--frame", "iframe.snapshot-visible")
    click("role=tab[name=Before]")
    expect("value", "#text", "before", "--frame", "iframe.snapshot-visible")
    click("text=Console")
    expect("text", "body", "careful")
    expect("text", "body", "too far")
    click("text=Network")
    expect("text", "body", "404")
    click("text=Source")
    expect("text", "body", "click text=Nowhere")
    click("text=Errors")
    expect("text", "body", "Nothing on the page matches text=Nowhere")


@pytest.mark.usefixtures("trace")
def test_it_shows_the_same_in_chromium(served: str) -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium is installed (.ci/system-deps chromium)")
    command = ["node", str(HERE / "look.mjs"), chromium, served]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown["fields"] == {"Before": "before", "After": "Ada Lovelace"}
    assert "navigation: the page went to" in shown["navigate"]
    assert "localStorage: visitor" in shown["eval"]
    assert "Nothing on the page matches text=Nowhere" in shown["Errors"]
    assert "careful" in shown["Console"]
    assert "too far" in shown["Console"]
    assert "404" in shown["Network"]
    assert "click text=Nowhere" in shown["Source"]
