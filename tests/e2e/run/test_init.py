"""What `clz init` writes, run as it says."""

from __future__ import annotations

import json
import shlex
import socket
import sys

from tests.e2e.run.conftest import Folder
from tests.running.commands import run_clz
from tests.support.scratch import CLZ


def test_the_line_that_init_prints_starts_the_server_and_runs_the_first_test(folder: Folder) -> None:
    (folder.path / "index.html").write_text("<!doctype html><title>Tea</title><h1>Tea</h1>")
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    start = f"{sys.executable} -m http.server {port} --bind 127.0.0.1"
    words = ("init", "--start", start, "--url", f"http://127.0.0.1:{port}", "--json")
    env = folder.browser.scratch.env
    line = json.loads(run_clz(*words, env=env, cwd=folder.path).stdout)["result"]["command"]
    before, _, _ = line.partition(" -- ")
    command = [*CLZ, "run", "smoke/", "--session", "default"]
    done = run_clz(*shlex.split(before)[1:], "--", *command, env=env, cwd=folder.path, timeout=90)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "  the first page is there  " in done.stdout
