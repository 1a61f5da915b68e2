"""`clz loop` and `clz setup claude` as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.running.commands import run_clz
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch

CLZ = str(Path(sys.executable).parent / "clz")


def clz(scratch: Scratch, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return run_clz(*words, env={**scratch.env, **env})


def result(scratch: Scratch, *words: str, **env: str) -> dict[str, Any]:
    envelope = json.loads(clz(scratch, *words, "--json", **env).stdout)
    assert envelope["ok"], envelope
    return dict(envelope["result"])


def test_the_key_is_the_session_of_claude_code(scratch: Scratch) -> None:
    assert result(scratch, "loop", "start", "Do it", CLAUDE_CODE_SESSION_ID="s-1")["key"] == "s-1"
    assert result(scratch, "loop", "state", CLAUDE_CODE_SESSION_ID="s-1")["active"] is True
    assert result(scratch, "loop", "state", CLAUDE_CODE_SESSION_ID="s-2")["active"] is False
    assert result(scratch, "loop", "state", "--key", "s-1", CLAUDE_CODE_SESSION_ID="s-2")["active"] is False
    assert result(scratch, "loop", "state", "--key", "s-1")["active"] is True, "the person sees those of every session"
    assert result(scratch, "loop", "stop", CLAUDE_CODE_SESSION_ID="s-1")["stopped"] is True


@pytest.mark.parametrize("words", [("start", "x"), ("stop",), ("state",), ("start", "x", "--key", " ")])
def test_without_a_key_there_is_no_loop_to_speak_of(scratch: Scratch, words: tuple[str, ...]) -> None:
    done = clz(scratch, "loop", *words)
    assert done.returncode == 2
    assert "[INVALID_PARAMS]" in done.stderr
    assert "--key" in done.stderr


def test_a_loop_from_start_to_stop_in_words(scratch: Scratch) -> None:
    start = ["loop", "start", "Make it green", "--key", "k", "--promise", "GREEN", "--verify", "make test"]
    assert clz(scratch, *start).stdout == (
        "focus loop started: up to 20 iterations, 60:00 min (key k)\n"
        "it ends with this as the whole last line: <promise>GREEN</promise>\n"
        "end it earlier: clz loop stop\n"
    )
    again = clz(scratch, *start)
    assert (again.returncode, "[LOOP_ACTIVE]" in again.stderr) == (5, True)
    state = clz(scratch, "loop", "state", "--key", "k").stdout.splitlines()
    assert state[1:] == ["promise: GREEN", f"verify:  make test  (in {Path.cwd()})", "Make it green"]
    assert clz(scratch, "loop", "advance", "--key", "k").stdout == "iteration 1/20\n"
    assert clz(scratch, "loop", "list").stdout.startswith("k  1/20, ")
    assert clz(scratch, "loop", "stop", "--key", "k").stdout == "focus loop stopped after 1 of 20 iterations\n"
    assert clz(scratch, "loop", "stop", "--key", "k").stdout == "no focus loop was active (key k)\n"
    assert clz(scratch, "loop", "state", "--key", "k").stdout == "no focus loop (key k)\n"
    assert clz(scratch, "loop", "list").stdout == "no focus loops\n"


def test_a_loop_that_has_ended_says_why(scratch: Scratch) -> None:
    clz(scratch, "loop", "start", "Do it", "--key", "k", "--max-iterations", "1")
    clz(scratch, "loop", "advance", "--key", "k")
    assert clz(scratch, "loop", "advance", "--key", "k").stdout == "not advanced: iterations\n"
    ended = "iteration 1/1, ended: all its iterations are used (key k)\nDo it\n"
    assert clz(scratch, "loop", "state", "--key", "k").stdout == ended
    assert clz(scratch, "loop", "list").stdout == "k  1/1, ended: all its iterations are used  Do it\n"


def test_a_check_without_a_promise_is_refused(scratch: Scratch) -> None:
    done = clz(scratch, "loop", "start", "x", "--key", "k", "--verify", "true")
    assert done.returncode == 2
    assert "--promise" in done.stderr
    assert result(scratch, "loop", "list") == {"loops": []}


def test_loops_need_no_firefox_and_start_none(scratch: Scratch) -> None:
    assert clz(scratch, "loop", "start", "x", "--key", "k").returncode == 0
    assert clz(scratch, "browser", "status").stdout.startswith("not running")
    assert "k  0/20" in clz(scratch, "loop", "list").stdout


def test_the_command_line_and_the_host_see_the_same_loops(host: HostProcess, scratch: Scratch) -> None:
    clz(scratch, "loop", "start", "from here", "--key", "a")
    with host.client() as client:
        client.call("startLoop", {"key": "b", "prompt": "from there"})
        assert {loop["key"] for loop in client.call("listLoops")["loops"]} == {"a", "b"}
        assert clz(scratch, "loop", "stop", "--key", "b").stdout.startswith("focus loop stopped")
        assert client.call("getLoopState", {"key": "b"})["active"] is False


def test_a_loop_is_its_agents_own_and_the_persons(scratch: Scratch) -> None:
    assert clz(scratch, "loop", "start", "x", "--key", "k", "--agent", "one").returncode == 0
    assert clz(scratch, "loop", "list", "--agent", "two").stdout == "no focus loops\n"
    assert clz(scratch, "loop", "stop", "--key", "k", "--agent", "two").stdout == "no focus loop was active (key k)\n"
    assert clz(scratch, "loop", "state", "--key", "k", "--agent", "one").stdout.startswith("iteration 0/20")
    assert clz(scratch, "loop", "stop", "--key", "k").stdout == "focus loop stopped after 0 of 20 iterations\n"


def test_without_claude_the_lines_to_type_are_printed(scratch: Scratch) -> None:
    done = clz(scratch, "setup", "claude", PATH="/nowhere")
    assert done.returncode == 0, done.stderr
    root = Path(__file__).resolve().parents[3]
    assert f"  claude plugin marketplace add {root}\n  claude plugin install clz@claudezilla\n" in done.stdout
    done = clz(scratch, "setup", "claude", "--no-plugin", PATH="/nowhere")
    assert f"  claude mcp add --scope user clz -- {CLZ} mcp\n" in done.stdout
