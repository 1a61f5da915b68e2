"""Focus loops as the host answers for them: the files are those of the command line and the stop hook."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from clz_core.loops.store import PERSON, LoopStore
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch


def test_the_host_and_those_beside_it_see_and_end_the_same_loops(host: HostProcess) -> None:
    beside = LoopStore(host.paths)
    with host.client() as client:
        client.call("startLoop", {"key": "k", "prompt": "x"})
        assert beside.advance({"key": "k"}, PERSON)["iteration"] == 1
        assert client.call("incrementLoopIteration", {"key": "k"})["iteration"] == 2
        beside.stop({"key": "k"}, PERSON)
        assert client.call("getLoopState", {"key": "k"})["active"] is False
        beside.start({"key": "k", "prompt": "y", "maxIterations": 3, "minutes": 1}, "agent_x")
        assert [row["preview"] for row in client.call("listLoops")["loops"]] == ["y"], "the person sees each"


def test_a_host_answers_others_while_somebody_holds_the_loops(host: HostProcess) -> None:
    from filelock import FileLock

    with host.client() as client, FileLock(host.paths.loops_lock, mode=0o600):
        with pytest.raises(ClzError) as caught:
            client.call("startLoop", {"key": "k", "prompt": "x"}, 300)
        assert caught.value.code in ("TIMEOUT", "BUSY")
        assert client.call("ping")["pong"]


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
