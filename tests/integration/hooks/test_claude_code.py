"""The plugin in the real Claude Code, whose model is a script of the test's own: nothing here leaves the machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from clz_apps.machine.setup.allowed import EVERYTHING, rules
from clz_native.agents.agents import LEAVE
from tests.integration.hooks.model import Line, Model, model
from tests.support import there
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import until

pytestmark = [pytest.mark.xdist_group("claude"), pytest.mark.night]

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
            # On a busy machine a server needs its time to start.
            "CLAUDE_CODE_MCP_STARTUP_WAIT_MS": "60000",
            "MCP_TIMEOUT": "60000",
            "CLZ_COMMAND": str(CLZ),
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

    def ask(self, prompt: str, speaker: Model, *more: str, **env: str) -> list[dict[str, Any]]:
        """Have it answer `prompt`, with the plugin; what the Stop hook said, each time."""
        options = ["--output-format", "stream-json", "--verbose", "--include-hook-events", "--allowedTools", "Bash"]
        plugin = ["--plugin-dir", str(ROOT / "hooks")]
        env = {"ANTHROPIC_BASE_URL": speaker.url, "ANTHROPIC_API_KEY": "none", **env}
        out = self.run("-p", prompt, *more, *plugin, *options, **env)
        events = [json.loads(line) for line in out.splitlines()]
        said = [
            event for event in events if (event.get("subtype"), event.get("hook_event")) == ("hook_response", "Stop")
        ]
        return [json.loads(event["stdout"] or "{}") for event in said]

    def servers(self) -> dict[str, Any]:
        """The user's MCP servers."""
        return dict(json.loads((self.home / ".claude.json").read_text()).get("mcpServers", {}))

    def plugins(self) -> list[dict[str, Any]]:
        """Those that it does not bring itself."""
        listed: list[dict[str, Any]] = json.loads(self.run("plugin", "list", "--json"))
        return [plugin for plugin in listed if not plugin["id"].endswith("@builtin")]

    @contextmanager
    def talk(self, speaker: Model) -> Iterator[Callable[[str], None]]:
        """Have it speak with the person, in the session `SESSION`; yields what types a line."""
        options = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
        options += ["--session-id", SESSION, "--allowedTools", "Bash", "--plugin-dir", str(ROOT / "hooks")]
        env = {**self.env, "ANTHROPIC_BASE_URL": speaker.url, "ANTHROPIC_API_KEY": "none"}
        command = [str(self.command), *options]
        with subprocess.Popen(
            command, env=env, cwd=self.project, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as process:
            try:
                yield lambda text: _type(process, text)
                there(process.stdin).close()
                assert process.wait(60) == 0
            finally:
                process.kill()

    def transcript(self, session: str) -> str:
        """What Claude Code has noted of a session."""
        return "".join(path.read_text() for path in self.home.glob(f".claude/projects/*/{session}.jsonl"))

    def clz(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(CLZ), *words], env={**self.env, **env}, capture_output=True, text=True, timeout=90)


def _type(process: subprocess.Popen[str], text: str) -> None:
    there(process.stdin).write(json.dumps({"type": "user", "message": {"role": "user", "content": text}}) + "\n")
    there(process.stdin).flush()


@pytest.fixture
def code(claude: Path, scratch: Scratch) -> Claude:
    return Claude(claude, scratch)


@pytest.mark.parametrize(("folder", "more"), [("hooks", ("--profile", "directory")), (".", ())])
def test_plugin_and_marketplace_are_valid(code: Claude, folder: str, more: tuple[str, ...]) -> None:
    done = code.run("plugin", "validate", "--strict", *more, str(ROOT / folder))
    assert "Validation passed" in done
    assert "⚠" not in done


def held(answers: list[dict[str, Any]]) -> list[bool]:
    return ["hookSpecificOutput" in answer for answer in answers]


class Story(NamedTuple):
    """A prompt, what the model answers to it in turn, and what comes of it.

    `said` is what the person sees at each stop, with True before it where Claude Code was held; `heard` are texts in
    the requests that the model got, by their numbers; `files` stand in the project; `loops` starts a loop before.
    """

    prompt: str
    lines: list[Line]
    said: list[tuple[bool, str]]
    heard: Sequence[tuple[int, str]] = ()
    files: Mapping[str, str] = MappingProxyType({})
    env: Mapping[str, str] = MappingProxyType({})
    loops: bool = False


