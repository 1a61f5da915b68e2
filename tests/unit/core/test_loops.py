"""Focus loops in their files: limits on a clock of the test's own, restarts, and whatever else the files may hold."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import LOOP_PREVIEW_CHARS, MAX_LOOP_REPEATS, MAX_LOOPS
from clz_core.contract.validate import check
from clz_core.loops.store import PERSON, LoopStore
from tests.support.scratch import Scratch

OWNER = "agent_x"
HOUR = 3600


class Clock:
    """A monotonic clock and a wall clock that are stopped until a test advances them."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.wall = 1_800_000_000.0

    def passes(self, seconds: float) -> None:
        self.now += seconds
        self.wall += seconds


class Keeper:
    """The loops of a session; commands go through the validation of the registry."""

    def __init__(self, paths: SessionPaths, clock: Clock) -> None:
        self.paths = paths
        self.clock = clock
        self.store = LoopStore(paths, lambda: clock.now, lambda: clock.wall)

    def __call__(self, name: str, agent: str | None = OWNER, **params: Any) -> dict[str, Any]:
        checked = check(COMMANDS[name], params)
        if name == "listLoops":
            return {"loops": self.store.rows(agent)}
        word = {"startLoop": "start", "stopLoop": "stop", "getLoopState": "state", "incrementLoopIteration": "advance"}
        return dict(getattr(self.store, word[name])(checked, agent))

    def start(self, key: str = "k", **params: Any) -> dict[str, Any]:
        return self("startLoop", **{"key": key, "prompt": "Do it", **params})

    def advance(self, key: str = "k", **params: Any) -> dict[str, Any]:
        return self("incrementLoopIteration", key=key, **params)

    def state(self, key: str = "k") -> dict[str, Any]:
        return self("getLoopState", key=key)

    def refusal(self, name: str, **params: Any) -> ClzError:
        with pytest.raises(ClzError) as caught:
            self(name, **params)
        assert caught.value.hint
        return caught.value


@pytest.fixture
def keeper(scratch: Scratch) -> Keeper:
    return Keeper(SessionPaths("default", scratch.runtime), Clock())


def test_a_started_loop_tells_all_of_itself(keeper: Keeper) -> None:
    started = keeper.start(completionPromise=" DONE ")
    assert started == {
        "active": True,
        "key": "k",
        "id": started["id"],
        "prompt": "Do it",
        "iteration": 0,
        "maxIterations": 20,
        "leftMs": HOUR * 1000,
        "completionPromise": "DONE",
        "ended": None,
        "session": "default",
    }
    assert keeper.state() == started


def test_a_session_without_a_loop_has_none(keeper: Keeper) -> None:
    keeper.start("other")
    state = keeper.state()
    assert (state["active"], state["id"], state["prompt"], state["ended"]) == (False, None, None, None)
    assert keeper.advance()["why"] == "none"


def test_the_count_ends_a_loop_after_exactly_so_many_iterations(keeper: Keeper) -> None:
    keeper.start(maxIterations=3)
    steps = [keeper.advance() for _ in range(5)]
    assert [(step["advanced"], step["iteration"], step["why"]) for step in steps] == [
        (True, 1, None),
        (True, 2, None),
        (True, 3, None),
        (False, 3, "iterations"),
        (False, 3, "iterations"),
    ]
    state = keeper.state()
    assert (state["active"], state["ended"], state["leftMs"]) == (False, "iterations", 0)


def test_time_ends_a_loop_to_the_second(keeper: Keeper) -> None:
    keeper.start(minutes=2)
    keeper.clock.passes(119.9)
    assert keeper.advance()["advanced"]
    keeper.clock.passes(0.1)
    step = keeper.advance()
    assert (step["advanced"], step["why"], step["iteration"]) == (False, "time", 1)
    assert keeper.state()["ended"] == "time"


@pytest.mark.parametrize("jump", [-10 * HOUR, 10 * HOUR])
def test_a_wall_clock_that_is_set_changes_nothing(keeper: Keeper, jump: float) -> None:
    keeper.start(minutes=10)
    keeper.clock.wall += jump
    assert keeper.state()["leftMs"] == 600_000
    keeper.clock.now += 600
    assert keeper.state()["ended"] == "time"


@pytest.mark.parametrize(
    "params",
    [
        {"minutes": 61},
        {"minutes": 0},
        {"maxIterations": 10_001},
        {"maxIterations": 0},
        {"completionPromise": "x" * 1001},
        {"completionPromise": "two\nlines"},
        {"completionPromise": "  "},
        {"prompt": ""},
        {"prompt": " \n"},
        {"key": ""},
        {"key": "   "},
        {"key": "a\nb"},
        {"verify": "make test"},
    ],
)
def test_a_loop_beyond_the_limits_is_refused(keeper: Keeper, params: dict[str, Any]) -> None:
    assert keeper.refusal("startLoop", **{"key": "k", "prompt": "x", **params}).code == "INVALID_PARAMS"
    assert keeper("listLoops") == {"loops": []}


