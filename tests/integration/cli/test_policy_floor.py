"""Who has a shell is whoever they say: what `[policy]` takes away holds whatever they are called."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.sessions import AgentHost

CLAUDE = {"CLAUDECODE": "1", "AI_AGENT": "claude-code_2_agent", "CLAUDE_CODE_SESSION_ID": "a"}
CLEARED = dict.fromkeys(CLAUDE, "")
UPLOAD = ("upload", "input", "/etc/hostname", "--json")
FLOOR = "[policy]\nupload = false\n"


@pytest.fixture
def config(scratch: Scratch) -> Path:
    folder = Path(scratch.env["XDG_CONFIG_HOME"]) / "clz"
    folder.mkdir(parents=True)
    return folder / "config.toml"


@pytest.fixture
def host(scratch: Scratch, config: Path) -> Iterator[HostProcess]:
    with HostProcess(scratch) as process:
        yield process


@pytest.fixture
def claude(scratch: Scratch, host: HostProcess) -> Iterator[AgentHost]:
    with AgentHost(scratch, **CLAUDE) as process:
        yield process


def code(shell: AgentHost, *words: str, **env: str) -> str:
    """The code that an upload fails with; empty if it is done."""
    answer = json.loads(shell.run(*UPLOAD, *words, **env).stdout)
    return "" if answer["ok"] else str(answer["error"]["code"])


def keys(scratch: Scratch) -> Path:
    return Path(scratch.env["CLZ_DATA_DIR"]) / "keys"


def test_no_name_leaves_the_floor(scratch: Scratch, host: HostProcess, claude: AgentHost, config: Path) -> None:
    names = "".join(f'[policy.agents."{name}"]\nupload = true\n' for name in ("*", "cli", "other", "claude-*"))
    config.write_text(FLOOR + names)
    with HostProcess(scratch, session="second"):
        for words, env in (
            ((), {}),
            (("--agent", "other"), {}),
            (("--agent", "cli"), {}),
            ((), {"CLZ_AGENT": "other"}),
            ((), CLEARED),
            ((), {**CLEARED, "GEMINI_CLI": "1"}),
            ((), {"CLAUDE_CODE_SESSION_ID": "b"}),
            ((), {"CLZ_SESSION": "second"}),
            (("--session", "second", "--agent", "cli"), CLEARED),
        ):
            assert code(claude, *words, **env) == "RIGHT_DENIED"


def test_what_is_given_to_a_key_is_nobody_elses_whatever_they_are_called(
    scratch: Scratch, host: HostProcess, claude: AgentHost, config: Path
) -> None:
    granted = claude.agent(CLZ_AGENT="trusted")
    config.write_text(f"{FLOOR}[policy.agents.{granted}]\nupload = true\n")
    assert code(claude, "--agent", "trusted") == ""
    for words in ((), ("--agent", "cli"), ("--agent", "Trusted")):
        assert code(claude, *words) == "RIGHT_DENIED"
    assert code(claude, "--agent", granted) == "INVALID_PARAMS", "nobody is called like an id"
    own = claude.agent(CLZ_AGENT="own")
    shutil.copy(keys(scratch) / "own.json", keys(scratch) / "trusted.json")
    assert claude.agent(CLZ_AGENT="trusted") == own
    assert code(claude, "--agent", "trusted") == "RIGHT_DENIED", "another key under its name is another agent"
    (keys(scratch) / "trusted.json").unlink()
    assert code(claude, "--agent", "trusted") == "RIGHT_DENIED", "so is a new one"


def test_who_can_read_a_key_has_what_it_was_given(
    scratch: Scratch, host: HostProcess, claude: AgentHost, config: Path
) -> None:
    """As SECURITY.md says: of the same user nothing is kept from a shell."""
    granted = claude.agent(CLZ_AGENT="trusted")
    config.write_text(f"{FLOOR}[policy.agents.{granted}]\nupload = true\n")
    shutil.copy(keys(scratch) / "trusted.json", keys(scratch) / "stolen.json")
    assert claude.agent(CLZ_AGENT="stolen") == granted
    assert code(claude, "--agent", "stolen") == ""


def test_a_name_that_is_given_something_is_told_how_to_give_it(
    scratch: Scratch, host: HostProcess, claude: AgentHost, config: Path
) -> None:
    config.write_text(FLOOR + "[policy.agents.mcp]\nupload = true\n")
    said = (
        f"{config}:4: upload = true has no effect for a name; to grant it to one agent, write it under that agent's id"
    )
    assert said in claude.run("agents").stderr
    assert said in claude.run("config", "list").stdout
    assert "upload" not in claude.run("agents", CLZ_QUIET="1").stderr
    checked = claude.run("doctor")
    assert checked.returncode != 0
    assert said in checked.stdout
    logs = Path(scratch.env["CLZ_STATE_DIR"]).glob("logs/*.log")
    assert "upload = true has no effect for a name" in "".join(log.read_text() for log in logs), "and the host notes it"
    assert claude.agent() in claude.run("agents").stdout, "whole, as it is written there"
