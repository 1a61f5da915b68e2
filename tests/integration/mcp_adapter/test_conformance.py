"""The protocol's own conformance suite against the server: what it finds wrong is explained in PROTOCOL.md.

The suite comes from npm, and needs a newer Node than the rest, which comes from there as well.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.integration.mcp_adapter.test_http import Served, answer
from tests.support import there
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch

PACKAGES = ("@modelcontextprotocol/conformance@0.1.16", "node@22")
GET_S = 240
PASS = {
    *("server-initialize", "ping", "tools-list", "resources-list", "prompts-list"),
    *("tools-call-simple-text", "tools-call-error", "server-sse-multiple-streams", "dns-rebinding-protection"),
}
DECLARED = {"logging-set-level", "completion-complete", "resources-subscribe", "resources-unsubscribe"}
"""What the server does not say that it does: it answers that there is no such method."""
FIXTURES = {
    *(f"tools-call-{kind}" for kind in ("image", "audio", "embedded-resource", "mixed-content", "with-logging")),
    *("tools-call-with-progress", "tools-call-sampling", "tools-call-elicitation"),
    *("elicitation-sep1034-defaults", "elicitation-sep1330-enums"),
    *(f"resources-{kind}-read" for kind in ("templates",)),
    *("resources-read-text", "resources-read-binary"),
    *("prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image"),
}
"""What calls tools, resources and prompts of the suite's own server, such as `test_image_content`."""


@contextmanager
def with_token(served: Served) -> Iterator[str]:
    """The address of the server for whoever has no way to send its token."""
    words = [sys.executable, "-m", "tests.site.with_token", served.url.removesuffix("/mcp")]
    env = {**os.environ, "CLZ_MCP_TOKEN": served.token}
    with subprocess.Popen(words, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield there(process.stdout).readline().strip()
        finally:
            process.kill()


@pytest.mark.night
@pytest.mark.timeout(420)
def test_what_the_suite_finds_wrong_is_explained(scratch: Scratch, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm")
    got = subprocess.run(
        [npm, "install", "--silent", "--no-save", "--no-audit", *PACKAGES],
        cwd=tmp_path, capture_output=True, text=True, timeout=GET_S, check=False,
    )  # fmt: skip
    suite = tmp_path / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
    if got.returncode or not suite.exists():
        pytest.skip(f"npm does not have it here: {got.stderr[-200:]}")
    with HostProcess(scratch, answer):
        served = Served(scratch.env)
        try:
            with with_token(served) as url:
                node = tmp_path / "node_modules/.bin/node"
                words = [str(node), str(suite), "server", "--url", url, "-o", str(tmp_path / "out")]
                done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
        finally:
            served.end()
    found = dict(re.findall(r"^[✓✗] ([\w-]+): \d+ passed, (\d+) failed", done.stdout, re.MULTILINE))
    assert {name for name, failed in found.items() if failed == "0"} == PASS, done.stdout[-3000:]
    assert found.keys() - PASS == DECLARED | FIXTURES


def test_each_failure_is_explained_in_the_documents() -> None:
    page = (ROOT / "PROTOCOL.md").read_text("utf-8")
    for name in DECLARED:
        assert f"`{name}`" in page
