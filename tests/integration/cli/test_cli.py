"""The command line against a real host; the test plays the extension."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running.commands import run_clz
from tests.support.hosts import HostProcess
from tests.support.scratch import CLZ, Scratch, scratch_home
from tests.support.waiting import until

pytestmark = pytest.mark.xdist_group("cli")  # one worker starts the host that most of them share


def clz(scratch: Scratch, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return run_clz(*words, env={**scratch.env, **env})


def extension(message: dict) -> dict | None:
    params = message["params"]
    match message["command"]:
        case "click":
            what = {"tagName": "button", "text": "Send", "id": "", "className": "submit big"}
            return {"clicked": True, **what, "tabId": 1, "url": "u", "trusted": False}
        case "screenshot":
            image = base64.b64encode(b"picture").decode()
            size = {"width": 2, "height": 3, "quality": 60, "scale": 0.5}
            ready = {"reduced": False, "readiness": {"timedOut": False}}
            kind = {"format": params.get("format", "jpeg"), **size, **ready}
            return {"image": image, **kind, "tabId": 1, "url": "u", "title": ""}
        case "getContent":
            page = {"tabId": 1, "url": "u", "title": "t"}
            return {**page, "text": "half \ud800 a pair", "textLength": 99, "truncated": True}
        case "getTabs":
            return {"tabs": [], "tabCount": 0, "maxTabs": 12}
        case "waitFor":
            return None
    return {"pong": True}


@pytest.fixture
def host(scratch: Scratch):
    with HostProcess(scratch, extension) as process:
        yield process


@pytest.fixture(scope="module")
def standing() -> Iterator[HostProcess]:
    """A host that tests share which do not get as far as a command."""
    with scratch_home() as home, HostProcess(home, extension) as process:
        yield process


def test_click_imports_nothing_heavy(host: HostProcess, scratch: Scratch) -> None:
    code = (
        "import sys; from clz_cli.line import run; code = run(['click', 'button.submit']);"
        "heavy = {'pydantic', 'rich', 'mcp', 'asyncio', 'httpx', 'psutil', 'filelock'} & set(sys.modules);"
        "heavy |= {name for name in sys.modules if name.startswith('clz_core.journal')};"
        "families = {name for name in sys.modules if name.startswith('clz_core.contract.commands.')};"
        "heavy |= {name for name in families if name.endswith(('.reading', '.system', '.devtools', '.fields'))};"
        "assert code == 0 and not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=scratch.env, capture_output=True, check=False, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, 'clicked button.submit.big "Send"\n', "")


def test_ctrl_c_while_clz_is_still_loading_shows_no_traceback(scratch: Scratch) -> None:
    code = """
import sys
from importlib.abc import MetaPathFinder
class CtrlC(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC())
from clz_cli.main import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=scratch.env, capture_output=True, check=False, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("words", [["--json", "ping"], ["ping", "--json"]])
def test_global_options_stand_before_or_after_the_command(
    host: HostProcess, scratch: Scratch, words: list[str]
) -> None:
    done = clz(scratch, *words)
    assert json.loads(done.stdout) == {"v": 1, "ok": True, "result": {"pong": True}}
    assert (done.returncode, done.stderr) == (0, "")


def test_the_option_after_the_command_wins(host: HostProcess, scratch: Scratch) -> None:
    clz(scratch, "--tab", "1", "click", "a", "--tab", "2", "--timeout", "9000")
    (command,) = host.of_type("command")
    assert (command["params"]["target"], command["params"]["tabId"]) == ("a", 2)
    assert command["deadlineMs"] < 9000


def test_tab_zero_is_a_tab(host: HostProcess, scratch: Scratch) -> None:
    clz(scratch, "click", "a", "--tab", "0")
    assert host.of_type("command")[0]["params"]["tabId"] == 0


def test_agents_of_other_names_have_other_keys(host: HostProcess, scratch: Scratch) -> None:
    clz(scratch, "ping")
    clz(scratch, "ping", "--agent", "two")
    clz(scratch, "ping", CLZ_AGENT="two")
    first, second, third = (message["agent"] for message in host.of_type("command"))
    assert first["id"] != second["id"] == third["id"]
    assert [first["name"], second["name"]] == ["cli", "two"]


def test_text_and_messages_go_their_own_ways(host: HostProcess, scratch: Scratch) -> None:
    done = clz(scratch, "content")
    assert done.stdout.splitlines()[0] == "half ? a pair"
    assert "cut at" in done.stdout
    assert done.stderr == ""
    assert clz(scratch, "click", "a", "--quiet").stdout == ""


