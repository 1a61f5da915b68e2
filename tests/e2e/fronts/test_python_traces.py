"""Traces of programs: `clz.open(trace=…)`, from asyncio too, and `pytest --clz-trace`."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import clz
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.traces import Traced


def test_a_page_is_traced_with_the_lines_of_the_program(browser: Browser, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "form.zip"
    with clz.open(f"{site.origin}/form.html", trace=file) as page:
        page.fill("#text", "typed")
        page.click("#count")
        assert (tmp_path / "form.trace" / "trace.trace").exists()
    found = Traced(file)
    assert [title.split()[0] for title in found.steps] == ["open", "fill", "click"]
    assert {Path(one["stack"][0]["file"]).resolve() for one in found.steps.values()} == {Path(__file__)}
    assert "clz.open(" in found.read(next(name for name in found.names if name.startswith("resources/src@")))
    assert not (tmp_path / "form.trace").exists()


def test_a_page_is_traced_from_asyncio_too(browser: Browser, site: Site, tmp_path: Path) -> None:
    async def trace() -> None:
        async with clz.aopen(f"{site.origin}/form.html", trace=tmp_path / "form.zip") as page:
            await page.click("#count")

    asyncio.run(trace())
    assert list(Traced(tmp_path / "form.zip").steps)[-1] == "click #count"


def test_a_page_is_filmed_while_a_block_runs(browser: Browser, site: Site, tmp_path: Path) -> None:
    with clz.open(f"{site.origin}/form.html") as page:
        with page.film(tmp_path / "form.webm", size=(320, 240), captions=True) as film:
            page.click("#count")
        assert film.saved["path"] == str(tmp_path / "form.webm")
        assert (tmp_path / "form.webm").stat().st_size == film.saved["bytes"]
        with pytest.raises(clz.ClzError, match="is not the name of a film"), page.film("film.mp4"):
            pass


def test_a_trace_that_cannot_be_written_is_refused_before_anything_is_done(browser: Browser, tmp_path: Path) -> None:
    with pytest.raises(clz.ClzError, match="is not the name of a trace"):
        clz.open(trace=tmp_path / "trace.txt")
    (tmp_path / "file").write_text("")
    with pytest.raises(clz.ClzError, match="Cannot write the trace"):
        clz.open(trace=tmp_path / "file" / "trace.zip")


def test_pytest_keeps_the_traces_of_tests_that_fail(browser: Browser, site: Site, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "def test_good(clz_page):\n    clz_page.navigate('/form.html')\n\n"
        "def test_bad(clz_page):\n    clz_page.navigate('/form.html')\n    clz_page.click('#none', wait_ms=0)\n"
    )
    words = [
        "-m",
        "pytest",
        "-q",
        "--clz-session",
        "default",
        "--clz-base-url",
        site.origin,
        "--clz-trace",
        "on-failure",
    ]
    done = subprocess.run(
        [
            sys.executable,
            *words,
            "-p",
            "no:cacheprovider",
            "-c",
            "/dev/null",
            "--rootdir",
            str(tmp_path),
            str(tmp_path),
        ],
        cwd=tmp_path,
        env=browser.scratch.env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "clz trace show clz-evidence/test_it.py-test_bad.zip" in done.stdout
    (trace,) = (tmp_path / "clz-evidence").glob("*.zip")
    assert [one.get("error", {}).get("name") for one in Traced(trace).steps.values()][-1] == "ELEMENT_NOT_FOUND"
    assert not list((tmp_path / "clz-evidence").glob("*.trace"))
