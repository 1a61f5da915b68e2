"""Who a command acts as where nobody says, by what the hosts of agents say in the environment."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from clz_core.client.agent_session import ANY, HOSTS, default_agent, known_agent, readable_name
from clz_core.client.keys import load_key, remove_key
from clz_core.client.processes import Owner, began
from clz_core.contract.limits import SESSION_KEY_DAYS
from tests.support.scratch import Scratch
from tests.support.sessions import AgentHost, kept_keys

CLAUDE = {"CLAUDECODE": "1", "AI_AGENT": "claude-code_2_agent"}
ID = "agent_ab12" + "0" * 28
STOP = ("record", "stop", "--no-markers")  # names the agent that nothing is recorded of


@pytest.fixture
def environ(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in (ANY, *(name for host in HOSTS for name in host[1:] if name)):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def acting(environ: pytest.MonkeyPatch, **env: str) -> str:
    with environ.context() as patch:
        for name, value in env.items():
            patch.setenv(name, value)
        assert known_agent() in (None, default_agent())
        assert known_agent() == default_agent()
        return default_agent()


@pytest.mark.parametrize(
    ("env", "host"),
    [
        ({**CLAUDE, "CLAUDE_CODE_SESSION_ID": "a"}, "claude"),
        ({"CLAUDE_CODE_SESSION_ID": "a"}, "claude"),
        (CLAUDE, "claude"),
        ({"CODEX_THREAD_ID": "a", "CODEX_SANDBOX": "seatbelt"}, "codex"),
        ({"GEMINI_CLI": "1"}, "gemini"),
        ({"CURSOR_AGENT": "1"}, "cursor"),
        ({"AI_AGENT": "devin@1"}, "devin-1"),
        ({"AI_AGENT": "(*)"}, "agent"),
    ],
)
def test_commands_of_a_host_of_agents_act_as_one_of_its_own(
    environ: pytest.MonkeyPatch, env: dict[str, str], host: str
) -> None:
    assert re.fullmatch(rf"{host}-[\w-]*[0-9a-f]{{4}}", acting(environ, **env))


def test_a_persons_shell_is_nobodys_session(environ: pytest.MonkeyPatch, scratch: Scratch) -> None:
    assert acting(environ, TERM_PROGRAM="vscode") == "cli"
    assert kept_keys(scratch) == set()


def test_a_session_is_what_its_host_calls_it_whatever_else_is_set(environ: pytest.MonkeyPatch) -> None:
    one = {**CLAUDE, "CLAUDE_CODE_SESSION_ID": "a"}
    names = [acting(environ, **env) for env in (one, {**one, "AI_AGENT": "other"}, {"CLAUDE_CODE_SESSION_ID": "a"})]
    assert len(set(names)) == 1
    assert acting(environ, CLAUDE_CODE_SESSION_ID="b") not in names


def test_a_host_that_another_ones_command_started_has_a_session_of_its_own(scratch: Scratch) -> None:
    outer = {"CLAUDE_CODE_SESSION_ID": "outer"}
    inner = [{}, {"CODEX_THREAD_ID": "1"}, {"CODEX_THREAD_ID": "2"}, {"GEMINI_CLI": "1"}]
    with AgentHost(replace(scratch, env={**scratch.env, **outer})) as shell, AgentHost(scratch, **outer) as outermost:
        done = [outermost.run(*STOP), *(shell.run(*STOP, **env) for env in inner)]
    names = [one.stderr.split("'")[1] for one in done]
    assert [name.partition("-")[0] for name in names] == ["claude", "claude", "codex", "codex", "gemini"]
    assert len(set(names)) == 4
    assert names[0] == names[1]


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("/home/ada/shop", "claude-shop-ab12"),
        ("/home/ada/my shop (2)", "claude-my-shop-2-ab12"),
        ("/home/ada/Größe", "claude-Groe-ab12"),
        ("/home/ada/" + "long" * 20, "claude-longlonglonglonglong-ab12"),
        ("/", "claude-ab12"),
        ("/home/ada/サイト", "claude-ab12"),
    ],
)
def test_a_name_fits_and_can_be_typed_whatever_the_project_is_called(folder: str, name: str) -> None:
    assert readable_name("claude", ID, folder) == name
    assert len(name) <= 32


def test_a_key_that_is_gone_is_made_again_and_stays_the_sessions(environ: pytest.MonkeyPatch) -> None:
    name = acting(environ, CLAUDE_CODE_SESSION_ID="a")
    before = load_key(name)
    remove_key(name)
    after = load_key(acting(environ, CLAUDE_CODE_SESSION_ID="a"))
    assert before.owner == after.owner is not None
    assert before.agent_id != after.agent_id


def test_a_process_is_known_by_its_start_and_believed_where_it_cannot_be_seen() -> None:
    me = Owner(os.getpid(), began(os.getpid()))
    assert me.lives
    assert not Owner(me.pid, me.began.replace("@", "1@", 1)).lives, "a number used again"
    assert Owner(me.pid, "1@another namespace").lives


def test_keys_of_sessions_that_have_ended_are_swept(environ: pytest.MonkeyPatch, scratch: Scratch) -> None:
    folder = Path(scratch.env["CLZ_DATA_DIR"]) / "keys/sessions"
    names = [acting(environ, CLAUDE_CODE_SESSION_ID=session) for session in ("ended", "unseen", "old", "here")]
    pointers = {path.read_text().split()[0]: path for path in folder.glob("[0-9a-f]*")}
    for name, said in zip(names, ("1 1@" + began(1).partition("@")[2], "0 ?", "0 ?"), strict=False):
        pointers[name].write_text(f"{name} {said}")
    long_ago = pointers[names[2]].stat().st_mtime - SESSION_KEY_DAYS * 86_400 - 60
    os.utime(pointers[names[2]], (long_ago, long_ago))
    new = acting(environ, CLAUDE_CODE_SESSION_ID="new")
    assert kept_keys(scratch) == {names[1], names[3], new}
    assert len(list(folder.glob("[0-9a-f]*"))) == 3
