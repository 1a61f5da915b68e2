"""playwright-python's own tests, from a checkout of its own, with the bridge in the place of Playwright."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.support.browsers import Browser

CHECKOUT = os.environ.get("PLAYWRIGHT_PYTHON", "")
RUNNER = ROOT / "tests" / "running" / "playwright_python.py"
NEEDS = "twisted autobahn pixelmatch PIL greenlet OpenSSL service_identity pyee pytest_asyncio".split()
"""What their servers and fixtures are made of, in the folder deps of the checkout: pytest-asyncio would change ours."""
LEFT_OUT = "test_video.py test_screencast.py test_browsertype_connect.py test_tracing.py".split()
"""Files that start a program of Playwright's own."""
APART = "tests/async/test_asyncio.py::test_stop_does_not_deadlock_with_asyncio_atexit"
"""A test that imports Playwright in another process."""
LEAST = {"sync": (475, 0.95), "async": (1025, 0.94)}
"""How many of their tests pass at least, and which share of those that ask for nothing that clz refuses."""

pytestmark = pytest.mark.night


def run(checkout: Path, tests: str, *words: str) -> str:
    """The line with the figures of a run."""
    environment = {**os.environ, "PLAYWRIGHT_PYTHON": str(checkout)}
    paths = [str(RUNNER.parent), str(checkout / "deps"), os.environ.get("PYTHONPATH")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    command = [sys.executable, "-m", "pytest", "-p", RUNNER.stem, tests, "-q", "-o", "addopts=", "--timeout=15", *words]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    figures = re.search(r"^figures: .*$", done.stdout, re.MULTILINE)
    assert figures, done.stdout[-3000:] + done.stderr[-3000:]
    return figures[0]


@pytest.mark.skipif(not CHECKOUT, reason="PLAYWRIGHT_PYTHON does not name a checkout of playwright-python")
@pytest.mark.parametrize("kind", LEAST)
@pytest.mark.timeout(7_200)
def test_tests_of_playwright_pass(browser: Browser, kind: str) -> None:
    deps = Path(CHECKOUT) / "deps"
    lacking = [name for name in NEEDS if PathFinder.find_spec(name, [str(deps)]) is None]
    if lacking:
        packages = "twisted==25.5.0 autobahn pixelmatch==0.3.0 Pillow greenlet pyOpenSSL service_identity pyee"
        install = f"pip install --target {deps} {packages} pytest-asyncio objgraph"
        pytest.skip(f"their tests need {', '.join(lacking)}: {install}")
    counts: Counter[str] = Counter()
    for file in sorted((Path(CHECKOUT) / "tests" / kind).glob("test_*.py")):
        if file.name not in LEFT_OUT:  # each in a process of its own: a test that hangs takes its loop with it
            figures = run(Path(CHECKOUT), f"tests/{kind}/{file.name}", "--browser=firefox", f"--deselect={APART}")
            counts.update({name: int(count) for count, name in re.findall(r"(\d+) (\w+)", figures)})
    passed, failed = counts["passed"], counts["failed"]
    least, share = LEAST[kind]
    print(f"{kind}: {dict(counts)}, {passed / (passed + failed):.1%} of those not refused")
    assert passed >= least, counts
    assert passed / (passed + failed) >= share, counts


IN_ITS_STYLE = """
import pytest
from playwright._impl._path_utils import get_file_dirname
from playwright.sync_api import Error, Page, Route, Selectors, expect, sync_playwright


@pytest.fixture(scope="session")
def page():
    with sync_playwright() as playwright:
        yield playwright.firefox.launch(headless=True).new_context().new_page()


def test_passes(page: Page) -> None:
    page.route("**/*", lambda route: route.fulfill(body="<title>Made</title>", content_type="text/html"))
    page.goto("http://made.test/")
    expect(page).to_have_title("Made")
    assert (get_file_dirname() / "test_style.py").exists()


def test_lacks(page: Page) -> None:
    page.clock.install()


def test_fails(page: Page) -> None:
    with pytest.raises(Error):
        page.title()
"""


def test_what_passes_fails_and_is_lacking_is_told_apart(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "test_style.py").write_text(IN_ITS_STYLE)
    assert run(tmp_path, "test_style.py") == "figures: 1 passed, 1 lacking, 1 failed, 0 skipped"
