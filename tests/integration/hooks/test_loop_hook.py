"""The hook as Claude Code runs it: its own process, the real clz, a real host."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clz_core.contract.limits import MAX_LOOP_REPEATS
from tests.support.hosts import HostProcess, use
from tests.support.scratch import Scratch, scratch_home
from tests.support.waiting import until

ROOT = Path(__file__).resolve().parents[3]
HOOK = ROOT / "hooks/scripts/loop-hook.sh"
CLZ = str(Path(sys.executable).parent / "clz")
KEY = "3f1c0c2e-session"
PROMPT = 'Fix the "tests"\nuntil they pass – all of them'


class Hooked:
    """A host, and the hook beside it."""

    def __init__(self, scratch: Scratch, host: HostProcess | None) -> None:
        self.host = host
        # A machine that is busy with other tests answers late: only the tests of time keep to the second.
        self.env = {**scratch.env, "CLZ_COMMAND": CLZ, "CLZ_HOOK_SECONDS": "30"}
        self.folder = scratch.root

    def run(self, stdin: bytes, **env: str) -> subprocess.CompletedProcess[bytes]:
        command = ["/bin/sh", str(HOOK)]
        return subprocess.run(command, input=stdin, env={**self.env, **env}, capture_output=True, timeout=60)

    def decision(self, stdin: bytes, **env: str) -> dict[str, Any] | None:
        """What the hook answered; None if it said nothing."""
        done = self.run(stdin, **env)
        assert (done.returncode, done.stderr) == (0, b"")
        if not done.stdout:
            return None
        (line,) = done.stdout.splitlines()
        answer = json.loads(line)
        assert isinstance(answer, dict)
        return answer

    def stop(self, said: str | None = "I am done.", key: str = KEY, **more: Any) -> dict[str, Any] | None:
        return self.decision(event(said, key, **more))

    def clz(self, *words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [CLZ, *words], env={**self.env, **(env or {})}, cwd=self.folder, capture_output=True, text=True, timeout=60
        )

    def start(self, *options: str, key: str = KEY, prompt: str = PROMPT) -> None:
        done = self.clz("loop", "start", prompt, "--key", key, *options)
        assert done.returncode == 0, done.stderr

    def call(self, name: str, key: str = KEY, **params: Any) -> dict[str, Any]:
        assert self.host is not None
        with self.host.client() as client:
            return client.call(name, {"key": key, **params})

    def state(self, key: str = KEY) -> dict[str, Any]:
        return self.call("getLoopState", key)


def event(said: str | None = "I am done.", key: object = KEY, **more: Any) -> bytes:
    """A Stop as Claude Code tells it."""
    fields: dict[str, Any] = {
        "session_id": key,
        "transcript_path": "/nowhere/transcript.jsonl",
        "cwd": "/",
        "permission_mode": "default",
        "hook_event_name": "Stop",
        "stop_hook_active": False,
        "background_tasks": [],
        "session_crons": [],
        **more,
    }
    if said is not None:
        fields["last_assistant_message"] = said
    return json.dumps(fields).encode()


@pytest.fixture(scope="module")
def standing() -> Iterator[HostProcess]:
    """A host that most tests share."""
    with scratch_home() as home, HostProcess(home) as process:
        yield process


@pytest.fixture
def hooked(standing: HostProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hooked]:
    """A folder of the test's own, and no loop in the host before and after."""
    use(standing.scratch, monkeypatch)
    one = Hooked(standing.scratch, standing)
    one.folder = tmp_path
    yield one
    with standing.client() as client:
        for loop in client.call("listLoops")["loops"]:
            client.call("stopLoop", {"key": loop["key"]})


@pytest.fixture
def apart(scratch: Scratch, host: HostProcess) -> Hooked:
    """With a host and a home of its own, for those who change these."""
    return Hooked(scratch, host)


def test_an_active_loop_blocks_the_stop_and_gives_the_prompt_back(hooked: Hooked) -> None:
    hooked.start("--max-iterations", "3")
    answers = [hooked.stop(f"answer {number}") for number in range(2)]
    assert answers == [
        {"decision": "block", "reason": PROMPT, "systemMessage": f"iteration {number}/3"} for number in (1, 2)
    ]


