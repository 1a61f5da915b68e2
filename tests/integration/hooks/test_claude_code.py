"""The plugin in the real Claude Code, whose model is a script of the test's own: nothing here leaves the machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clz_native.agents.agents import LEAVE
from tests.integration.hooks.model import Model, model
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import until

pytestmark = pytest.mark.xdist_group("claude")

ROOT = Path(__file__).resolve().parents[3]
CLZ = Path(sys.executable).parent / "clz"
SCRIPT = f'"{ROOT}/hooks/scripts/clz.sh"'


class Claude:
    """Claude Code in a scratch home."""

    def __init__(self, command: Path, scratch: Scratch) -> None:
        self.command = command
        self.home = scratch.root / "home"
        self.project = scratch.root / "project"
        self.project.mkdir()
        self.env = {
            **{name: value for name, value in scratch.env.items() if not name.startswith("ANTHROPIC_")},
            "PATH": f"{command.parent}:{scratch.env['PATH']}",
            "CLZ_COMMAND": str(CLZ),
            "CLZ_HOOK_SECONDS": "30",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }

    def run(self, *words: str, **env: str) -> str:
        done = subprocess.run(
            [str(self.command), *words],
            env={**self.env, **env},
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=90,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        return done.stdout

    def ask(self, prompt: str, speaker: Model, *more: str) -> list[dict[str, Any]]:
        """Have it answer `prompt`, with the plugin; what the Stop hook said, each time."""
        options = ["--output-format", "stream-json", "--verbose", "--include-hook-events", "--allowedTools", "Bash"]
        plugin = ["--plugin-dir", str(ROOT / "hooks")]
        out = self.run("-p", prompt, *more, *plugin, *options, ANTHROPIC_BASE_URL=speaker.url, ANTHROPIC_API_KEY="none")
        events = [json.loads(line) for line in out.splitlines()]
        said = [
            event for event in events if (event.get("subtype"), event.get("hook_event")) == ("hook_response", "Stop")
        ]
        return [json.loads(event["stdout"] or "{}") for event in said]

    def clz(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(CLZ), *words], env={**self.env, **env}, capture_output=True, text=True, timeout=90)


@pytest.fixture
def code(claude: Path, scratch: Scratch) -> Claude:
    return Claude(claude, scratch)


@pytest.mark.parametrize("folder", ["hooks", "."])
def test_plugin_and_marketplace_are_valid(code: Claude, folder: str) -> None:
    assert "Validation passed" in code.run("plugin", "validate", "--strict", str(ROOT / folder))


def test_a_loop_goes_from_its_start_to_its_promise(code: Claude, host: HostProcess) -> None:
    start = (SCRIPT, "loop start 'Make it green' --promise 'ALL GREEN' --verify 'test -e green' --max-iterations 5")
    promise = "All is green.\n\n<promise>ALL GREEN</promise>"
    with model(start, "I will do it later.", promise, ("touch", "green"), promise) as speaker:
        first, second, third = code.ask("Make it green", speaker)
    assert (first["decision"], first["systemMessage"]) == ("block", "iteration 1/5")
    assert first["reason"].startswith("Make it green\n")
    assert second["decision"] == "block", "the promise was given, and its check failed"
    assert "`test -e green` failed with exit code 1" in second["reason"]
    assert third == {"systemMessage": "focus loop over at iteration 2/5: the promise was kept"}
    assert "Make it green" in json.dumps(speaker.heard[2]["messages"][-1]), "the model was given its task again"


def test_the_slash_command_hands_on_what_was_typed(code: Claude, host: HostProcess) -> None:
    start = (SCRIPT, "loop start 'Fix Bob'\\''s bug' --max-iterations 1")
    with model(start, "one", "two") as speaker:
        answers = code.ask("/clz:focus Fix Bob's bug --max-iterations 1", speaker)
    asked = json.dumps(speaker.heard[0]["messages"])
    assert "What was asked for: Fix Bob's bug --max-iterations 1" in asked
    assert json.dumps(f"{SCRIPT} loop start")[1:-1] in asked
    assert [answer.get("reason") for answer in answers] == ["Fix Bob's bug", None]


def test_the_slash_command_that_cancels_does_so_before_the_model_is_asked(code: Claude, host: HostProcess) -> None:
    session = "6f1b0c1e-8f5b-4c55-9d3c-7b1f3c0a2d11"
    with model("It is over.") as speaker, host.client() as client:
        client.call("startLoop", {"key": session, "prompt": "x"})
        answers = code.ask("/clz:cancel-focus", speaker, "--session-id", session)
    assert "focus loop stopped after 0 of 20 iterations" in json.dumps(speaker.heard[0]["messages"])
    assert answers == [{}]


def test_a_loop_ends_with_its_session(code: Claude, host: HostProcess) -> None:
    with model((SCRIPT, "loop start 'Go on'"), "I am stuck.") as speaker, host.client() as client:
        answers = code.ask("Go on", speaker)
        assert [answer.get("decision") for answer in answers] == ["block"] * 6 + [None]
        assert "let through" in answers[-1]["systemMessage"], "the loop was still active when the session ended"
        until(lambda: client.call("listLoops") == {"loops": []})


def test_each_session_is_an_agent_of_its_own_that_ends_with_it(code: Claude, host: HostProcess) -> None:
    for _ in range(2):
        with model((SCRIPT, "ping"), (SCRIPT, "ping"), "done") as speaker:
            code.ask("Look", speaker)
    said = [message for message in host.of_type("command") if message["command"] == "ping"]
    first, again, second, _ = (message["agent"] for message in said)
    assert first == again
    assert first["id"] != second["id"]
    assert re.fullmatch("claude-project-[0-9a-f]{4}", first["name"])
    until(
        lambda: (
            {m["agent"]["id"] for m in host.of_type("command") if m["command"] == LEAVE} == {first["id"], second["id"]}
        )
    )


def test_setup_installs_the_plugin_and_may_be_run_again(code: Claude) -> None:
    for _ in range(2):
        done = code.clz("setup", "claude")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("done:\n")
    (plugin,) = json.loads(code.run("plugin", "list", "--json"))
    assert (plugin["id"], plugin["scope"], plugin["enabled"]) == ("clz@claudezilla", "user", True)
    installed = Path(plugin["installPath"])
    assert (installed / "scripts/loop_hook.py").exists()
    assert not (installed / "node_modules").exists()
    (step,) = json.loads(code.clz("setup", "--yes", "--only", "claude", "--json").stdout)["result"]["steps"]
    assert step["state"] == "done", "`clz setup` sees that there is nothing to do"


def test_setup_can_add_the_server_alone(code: Claude) -> None:
    for _ in range(2):
        done = code.clz("setup", "claude", "--no-plugin")
        assert done.returncode == 0, done.stderr
    server = json.loads((code.home / ".claude.json").read_text())["mcpServers"]["clz"]
    assert (server["command"], server["args"]) == (str(CLZ), ["mcp"])
    assert json.loads(code.run("plugin", "list", "--json")) == []


def test_setup_says_what_failed(code: Claude, scratch: Scratch) -> None:
    fake = scratch.root / "bin/claude"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho 'no room on the disk'\nexit 3\n")
    fake.chmod(0o700)
    done = code.clz("setup", "claude", PATH=f"{fake.parent}:/usr/bin:/bin")
    assert done.returncode == 1
    assert "[CLAUDE_SETUP_FAILED]" in done.stderr
    assert "no room on the disk" in done.stderr
