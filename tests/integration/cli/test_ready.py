"""`clz ready` with real servers, which are all gone afterwards."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from clz_apps.ready.server import family
from clz_core.client.processes import every_process, is_alive
from clz_generate.files import ROOT
from tests.running.commands import run_clz
from tests.support import there
from tests.support.scratch import CLZ, Scratch
from tests.support.waiting import paced, until

PYTHON = shlex.quote(sys.executable)


@pytest.fixture
def port() -> int:
    with socket.socket(socket.AF_INET6) as free:
        free.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        free.bind(("::", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def url(port: int) -> str:
    return f"http://localhost:{port}/"


@pytest.fixture(autouse=True)
def nothing_is_left(scratch: Scratch) -> Iterator[None]:
    """Whatever a test starts is ended by clz, and not by the fixture that clears up."""
    yield
    assert until(lambda: not marked(scratch), 5)


def marked(scratch: Scratch) -> list[psutil.Process]:
    found = []
    for process in every_process():
        try:
            if process.pid != os.getpid() and process.environ().get("CLZ_DATA_DIR") == scratch.env["CLZ_DATA_DIR"]:
                found.append(process)
        except psutil.Error:
            continue
    return found


def ready(scratch: Scratch, *words: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return run_clz("ready", *words, env=scratch.env, timeout=timeout)


def serve(port: int, *words: str) -> str:
    return f"{PYTHON} -m http.server {port} --directory {shlex.quote(str(ROOT / 'tests/site/pages'))} {' '.join(words)}"


def answering(port: int, status: int) -> str:
    """A server that answers everything with one status."""
    program = f"""
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response({status})
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", {port}), Handler).serve_forever()
"""
    return f"{PYTHON} -c {shlex.quote(program)}"


def test_the_command_runs_when_the_server_answers_and_its_exit_code_is_handed_on(
    scratch: Scratch, port: int, url: str
) -> None:
    look = f"import urllib.request as u; print(u.urlopen('{url}form.html').status); raise SystemExit(7)"
    done = ready(scratch, url, "--start", serve(port), "--", sys.executable, "-c", look)
    assert (done.returncode, done.stdout) == (7, "200\n")
    assert f"ready: {url} answered 200" in done.stderr
    assert '"GET /form.html HTTP/1.1" 200' in done.stderr  # what the server said last, for the command failed


def test_a_server_of_npm_is_waited_for_and_ended(scratch: Scratch, port: int, url: str) -> None:
    esbuild = ROOT / "tests/site/node_modules/.bin/esbuild"
    line = f"{esbuild} --serve=127.0.0.1:{port} --servedir={ROOT / 'tests/site/pages'}"
    done = ready(scratch, f"{url}form.html", "--text", "</html>", "--start", line, "--", "true")
    assert done.returncode == 0, done.stderr


def test_a_server_on_ipv6_alone_is_found(scratch: Scratch, port: int, url: str) -> None:
    done = ready(scratch, url, "--start", serve(port, "--bind ::1"), "--", "true")
    assert done.returncode == 0, done.stderr


def test_a_server_that_dies_says_its_last_lines_at_once(scratch: Scratch, url: str) -> None:
    begin = time.monotonic()
    line = "echo one; echo two >&2; exit 9"
    done = ready(scratch, url, "--start", line, "--timeout", "50000", "--", "true")
    assert (done.returncode, time.monotonic() - begin < paced(30)) == (3, True)
    assert "ended with exit code 9 before it was ready" in done.stderr
    assert "\n  one\n  two\n" in done.stderr


def test_a_command_line_that_cannot_be_run_is_a_server_that_dies(scratch: Scratch, url: str) -> None:
    done = ready(scratch, url, "--start", "no-such-server --port 1", "--", "true")
    assert (done.returncode, "exit code 127" in done.stderr, "no-such-server: not found" in done.stderr) == (
        3,
        True,
        True,
    )


def test_the_last_answer_of_a_server_that_is_not_well_is_told(scratch: Scratch, port: int, url: str) -> None:
    done = ready(scratch, url, "--start", answering(port, 500), "--timeout", "2000", "--", "true")
    assert (done.returncode, "the last answer was 500" in done.stderr) == (4, True)


def test_a_server_that_takes_connections_and_says_nothing_is_too_late(scratch: Scratch, port: int, url: str) -> None:
    silent = f"{PYTHON} -c \"import socket, signal; s = socket.create_server(('127.0.0.1', {port})); signal.pause()\""
    done = ready(scratch, url, "--start", silent, "--timeout", "2000", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (4, "TIMEOUT")


def test_megabytes_of_output_hold_no_server_up(scratch: Scratch, port: int, url: str) -> None:
    line = f"yes 0123456789012345678901234567890 | head -c 50000000; echo done; exec {serve(port)}"
    done = ready(scratch, url, "--start", line, "--", "false")
    assert done.returncode == 1
    assert "\n  | done\n" in done.stderr


def test_a_server_that_ignores_being_asked_is_killed(scratch: Scratch, port: int, url: str) -> None:
    done = ready(scratch, url, "--start", f"trap '' TERM; {serve(port)} & wait; wait", "--", "true")
    assert done.returncode == 0, done.stderr


def test_what_left_the_servers_group_and_lost_its_parent_is_ended_too(
    scratch: Scratch, port: int, url: str, tmp_path: Path
) -> None:
    pid = tmp_path / "pid"
    fork = f"""