def test_a_promise_is_told_with_the_prompt(hooked: Hooked) -> None:
    hooked.start("--promise", "ALL GREEN")
    answer = hooked.stop()
    assert answer["decision"] == "block"
    assert answer["reason"].startswith(PROMPT + "\n\n")
    assert answer["reason"].endswith("\n<promise>ALL GREEN</promise>")


def test_only_the_session_that_loops_is_held(hooked: Hooked) -> None:
    hooked.start(key="one")
    assert hooked.stop(key="two") is None
    assert hooked.stop(key="one")["systemMessage"] == "iteration 1/20"
    assert hooked.stop(key="two") is None
    hooked.start(key="two", prompt="another task")
    assert hooked.stop(key="two")["reason"] == "another task"
    assert hooked.state("one")["iteration"] == 1


THROUGH: dict[str, dict[str, Any]] = {
    "another session": {"key": "another"},
    "empty session id": {"key": ""},
    "blank session id": {"key": "  "},
    "no session id": {"key": None},
    "session id of another type": {"key": [KEY]},
    "session id that no process can be given": {"key": KEY + "\0"},
    "session id that cannot be encoded": {"key": "\ud800"},
    "background task": {"background_tasks": [{"id": "b1", "type": "shell", "status": "running"}]},
    "background task of an unknown state": {"background_tasks": [{"id": "b1"}]},
    "background tasks of another shape": {"background_tasks": {"b1": {}}},
    "one task done, one not": {"background_tasks": [{"status": "completed"}, {"status": "running"}]},
    "scheduled job": {"session_crons": [{"id": "c1", "schedule": "*/5 * * * *", "recurring": True}]},
    "another event": {"hook_event_name": "SubagentStop"},
    "no event": {"hook_event_name": None},
}


@pytest.mark.parametrize("more", THROUGH.values(), ids=THROUGH)
def test_these_stops_are_let_through_and_not_counted(hooked: Hooked, more: dict[str, Any]) -> None:
    hooked.call("startLoop", prompt="x")
    assert hooked.decision(event(**more)) is None
    assert hooked.state()["iteration"] == 0
    assert hooked.state()["active"] is True


def test_background_tasks_that_are_done_hold_nothing_up(hooked: Hooked) -> None:
    hooked.call("startLoop", prompt="x")
    assert hooked.stop(background_tasks=[{"id": "b1", "status": "completed"}])["decision"] == "block"


BROKEN = {
    "nothing": b"",
    "no JSON": b"nonsense",
    "half of it": event()[:40],
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "no text": b"\xff\xfe\x00",
    "very deep": b"[" * 200_000,
    "a megabyte": b'"' + b"x" * 2**20 + b'"',
}


@pytest.mark.parametrize("stdin", BROKEN.values(), ids=BROKEN)
def test_broken_input_lets_the_stop_through(hooked: Hooked, stdin: bytes) -> None:
    hooked.call("startLoop", prompt="x")
    assert hooked.decision(stdin) is None
    assert hooked.state()["iteration"] == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["session_id", "hook_event_name", "last_assistant_message", "background_tasks", "session_crons"]
EVENTS = st.dictionaries(st.sampled_from(FIELDS), JSON | st.sampled_from(["Stop", "SessionEnd", "another"]))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200) | EVENTS.map(lambda fields: json.dumps(fields).encode()))
def test_no_input_makes_the_hook_fail_or_touch_a_loop_that_it_does_not_name(hooked: Hooked, stdin: bytes) -> None:
    if not hooked.state()["active"]:
        hooked.call("startLoop", prompt="x")
    assert hooked.decision(stdin) is None
    assert (hooked.state()["active"], hooked.state()["iteration"]) == (True, 0)