@pytest.mark.parametrize("name", ["startLoop", "stopLoop", "getLoopState", "incrementLoopIteration"])
def test_nothing_is_done_without_a_key(keeper: Keeper, name: str) -> None:
    params = {"prompt": "x"} if name == "startLoop" else {}
    problem = keeper.refusal(name, **params)
    assert (problem.code, problem.exit_code) == ("INVALID_PARAMS", 2)
    assert "--key" in problem.hint


def test_an_active_loop_is_not_started_over(keeper: Keeper) -> None:
    keeper.start(maxIterations=2)
    keeper.advance()
    assert keeper.refusal("startLoop", key="k", prompt="again").code == "LOOP_ACTIVE"
    assert keeper.state()["iteration"] == 1
    keeper.advance()
    keeper.advance()
    assert keeper.start(prompt="again")["iteration"] == 0, "one that has ended makes room"


def test_stopping_ends_one_loop_alone(keeper: Keeper) -> None:
    keeper.start("a")
    keeper.start("b")
    stopped = keeper("stopLoop", key="a")
    assert (stopped["stopped"], stopped["active"]) == (True, False)
    assert keeper("stopLoop", key="a")["stopped"] is False
    assert keeper.state("a")["active"] is False
    assert keeper.state("b")["active"] is True


def test_an_agent_that_repeats_itself_is_let_go_and_counted_on_when_it_does_not(keeper: Keeper) -> None:
    keeper.start()
    steps = [keeper.advance(lastMessage="same") for _ in range(MAX_LOOP_REPEATS + 2)]
    assert [step["advanced"] for step in steps] == [True] * 6 + [False] * 2
    assert steps[-1]["why"] == "repeated"
    assert steps[-1]["iteration"] == 6, "a stop that is let through is not counted"
    assert steps[-1]["active"] is True
    assert keeper.advance(lastMessage="other")["iteration"] == 7


def test_repeats_that_are_not_in_a_row_let_nobody_go(keeper: Keeper) -> None:
    keeper.start()
    assert all(keeper.advance(lastMessage=said)["advanced"] for said in ["a", "a", "a", "a", "a", "b"] * 3)


def test_a_list_shows_the_beginning_of_each_prompt(keeper: Keeper) -> None:
    keeper.start("a", prompt="short\n\tprompt\x1b[31m")
    keeper.start("b", prompt="long " * 100, maxIterations=1)
    keeper.advance("b")
    keeper.advance("b")
    first, second = keeper("listLoops")["loops"]
    assert first == {
        "active": True,
        "key": "a",
        "iteration": 0,
        "maxIterations": 20,
        "leftMs": HOUR * 1000,
        "ended": None,
        "preview": "short prompt [31m",
    }
    assert (second["ended"], len(second["preview"])) == ("iterations", LOOP_PREVIEW_CHARS)


def test_there_is_an_end_to_how_many_loops_there_are(keeper: Keeper) -> None:
    for number in range(MAX_LOOPS):
        keeper.start(str(number))
    assert keeper.refusal("startLoop", key="one more", prompt="x").code == "BUSY"
    keeper.clock.passes(HOUR)
    assert keeper.start("one more")["active"], "ended loops make room"


def test_a_loop_outlives_a_restart_of_the_machine_with_its_count_and_its_end(keeper: Keeper) -> None:
    keeper.start(minutes=10, completionPromise="DONE")
    keeper.advance(lastMessage="m")
    before = keeper.state()
    keeper.clock.wall += 60
    keeper.clock.now = 5.0  # the monotonic clock of another boot
    assert keeper.state() == {**before, "leftMs": 540_000}
    keeper.clock.wall -= 100 * HOUR
    assert keeper.state()["leftMs"] == 600_000, "a wall clock that was set back adds nothing"


def test_a_session_that_never_had_a_loop_gets_no_files_by_being_asked(keeper: Keeper) -> None:
    assert keeper.state()["id"] is None
    assert keeper("stopLoop", key="k")["stopped"] is False
    assert keeper("listLoops") == {"loops": []}
    assert not keeper.paths.folder.exists()


def test_a_loop_that_was_stopped_leaves_no_file(keeper: Keeper) -> None:
    keeper.start()
    keeper("stopLoop", key="k")
    assert not keeper.paths.loops.exists()
    assert keeper.state()["id"] is None