import os, pathlib, signal
os.fork() and os._exit(0)
os.setsid()
pathlib.Path({str(pid)!r}).write_text(str(os.getpid()))
signal.pause()
"""
    done = ready(scratch, url, "--start", f"{PYTHON} -c {shlex.quote(fork)}; exec {serve(port)}", "--", "true")
    assert done.returncode == 0, done.stderr
    assert not [each for each in family(int(pid.read_text())) if is_alive(each)]


def test_what_the_command_leaves_running_is_not_the_servers(scratch: Scratch, port: int, url: str) -> None:
    stays = f"{PYTHON} -c 'import signal; signal.pause()' >/dev/null 2>&1 & echo $!"
    done = ready(scratch, url, "--start", serve(port), "--", "sh", "-c", stays)
    process = psutil.Process(int(done.stdout))
    assert process.is_running()
    process.kill()


def test_a_server_that_ends_meanwhile_is_told(scratch: Scratch, port: int, url: str) -> None:
    line = f"{serve(port)} & server=$!; trap 'kill $server; echo falling; exit 5' USR1; wait; wait"
    kill = """
import os, psutil, signal, time
(server,) = [each for each in psutil.Process(os.getppid()).children() if each.name() == "sh"]
server.send_signal(signal.SIGUSR1)
while server.status() != psutil.STATUS_ZOMBIE:
    time.sleep(0.01)
"""
    done = ready(scratch, url, "--start", line, "--", sys.executable, "-c", kill)
    assert done.returncode == 0, done.stderr
    assert "warning: the server ended with exit code 5 while" in done.stderr
    assert "\n  | falling\n" in done.stderr


def test_somebody_elses_server_is_not_taken_for_the_one_that_is_started(scratch: Scratch, port: int, url: str) -> None:
    with subprocess.Popen(shlex.split(serve(port)), stderr=subprocess.DEVNULL) as other:
        try:
            assert ready(scratch, url).returncode == 0
            done = ready(scratch, url, "--start", "exec sleep 1000", "--", "true")
            assert (done.returncode, f"{url} answers already" in done.stderr) == (2, True)
        finally:
            other.kill()


def test_without_a_command_it_waits_and_says_so(scratch: Scratch, port: int, url: str) -> None:
    with subprocess.Popen(shlex.split(serve(port)), stderr=subprocess.DEVNULL) as server:
        try:
            done = ready(scratch, url, f"{url}form.html", "--json")
            answers = json.loads(done.stdout)["result"]["ready"]
            assert [(each["url"], each["status"]) for each in answers] == [(url, 200), (f"{url}form.html", 200)]
        finally:
            server.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", [[], ["--", "sleep", "1000"]], ids=["alone", "with a command"])
def test_a_signal_ends_it_with_all_that_it_has_started(
    number: signal.Signals, command: list[str], scratch: Scratch, port: int, url: str
) -> None:
    words = [*CLZ, "ready", url, "--start", serve(port), *command]
    with subprocess.Popen(words, env=scratch.env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        until(lambda: "ready: " in there(process.stderr).readline())
        process.send_signal(number)
        assert process.wait(20) == 128 + number


def test_a_server_that_ends_by_itself_hands_its_exit_code_on(scratch: Scratch, port: int, url: str) -> None:
    line = f"{serve(port)} & server=$!; trap 'kill $server; exit 6' USR1; wait; wait"
    with subprocess.Popen(
        [*CLZ, "ready", url, "--start", line], env=scratch.env, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        until(lambda: "ready: " in there(process.stderr).readline())
        (server,) = psutil.Process(process.pid).children()
        server.send_signal(signal.SIGUSR1)
        assert process.wait(20) == 6


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--", "true"],
        ["http://localhost:1/", "--status", "fine"],
        ["http://localhost:1/", "--timeout", "0"],
        ["http://localhost:1/", "--", "no-such-command"],
        ["about:blank"],
    ],
)
def test_what_was_typed_wrong_is_said_before_anything_is_started(words: list[str], scratch: Scratch) -> None:
    done = ready(scratch, *words)
    assert (done.returncode, done.stderr.startswith("error: ")) == (2, True), done.stderr