NOT_KEPT = {
    "not said": "All is done.",
    "another text": "<promise>DONE!</promise>",
    "other case": "<promise>done</promise>",
    "within a line": "So: <promise>DONE</promise>",
    "something behind it": "<promise>DONE</promise>.",
    "indented": "  <promise>DONE</promise>",
    "not the last line": "<promise>DONE</promise>\nNow I only have to clean up.",
    "quoted": "I will say:\n> <promise>DONE</promise>",
    "in a fence": "```\n<promise>DONE</promise>\n```",
    "without its marks": "DONE",
    "over two lines": "<promise>\nDONE\n</promise>",
    "nothing said": None,
    "not a text": ["<promise>DONE</promise>"],
}
KEPT = {
    "alone": "<promise>DONE</promise>",
    "after other lines": "All is done.\n\n<promise>DONE</promise>",
    "with blank lines behind it": "Done.\r\n<promise>DONE</promise>  \r\n\n",
}


@pytest.mark.parametrize("said", NOT_KEPT.values(), ids=NOT_KEPT)
def test_what_is_not_the_promise_as_the_whole_last_line_ends_nothing(hooked: Hooked, said: Any) -> None:
    hooked.call("startLoop", prompt="x", completionPromise="DONE")
    assert hooked.stop(said)["decision"] == "block"
    assert hooked.state()["iteration"] == 1


@pytest.mark.parametrize("said", KEPT.values(), ids=KEPT)
def test_a_kept_promise_ends_the_loop(hooked: Hooked, said: str) -> None:
    hooked.call("startLoop", prompt="x", completionPromise="DONE")
    assert hooked.stop(said) == {"systemMessage": "focus loop over at iteration 0/20: the promise was kept"}
    assert hooked.state()["id"] is None
    assert hooked.stop("and more") is None


def test_a_loop_without_a_promise_ends_by_none(hooked: Hooked) -> None:
    hooked.call("startLoop", prompt="x")
    assert hooked.stop("<promise>None</promise>")["decision"] == "block"
    assert hooked.stop("<promise></promise>")["decision"] == "block"


def test_a_promise_counts_only_when_its_check_succeeds(hooked: Hooked) -> None:
    hooked.start("--promise", "DONE", "--verify", "pwd; echo to stderr >&2; test -e finished || exit 7")
    said = "<promise>DONE</promise>"
    answer = hooked.stop(said)
    assert answer["decision"] == "block"
    assert answer["systemMessage"] == "iteration 1/20: the promise did not pass its check"
    assert "failed with exit code 7." in answer["reason"]
    assert answer["reason"].endswith(f"{hooked.folder.resolve()}\nto stderr"), "where it ran, and what it said"
    assert hooked.stop("not yet")["systemMessage"] == "iteration 2/20"
    (hooked.folder / "finished").touch()
    assert hooked.stop(said) == {"systemMessage": "focus loop over at iteration 2/20: the promise was kept"}
    assert hooked.state()["active"] is False


def test_a_check_runs_for_a_promise_alone(hooked: Hooked) -> None:
    hooked.start("--promise", "DONE", "--verify", "touch ran")
    hooked.stop("no promise here")
    assert not (hooked.folder / "ran").exists()
    hooked.stop("<promise>DONE</promise>")
    assert (hooked.folder / "ran").exists()


def test_a_check_belongs_to_the_one_loop_it_was_typed_for(hooked: Hooked) -> None:
    hooked.start("--promise", "DONE", "--verify", "touch ran; false")
    hooked.call("stopLoop")
    hooked.call("startLoop", prompt="x", completionPromise="DONE")
    assert "promise was kept" in hooked.stop("<promise>DONE</promise>")["systemMessage"]
    assert not (hooked.folder / "ran").exists()


def test_nobody_gets_a_shell_through_the_host(apart: Hooked, scratch: Scratch) -> None:
    """What to run is not a parameter on the wire, and a file that others could have written is not believed."""
    apart.start("--promise", "DONE", "--verify", "touch ran; false")
    (file,) = (scratch.root / "state/loops").glob("*.json")
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o666)
    apart.stop("<promise>DONE</promise>")
    assert not (apart.folder / "ran").exists()


