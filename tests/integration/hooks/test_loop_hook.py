"""The stop hook as Claude Code runs it: its own process and the real clz, with no Firefox and no host."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clz_core.config.paths import SessionPaths
from clz_core.contract.limits import MAX_LOOP_REPEATS
from clz_core.loops.store import PERSON, LoopStore
from tests.running.commands import run_clz
from tests.support import there
from tests.support.scratch import Scratch, lives
from tests.support.waiting import until

ROOT = Path(__file__).resolve().parents[3]
HOOK = ROOT / "hooks/scripts/hook.sh"
CLZ = str(Path(sys.executable).parent / "clz")
KEY = "3f1c0c2e-session"
PROMPT = 'Fix the "tests"\nuntil they pass – all of them'


class Hooked:
    """The loops of a scratch home, and the hook beside them."""

    def __init__(self, scratch: Scratch) -> None:
        self.store = LoopStore(SessionPaths("default", scratch.runtime))
        self.env = {**scratch.env, "CLZ_COMMAND": CLZ}
        self.folder = scratch.root
        self.by_script = False

    def run(self, stdin: bytes, **env: str) -> subprocess.CompletedProcess[str]:
        """Run `clz hook`, by its script where the test is about that."""
        if not env and not self.by_script:
            return run_clz("hook", env=self.env, input=stdin)
        command = ["/bin/sh", str(HOOK)]
        return subprocess.run(
            command, input=stdin.decode(), env={**self.env, **env}, capture_output=True, timeout=60, text=True
        )

    def decision(self, stdin: bytes, **env: str) -> dict[str, Any] | None:
        """What the hook answered; None if it said nothing."""
        done = self.run(stdin, **env)
        assert (done.returncode, done.stderr) == (0, "")
        if not done.stdout:
            return None
        (line,) = done.stdout.splitlines()
        answer = json.loads(line)
        assert isinstance(answer, dict)
        return answer

    def stop(self, said: str | None = "I am done.", key: str = KEY, **more: Any) -> dict[str, Any] | None:
        return self.decision(event(said, key, **more))

    def clz(self, *words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return run_clz(*words, env={**self.env, **(env or {})}, cwd=self.folder)

    def start(self, *options: str, key: str = KEY, prompt: str = PROMPT) -> None:
        done = self.clz("loop", "start", prompt, "--key", key, *options)
        assert done.returncode == 0, done.stderr

    def begin(self, key: str = KEY, **params: Any) -> None:
        """Start a loop without a process of its own."""
        values = {"key": key, "prompt": "x", "maxIterations": 20, "minutes": 60, **params}
        self.store.start(values, "agent_x")

    def state(self, key: str = KEY) -> dict[str, Any]:
        return dict(self.store.state({"key": key}, PERSON))


def held(answer: dict[str, Any] | None) -> bool:
    """True if Claude Code goes on by this answer. Nothing but the additional context holds it."""
    assert answer is None or set(answer) <= {"systemMessage", "hookSpecificOutput"}
    return answer is not None and "hookSpecificOutput" in answer


def told(answer: dict[str, Any] | None) -> str:
    """What the model is told."""
    assert answer is not None
    output = answer["hookSpecificOutput"]
    assert output["hookEventName"] == "Stop"
    return str(output["additionalContext"])


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


@pytest.fixture
def hooked(scratch: Scratch) -> Hooked:
    return Hooked(scratch)


def test_an_active_loop_holds_the_stop_and_gives_the_prompt_back(hooked: Hooked) -> None:
    hooked.start("--max-iterations", "3")
    answers = [hooked.stop(f"answer {number}") for number in range(2)]
    assert [there(answer)["systemMessage"] for answer in answers] == ["iteration 1/3", "iteration 2/3"]
    for number, answer in enumerate(answers, 1):
        assert told(answer).startswith(f"{PROMPT}\n\nThis is iteration {number} of 3 of a focus loop, with ")


def test_a_promise_is_told_with_the_prompt(hooked: Hooked) -> None:
    hooked.start("--promise", "ALL GREEN")
    text = told(hooked.stop())
    assert text.startswith(PROMPT + "\n\n")
    assert "\n<promise>ALL GREEN</promise>\n" in text


def test_only_the_session_that_loops_is_held(hooked: Hooked) -> None:
    hooked.start(key="one")
    assert hooked.stop(key="two") is None
    assert there(hooked.stop(key="one"))["systemMessage"] == "iteration 1/20"
    assert hooked.stop(key="two") is None
    hooked.start(key="two", prompt="another task")
    assert told(hooked.stop(key="two")).startswith("another task\n\n")
    assert hooked.state("one")["iteration"] == 1


ELSEWHERE: dict[str, dict[str, Any]] = {
    "another session": {"key": "another"},
    "empty session id": {"key": ""},
    "blank session id": {"key": "  "},
    "no session id": {"key": None},
    "session id of another type": {"key": [KEY]},
    "session id that no process can be given": {"key": KEY + "\0"},
    "session id that cannot be encoded": {"key": "\ud800"},
    "another event": {"hook_event_name": "SubagentStop"},
    "no event": {"hook_event_name": None},
}
AT_WORK: dict[str, dict[str, Any]] = {
    "background task": {"background_tasks": [{"id": "b1", "type": "shell", "status": "running"}]},
    "background task of an unknown state": {"background_tasks": [{"id": "b1"}]},
    "background tasks of another shape": {"background_tasks": {"b1": {}}},
    "one task done, one not": {"background_tasks": [{"status": "completed"}, {"status": "running"}]},
    "scheduled job": {"session_crons": [{"id": "c1", "schedule": "*/5 * * * *", "recurring": True}]},
}


@pytest.mark.parametrize("more", ELSEWHERE.values(), ids=ELSEWHERE)
def test_what_is_no_stop_of_a_session_with_a_loop_is_nothing_to_speak_of(hooked: Hooked, more: dict[str, Any]) -> None:
    hooked.begin()
    assert hooked.decision(event(**more)) is None
    assert hooked.state()["iteration"] == 0
    assert hooked.state()["active"] is True


@pytest.mark.parametrize("more", AT_WORK.values(), ids=AT_WORK)
def test_a_session_that_waits_is_let_through_told_so_and_not_counted(hooked: Hooked, more: dict[str, Any]) -> None:
    hooked.begin()
    answer = hooked.decision(event(**more))
    assert not held(answer)
    assert "let through: background tasks or scheduled jobs" in there(answer)["systemMessage"]
    assert hooked.state()["iteration"] == 0
    assert hooked.state()["active"] is True


def test_background_tasks_that_are_done_hold_nothing_up(hooked: Hooked) -> None:
    hooked.begin()
    assert held(hooked.stop(background_tasks=[{"id": "b1", "status": "completed"}]))


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
def test_broken_input_lets_the_stop_through_and_says_so(hooked: Hooked, stdin: bytes) -> None:
    hooked.begin()
    assert "does not block this stop" in there(hooked.decision(stdin))["systemMessage"]
    assert hooked.state()["iteration"] == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["session_id", "hook_event_name", "last_assistant_message", "background_tasks", "session_crons"]
EVENTS = st.dictionaries(st.sampled_from(FIELDS), JSON | st.sampled_from(["Stop", "SessionEnd", "another"]))


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "folder"])
def test_a_transcript_that_is_no_file_is_not_waited_for(hooked: Hooked, tmp_path: Path, kind: str) -> None:
    path = Path(kind) if kind.startswith("/") else tmp_path / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    hooked.begin()
    answer = hooked.decision(event(stop_hook_active=True, transcript_path=str(path)))  # it gives up after a minute
    assert held(answer)
    assert hooked.state()["active"]


@settings(max_examples=40)
@given(st.binary(max_size=200) | EVENTS.map(lambda fields: json.dumps(fields).encode()))
def test_no_input_makes_the_hook_fail_or_touch_a_loop_that_it_does_not_name(hooked: Hooked, stdin: bytes) -> None:
    if not hooked.state()["active"]:
        hooked.begin()
    assert not held(hooked.decision(stdin))
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
    hooked.begin(completionPromise="DONE")
    assert held(hooked.stop(said))
    assert hooked.state()["iteration"] == 1


@pytest.mark.parametrize("said", KEPT.values(), ids=KEPT)
def test_a_kept_promise_ends_the_loop(hooked: Hooked, said: str) -> None:
    hooked.begin(completionPromise="DONE")
    assert hooked.stop(said) == {"systemMessage": "focus loop over at iteration 0/20: the promise was kept"}
    assert hooked.state()["id"] is None
    assert hooked.stop("and more") is None


def test_a_loop_without_a_promise_ends_by_none(hooked: Hooked) -> None:
    hooked.begin()
    assert held(hooked.stop("<promise>None</promise>"))
    assert held(hooked.stop("<promise></promise>"))


def test_a_promise_counts_only_when_its_check_succeeds(hooked: Hooked) -> None:
    hooked.start("--promise", "DONE", "--verify", "pwd; echo to stderr >&2; test -e finished || exit 7")
    said = "<promise>DONE</promise>"
    answer = hooked.stop(said)
    assert held(answer)
    assert there(answer)["systemMessage"] == "iteration 1/20: the promise did not pass its check"
    assert "failed with exit code 7." in told(answer)
    assert f"{hooked.folder.resolve()}\nto stderr\n" in told(answer), "where it ran, and what it said"
    assert there(hooked.stop("not yet"))["systemMessage"] == "iteration 2/20"
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
    hooked.store.stop({"key": KEY}, PERSON)
    hooked.begin(completionPromise="DONE")
    assert "promise was kept" in there(hooked.stop("<promise>DONE</promise>"))["systemMessage"]
    assert not (hooked.folder / "ran").exists()


def test_a_file_that_others_could_have_written_gives_nobody_a_shell(hooked: Hooked) -> None:
    hooked.start("--promise", "DONE", "--verify", "touch ran; false")
    hooked.store.paths.loops.chmod(0o666)
    answer = hooked.stop("<promise>DONE</promise>")
    assert not held(answer)
    assert "open to other users" in there(answer)["systemMessage"]
    assert not (hooked.folder / "ran").exists()


MISSING = {
    "not there": ("no-such-command", "exit code 127"),
    "not to be run": ("/etc/passwd", "exit code 126"),
    "not a command line": ("'", "exit code 2"),
}


@pytest.mark.parametrize(("command", "why"), MISSING.values(), ids=MISSING)
def test_a_check_that_is_missing_is_one_that_failed(hooked: Hooked, command: str, why: str) -> None:
    hooked.start("--promise", "DONE", "--verify", command)
    answer = hooked.stop("<promise>DONE</promise>")
    assert held(answer)
    assert why in told(answer)


def test_a_check_that_says_much_leaves_room_for_the_task(hooked: Hooked) -> None:
    task, check = "t" * 8_000, "yes e | head -c 100000; false #" + "x" * 5_000
    hooked.start("--promise", "P" * 1_000, "--verify", check, prompt=task)
    text = told(hooked.stop(f"<promise>{'P' * 1_000}</promise>"))
    assert len(text) <= 9_500, "Claude Code puts what is longer than 10,000 into a file"
    assert task in text
    assert "iteration 1 of 20" in text


def test_a_check_that_is_cut_short_takes_all_that_it_started_along(hooked: Hooked) -> None:
    hooked.start("--promise", "DONE", "--verify", "sleep 300 & echo $! >child; wait")
    process = subprocess.Popen(["/bin/sh", str(HOOK)], env=hooked.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        there(process.stdin).write(event("<promise>DONE</promise>"))
        there(process.stdin).close()
        child = hooked.folder / "child"
        until(lambda: child.exists() and child.read_text().endswith("\n"), 30)
        process.terminate()
        assert process.wait(10) == 0
        assert there(process.stdout).read() == b""
    until(lambda: not alive(int(child.read_text())))


def alive(pid: int) -> bool:
    try:
        return lives(psutil.Process(pid))
    except psutil.NoSuchProcess:
        return False


def test_a_check_whose_folder_is_gone_does_not_pass(hooked: Hooked) -> None:
    hooked.folder = hooked.folder / "project"
    hooked.folder.mkdir()
    hooked.start("--promise", "DONE", "--verify", "true")
    hooked.folder.rmdir()
    answer = hooked.stop("<promise>DONE</promise>")
    assert held(answer)
    assert "could not be run" in told(answer)


def test_the_last_iteration_is_followed_by_a_stop(hooked: Hooked) -> None:
    hooked.start("--max-iterations", "2")
    answers = [hooked.stop(f"answer {number}") for number in range(4)]
    assert [held(answer) for answer in answers] == [True, True, False, False]
    assert answers[2] == {"systemMessage": "focus loop over at iteration 2/2: that was the last one"}
    assert answers[3] is None, "it is said once"


def test_a_loop_whose_time_is_over_lets_the_stop_through(hooked: Hooked) -> None:
    hooked.begin(minutes=0.01)
    until(lambda: hooked.state()["ended"] == "time")
    assert hooked.stop() == {"systemMessage": "focus loop over at iteration 0/20: its time is over"}
    assert hooked.stop() is None


def test_an_agent_that_says_the_same_six_times_is_let_go_and_told_why(hooked: Hooked) -> None:
    hooked.begin()
    answers = [hooked.stop("May I?") for _ in range(MAX_LOOP_REPEATS + 1)]
    assert [held(answer) for answer in answers] == [True] * 6 + [False]
    assert "let through" in there(answers[-1])["systemMessage"]
    assert "clz loop stop" in there(answers[-1])["systemMessage"]
    assert there(hooked.stop("Thank you, I went on."))["systemMessage"] == "iteration 7/20"


def test_an_agent_that_says_nothing_at_all_repeats_itself(hooked: Hooked) -> None:
    hooked.begin()
    answers = [hooked.stop(None) for _ in range(MAX_LOOP_REPEATS + 1)]
    assert [held(answer) for answer in answers] == [True] * 6 + [False]


@pytest.mark.parametrize("reason", ["clear", "logout", "prompt_input_exit", "other"])
def test_the_end_of_a_session_ends_its_loop_alone(hooked: Hooked, reason: str) -> None:
    hooked.begin("before")
    hooked.begin("neighbour")
    ended = {"session_id": "before", "hook_event_name": "SessionEnd", "reason": reason}
    assert hooked.decision(json.dumps(ended).encode()) is None
    assert hooked.state("before")["id"] is None
    assert hooked.stop(key="before") is None
    assert held(hooked.stop(key="neighbour"))


def test_loops_that_cannot_be_read_let_the_stop_through_and_say_so(hooked: Hooked) -> None:
    hooked.begin()
    hooked.store.paths.loops.write_text('{"version": 1, "loops": [{"key": ')
    answer = hooked.stop()
    assert not held(answer)
    assert f"Cannot read {hooked.store.paths.loops}" in there(answer)["systemMessage"]


def test_loops_that_cannot_be_written_let_the_stop_through_and_say_so(hooked: Hooked) -> None:
    hooked.begin()
    hooked.store.paths.loops_lock.unlink()
    hooked.store.paths.loops_lock.mkdir()
    answer = hooked.stop()
    assert not held(answer)
    assert "does not block this stop" in there(answer)["systemMessage"]


def test_a_loop_of_another_session_of_clz_holds_as_well(hooked: Hooked) -> None:
    done = hooked.clz("loop", "start", "x", "--key", KEY, "--session", "work")
    assert done.returncode == 0, done.stderr
    assert held(hooked.stop())


def test_a_loop_that_was_started_by_any_agent_holds(hooked: Hooked) -> None:
    assert hooked.clz("loop", "start", "x", "--key", KEY, "--agent", "tester").returncode == 0
    assert held(hooked.stop())


# Claude Code's own cap


@pytest.fixture
def no_tools(tmp_path: Path) -> str:
    """A transcript in which no tool is called."""
    path = tmp_path / "transcript.jsonl"
    path.write_text(line(type="user", message={"content": "Go"}))
    return str(path)


def test_the_cap_of_claude_code_is_announced_at_half_way_and_met(hooked: Hooked, no_tools: str) -> None:
    hooked.begin(maxIterations=50)
    answers = [
        hooked.stop(f"answer {number}", stop_hook_active=number > 0, transcript_path=no_tools) for number in range(10)
    ]
    assert [held(answer) for answer in answers] == [True] * 8 + [False, True]
    warned = ["without a tool call" in told(answer) for answer in answers[:8]]
    assert warned == [False] * 3 + [True] * 5, "the model knows from the half on"
    notes = [there(answer)["systemMessage"] for answer in answers]
    assert notes[6] == "iteration 7/50"
    assert notes[7] == "iteration 8/50; Claude Code lets the next stop through, after 8 without a tool call"
    assert "let through: Claude Code itself ends a turn" in notes[8]
    assert notes[9] == "iteration 9/50", "the stop that was let through is not counted"


def line(**fields: Any) -> str:
    return json.dumps(fields, separators=(",", ":")) + "\n"


def test_a_tool_call_begins_the_count_towards_the_cap_anew(hooked: Hooked, tmp_path: Path) -> None:
    transcript = tmp_path / "t.jsonl"
    text = line(type="assistant", message={"content": [{"type": "text", "text": '"type":"tool_use"'}]})
    call = line(type="assistant", message={"content": [{"type": "tool_use", "name": "Bash"}]})
    hooked.begin(maxIterations=50)
    warned = []
    for number in range(8):
        with transcript.open("a") as file:
            file.write(call if number == 4 else text)
        answer = hooked.stop(f"{number}", stop_hook_active=number > 0, transcript_path=str(transcript))
        warned.append("without a tool call" in told(answer))
    assert warned == [False] * 3 + [True] + [False] * 3 + [True]


@pytest.mark.parametrize(("cap", "holds"), [("2", 2), ("0", 12), ("nonsense", 8)])
def test_a_cap_that_the_person_has_set_is_the_one_that_counts(
    hooked: Hooked, no_tools: str, cap: str, holds: int
) -> None:
    hooked.begin(maxIterations=50)
    hooked.env["CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"] = cap
    more: dict[str, Any] = {"stop_hook_active": True, "transcript_path": no_tools}
    assert all(held(hooked.stop(f"answer {number}", **more)) for number in range(holds))
    assert held(hooked.stop("one more", **more)) is (cap == "0")


# A cancel that waits for the end of the turn


CANCELS = {
    "typed during the turn": ("/clz:cancel-focus", 1, True),
    "with words behind it": ("/clz:cancel-focus please", 1, True),
    "typed before the loop was started": ("/clz:cancel-focus", -60, False),
    "spoken of": ("What does /clz:cancel-focus do?", 1, False),
    "another command": ("/clz:cancel-focused", 1, False),
}


@pytest.mark.parametrize(("typed", "after", "ends"), CANCELS.values(), ids=CANCELS)
def test_a_cancel_that_is_typed_during_a_turn_ends_the_loop(
    hooked: Hooked, tmp_path: Path, typed: str, after: float, ends: bool
) -> None:
    hooked.begin()
    transcript = tmp_path / "t.jsonl"
    at = (datetime.now(UTC) + timedelta(seconds=after)).isoformat().replace("+00:00", "Z")
    transcript.write_text(
        line(type="user", message={"content": "/clz:cancel-focus"})
        + line(type="queue-operation", operation="enqueue", timestamp=at, content=typed)
        + line(type="queue-operation", operation="dequeue", timestamp=at)
        + "half a line"
    )
    answer = hooked.stop(transcript_path=str(transcript))
    assert held(answer) is not ends
    assert hooked.state()["active"] is not ends
    if ends:
        assert answer == {"systemMessage": "focus loop over at iteration 0/20: it was cancelled"}


# Where clz is


def test_clz_is_found_on_the_path(hooked: Hooked) -> None:
    hooked.begin()
    path = f"{Path(CLZ).parent}:{os.environ['PATH']}"
    assert held(hooked.decision(event(), CLZ_COMMAND="", PATH=path))


def test_clz_is_found_in_the_home_where_the_path_is_poor(hooked: Hooked, scratch: Scratch) -> None:
    hooked.begin()
    bin = scratch.root / "home/.local/bin"
    bin.mkdir(parents=True)
    (bin / "clz").symlink_to(CLZ)  # as pipx and uv do
    assert held(hooked.decision(event(), CLZ_COMMAND="", PATH="/nowhere"))


def test_clz_is_found_where_its_setup_noted_it(hooked: Hooked, scratch: Scratch) -> None:
    hooked.begin()
    done = hooked.clz("setup", "claude", "--print", env={"PATH": "/nowhere"})
    assert done.returncode == 0, done.stderr
    assert (scratch.root / "data/command").read_text() == f"{CLZ}\n"
    assert held(hooked.decision(event(), CLZ_COMMAND="", PATH="/nowhere"))


@pytest.mark.parametrize("command", ["", "/nowhere/clz"])
def test_without_clz_the_stop_is_let_through_and_the_person_told_why(hooked: Hooked, command: str) -> None:
    answer = hooked.decision(event(), CLZ_COMMAND=command, PATH="/nowhere")
    assert not held(answer)
    assert "the clz command was not found" in there(answer)["systemMessage"]


# Time


BUSY = 8  # processes beside the hook, on however few cores
STOPS = 4


def test_a_machine_under_load_lets_no_stop_through(hooked: Hooked) -> None:
    hooked.by_script = True
    hooked.begin(maxIterations=STOPS)
    hooked.env["CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"] = "0"
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"], env=hooked.env) for _ in range(BUSY)]
    try:
        answers = [hooked.stop(f"answer {number}") for number in range(STOPS)]
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert [held(answer) for answer in answers] == [True] * STOPS


HEAVY = ("typer", "zmq", "pydantic", "rich", "filelock", "asyncio", "subprocess", "clz_cli.lines.app")


def test_the_hook_of_a_session_without_a_loop_loads_next_to_nothing(hooked: Hooked) -> None:
    code = "import os, sys; from clz_cli.main import main; sys.argv = ['clz', 'hook']\n"
    code += f"os._exit = lambda code: print([name for name in {HEAVY!r} if name in sys.modules])\nmain()"
    done = subprocess.run([sys.executable, "-c", code], input=event(), env=hooked.env, capture_output=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"[]\n", b"")


def test_an_input_that_does_not_end_is_not_waited_for_for_ever(hooked: Hooked) -> None:
    hooked.begin()
    command = ["/bin/sh", str(HOOK)]
    env = {**hooked.env, "CLZ_HOOK_SECONDS": "0.5"}
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        there(process.stdin).write(event())
        there(process.stdin).flush()
        assert process.wait(20) == 0
        assert b"did not receive Claude Code's event" in there(process.stdout).read()
