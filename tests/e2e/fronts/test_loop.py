"""A focus loop beside the real Firefox: it holds before that starts, while it runs and after it was stopped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import browser_home

HOOK = Path(__file__).resolve().parents[3] / "hooks/scripts/hook.sh"
STOP = json.dumps({"session_id": "s", "hook_event_name": "Stop", "last_assistant_message": "Done."})


def stop(env: dict[str, str]) -> dict[str, Any]:
    done = subprocess.run(["/bin/sh", str(HOOK)], env=env, input=STOP, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return dict(json.loads(done.stdout or "{}"))


@pytest.mark.night
def test_a_loop_goes_on_whether_firefox_runs_or_not() -> None:
    with browser_home(used="managed") as browser:
        clz = Path(sys.executable).parent / "clz"
        env = {**browser.scratch.env, "CLZ_COMMAND": str(clz)}
        done = browser.clz("loop", "start", "Go on", "--key", "s")
        assert done.returncode == 0, done.stderr
        assert stop(env)["systemMessage"] == "iteration 1/20"
        browser.clz("browser", "start")
        assert stop(env)["systemMessage"] == "iteration 2/20"
        (loop,) = browser.clz_json("status")["result"]["loops"]
        assert (loop["key"], loop["iteration"]) == ("s", 2), "the host reads the same"
        browser.clz("browser", "stop")
        assert stop(env)["systemMessage"] == "iteration 3/20"
