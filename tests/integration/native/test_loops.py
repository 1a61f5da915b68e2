"""Focus loops in the host: limits on a clock of the test's own, restarts, and many clients at once."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from clz_core.client.keys import new_key
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import LOOP_PREVIEW_CHARS, MAX_LOOP_REPEATS, MAX_LOOPS
from clz_core.contract.validate import check
from clz_native.agents.loops import Loops
from clz_native.host.server import Request
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch

HOUR = 3600


class Clock:
    """A monotonic clock and a wall clock that stand still until told otherwise."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.wall = 1_800_000_000.0

    def passes(self, seconds: float) -> None:
        self.now += seconds
        self.wall += seconds


class Keeper:
    """The loops of a host without its socket: commands go through the host's own validation."""

    def __init__(self, paths: SessionPaths, clock: Clock) -> None:
        self.paths = paths
        self.clock = clock
        self.restart()

    def restart(self) -> None:
        self._table = Loops(self.paths, lambda: self.clock.now, lambda: self.clock.wall).table()

    def __call__(self, name: str, **params: Any) -> dict[str, Any]:
        command = COMMANDS[name]
        request = Request("agent_x", "x", "1", command, check(command, params), Deadline(0))
        return asyncio.run(self._table[name](request))  # type: ignore[arg-type]

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
    return Keeper(SessionPaths("default", scratch.runtime).make(), Clock())


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
def test_a_wall_clock_that_is_set_changes_nothing_while_the_host_runs(keeper: Keeper, jump: float) -> None:
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


def test_a_loop_outlives_its_host_with_its_count_and_its_end(keeper: Keeper) -> None:
    keeper.start(minutes=10, completionPromise="DONE")
    keeper.advance(lastMessage="m")
    before = keeper.state()
    keeper.clock.wall += 60
    keeper.clock.now = 5.0  # the monotonic clock of another boot
    keeper.restart()
    assert keeper.state() == {**before, "leftMs": 540_000}
    keeper.clock.passes(540)
    assert keeper.state()["ended"] == "time"


def test_a_loop_whose_time_is_over_does_not_come_back(keeper: Keeper) -> None:
    keeper.start(minutes=1)
    keeper.clock.wall += 60
    keeper.restart()
    assert keeper.state()["id"] is None


def test_a_wall_clock_set_back_gives_a_restarted_loop_an_hour_at_most(keeper: Keeper) -> None:
    keeper.start(minutes=60)
    keeper.clock.wall -= 100 * HOUR
    keeper.restart()
    assert keeper.state()["leftMs"] == HOUR * 1000


def test_a_loop_that_was_stopped_does_not_come_back(keeper: Keeper) -> None:
    keeper.start()
    keeper("stopLoop", key="k")
    assert not keeper.paths.loops.exists()
    keeper.restart()
    assert keeper.state()["id"] is None


def test_the_file_of_loops_is_its_users_alone(keeper: Keeper) -> None:
    keeper.start()
    assert keeper.paths.loops.stat().st_mode & 0o777 == 0o600


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
        lambda file: file.write_text('{"version": 2, "loops": []}'),
        lambda file: file.write_text('{"version": 1, "loops": [{}]}'),
        lambda file: change(file, iteration="many"),
        lambda file: change(file, iteration=-5),
        lambda file: change(file, max_iterations=10**9),
        lambda file: change(file, ends_at="never"),
        lambda file: file.write_text(file.read_text().replace("1800003600.0", "NaN")),
        lambda file: change(file, ended="someday"),
        lambda file: change(file, prompt=""),
        lambda file: file.chmod(0o644),
        lambda file: (file.rename(file.with_name("x")), file.symlink_to(file.with_name("x"))),
        lambda file: (file.unlink(), file.mkdir(mode=0o700)),
    ],
)
def test_corrupt_state_holds_nobody(keeper: Keeper, corrupt: Any) -> None:
    keeper.start()
    keeper.restart()
    assert keeper.state()["active"], "what is sound comes back"
    corrupt(keeper.paths.loops)
    keeper.restart()
    assert keeper.state()["active"] is False
    assert keeper.start()["active"], "and a new loop can be started all the same"


