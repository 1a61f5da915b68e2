"""What the host tells the extension's own pages: the test plays the extension."""

from __future__ import annotations

from typing import Any

from clz_core import PROTOCOL_VERSION, __version__
from clz_core.config.paths import config_dir, private_dir
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import until


def ask(host: HostProcess, name: Any, params: Any = None) -> dict[str, Any]:
    id = f"q{len(host.of_type('told'))}"
    host.say({"type": "ask", "id": id, "name": name, "params": {} if params is None else params})
    return until(lambda: [told for told in host.of_type("told") if told["id"] == id])[0]


def test_the_overview_says_what_the_person_wants_to_know_of_the_host(host: HostProcess) -> None:
    with host.client("writer") as client:
        client.call("startLoop", {"key": "k", "prompt": "First line\nsecond line"})
        log = client.call("status")["log"]
        told = ask(host, "overview")["result"]
        assert told["agents"] == [{"id": client.key.agent_id, "name": "writer"}]
    assert (told["host"], told["protocol"], told["pid"]) == (__version__, PROTOCOL_VERSION, host.process.pid)
    assert told["log"] == log
    (loop,) = told["loops"]
    assert (loop["key"], loop["iteration"], loop["preview"]) == ("k", 0, "First line second line")
    policy = told["policy"]
    assert (policy["file"], policy["problem"]) == (str(config_dir() / "config.toml"), None)
    assert policy["everyone"]["lists"] == []
    assert policy["everyone"]["rights"].keys() == policy["titles"].keys()


def test_the_policy_is_told_as_it_stands_in_the_file_now(host: HostProcess) -> None:
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    file.write_text("[policy]\nallowed_domains = ['example.com']\nupload = false\n")
    policy = ask(host, "overview")["result"]["policy"]
    rule = f"allowed_domains in [policy] of {file}"
    assert policy["everyone"]["lists"] == [{"rule": rule, "domains": ["example.com"]}]
    assert policy["everyone"]["rights"]["upload"]["allowed"] is False
    file.write_text("[policy]\nuplaod = false\n")
    policy = ask(host, "overview")["result"]["policy"]
    assert "uplaod" in policy["problem"]
    assert not any(right["allowed"] for right in policy["everyone"]["rights"].values())


def test_a_loop_that_the_person_stops_is_over(host: HostProcess) -> None:
    with host.client() as client:
        client.call("startLoop", {"key": "k", "prompt": "p"})
        assert ask(host, "stopLoop", {"key": "k"})["result"] == {"stopped": True}
        assert client.call("getLoopState", {"key": "k"})["active"] is False
        assert client.call("incrementLoopIteration", {"key": "k"})["why"] == "none"
    assert ask(host, "stopLoop", {"key": "k"})["result"] == {"stopped": False}


def test_a_question_that_the_host_does_not_know_gets_an_error(host: HostProcess) -> None:
    def code(name: Any, params: Any = None) -> str:
        answer = ask(host, name, params)
        assert answer["ok"] is False
        return str(answer["error"]["code"])

    assert [code("goodbye"), code(None), code("startLoop")] == ["UNKNOWN_COMMAND"] * 3
    assert [code("stopLoop"), code("stopLoop", "k"), code("overview", [])] == ["INVALID_PARAMS"] * 3
    with host.client() as client:
        assert client.call("ping")["pong"]


def test_a_question_before_the_hello_is_answered_at_once(scratch: Scratch) -> None:
    with HostProcess(scratch, hello=False) as host:
        assert ask(host, "overview")["error"]["code"] == "NOT_CONNECTED"
