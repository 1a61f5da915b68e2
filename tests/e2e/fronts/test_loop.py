"""A focus loop with the real Firefox: one is started for it, and its restart does not end it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.browsers import browser_home

HOOK = Path(__file__).resolve().parents[3] / "hooks/scripts/loop-hook.sh"
STOP = json.dumps({"session_id": "s", "hook_event_name": "Stop", "last_assistant_message": "Done."})


def stop(env: dict[str, str]) -> dict[str, Any]:
    done = subprocess.run(["/bin/sh", str(HOOK)], env=env, input=STOP, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return dict(json.loads(done.stdout or "{}"))


def test_a_loop_starts_the_firefox_it_needs_and_outlives_it() -> None:
    with browser_home() as browser:
        clz = Path(sys.executable).parent / "clz"
        env = {**browser.scratch.env, "CLZ_COMMAND": str(clz), "CLZ_HOOK_SECONDS": "30"}
        done = browser.clz("loop", "start", "Go on", "--key", "s")
        assert done.returncode == 0, done.stderr
        assert stop(env)["systemMessage"] == "iteration 1/20"
        browser.clz("browser", "stop")
        assert stop(env) == {}
        browser.clz("browser", "start")
        assert stop(env)["systemMessage"] == "iteration 2/20"
