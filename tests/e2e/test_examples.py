"""The examples, run as they stand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.site.server import Site
from tests.support.browsers import Browser

EXAMPLES = ROOT / "examples"


def run(browser: Browser, folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**browser.scratch.env, "PATH": path, **env}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=90, check=False)


def test_the_form_script_fills_the_form_and_takes_a_picture(browser: Browser, site: Site, tmp_path: Path) -> None:
    script = str(EXAMPLES / "signup.sh")
    done = run(browser, tmp_path, script, f"{site.origin}/react-form/", "ada@example.com", "answer.png")
    assert done.returncode == 0, done.stderr
    assert "Thank you, Ada! We sent a note to ada@example.com." in done.stdout
    assert (tmp_path / "answer.png").read_bytes().startswith(b"\x89PNG")
    tabs = browser.clz_json("tabs", "--agent", "signup")["result"]["tabs"]
    assert not [tab for tab in tabs if tab["mine"]]


def test_the_smoke_test_passes_a_good_page_and_fails_one_with_errors(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    script = str(EXAMPLES / "smoke-test.sh")
    good = run(browser, tmp_path, script, f"{site.origin}/form.html", "Count")
    assert (good.returncode, good.stdout.splitlines()[-1]) == (0, f"smoke test passed: {site.origin}/form.html")
    assert not (tmp_path / "smoke-test.png").exists()
    bad = run(browser, tmp_path, script, f"{site.origin}/status/404", "404")
    assert bad.returncode == 1
    assert "404" in bad.stderr
    assert (tmp_path / "smoke-test.png").exists()


def test_the_python_program_prints_the_links(browser: Browser, site: Site, tmp_path: Path) -> None:
    done = run(browser, tmp_path, sys.executable, str(EXAMPLES / "links.py"), f"{site.origin}/index.html")
    assert done.returncode == 0, done.stderr
    assert all(link["href"].startswith("http") for link in json.loads(done.stdout))


@pytest.mark.parametrize("name", ["signup.sh", "smoke-test.sh"])
def test_a_script_without_its_words_says_how_it_is_used(name: str, browser: Browser, tmp_path: Path) -> None:
    done = run(browser, tmp_path, str(EXAMPLES / name))
    assert done.returncode == 2
    assert f"usage: {name} URL" in done.stderr
