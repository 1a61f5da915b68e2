"""Which agent the command line is: that of a session, named, a person's; and what becomes of it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from clz_native.agents.agents import LEAVE
from tests.running.commands import run_clz
from tests.support.hosts import HostProcess
from tests.support.mcp import Lines
from tests.support.scratch import CLZ, Scratch
from tests.support.sessions import AgentHost, kept_keys
from tests.support.waiting import until

CLAUDE = {"CLAUDECODE": "1", "AI_AGENT": "claude-code_2_agent"}


def answer(message: dict[str, Any]) -> dict[str, Any]:
    return {"closed": [7]} if message["command"] == LEAVE else {"tabs": [], "pong": True}


@pytest.fixture
def host(scratch: Scratch) -> Iterator[HostProcess]:
    with HostProcess(scratch, answer) as process:
        yield process


def left(host: HostProcess) -> list[str]:
    """The agents whose tabs the extension was told to close."""
    return [message["agent"]["id"] for message in host.of_type("command") if message["command"] == LEAVE]


def test_a_command_acts_as_who_is_named_else_as_its_session_else_as_the_person(
    host: HostProcess, scratch: Scratch
) -> None:
    named = {**CLAUDE, "CLAUDE_CODE_SESSION_ID": "a", "CLZ_AGENT": "helper"}
    with AgentHost(scratch, **CLAUDE, CLAUDE_CODE_SESSION_ID="a") as claude, AgentHost(scratch) as person:
        assert re.fullmatch(r"claude-shop-[0-9a-f]{4}", claude.who()[1])
        assert claude.who() == claude.who()
        assert person.who()[1] == "cli"
        assert person.who(**named)[1] == "helper"
        claude.call("--agent", "typed", "ping", CLZ_AGENT="helper")
        assert host.of_type("command")[-1]["agent"]["name"] == "typed"


@pytest.mark.parametrize("line", ["click x", "wait x", "expect text x", "console", "fill x y"])
def test_in_claude_code_what_leads_elsewhere_comes_before_a_command_that_may_run_unasked(
    host: HostProcess, scratch: Scratch, line: str
) -> None:
    """Its rules allow what begins with `clz click`, and see nothing of the rest of a line."""
    words, env = line.split(), {**CLAUDE, "CLAUDE_CODE_SESSION_ID": "a"}
    for elsewhere in (["--agent", "other"], ["--agent=other"], ["--on", "desk"], ["--session", "default"]):
        done = run_clz(*words, *elsewhere, env={**scratch.env, **env})
        assert done.returncode == 2, done.stdout
        name, _, value = " ".join(elsewhere).replace("=", " ").partition(" ")
        command = line if line == "console" else words[0]
        assert f"hint: Type: clz {name} {value} {command} …" in done.stderr
    assert host.of_type("command") == []
    run_clz("--agent", "other", *words, env={**scratch.env, **env})
    assert host.of_type("command")[-1]["agent"]["name"] == "other"
    run_clz(*words, "--agent", "third", env=scratch.env)
    assert host.of_type("command")[-1]["agent"]["name"] == "third"


def test_two_sessions_of_one_project_are_two_agents_wherever_they_run_commands(
    host: HostProcess, scratch: Scratch
) -> None:
    with AgentHost(scratch, **CLAUDE) as one, AgentHost(scratch, **CLAUDE) as two:
        first, second = one.agent(CLAUDE_CODE_SESSION_ID="a"), two.agent(CLAUDE_CODE_SESSION_ID="b")
        assert first != second
        elsewhere = subprocess.run(
            [*CLZ, "agents", "--json"],
            env={**scratch.env, **CLAUDE, "CLAUDE_CODE_SESSION_ID": "a", "AI_AGENT": "claude-code_2_harness"},
            cwd="/",
            capture_output=True,
            check=True,
        )
        assert json.loads(elsewhere.stdout)["result"]["yourId"] == first, "as its hooks do"


def test_hosts_that_name_no_session_are_told_apart_by_their_process(host: HostProcess, scratch: Scratch) -> None:
    with AgentHost(scratch, GEMINI_CLI="1") as one, AgentHost(scratch, GEMINI_CLI="1") as two:
        assert one.who() == one.who() != two.who()


def test_first_commands_at_once_end_with_one_agent(host: HostProcess, scratch: Scratch) -> None:
    env = {**scratch.env, "CLAUDE_CODE_SESSION_ID": "a"}
    calls = [subprocess.Popen([*CLZ, "agents", "--json"], env=env, stdout=subprocess.PIPE) for _ in range(6)]
    assert len({json.loads(call.communicate()[0])["result"]["yourId"] for call in calls}) == 1
    assert len(kept_keys(scratch)) == 1


def test_the_agent_of_a_session_lives_as_long_as_the_process_that_owns_it(host: HostProcess, scratch: Scratch) -> None:
    with AgentHost(scratch, CLAUDE_CODE_SESSION_ID="a") as shell:
        listed = shell.call("agents")
        (entry,) = listed["agents"]
        assert (entry["pids"], entry["alive"], entry["mine"]) == ([shell.process.pid], True, True)
        assert left(host) == []
        assert kept_keys(scratch) == {entry["name"]}
    until(lambda: left(host) == [listed["yourId"]], 5)
    until(lambda: kept_keys(scratch) == set(), 5)
    until(lambda: list(host.paths.agents.iterdir()) == [], 5)
    with AgentHost(scratch, CLAUDE_CODE_SESSION_ID="a") as resumed:
        assert resumed.agent() != listed["yourId"], "the key went with the process"


def test_a_host_that_takes_over_knows_by_which_process_a_silent_agent_lives(scratch: Scratch) -> None:
    with AgentHost(scratch, CLAUDE_CODE_SESSION_ID="a") as shell:
        with HostProcess(scratch, answer):
            agent = shell.agent()
        with HostProcess(scratch, answer, known=(agent,)) as host, host.client() as person:
            (entry,) = (entry for entry in person.call("getAgents")["agents"] if not entry["mine"])
            assert entry["pids"] == [shell.process.pid]
            shell.kill()
            until(lambda: left(host) == [agent], 5)


def test_agents_are_forgotten_with_their_tabs_and_their_key(host: HostProcess, scratch: Scratch) -> None:
    with AgentHost(scratch) as shell, HostProcess(scratch, answer, session="second") as second:
        agent = shell.call("agents", "--agent", "tester")["yourId"]
        assert shell.call("agents", "--agent", "tester", "--session", "second")["yourId"] == agent
        assert shell.run("agents", "forget", "tester").stdout == "forgot tester: 2 tabs closed, its key is gone\n"
        assert left(host) == left(second) == [agent]
        assert kept_keys(scratch) == set()
        assert list(host.paths.agents.iterdir()) == list(second.paths.agents.iterdir()) == []
        assert shell.call("agents", "--agent", "tester")["yourId"] != agent, "who comes back is another agent"


def test_a_session_forgets_its_own_agent_as_its_end_does(host: HostProcess, scratch: Scratch) -> None:
    with AgentHost(scratch, CLAUDE_CODE_SESSION_ID="a", CLZ_AGENT="") as shell:
        assert shell.call("agents", "forget") == {"name": None, "closed": 0}
        agent, name = shell.who()
        assert shell.call("agents", "forget", CLZ_AGENT="somebody") == {"name": name, "closed": 1}
        assert left(host) == [agent]
        assert kept_keys(scratch) == set()
        assert shell.agent() != agent


def test_what_is_not_an_agents_to_forget_stays(host: HostProcess, scratch: Scratch) -> None:
    with AgentHost(scratch) as person, AgentHost(scratch, CLAUDE_CODE_SESSION_ID="a") as one:
        person.run("ping")
        mine = one.who()[1]
        with AgentHost(scratch, CLAUDE_CODE_SESSION_ID="b") as two:
            two.run("ping")
            for name in ("cli", mine):
                done = two.run("agents", "forget", name)
                assert (done.returncode, "[OWNERSHIP]" in done.stderr) == (5, True)
        until(lambda: len(left(host)) == 1)  # the second session's, with its process
        assert person.run("agents", "forget", mine).returncode == 0
        for words, code in ((["nobody"], 2), ([], 2), (["a/b"], 2)):
            assert person.run("agents", "forget", *words).returncode == code


def test_the_end_of_a_session_closes_its_tabs_at_once_and_no_other(host: HostProcess, scratch: Scratch) -> None:
    with AgentHost(scratch, CLAUDE_CODE_SESSION_ID="a") as one, AgentHost(scratch, CLAUDE_CODE_SESSION_ID="b") as two:
        ended, goes_on = one.agent(), two.agent()
        subprocess.run(
            [*CLZ, "hook"],
            env={**scratch.env, "CLAUDE_CODE_SESSION_ID": "b"},  # after /clear, it may be that of the next one already
            input=json.dumps({"hook_event_name": "SessionEnd", "session_id": "a", "reason": "clear"}),
            text=True,
            check=True,
        )
        until(lambda: left(host) == [ended])
        assert two.agent() == goes_on


def test_the_server_of_a_session_is_the_agent_of_its_shell(host: HostProcess, scratch: Scratch) -> None:
    with AgentHost(scratch, **CLAUDE, CLAUDE_CODE_SESSION_ID="a") as claude:
        mine = claude.agent()
        with Lines({**scratch.env, "CLAUDE_CODE_SESSION_ID": "a"}) as server:
            server.hello()
            server.call("firefox_tabs")
            assert host.of_type("command")[-1]["agent"]["id"] == mine
        assert left(host) == [], "the tabs are the session's, and outlive its server"
        with Lines({**scratch.env, "CLAUDE_CODE_SESSION_ID": "b"}) as server:
            server.hello()
            server.call("firefox_tabs")
            assert host.of_type("command")[-1]["agent"]["id"] != mine
        with Lines(scratch.env) as server:
            server.hello()
            server.call("firefox_tabs")
            own = host.of_type("command")[-1]["agent"]["id"]
        until(lambda: own in left(host), 20)


def test_a_server_goes_on_after_its_sessions_agent_was_forgotten(host: HostProcess, scratch: Scratch) -> None:
    with (
        AgentHost(scratch, **CLAUDE, CLAUDE_CODE_SESSION_ID="a") as claude,
        Lines({**scratch.env, "CLAUDE_CODE_SESSION_ID": "a"}) as server,
    ):
        server.hello()
        mine = claude.agent()
        assert "error" not in server.call("firefox_tabs")
        claude.call("agents", "forget")  # as at /clear, which gives the shell another session
        until(lambda: mine in left(host), 20)
        assert not server.call("firefox_tabs").get("isError")