def test_a_check_that_is_cut_short_takes_all_that_it_started_along(hooked: Hooked) -> None:
    hooked.start("--promise", "DONE", "--verify", "sleep 300 & echo $! >child; wait")
    process = subprocess.Popen(["/bin/sh", str(HOOK)], env=hooked.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        process.stdin.write(event("<promise>DONE</promise>"))
        process.stdin.close()
        child = hooked.folder / "child"
        until(lambda: child.exists() and child.read_text().endswith("\n"), 30)
        process.terminate()
        assert process.wait(10) == 0
        assert process.stdout.read() == b""
    until(lambda: not alive(int(child.read_text())))


def alive(pid: int) -> bool:
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def test_a_check_whose_folder_is_gone_does_not_pass(hooked: Hooked) -> None:
    hooked.folder = hooked.folder / "project"
    hooked.folder.mkdir()
    hooked.start("--promise", "DONE", "--verify", "true")
    hooked.folder.rmdir()
    answer = hooked.stop("<promise>DONE</promise>")
    assert answer["decision"] == "block"
    assert "could not be run" in answer["reason"]


def test_the_last_iteration_is_followed_by_a_stop(hooked: Hooked) -> None:
    hooked.start("--max-iterations", "2")
    answers = [hooked.stop(f"answer {number}") for number in range(4)]
    assert [answer and answer.get("decision") for answer in answers] == ["block", "block", None, None]
    assert answers[2] == {"systemMessage": "focus loop over at iteration 2/2: that was the last one"}
    assert answers[3] is None, "it is said once"


def test_a_loop_whose_time_is_over_lets_the_stop_through(hooked: Hooked) -> None:
    hooked.call("startLoop", prompt="x", minutes=0.01)
    until(lambda: hooked.state()["ended"] == "time")
    assert hooked.stop() == {"systemMessage": "focus loop over at iteration 0/20: its time is over"}
    assert hooked.stop() is None


def test_an_agent_that_says_the_same_six_times_is_let_go_and_told_why(hooked: Hooked) -> None:
    hooked.call("startLoop", prompt="x")
    answers = [hooked.stop("May I?") for _ in range(MAX_LOOP_REPEATS + 1)]
    assert [answer.get("decision") for answer in answers] == ["block"] * 6 + [None]
    assert "let through" in answers[-1]["systemMessage"]
    assert "clz loop stop" in answers[-1]["systemMessage"]
    assert hooked.stop("Thank you, I went on.")["systemMessage"] == "iteration 7/20"


def test_an_agent_that_says_nothing_at_all_repeats_itself(hooked: Hooked) -> None:
    hooked.call("startLoop", prompt="x")
    answers = [hooked.stop(None) for _ in range(MAX_LOOP_REPEATS + 1)]
    assert [answer.get("decision") for answer in answers] == ["block"] * 6 + [None]


@pytest.mark.parametrize("reason", ["clear", "logout", "prompt_input_exit", "other"])
def test_the_end_of_a_session_ends_its_loop_alone(hooked: Hooked, reason: str) -> None:
    hooked.call("startLoop", "before", prompt="x")
    hooked.call("startLoop", "neighbour", prompt="x")
    ended = {"session_id": "before", "hook_event_name": "SessionEnd", "reason": reason}
    assert hooked.decision(json.dumps(ended).encode()) is None
    assert hooked.state("before")["id"] is None
    assert hooked.stop(key="before") is None
    assert hooked.stop(key="neighbour")["decision"] == "block"


def test_a_host_with_corrupt_loops_lets_the_stop_through(scratch: Scratch) -> None:
    with HostProcess(scratch) as host:
        Hooked(scratch, host).call("startLoop", prompt="x")
        host.process.kill()
    host.paths.loops.write_text('{"version": 1, "loops": [{"key": ')
    with HostProcess(scratch) as host:
        assert Hooked(scratch, host).stop() is None


def test_a_restart_of_firefox_does_not_end_a_loop(scratch: Scratch) -> None:
    with HostProcess(scratch) as host:
        Hooked(scratch, host).call("startLoop", prompt="x")
        Hooked(scratch, host).stop()
    assert Hooked(scratch, None).stop() is None, "while no host is there, nobody is held"
    with HostProcess(scratch) as host:
        assert Hooked(scratch, host).stop()["systemMessage"] == "iteration 2/20"


@pytest.mark.parametrize("answer", ["", "nonsense", "[]", '{"v":1,"ok":true}', '{"result": 3}', '{"result": {}}'])
def test_a_clz_that_answers_nonsense_lets_the_stop_through(scratch: Scratch, answer: str) -> None:
    fake = scratch.root / "clz"
    fake.write_text(f"#!/bin/sh\nprintf '%s\\n' '{answer}'\n")
    fake.chmod(0o700)
    assert Hooked(scratch, None).decision(event(), CLZ_COMMAND=str(fake)) is None


# Where clz is


def test_clz_is_found_on_the_path(hooked: Hooked) -> None:
    hooked.call("startLoop", prompt="x")
    path = f"{Path(CLZ).parent}:{os.environ['PATH']}"
    assert hooked.decision(event(), CLZ_COMMAND="", PATH=path)["decision"] == "block"


def test_clz_is_found_in_the_home_where_the_path_is_poor(apart: Hooked, scratch: Scratch) -> None:
    apart.call("startLoop", prompt="x")
    bin = scratch.root / "home/.local/bin"
    bin.mkdir(parents=True)
    shutil.copy(CLZ, bin / "clz")
    assert apart.decision(event(), CLZ_COMMAND="", PATH="/nowhere")["decision"] == "block"


def test_clz_is_found_where_its_setup_noted_it(apart: Hooked, scratch: Scratch) -> None:
    apart.call("startLoop", prompt="x")
    done = apart.clz("setup", "claude", "--print", env={"PATH": "/nowhere"})
    assert done.returncode == 0, done.stderr
    assert (scratch.root / "data/command").read_text() == f"{CLZ}\n"
    assert apart.decision(event(), CLZ_COMMAND="", PATH="/nowhere")["decision"] == "block"


def test_without_clz_the_stop_is_let_through(scratch: Scratch) -> None:
    hooked = Hooked(scratch, None)
    assert hooked.decision(event(), CLZ_COMMAND="", PATH="/nowhere") is None
    assert hooked.decision(event(), CLZ_COMMAND=str(scratch.root / "gone")) is None


# Time


def takes_less_than(seconds: float, hooked: Hooked, stdin: bytes) -> bool:
    """True if the hook does once in ten runs: the rest is what the machine did beside it."""
    for _ in range(10):
        begin = time.monotonic()
        assert hooked.decision(stdin, CLZ_HOOK_SECONDS="") is None
        if time.monotonic() - begin < seconds:
            return True
    return False


def test_a_host_that_is_down_costs_no_more_than_a_moment(scratch: Scratch) -> None:
    assert takes_less_than(1.2, Hooked(scratch, None), event())


def test_a_host_that_does_not_answer_is_waited_for_one_second(apart: Hooked) -> None:
    apart.call("startLoop", prompt="x")
    os.kill(apart.host.process.pid, signal.SIGSTOP)
    try:
        assert takes_less_than(1.2, apart, event())
    finally:
        os.kill(apart.host.process.pid, signal.SIGCONT)


def test_a_clz_that_hangs_is_waited_for_one_second_and_ended(scratch: Scratch) -> None:
    fake = scratch.root / "clz"
    fake.write_text(f"#!/bin/sh\necho $$ >{scratch.root}/pid\nexec sleep 300\n")
    fake.chmod(0o700)
    hooked = Hooked(scratch, None)
    hooked.env["CLZ_COMMAND"] = str(fake)
    assert takes_less_than(5, hooked, event())  # it would be 300, and a busy machine starts Python slowly
    assert not alive(int((scratch.root / "pid").read_text()))


def test_an_input_that_does_not_end_is_waited_for_one_second(scratch: Scratch) -> None:
    env = {**Hooked(scratch, None).env, "CLZ_HOOK_SECONDS": ""}
    begin = time.monotonic()
    with subprocess.Popen(["/bin/sh", str(HOOK)], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(event())
        process.stdin.flush()
        assert process.wait(10) == 0
        assert 0.9 < time.monotonic() - begin < 4
        assert process.stdout.read() == b""
