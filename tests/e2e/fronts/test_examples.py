"""The examples, run as they stand."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
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


@pytest.fixture
def smoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of smoke tests as a project has it, with a port that is free."""
    folder = tmp_path / "project"
    shutil.copytree(EXAMPLES / "smoke", folder)
    with socket.create_server(("localhost", 0)) as free:
        port = free.getsockname()[1]
    for path in folder.glob("*.*"):
        path.write_text(path.read_text("utf-8").replace("8000", str(port)), "utf-8")
    return folder


def shown(path: Path) -> list[str]:
    """The command line that a file begins with, as it stands."""
    (words,) = re.findall(r"\bclz ready .+", path.read_text("utf-8"))
    return ["sh", "-c", words]


def broken(smoke: Path) -> None:
    page = smoke / "site/index.html"
    page.write_text(page.read_text("utf-8").replace("Thank you", "Welcome"), "utf-8")


def test_the_tests_of_a_clz_file_pass_on_a_good_site(browser: Browser, smoke: Path) -> None:
    done = run(browser, smoke, *shown(smoke / "signup.clz"))
    assert (done.returncode, "2 passed" in done.stdout) == (0, True), done.stdout + done.stderr


@pytest.mark.night
def test_the_workflow_fails_on_a_broken_site_and_reports_the_tests_to_github(browser: Browser, smoke: Path) -> None:
    (smoke / "smoke").mkdir()
    shutil.move(smoke / "signup.clz", smoke / "smoke")
    broken(smoke)
    (step,) = re.findall(r"- name: Test the site\n +run: >\n((?: {10}.+\n)+)", (smoke / "smoke.yml").read_text("utf-8"))
    summary = smoke / "summary.md"
    github = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    done = run(browser, smoke, "sh", "-c", " ".join(step.split()), **github)
    assert (done.returncode, "1 failed, 1 passed" in done.stdout) == (1, True), done.stdout + done.stderr
    assert "::error file=smoke/signup.clz,line=" in done.stdout
    assert "signs up" in summary.read_text("utf-8")
    assert 'failures="1"' in (smoke / "smoke.xml").read_text("utf-8")
    assert list((smoke / "report").glob("*.html"))


@pytest.mark.night
def test_the_pytest_file_passes_on_a_good_site_and_fails_on_a_broken_one(browser: Browser, smoke: Path) -> None:
    words = shown(smoke / "test_signup.py")
    # The plugin may be an entry point of this checkout or not yet; it is named, so that either will do.
    named = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "clz.pytest_plugin"}
    named["PYTEST_ADDOPTS"] = "--clz-session default"  # the Firefox that runs
    done = run(browser, smoke, *words, **named)
    assert (done.returncode, "2 passed" in done.stdout) == (0, True), done.stdout + done.stderr
    broken(smoke)
    done = run(browser, smoke, *words, **named)
    assert (done.returncode, "1 failed, 1 passed" in done.stdout) == (1, True), done.stdout + done.stderr
    assert "clz-evidence/evidence/test_signup.py-test_signs_up.png" in done.stdout


@pytest.mark.night
def test_the_shell_script_passes_a_good_page_and_fails_one_with_errors(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    script = str(EXAMPLES / "smoke/smoke.sh")
    good = run(browser, tmp_path, script, f"{site.origin}/form.html", "Count")
    assert (good.returncode, good.stdout.splitlines()[-1]) == (0, f"smoke test passed: {site.origin}/form.html")
    journal = str(tmp_path / "journal")
    bad = run(browser, tmp_path, script, f"{site.origin}/status/404", "404", CLZ_JOURNAL=journal)
    assert (bad.returncode, "404" in bad.stderr) == (1, True)
    told = run(browser, tmp_path, sys.executable, "-m", "clz_cli", "report", journal)
    assert ("smoke test" in told.stdout, "404" in told.stdout) == (True, True), told.stdout + told.stderr


def test_the_python_program_prints_the_links(browser: Browser, site: Site, tmp_path: Path) -> None:
    done = run(browser, tmp_path, sys.executable, str(EXAMPLES / "links.py"), f"{site.origin}/index.html")
    assert done.returncode == 0, done.stderr
    assert all(link["href"].startswith("http") for link in json.loads(done.stdout))


@pytest.mark.parametrize("name", ["signup.sh", "smoke/smoke.sh"])
def test_a_script_without_its_words_says_how_it_is_used(name: str, browser: Browser, tmp_path: Path) -> None:
    done = run(browser, tmp_path, str(EXAMPLES / name))
    assert done.returncode == 2
    assert f"usage: {Path(name).name} URL" in done.stderr