PROMISE = "All is green.\n\n<promise>ALL GREEN</promise>"
VERDICT = "verdict: passed\nreport: /tmp/clz-report/index.html"
STORIES = {
    "a loop goes from its start to its promise, without Firefox": Story(
        "Make it green",
        [
            (SCRIPT, "loop start 'Make it green' --promise 'ALL GREEN' --verify 'test -e green' --max-iterations 5"),
            "I will do it later.",
            PROMISE,
            ("touch", "green"),
            PROMISE,
        ],
        [
            (True, "iteration 1/5"),
            (True, "iteration 2/5: the promise did not pass its check"),
            (False, "focus loop over at iteration 2/5: the promise was kept"),
        ],
        [
            (2, "Stop hook additional context: Make it green"),
            (2, "This is iteration 1 of 5 of a focus loop"),
            (3, "`test -e green` failed with exit code 1"),
        ],
    ),
    "the slash command hands on what was typed": Story(
        "/clz:focus Fix Bob's bug --max-iterations 1",
        [(SCRIPT, "loop start 'Fix Bob'\\''s bug' --max-iterations 1"), "one", "two"],
        [(True, "iteration 1/1"), (False, "that was the last one")],
        [
            (0, "What was asked for: Fix Bob's bug --max-iterations 1"),
            (0, f"{SCRIPT} loop start"),
            (2, "Stop hook additional context: Fix Bob's bug"),
        ],
    ),
    "what Claude Code itself lets through is announced and said": Story(
        "Go on",
        ["one", "two", "three", "four"],
        [
            (True, "iteration 1/20"),
            (True, "Claude Code lets the next stop through, after 2 without a tool call"),
            (False, "let through: Claude Code itself ends a turn"),
        ],
        [(1, "Claude Code lets you stop after 2"), (2, "in a row without a tool call: 2;")],
        env={"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "2"},
        loops=True,
    ),
    "without clz the person is told": Story(
        "Go on", ["done"], [(False, "the clz command was not found")], env={"CLZ_COMMAND": "/nowhere/clz"}
    ),
    "the subagent tests a page and answers with verdict and report": Story(
        "/clz:smoke http://localhost:8000",
        [
            {
                "name": "Agent",
                "input": {
                    "subagent_type": "clz:web-tester",
                    "description": "test it",
                    "prompt": "Does http://localhost:8000 work?",
                    "run_in_background": False,
                },
            },
            (SCRIPT, "run --check smoke.clz"),
            VERDICT,
            "It works.",
        ],
        [(False, "")],
        [
            (0, "Find out whether this works, in the real Firefox: http://localhost:8000"),
            (1, "You test a web page with `clz`"),
            (2, "1 test in 1 file"),
            *((3, line) for line in VERDICT.splitlines()),
        ],
        files={"smoke.clz": 'test "opens"\n  open http://localhost:8000\n  expect no-errors\n'},
    ),
}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_claude_code_and_the_plugin(code: Claude, story: Story) -> None:
    for name, text in story.files.items():
        (code.project / name).write_text(text)
    if story.loops:
        assert code.clz("loop", "start", story.prompt, "--key", SESSION).returncode == 0
    with model(*story.lines) as speaker:
        answers = code.ask(story.prompt, speaker, "--session-id", SESSION, **story.env)
    assert held(answers) == [holds for holds, _ in story.said]
    for answer, (_, said) in zip(answers, story.said, strict=True):
        assert said in answer.get("systemMessage", "")
    for number, text in story.heard:
        assert json.dumps(text)[1:-1] in json.dumps(speaker.heard[number]), f"in request {number}"


SESSION = "6f1b0c1e-8f5b-4c55-9d3c-7b1f3c0a2d11"


@pytest.mark.parametrize("agent", ["cli", "tester"])
def test_the_slash_command_that_cancels_does_so_before_the_model_is_asked(code: Claude, agent: str) -> None:
    assert code.clz("loop", "start", "x", "--key", SESSION, "--agent", agent).returncode == 0
    with model("It is over.") as speaker:
        answers = code.ask("/clz:cancel-focus", speaker, "--session-id", SESSION)
    assert "focus loop stopped after 0 of 20 iterations" in json.dumps(speaker.heard[0]["messages"])
    assert answers == [{}]


def test_a_cancel_that_is_typed_while_the_loop_goes_on_ends_it(code: Claude) -> None:
    """Claude Code keeps it until the turn is over, which the loop prevents."""
    assert code.clz("loop", "start", "Go on", "--key", SESSION).returncode == 0
    waits = ("until [ -e typed ]; do sleep 0.05; done",)
    with model("Later.", waits, "Still at it.", "It is over.") as speaker, code.talk(speaker) as said:
        said("Go on")
        until(lambda: len(speaker.heard) == 2, 60)  # held once; the tool waits now
        said("/clz:cancel-focus")
        until(lambda: '"content":"/clz:cancel-focus"' in code.transcript(SESSION), 60)
        (code.project / "typed").touch()
        until(lambda: len(speaker.heard) == 4, 60)
    assert "no focus loop was active" in json.dumps(speaker.heard[3]["messages"])
    assert code.clz("loop", "list").stdout == "no focus loops\n"


def test_a_loop_ends_with_its_session(code: Claude) -> None:
    with model((SCRIPT, "loop start 'Go on'"), "I am stuck.") as speaker:
        answers = code.ask("Go on", speaker)
    assert held(answers) == [True] * 6 + [False]
    assert "let through" in answers[-1]["systemMessage"], "the loop was still active when the session ended"
    until(lambda: code.clz("loop", "list").stdout == "no focus loops\n")


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


def test_setup_installs_the_plugin_may_be_run_again_and_is_undone(code: Claude) -> None:
    for said in ("done:\n  claude plugin ", "already there: the plugin"):
        done = code.clz("setup", "claude")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(said)
        assert "/clz:help" in done.stdout
    (plugin,) = code.plugins()
    assert (plugin["id"], plugin["scope"], plugin["enabled"]) == ("clz@claudezilla", "user", True)
    installed = Path(plugin["installPath"])
    assert (installed / "scripts/hook.sh").exists()
    assert not (installed / "node_modules").exists()
    step = json.loads(code.clz("setup", "--yes", "--only", "claude", "--json").stdout)["result"]["steps"][0]
    assert step["state"] == "done", "`clz setup` sees that there is nothing to do"
    done = code.clz("setup", "--undo")
    assert done.returncode == 0, done.stderr
    assert code.plugins() == []
    assert "claudezilla" not in code.run("plugin", "marketplace", "list")
    assert code.clz("setup", "--undo").stdout == "nothing to undo: setup has made nothing here\n"


def test_setup_can_add_the_server_alone_and_is_undone(code: Claude) -> None:
    for said in ("done:\n  claude mcp add ", "already there: the MCP server\n"):
        done = code.clz("setup", "claude", "--no-plugin")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(said)
        assert "/mcp" in done.stdout
        assert "/clz:" not in done.stdout, "these come with the plugin"
    assert (code.servers()["clz"]["command"], code.servers()["clz"]["args"]) == (str(CLZ), ["mcp"])
    assert code.plugins() == []
    assert code.clz("setup", "--undo").returncode == 0
    assert code.servers() == {}


def test_setup_leaves_one_server(code: Claude) -> None:
    assert code.clz("setup", "claude", "--no-plugin").returncode == 0
    assert code.clz("setup", "claude").returncode == 0
    assert code.servers() == {}, "the plugin has it"
    done = code.clz("setup", "claude", "--no-plugin")
    assert (done.returncode, "claude plugin uninstall clz@claudezilla" in done.stderr) == (1, True)
    assert code.servers() == {}


@pytest.mark.parametrize("words", [["--no-plugin"], []])
def test_setup_replaces_a_server_of_the_persons_own_only_if_asked_to(code: Claude, words: list[str]) -> None:
    code.run("mcp", "add", "--scope", "user", "clz", "--", "/opt/mine/clz", "mcp", "--tools", "all")
    before = code.servers()
    done = code.clz("setup", "claude", *words)
    assert (done.returncode, "clz setup claude --replace" in done.stderr) == (1, True)
    assert code.servers() == before
    assert code.clz("setup", "claude", "--replace", *words).returncode == 0
    assert code.servers() != before
    assert code.clz("setup", "--undo").returncode == 0
    assert code.servers() == before


def test_setup_adds_rules_and_a_line_of_memory_where_it_may_and_takes_these_back_alone(code: Claude) -> None:
    settings, memory = code.home / ".claude/settings.json", code.home / ".claude/CLAUDE.md"
    settings.parent.mkdir()
    settings.write_text('{"permissions": {"allow": ["Bash(ls:*)"]}, "model": "opus"}')
    memory.write_text("- Write tests.")
    assert code.clz("setup", "claude", "--no-plugin").returncode == 0
    assert "clz" not in settings.read_text() + memory.read_text(), "nobody was asked"
    assert code.clz("setup", "claude", "--no-plugin", "--allow", "--memory").returncode == 0
    allowed = ["Bash(ls:*)", *rules()]
    assert json.loads(settings.read_text())["permissions"]["allow"] == allowed
    assert memory.read_text().startswith("- Write tests.\n- Web pages, ")
    path = f"{CLZ.parent}:{code.env['PATH']}"
    with model(("clz", "tabs"), "done") as speaker:
        code.run("-p", "Look", PATH=path, ANTHROPIC_BASE_URL=speaker.url, ANTHROPIC_API_KEY="none")
    heard = json.dumps(speaker.heard[1]["messages"])
    assert "clz browser start" in heard, "Claude Code asked nobody whether it may"
    settings.write_text(settings.read_text().replace("opus", "sonnet"))
    assert code.clz("setup", "--undo").returncode == 0
    assert json.loads(settings.read_text()) == {"permissions": {"allow": ["Bash(ls:*)"]}, "model": "sonnet"}
    assert memory.read_text() == "- Write tests."


@pytest.mark.parametrize("everything", [False, True])
def test_claude_code_asks_for_what_starts_a_program_also_in_a_compound(code: Claude, everything: bool) -> None:
    """Each line would make a file of its own; with a rule for all of clz each does."""
    settings = code.home / ".claude/settings.json"
    assert code.clz("setup", "claude", "--no-plugin", "--allow").returncode == 0
    assert json.loads(settings.read_text())["permissions"]["allow"] == rules()
    if everything:
        settings.write_text(json.dumps({"permissions": {"allow": [EVERYTHING]}}))
    with model("done") as speaker:
        reached = f"clz ready {speaker.url}/v1/models --status 404 -- touch ran"
        lines = [
            f"{reached}0",
            f"clz tabs && {reached}1 || {reached}1",
            f"clz tabs | {reached}2",
            f"clz tabs; {reached}3",
            f"clz tabs\n{reached}4",
            f"clz --session x {reached.removeprefix('clz ')}5",
        ]
        speaker.lines[:0] = [(line,) for line in lines]
        path = f"{CLZ.parent}:{code.env['PATH']}"
        code.run("-p", "Look", PATH=path, ANTHROPIC_BASE_URL=speaker.url, ANTHROPIC_API_KEY="none")
    results = _results(speaker)
    asked = [bool(block.get("is_error")) and "approval" in json.dumps(block["content"]) for block in results]
    ran = [(code.project / f"ran{number}").exists() for number in range(len(lines))]
    assert (asked, ran) == ([not everything] * len(lines), [everything] * len(lines)), json.dumps(results)


def _results(speaker: Model) -> list[dict[str, Any]]:
    """What Claude Code told its model of each command, in their order."""
    return [
        block
        for message in speaker.heard[-1]["messages"]
        if isinstance(message["content"], list)
        for block in message["content"]
        if block["type"] == "tool_result"
    ]


UNASKED = ("clz wait x", "clz expect visible x", "clz console", "clz network --status failed", "clz tabs --agent other")
ASKED = (
    "clz --agent other tabs",
    "CLZ_AGENT=other clz tabs",
    "CLZ_ON=desk clz tabs",
    "env CLZ_ON=desk clz tabs",
    "CLAUDECODE= clz tabs --agent other",
    "unset CLAUDECODE; clz tabs --agent other",
    "export CLAUDECODE=; clz tabs --agent other",
    "env -u CLAUDECODE clz tabs --agent other",
    "clz network --status failed --har a.har",
    "clz expect picture a.png",
    "clz screenshot a.png",
    "clz eval --unsafe 1",
)


def test_claude_code_runs_unasked_what_the_rules_cover_and_asks_for_all_else(code: Claude) -> None:
    assert code.clz("setup", "claude", "--no-plugin", "--allow").returncode == 0
    with model(*[(line,) for line in (*UNASKED, *ASKED)], "done") as speaker:
        path = f"{CLZ.parent}:{code.env['PATH']}"
        code.run("-p", "Look", PATH=path, ANTHROPIC_BASE_URL=speaker.url, ANTHROPIC_API_KEY="none")
    results = [json.dumps(block["content"]) for block in _results(speaker)]
    lines = dict(zip((*UNASKED, *ASKED), results, strict=True))
    assert [line for line in UNASKED if "approval" in lines[line]] == []
    assert [line for line in ASKED if "approval" not in lines[line]] == []
    assert "clz --agent other tabs" in lines["clz tabs --agent other"], "however it is quoted, clz sees it"


def test_setup_says_what_failed(code: Claude, scratch: Scratch) -> None:
    fake = scratch.root / "bin/claude"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho 'no room on the disk'\nexit 3\n")
    fake.chmod(0o700)
    done = code.clz("setup", "claude", PATH=f"{fake.parent}:/usr/bin:/bin")
    assert done.returncode == 1
    assert "[CLAUDE_SETUP_FAILED]" in done.stderr
    assert "no room on the disk" in done.stderr