def test_a_hundred_advances_at_once_give_a_hundred_counts(host: HostProcess) -> None:
    with host.client() as client:
        client.call("startLoop", {"key": "k", "prompt": "x", "maxIterations": 1000})
    together = threading.Barrier(100)

    def advance(number: int) -> int:
        with host.client() as own:
            own.call("getLoopState", {"key": "k"})
            together.wait(30)
            return int(own.call("incrementLoopIteration", {"key": "k", "lastMessage": str(number)})["iteration"])

    with ThreadPoolExecutor(100) as threads:
        counts = list(threads.map(advance, range(100)))
    assert sorted(counts) == list(range(1, 101))


def test_a_new_host_of_the_session_goes_on_with_its_loops(scratch: Scratch) -> None:
    with HostProcess(scratch) as host, host.client() as client:
        client.call("startLoop", {"key": "k", "prompt": "x"})
        client.call("incrementLoopIteration", {"key": "k"})
        host.process.kill()
    with HostProcess(scratch) as host, host.client() as client:
        assert client.call("getLoopState", {"key": "k"})["iteration"] == 1
    with HostProcess(scratch, session="other") as host, host.client() as client:
        assert client.call("getLoopState", {"key": "k"})["active"] is False


def test_the_log_holds_the_beginning_of_a_prompt_alone(host: HostProcess, scratch: Scratch) -> None:
    with host.client() as client:
        client.call(
            "startLoop", {"key": "k", "prompt": "begin\nnext " + "x" * 200 + " the end", "completionPromise": "P!"}
        )
        log = Path(client.call("status")["log"]).read_text()
    assert "begin next xxx" in log
    assert "the end" not in log
    assert "P!" not in log


def test_a_loop_is_its_agents_own_and_the_persons(host: HostProcess) -> None:
    with host.client(key=new_key("mcp-1")) as mine, host.client(key=new_key("mcp-2")) as other, host.client() as person:
        mine.call("startLoop", {"key": "k", "prompt": "the secret task", "completionPromise": "the secret promise"})
        with host.client("other") as kept, host.client(key=new_key("cli")) as thief:
            for stranger in (other, kept, thief):  # a name alone makes nobody the person
                state = stranger.call("getLoopState", {"key": "k"})
                assert [state[name] for name in ("active", "id", "prompt", "completionPromise")] == [False] + [None] * 3
                assert stranger.call("stopLoop", {"key": "k"})["stopped"] is False
                assert stranger.call("incrementLoopIteration", {"key": "k"})["why"] == "none"
                assert stranger.call("listLoops") == {"loops": []}
                with pytest.raises(ClzError) as caught:
                    stranger.call("startLoop", {"key": "k", "prompt": "mine now"})
                assert caught.value.code == "LOOP_ACTIVE"
                assert "iteration" not in caught.value.message
                assert "secret" not in json.dumps(stranger.call("version") | {"e": caught.value.to_wire()})
        assert mine.call("getLoopState", {"key": "k"})["iteration"] == 0
        assert person.call("incrementLoopIteration", {"key": "k"})["advanced"], "the stop hook asks as the person"
        assert [loop["key"] for loop in person.call("listLoops")["loops"]] == ["k"]
        assert [loop["key"] for loop in mine.call("listLoops")["loops"]] == ["k"]
        assert person.call("stopLoop", {"key": "k"})["stopped"]
        assert mine.call("getLoopState", {"key": "k"})["active"] is False


def test_whose_a_loop_is_outlives_its_host(scratch: Scratch) -> None:
    owner, other = new_key("owner"), new_key("other")
    with HostProcess(scratch) as host, host.client(key=owner) as client:
        client.call("startLoop", {"key": "k", "prompt": "x"})
    with HostProcess(scratch) as host, host.client(key=owner) as client, host.client(key=other) as stranger:
        assert stranger.call("getLoopState", {"key": "k"})["active"] is False
        assert client.call("getLoopState", {"key": "k"})["active"] is True