def test_a_loop_is_its_agents_own_and_the_persons(keeper: Keeper) -> None:
    keeper.start(prompt="the secret task", completionPromise="the secret promise")
    other = "agent_y"
    state = keeper("getLoopState", other, key="k")
    assert [state[name] for name in ("active", "id", "prompt", "completionPromise")] == [False] + [None] * 3
    assert keeper("stopLoop", other, key="k")["stopped"] is False
    assert keeper("incrementLoopIteration", other, key="k")["why"] == "none"
    assert keeper("listLoops", other) == {"loops": []}
    with pytest.raises(ClzError) as caught:
        keeper("startLoop", other, key="k", prompt="mine now")
    assert caught.value.code == "LOOP_ACTIVE"
    assert "iteration" not in caught.value.message
    assert keeper("incrementLoopIteration", PERSON, key="k")["advanced"]
    assert [loop["key"] for loop in keeper("listLoops", PERSON)["loops"]] == ["k"]
    assert keeper("stopLoop", PERSON, key="k")["stopped"]


def test_the_file_of_loops_is_its_users_alone(keeper: Keeper) -> None:
    keeper.start()
    assert keeper.paths.loops.stat().st_mode & 0o777 == 0o600
    assert keeper.paths.folder.stat().st_mode & 0o777 == 0o700


def change(file: Path, **fields: Any) -> None:
    data = json.loads(file.read_text())
    data["loops"][0].update(fields)
    file.write_text(json.dumps(data))


@pytest.mark.parametrize(
    "corrupt",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"\xff\xfe nonsense"),
        lambda file: file.write_bytes(b"[" * 100_000),
        lambda file: file.write_text("[]"),
        lambda file: file.write_text('{"version": 1, "loops": []}'),
        lambda file: file.write_text('{"version": 2, "loops": [{}]}'),
        lambda file: change(file, iteration="many"),
        lambda file: change(file, iteration=-5),
        lambda file: change(file, max_iterations=10**9),
        lambda file: change(file, ends_at="never"),
        lambda file: change(file, ends=None),
        lambda file: change(file, seconds=10**9),
        lambda file: change(file, verify="true"),
        lambda file: change(file, verify={"command": "true"}),
        lambda file: change(file, key=["k"]),
        lambda file: change(file, unknown=1),
        lambda file: file.write_text(file.read_text().replace("1800003600.0", "NaN")),
        lambda file: change(file, ended="someday"),
        lambda file: change(file, prompt=""),
        lambda file: file.chmod(0o644),
        lambda file: (file.rename(file.with_name("x")), file.symlink_to(file.with_name("x"))),
    ],
)
def test_corrupt_state_holds_nobody_and_the_stop_hook_is_told(keeper: Keeper, corrupt: Any) -> None:
    keeper.start()
    assert keeper.state()["active"]
    corrupt(keeper.paths.loops)
    assert keeper.state()["active"] is False
    with pytest.raises(ClzError) as caught:
        keeper.store.find("k")
    assert caught.value.code in ("FILE_ERROR", "RUNTIME_UNSAFE")
    assert keeper.start()["active"], "and a new loop can be started all the same"


def test_a_folder_in_the_place_of_the_file_is_an_error_that_names_it(keeper: Keeper) -> None:
    keeper.start()
    keeper.paths.loops.unlink()
    keeper.paths.loops.mkdir(mode=0o700)
    assert keeper.state()["active"] is False
    assert str(keeper.paths.loops) in keeper.refusal("startLoop", key="k", prompt="x").message


ADVANCE = """
import sys
from clz_core.config.paths import SessionPaths
from clz_core.loops.store import LoopStore
store = LoopStore(SessionPaths("default"))
for number in range(25):
    print(store.advance({"key": "k", "lastMessage": f"{sys.argv[1]} {number}"}, "agent_x")["iteration"])
"""


def test_processes_that_count_at_once_lose_nothing(scratch: Scratch) -> None:
    """The host, `clz` and the stop hook share the file."""
    LoopStore(SessionPaths("default", scratch.runtime)).start(
        {"key": "k", "prompt": "x", "maxIterations": 1000, "minutes": 60}, OWNER
    )

    def run(name: int) -> list[int]:
        command = [sys.executable, "-c", ADVANCE, str(name)]
        done = subprocess.run(command, env=scratch.env, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return [int(line) for line in done.stdout.split()]

    with ThreadPoolExecutor(4) as threads:
        counts = [count for own in threads.map(run, range(4)) for count in own]
    assert sorted(counts) == list(range(1, 101))


def test_a_lock_that_is_not_let_go_of_is_an_error_and_not_a_wait_for_ever(keeper: Keeper) -> None:
    from filelock import FileLock

    keeper.start()
    with FileLock(keeper.paths.loops_lock), pytest.raises(ClzError) as caught:
        keeper.store.stop({"key": "k"}, OWNER, wait_ms=20)
    assert caught.value.code == "BUSY"
    assert keeper.state()["active"]