@pytest.mark.parametrize(
    ("words", "exit_code", "code"),
    [
        (["clik"], 2, "USAGE"),
        (["click"], 2, "USAGE"),
        (["click", "a", "b"], 2, "USAGE"),
        (["click", "a", "--nope"], 2, "USAGE"),
        (["click", "a", "--timeout", "4999"], 2, "USAGE"),
        (["click", "a", "--timeout", "300001"], 2, "USAGE"),
        (["click", "a", "--wait-ms", "soon"], 2, "USAGE"),
        (["click", "a" * 1001], 2, "INVALID_PARAMS"),
        (["screenshot", "--purpose", "art"], 2, "USAGE"),
        (["screenshot", "picture.gif"], 2, "FILE_ERROR"),
        (["screenshot", "/no/such/folder/a.png"], 2, "FILE_ERROR"),
        (["open", "javascript:alert(1)"], 5, "URL_NOT_ALLOWED"),
        (["open", "./no-such-file.html"], 2, "FILE_ERROR"),
        (["tab", "select"], 2, "USAGE"),
        (["--session", "../x", "ping"], 2, "INVALID_PARAMS"),
        (["--session", "nobody", "ping"], 3, "NOT_CONNECTED"),
    ],
)
def test_mistakes_get_one_envelope_with_a_hint(
    standing: HostProcess, words: list[str], exit_code: int, code: str
) -> None:
    scratch = standing.scratch
    done = clz(scratch, *words, "--json")
    envelope = json.loads(done.stdout)
    assert (done.returncode, envelope["ok"], envelope["error"]["code"]) == (exit_code, False, code)
    assert envelope["error"]["hint"]
    plain = clz(scratch, *words)
    assert (plain.returncode, plain.stdout) == (exit_code, "")
    assert plain.stderr.startswith("error: ")
    assert "Traceback" not in plain.stderr


def test_a_mistyped_command_is_guessed(scratch: Scratch) -> None:
    assert "Did you mean: click" in clz(scratch, "clik").stderr
    assert "Did you mean: clz network sockets" in clz(scratch, "network", "--sockets").stderr
    assert "Did you mean: close" in clz(scratch, "tab", "clsoe").stderr


def test_help_is_printed_for_everything_and_succeeds(scratch: Scratch) -> None:
    for words in ([], ["click"], ["tab"], ["tab", "close"], ["browser", "start"]):
        done = clz(scratch, *words, "--help")
        assert done.returncode == 0
        assert "Usage: clz" in done.stdout


def test_a_file_that_the_shell_names_is_replaced_and_a_pipe_is_not(standing: HostProcess) -> None:
    scratch = standing.scratch
    path, pipe = scratch.root / "again.png", scratch.root / "pipe.png"
    path.write_bytes(b"old")
    os.mkfifo(pipe)
    assert clz(scratch, "screenshot", str(path)).returncode == 0
    assert path.read_bytes() == b"picture"
    done = clz(scratch, "screenshot", str(pipe))
    assert (done.returncode, pipe.is_fifo()) == (2, True)
    assert "has no reader" in done.stderr


def test_a_picture_goes_to_the_file_that_is_named(host: HostProcess, scratch: Scratch) -> None:
    path = scratch.root / "page.png"
    done = clz(scratch, "screenshot", str(path), "--json")
    result = json.loads(done.stdout)["result"]
    assert path.read_bytes() == b"picture"
    assert (result["path"], result["bytes"], result["format"]) == (str(path), 7, "png")
    assert "image" not in result
    text = clz(scratch, "screenshot", TMPDIR=str(scratch.root)).stdout
    assert Path(text.split()[0]).read_bytes() == b"picture"
    assert "2×3 jpeg" in text


@pytest.mark.parametrize("word", ["version", "--version"])
def test_version_works_without_a_host(scratch: Scratch, word: str) -> None:
    done = clz(scratch, word)
    assert done.returncode == 0
    assert "host not running" in done.stdout


def test_status_is_one_screen(host: HostProcess, scratch: Scratch) -> None:
    done = clz(scratch, "status")
    assert done.returncode == 0
    assert "0 of 12" in done.stdout


def test_ctrl_c_in_a_wait_exits_130_and_cancels_the_command(host: HostProcess, scratch: Scratch) -> None:
    waiting = subprocess.Popen(
        [*CLZ, "wait", ".never"], env=scratch.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    until(lambda: host.of_type("command"))
    os.kill(waiting.pid, signal.SIGINT)
    out, err = waiting.communicate(timeout=10)
    assert (waiting.returncode, out, err) == (130, b"", b"")
    until(lambda: host.of_type("cancel"))
    assert host.of_type("cancel")[0]["id"] == host.of_type("command")[0]["id"]


def test_a_reader_that_has_enough_of_the_help_is_no_error(scratch: Scratch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "clz_cli", "--help"],
            env=scratch.env,
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_has_enough_is_no_error(host: HostProcess, scratch: Scratch) -> None:
    done = subprocess.run(
        f"'{sys.executable}' -m clz_cli content | true",
        shell=True,
        env=scratch.env,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("words", [["click", "a"], ["click", "a", "--json"], ["content"], ["--help"]])
def test_output_that_cannot_be_written_is_told_and_nobody_is_sent_to_do_it_again(
    host: HostProcess, scratch: Scratch, words: list[str]
) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*CLZ, *words], env=scratch.env, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr.splitlines()) == (
        2,
        [
            "error: The output cannot be written: No space left on device. [FILE_ERROR]",
            "hint: The command may have been done: look before you run it again.",
        ],
    )
