"""The GitHub Action: its steps, as a runner has bash run them, on a machine without a display."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from clz_core import __version__
from clz_generate.files import ROOT
from tests.support.browsers import Browser, browser_home

pytestmark = [pytest.mark.night, pytest.mark.xdist_group("action")]

STEP = re.compile(r"- name: ([^\n]+)\n(?: {6}(?!run:)[^\n]*\n)*? {6}run: \|\n((?: {8}[^\n]*\n|\n)+)")


def steps() -> dict[str, str]:
    """The scripts by the names of their steps."""
    found = STEP.findall((ROOT / "action.yml").read_text("utf-8"))
    return {name: re.sub(r"^ {8}", "", script, flags=re.MULTILINE) for name, script in found}


def bash(script: str, browser: Browser, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """As `shell: bash` runs it."""
    environment = {**browser.scratch.env, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **env}
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=90, check=False)


def test_the_tests_are_run_and_what_failed_is_annotated(tmp_path: Path) -> None:
    project, temp = tmp_path / "project", tmp_path / "temp"
    shutil.copytree(ROOT / "examples/smoke", project)
    temp.mkdir()
    with socket.create_server(("localhost", 0)) as free:
        port = str(free.getsockname()[1])
    test = project / "signup.clz"
    test.write_text(test.read_text("utf-8").replace("8000", port), "utf-8")
    given = {
        "PATHS": "signup.clz",
        "START": f"python3 -m http.server {port} --directory site",
        "URL": f"http://localhost:{port}",
        "SHARD": "1/1",
        "RETRIES": "0",
        "NAME": "clz-report",
        "GITHUB_ACTIONS": "true",
        "RUNNER_TEMP": str(temp),
        "GITHUB_OUTPUT": str(temp / "output"),
        "GITHUB_STEP_SUMMARY": str(temp / "summary"),
    }
    script = steps()["Run the tests"]
    with browser_home("managed") as browser:
        done = bash(script, browser, project, **given)
        assert done.returncode == 0, done.stdout + done.stderr
        assert (temp / "output").read_text("utf-8") == f"report={temp}/clz-report\nname=clz-report-1-of-1\n"
        page = project / "site/index.html"
        page.write_text(page.read_text("utf-8").replace("Thank you", "Welcome"), "utf-8")
        done = bash(script, browser, project, **given)
        assert done.returncode == 1
        assert "::error file=signup.clz" in done.stdout
        assert (temp / "clz-report/index.html").is_file()
        assert (temp / "clz-report/smoke.xml").is_file()


def test_clz_of_the_version_of_the_action_is_installed_with_the_firefox_that_was_asked_for(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    known = '{\n  "FIREFOX_ESR": "140.5.0esr",\n  "FIREFOX_ESR_NEXT": "153.0esr"\n}'
    for name, said in (("pipx", ""), ("clz", ""), ("curl", known)):
        script = f"#!/bin/sh\necho {name} \"$@\" >> {tmp_path}/run\ncat <<'EOF'\n{said}\nEOF\n"
        (tools / name).write_text(script, "utf-8")
        (tools / name).chmod(0o755)
    output = tmp_path / "output"
    env = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "ACTION": str(ROOT), "GITHUB_OUTPUT": str(output)}
    of_this = f"claudezilla=={__version__}"
    for package, firefox, installed, fetched in (
        ("", "esr", of_this, ["clz browser upgrade"]),
        ("dist/*.whl", "image", "dist/*.whl", []),
    ):
        for step in ("Install clz", "Fetch Firefox"):
            words = ["bash", "-eo", "pipefail", "-c", steps()[step]]
            subprocess.run(words, env={**env, "PACKAGE": package, "FIREFOX": firefox}, check=True)
        lines = (tmp_path / "run").read_text("utf-8").splitlines()
        called = [line for line in lines if not line.startswith("curl")]
        assert called == [f"pipx install {installed}", *fetched, "clz doctor"]
        assert output.read_text("utf-8") == "esr=140.5.0esr\n"
        (tmp_path / "run").unlink()
        output.unlink()
