"""Batches of commands against a real host; the test plays the extension."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from clz_core.contract.errors import error
from clz_native.host.logs import log_file
from tests.running.commands import run_clz
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch


@pytest.fixture
def host(scratch: Scratch):
    def extension(message: dict) -> dict:
        if message["command"] == "click":
            what = {"tagName": "button", "text": message["params"]["target"], "id": "", "className": ""}
            return {"clicked": True, **what, "tabId": 1, "url": "u", "trusted": False}
        return {"pong": True}

    with HostProcess(scratch, extension) as process:
        yield process


def batch(scratch: Scratch, lines: str, *words: str) -> subprocess.CompletedProcess[str]:
    return run_clz("batch", "-", *words, env=scratch.env, input=lines)


def test_each_line_is_a_command_and_comments_are_none(host: HostProcess, scratch: Scratch) -> None:
    lines = """
        # first the ping
        ping
        click "text=Sign in" --nth 2
        ["click", "#a b"]
        {"command": "click", "params": {"target": "c d", "nth": 3}}
    """
    done = batch(scratch, lines)
    said = ["pong", 'clicked button "text=Sign in"', 'clicked button "#a b"', 'clicked button "c d"']
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, said, "")
    clicks = [command["params"] for command in host.of_type("command") if command["command"] == "click"]
    assert [(click["target"], click.get("nth")) for click in clicks] == [
        ("text=Sign in", 2),
        ("#a b", None),
        ("c d", 3),
    ]


def test_the_first_failure_ends_a_batch_with_its_exit_code_and_its_line(host: HostProcess, scratch: Scratch) -> None:
    done = batch(scratch, "ping\n\nnavigate ftp://x\nping\n")
    assert (done.returncode, done.stdout) == (5, "pong\n")
    assert done.stderr.startswith("error: line 3: ")


def test_keep_going_runs_the_rest_and_gives_the_first_exit_code(host: HostProcess, scratch: Scratch) -> None:
    done = batch(scratch, 'clikc x\nnavigate ftp://x\nclick "x\n{"command"}\nping\n', "--keep-going")
    assert (done.returncode, done.stdout) == (2, "pong\n")
    heads = [line for line in done.stderr.splitlines() if line.startswith("error:")]
    assert [head.split(":")[1] for head in heads] == [" line 1", " line 2", " line 3", " line 4"]


def test_json_prints_an_envelope_a_line(host: HostProcess, scratch: Scratch) -> None:
    done = batch(scratch, "ping\nclick\nping\n", "--json", "--keep-going")
    first, second, third = [json.loads(line) for line in done.stdout.splitlines()]
    assert first == third == {"v": 1, "ok": True, "result": {"pong": True}}
    assert (second["error"]["code"], second["error"]["details"]["line"]) == ("USAGE", 2)
    assert (done.returncode, done.stderr) == (2, "")


def test_options_of_the_batch_hold_for_each_line_unless_the_line_says_otherwise(
    host: HostProcess, scratch: Scratch
) -> None:
    lines = 'click a\nclick b --timeout 20000 --tab 9\n{"command": "click", "params": {"target": "c"}}\n'
    done = batch(scratch, lines, "--timeout", "9000", "--tab", "4")
    assert done.returncode == 0, done.stderr
    clicks = [command for command in host.of_type("command") if command["command"] == "click"]
    assert [click["params"]["tabId"] for click in clicks] == [4, 9, 4]
    left = [click["deadlineMs"] for click in clicks]
    assert left[0] <= 9_000 < left[1] <= 20_000
    assert left[2] <= 9_000


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"command": "fly"}', "no command 'fly'"),
        ('{"command": "quitBrowser"}', "no command 'quitBrowser'"),
        ('{"command": "click"}', "needs target"),
        ('{"command": "click", "params": {"target": 1}}', "target must be of type string"),
        ('{"command": "click", "params": {"target": "a", "zoom": 1}}', "takes no zoom"),
        ('["click", 1]', "each a string"),
        ("batch -", "not run in a batch"),
        ("run tests", "not run in a batch"),
    ],
)
def test_a_line_that_is_no_command_says_why(host: HostProcess, scratch: Scratch, line: str, said: str) -> None:
    done = batch(scratch, line)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.parametrize("right", ["evaluate_unsafe", "cookies"])
def test_no_way_of_writing_a_line_passes_a_right_that_is_off(host: HostProcess, scratch: Scratch, right: str) -> None:
    config = Path(scratch.env["XDG_CONFIG_HOME"]) / "clz" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f"[policy]\n{right} = false\n")
    lines = """
        eval --unsafe document.cookie
        {"command": "evaluate", "params": {"expression": "document.cookie", "unsafe": true}}
        {"command": "waitFor", "params": {"fn": "document.cookie", "unsafe": true}}
    """
    done = batch(scratch, lines, "--json", "--keep-going")
    errors = [json.loads(line)["error"] for line in done.stdout.splitlines()]
    assert [(one["code"], one["details"]["right"]) for one in errors] == [("RIGHT_DENIED", right)] * 3
    assert host.of_type("command") == []


def test_a_batch_may_come_from_a_file_that_is_there(host: HostProcess, scratch: Scratch, tmp_path: Path) -> None:
    (tmp_path / "steps").write_text("ping\n")
    assert run_clz("batch", str(tmp_path / "steps"), env=scratch.env).stdout == "pong\n"
    done = run_clz("batch", str(tmp_path / "none"), env=scratch.env)
    assert (done.returncode, "No such file" in done.stderr) == (error("FILE_ERROR", "").exit_code, True)


def test_a_hundred_commands_go_over_one_connection(host: HostProcess, scratch: Scratch) -> None:
    done = batch(scratch, "ping\n" * 100)
    assert done.stdout == "pong\n" * 100
    assert log_file("default").read_text().count(" connected\n") == 1
