"""The site that `make docs` builds, in the real Firefox: at two widths, in two schemes, searched without a server."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_apps.machine.demo import served
from clz_generate import site
from clz_generate.files import ROOT
from tests.support.browsers import Browser, browser_home

pytestmark = [pytest.mark.night, pytest.mark.timeout(600), pytest.mark.xdist_group("site")]

SIZES = ("1280x900", "390x844")


@pytest.fixture(scope="module")
def built() -> Path:
    """Where it is. What leads nowhere on it, also to a heading, fails its build."""
    done = subprocess.run(["make", "-s", "docs"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build/site"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browser_home("managed") as browser:
        browser.start()
        yield browser


def clz(browser: Browser, *words: str) -> str:
    done = browser.clz(*words, CLZ_AGENT="reader")
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.timeout(1_800)
def test_every_page_is_accessible_and_fits_and_asks_nobody_else(built: Path, browser: Browser) -> None:
    found = [path.relative_to(built) for path in built.rglob("*.html")]
    pages = sorted(path.as_posix() for path in found if path.parts[0] not in ("assets", "files"))
    assert len(pages) > 200
    wrong = []
    with served(built) as url:
        clz(browser, "open", url)
        for size in SIZES:
            clz(browser, "viewport", size)
            for number, page in enumerate(pages):
                if page.startswith("commands/") and SIZES[number % 2] != size:
                    continue  # they are alike
                clz(browser, "emulate", "--color-scheme", "dark" if number % 4 in (1, 2) else "light")
                clz(browser, "navigate", f"{url}{page}")
                axe = browser.clz("expect", "a11y", "--level", "minor", "--wait-ms", "0", CLZ_AGENT="reader")
                width = int(clz(browser, "eval", "document.documentElement.scrollWidth - innerWidth"))
                if axe.returncode != 0 or width > 0:
                    wrong.append(f"{page} at {size}: {axe.stderr}, {width} px too wide")
        assert not wrong, "\n".join(wrong)
        clz(browser, "expect", "no-failed-requests")
        clz(browser, "expect", "no-errors")
        requests = browser.clz_json("network", CLZ_AGENT="reader")["result"]["requests"]
    assert {request["url"].startswith(("http://127.0.0.1:", "data:")) for request in requests} == {True}


def test_it_is_searched_from_files(built: Path, browser: Browser) -> None:
    clz(browser, "open", f"file://{built}/index.html")
    clz(browser, "viewport", "1280x900")
    clz(browser, "click", "css=.md-search__input")
    clz(browser, "expect", "text", ".md-search-result__meta", "Type to start searching", "--wait-ms", "15000")
    clz(browser, "type", "css=.md-search__input", "flaky list")
    clz(browser, "expect", "text", ".md-search-result__list", "Tame a flaky list", "--contains", "--wait-ms", "15000")


def test_what_is_copied_of_a_block_is_what_is_typed(built: Path, browser: Browser) -> None:
    clz(browser, "open", f"file://{built}/first-form.html")
    copied = """[...document.querySelectorAll(".language-console code")].map((code) => {
      code.setAttribute("data-md-copying", "");
      return code.innerText.trimEnd();
    })[1]"""
    said = clz(browser, "eval", "--unsafe", copied)
    assert said.startswith('clz open localhost:8000/\nclz fill label=Name "Ada Lovelace"\n'), said


def test_it_tells_models_where_everything_is(built: Path) -> None:
    told = (built / "llms.txt").read_text("utf-8")
    for line in told.splitlines():
        if line.startswith("- ["):
            assert (built / line.rpartition("(")[2].rstrip(")")).is_file(), line
    assert all(f"(reference/{folder}.html)" in told for folder in site.GROUPS)
