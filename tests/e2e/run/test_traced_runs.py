"""Traces of `clz run`: which are kept, what their pages show, and how the report leads there."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.run.conftest import Folder
from tests.support.browsers import Browser, Page
from tests.support.traces import Traced
from tests.support.waiting import until

Written = Callable[[str], Folder]

TESTS = """
test "counts"
  open /form.html
  click "#count"
test "fails"
  open /form.html
  emulate --color-scheme dark
  fill "#password" correct-horse-battery
  click "#count"
  eval --unsafe "console.error('it went wrong'); fetch('/status/404')"
  expect text "#total" "many" --wait-ms 100
"""


def traces(folder: Folder) -> list[Path]:
    return sorted((folder.path / "journal" / "traces").glob("*"))


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("mode", "retries", "kept"),
    [("on", 0, 2), ("on-failure", 0, 1), ("on-retry", 0, 0), ("on-retry", 1, 1), ("off", 1, 0)],
)
def test_traces_are_kept_of_what_was_asked_for(written: Written, mode: str, retries: int, kept: int) -> None:
    folder = written(TESTS)
    done = folder.run("--trace", mode, "--retries", str(retries), CLZ_JOURNAL="journal")
    assert done.returncode == 1, done.stderr
    assert [one.suffix for one in traces(folder)] == [".zip"] * kept
    assert ("clz trace show" in done.stdout) is (kept > 0)


def test_a_failure_is_explained_by_its_trace_alone(written: Written, clz: Callable[..., str]) -> None:
    folder = written(TESTS)
    folder.run("--trace", "on-failure", "--html", "out", CLZ_JOURNAL="journal")
    (trace,) = traces(folder)
    found = Traced(trace)
    *_, last = found.steps.values()
    assert last["stack"][0]["file"].endswith("a.clz")
    assert last["error"]["name"] == "EXPECTATION_FAILED"
    for name in ("trace.trace", "trace.network"):
        assert "correct-horse-battery" not in found.read(name)
    steps = clz("trace", "export", str(trace))
    assert "✗" in steps
    assert "error: it went wrong" in steps
    assert "/status/404  404" in steps
    (page,) = (folder.path / "out" / "traces").iterdir()
    assert "correct-horse-battery" not in page.read_text()
    report = (folder.path / "out" / "index.html").read_text()
    assert f'href="traces/{page.name}"' in report


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_the_page_of_a_trace_is_read_by_everybody(
    written: Written, clz: Callable[..., str], scheme: str, width: int
) -> None:
    folder = written(TESTS)
    folder.run("--trace", "on-failure", "--only", "fails", CLZ_JOURNAL="journal")
    (trace,) = traces(folder)
    shown = folder.path / "trace.html"
    clz("trace", "show", str(trace), "--out", str(shown))
    text = shown.read_text()
    shown.write_text(text.replace("(prefers-color-scheme: dark)", "all" if scheme == "dark" else "not all"))
    clz("open", f"file://{shown}")
    clz("viewport", f"{width}x900")
    clz("expect", "text", "#steps [aria-current=true]", "expect text")
    clz("expect", "text", "#panel", "EXPECTATION_FAILED")
    clz("expect", "text", "h1", "Form", "--frame", "#stage iframe")
    clz("expect", "value", "#password", "••••••••", "--frame", "#stage iframe")
    clz("press", "ArrowUp")
    clz("press", "2")
    clz("expect", "text", "#panel tr.now", "it went wrong")
    clz("press", "3")
    clz("expect", "text", "#panel tr.failed", "404")
    clz("press", "4")
    clz("expect", "text", "#panel .source .now", "eval --unsafe")
    clz("press", "ArrowUp")
    clz("press", "b")
    clz("expect", "visible", "#stage .press")
    clz("expect", "visible", "#stage .target")
    clz("expect", "css", "#stage iframe", "color-scheme", "dark")
    clz("press", "z")
    clz("expect", "attr", "text=100 %", "aria-pressed", "true")
    clz("press", "p")
    clz("expect", "visible", "#stage img")
    clz("press", "/")
    clz("type", "#filter", "status/404")
    clz("expect", "count", "#steps li:not([hidden])", "1")
    clz("press", "Escape")
    clz("press", "3")
    clz("expect", "text", "#panel tbody", "404")
    clz("expect", "a11y", "--level", "minor")
    assert clz("eval", "document.documentElement.scrollWidth <= innerWidth") == "true\n"
    assert clz("console", "--level", "error").startswith("no messages")
    assert "no requests" in clz("network", "--url", "http*")


def test_a_page_that_firefox_shows_by_itself_is_its_picture(written: Written, clz: Callable[..., str]) -> None:
    folder = written('test "goes"\n  open /form.html\n  navigate http://localhost:1/\n')
    folder.run("--trace", "on-failure", CLZ_JOURNAL="journal")
    (trace,) = traces(folder)
    clz("trace", "show", str(trace), "--out", str(folder.path / "trace.html"))
    clz("open", f"file://{folder.path}/trace.html")
    clz("expect", "visible", "#stage img")
    clz("expect", "text", "#stage", "are shown as pictures")
    clz("expect", "text", "#panel", "PAGE_LOAD_FAILED")


def test_a_worker_that_is_killed_leaves_a_trace_that_can_be_read(written: Written, clz: Callable[..., str]) -> None:
    folder = written('test "waits"\n  open /form.html\n  click "#count"\n  wait "#never" --wait-ms 60000\n')
    process = folder.start("--trace", "on", CLZ_JOURNAL="journal")

    def is_waiting() -> bool:
        return any(
            "#never" in (one / "trace.trace").read_text() for one in traces(folder) if (one / "trace.trace").exists()
        )

    until(is_waiting)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    process.communicate(timeout=60)
    (trace,) = [one for one in traces(folder) if one.is_dir()]
    said = clz("trace", "export", str(trace))
    assert re.search(r"click #count .*ms", said)
    assert "not ended" in said


@pytest.fixture
def clz(browser: Browser, page: Page) -> Callable[..., str]:
    """Runs a command in the tab of the test's page, and gives what it printed."""
    page.open("blank.html")

    def run(*words: str) -> str:
        done = browser.clz(*words, "--agent", "tester")
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_a_test_that_fails_is_filmed_and_the_report_plays_it(written: Written) -> None:
    folder = written(TESTS)
    done = folder.run("--film", "on-failure", "--trace", "off", "--html", "out", CLZ_JOURNAL="journal")
    assert "film of 'fails': journal/films/" in done.stdout, done.stderr
    (film,) = (folder.path / "journal" / "films").iterdir()
    assert film.read_bytes().startswith(b"\x1aE\xdf\xa3")
    assert (folder.path / "out" / "films" / film.name).read_bytes() == film.read_bytes()
    assert f'src="films/{film.name}"' in (folder.path / "out" / "index.html").read_text()
