"""The warm process: commands that it runs are as those that `clz` runs itself, and it is never a reason to fail."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

import clz_apps
import clz_cli
import clz_core
import clz_native
from clz_cli.warm.files import Files
from clz_core import __version__
from clz_core.client.processes import descendants
from clz_core.config.paths import SessionPaths, runtime_dir
from tests.integration.warm.launchers import BIN, COMPILER, NOT_RUN, only_warm
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch, scratch_home, words_of
from tests.support.terminal import Terminal
from tests.support.waiting import until

pytestmark = [
    pytest.mark.skipif(COMPILER is None or os.name != "posix", reason="there is no compiler"),
    pytest.mark.xdist_group("warm"),  # one worker starts the process that most of them share
]
CLZ = [str(BIN / "clz")]
BASE = Path(sys.executable).resolve()
STUCK = "waitFor"
WAITS = ("7", "73")  # poll(2), ppoll(2)
IMPATIENT = {"CLZ_WARM": ""}  # as users are
COMMANDS = 80


def answer(message: dict[str, Any]) -> dict[str, Any] | None:
    match message["command"]:
        case "waitFor":
            return None
        case "evaluate":
            return {"result": message["params"]["expression"], "type": "string", "world": "page", "truncated": False}
        case "getNetworkConditions":
            return {"conditions": []}
        case "getTabs":
            return {"tabs": [], "tabCount": 0, "maxTabs": 12, "pool": []}
        case "screenshot":
            return {
                "image": "aGk=",
                "mimeType": "image/png",
                "width": 1,
                "height": 1,
                "format": "png",
                "tabId": 1,
                "reduced": False,
                "readiness": {"waited": False, "timedOut": False, "waitMs": 0},
            }
    return {"pong": True, "params": message["params"], "agent": message["agent"]["id"]}


def warm_process(host: HostProcess) -> psutil.Process:
    """The one that stands by beside a host, once it does."""
    until(host.paths.warm.exists)
    own = psutil.Process(host.process.pid)
    return until(lambda: next((child for child in descendants(own) if "clz_cli.warm.server" in words_of(child)), None))


def forks(host: HostProcess) -> list[psutil.Process]:
    """Those that run a command: each is in the folder that it was typed in."""
    found = []
    for child in descendants(warm_process(host)):
        with suppress(psutil.Error):  # it has ended
            if child.status() != psutil.STATUS_ZOMBIE and child.cwd() != str(host.paths.folder):
                found.append(child)
    return found


def only_fork(host: HostProcess) -> psutil.Process:
    """The one that runs a command, once those before it have ended."""
    return until(lambda: found if len(found := forks(host)) == 1 else None)[0]


def standby(host: HostProcess) -> psutil.Process:
    """The fork that takes the next command, once it can."""
    warm = warm_process(host)
    return until(lambda: next((child for child in descendants(warm) if is_ready(child, host)), None))


def is_ready(child: psutil.Process, host: HostProcess) -> bool:
    """True if it waits for a client: by then it has connected to the host, and waits for nothing else."""
    with suppress(psutil.Error, OSError):
        if child.cwd() != str(host.paths.folder):
            return False
        if sys.platform != "linux":
            return bool(child.status() == psutil.STATUS_SLEEPING)
        return Path(f"/proc/{child.pid}/syscall").read_text().split()[0] in WAITS
    return False


@pytest.fixture(scope="module")
def standing() -> Iterator[HostProcess]:
    with scratch_home() as home:
        home.env["CLZ_WARM"] = "wait"
        yield from stands(home)


def stands(home: Scratch) -> Iterator[HostProcess]:
    ours = Files()
    with HostProcess(home, answer) as process:
        warm_process(process)
        yield process
    assert not ours.changed, "a file of clz was touched meanwhile, and every warm process began again"


@pytest.fixture
def own(scratch: Scratch) -> Iterator[HostProcess]:
    scratch.env["CLZ_WARM"] = "wait"
    yield from stands(scratch)


def clz(host: HostProcess, *words: str, input: bytes | None = None, **more: Any) -> subprocess.CompletedProcess[bytes]:
    env = {**host.scratch.env, **more.pop("env", {})}
    program = more.pop("bin", BIN) / "clz"
    return subprocess.run([program, *words], env=env, input=input, capture_output=True, check=False, timeout=60, **more)


def was_warm(host: HostProcess, *words: str, bin: Path = BIN, **env: str) -> bool:
    """Run a command if the warm process does, and say whether it did."""
    line = [str(only_warm(bin)), *words]
    done = subprocess.run(line, env={**host.scratch.env, **env}, capture_output=True, check=False, timeout=60)
    return done.returncode == 0


def test_a_command_is_run_by_the_process_beside_the_host(standing: HostProcess) -> None:
    assert was_warm(standing, "ping")
    assert was_warm(standing, "browser", "start", "--help")
    assert was_warm(standing, _CLZ_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="clz click --")
    assert not was_warm(standing, "ping", CLZ_WARM="0")
    assert not was_warm(standing, "logs"), "what clz does itself, it does itself"
    assert not was_warm(standing, "ping", PYTHONPATH="/nowhere"), "another Python may find another clz"
    warm = warm_process(standing)
    most = 42 if sys.version_info < (3, 13) else 52  # MiB: that Python needs more for itself
    assert warm.memory_info().rss < most * 1024 * 1024  # a command with its options takes some 0.1 MB
    assert warm.num_threads() == 1


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (["ping"], {}),
        (["ping", "--json"], {}),
        (["--json", "eval", "ä\u2028\x1b[31m"], {}),
        (["eval", "-"], {"input": "1 + 1 ☃".encode()}),
        (["--version"], {}),
        (["--help"], {"env": {"COLUMNS": "60"}}),
        (["click", "--help"], {"env": {"COLUMNS": "200"}}),
        (["browser", "start", "--help"], {}),
        ([], {"env": {"_CLZ_COMPLETE": "complete_bash", "COMP_WORDS": "clz cl", "COMP_CWORD": "1"}}),
        ([], {"env": {"_CLZ_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "clz click --"}}),
        ([], {"env": {"_CLZ_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "is-args"}}),
        (["--show-completion"], {"env": {"SHELL": "/bin/bash"}}),
        (["clik"], {}),
        (["click"], {}),
        (["click", "x", "--nosuch"], {}),
        (["ping"], {"env": {"CLZ_JSON": "maybe"}}),
        (["ping"], {"env": {"CLZ_QUIET": "1"}}),
        (["ping"], {"env": {"CLZ_SESSION": "other"}}),
        (["ping", "--session", "../no"], {}),
        (["eval", "é"], {"env": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}}),
        (["eval", "é"], {"env": {"PYTHONIOENCODING": "latin-1:replace"}}),
        (["eval", "x" * 100_000], {}),
        ([], {}),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_what_is_printed_and_the_exit_code_are_the_same(
    standing: HostProcess, words: list[str], more: dict[str, Any]
) -> None:
    plain = clz(standing, *words, **{**more, "env": {**more.get("env", {}), "CLZ_WARM": "0"}})
    warm = clz(standing, *words, **more)
    assert (warm.returncode, warm.stdout, warm.stderr) == (plain.returncode, plain.stdout, plain.stderr)


def test_a_command_has_the_folder_the_umask_and_the_environment_that_it_was_given(
    standing: HostProcess, tmp_path: Path
) -> None:
    for warm in ("wait", "0"):
        done = clz(standing, "screenshot", f"{warm}.png", cwd=tmp_path, umask=0o077, env={"CLZ_WARM": warm})
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"{warm}.png").stat().st_mode & 0o777 == 0o600
    (tmp_path / ".clz.toml").write_text("json = true\n")
    odd = {os.fsdecode(b"ODD\xff"): os.fsdecode(b"\xff=\n")}
    told = clz(standing, "ping", cwd=tmp_path, env=odd)
    assert json.loads(told.stdout)["ok"] is True
    gone = tmp_path / "gone"
    gone.mkdir()
    both = [
        subprocess.run(
            ["sh", "-c", 'rmdir "$0"; mkdir -p "$0"; cd "$0"; rmdir "$0"; exec "$@"', str(gone), *CLZ, "ping"],
            env={**standing.scratch.env, "CLZ_WARM": warm},
            capture_output=True,
            check=False,
        )
        for warm in ("wait", "0")
    ]
    assert both[0].returncode == both[1].returncode


def test_a_terminal_is_seen_as_it_is(standing: HostProcess) -> None:
    seen = []
    for warm in ("0", "wait"):
        env = {**standing.scratch.env, "CLZ_WARM": warm, "TERM": "xterm-256color"}
        env.pop("NO_COLOR", None)
        with Terminal([*CLZ, "clik"], env) as terminal:
            terminal.watch(lambda: False)
            seen.append(terminal.raw)
    assert seen[0] == seen[1]
    assert "\x1b[31m" in seen[1]


JOB = """
import os, signal, sys
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.execv(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
_, status = os.waitpid(job, os.WUNTRACED)
print("stopped by", os.WSTOPSIG(status) if os.WIFSTOPPED(status) else None, flush=True)
os.tcsetpgrp(0, job)
os.killpg(job, signal.SIGCONT)
_, status = os.waitpid(job, 0)
os.tcsetpgrp(0, os.getpgrp())
print("ended with", os.waitstatus_to_exitcode(status), flush=True)
"""


def test_a_command_in_the_background_is_stopped_when_it_reads_the_terminal(standing: HostProcess) -> None:
    stopped = f"stopped by {signal.SIGTTIN:d}"
    for warm in ("0", "wait"):
        env = {**standing.scratch.env, "CLZ_WARM": warm}
        with Terminal([sys.executable, "-c", JOB, *CLZ, "eval", "-"], env, controlling=True) as terminal:
            assert stopped in terminal.watch(lambda: stopped in terminal.said)
            terminal.type("typed\n\x04")
            assert "ended with 0" in terminal.watch(lambda: "ended with 0" in terminal.said)


def reads_terminal(pid: int) -> bool:
    """True if a process waits for what is typed: for read(2) of its standard input."""
    number, *given = Path(f"/proc/{pid}/syscall").read_text().split()
    return number in ("0", "63") and given[:1] == ["0x0"]


@pytest.mark.skipif(sys.platform != "linux", reason="nothing else says what a process waits for")
def test_a_terminal_is_read_by_a_process_of_its_own_session(standing: HostProcess) -> None:
    before = len(standing.of_type("command"))
    with Terminal([*CLZ, "eval", "-"], standing.scratch.env, controlling=True) as terminal:
        until(lambda: not forks(standing))
        terminal.type("typed\n\x04")
        terminal.watch(lambda: terminal.process.poll() is not None)
        assert terminal.process.wait(10) == 0
    assert [
        sent["params"]["expression"] for sent in standing.of_type("command")[before:] if sent["command"] == "evaluate"
    ] == ["typed\n"]
    with Terminal([*CLZ, "eval", "-"], standing.scratch.env, controlling=True) as terminal:
        until(lambda: reads_terminal(terminal.process.pid))
        terminal.type("\x03")
        terminal.watch(lambda: terminal.process.poll() is not None)
        assert terminal.process.wait(10) == 130


def test_a_command_that_reads_no_terminal_is_run_warm_on_one(standing: HostProcess) -> None:
    with Terminal([str(only_warm()), "ping"], standing.scratch.env, controlling=True) as terminal:
        terminal.watch(lambda: terminal.process.poll() is not None)
        assert terminal.process.wait(10) == 0


@pytest.fixture
def quits() -> Iterator[None]:
    """Commands get SIGQUIT as at a terminal: a shell has what it runs in the background ignore it."""
    before = signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGQUIT, before)


@contextmanager
def waiting(host: HostProcess, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A command that a fork is waiting in."""
    begun = len(host.of_type("command"))
    command = subprocess.Popen([*CLZ, "wait", ".never"], env=host.scratch.env, stderr=subprocess.PIPE, **more)
    with command:
        until(lambda: any(sent["command"] == STUCK for sent in host.of_type("command")[begun:]))
        try:
            yield command
        finally:
            command.kill()


def test_commands_side_by_side_are_run_once_each(standing: HostProcess) -> None:
    def run(number: int) -> bytes:
        return clz(standing, "eval", f"side{number}").stdout

    with ThreadPoolExecutor(8) as threads:
        said = list(threads.map(run, range(COMMANDS)))
    assert said == [f"side{number}\n".encode() for number in range(COMMANDS)]
    asked = [sent["params"].get("expression", "") for sent in standing.of_type("command")]
    assert sorted(word for word in asked if word.startswith("side")) == sorted(f"side{n}" for n in range(COMMANDS))


def test_ctrl_c_cancels_the_command_in_firefox(standing: HostProcess) -> None:
    cancelled = len(standing.of_type("cancel"))
    with waiting(standing) as command:
        only_fork(standing)
        command.send_signal(signal.SIGINT)
        assert (command.wait(10), command.communicate()[1]) == (130, b"")
        until(lambda: len(standing.of_type("cancel")) > cancelled)
        until(lambda: not forks(standing))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL])
@pytest.mark.usefixtures("quits")
def test_a_signal_that_ends_a_command_ends_it(standing: HostProcess, number: signal.Signals) -> None:
    with waiting(standing) as command:
        command.send_signal(number)
        assert command.wait(10) == -number
        until(lambda: not forks(standing))
        assert clz(standing, "ping").returncode == 0


def test_a_command_that_is_stopped_stands_still_and_goes_on(standing: HostProcess) -> None:
    with waiting(standing, process_group=0) as command:
        fork = only_fork(standing)
        command.send_signal(signal.SIGTSTP)
        until(lambda: fork.status() == psutil.STATUS_STOPPED)
        until(lambda: psutil.Process(command.pid).status() == psutil.STATUS_STOPPED)
        command.send_signal(signal.SIGCONT)
        until(lambda: fork.status() != psutil.STATUS_STOPPED)
        command.send_signal(signal.SIGINT)
        assert command.wait(10) == 130


def test_ctrl_c_is_ignored_where_whoever_started_it_ignores_it(standing: HostProcess) -> None:
    with waiting(standing, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) as command:
        command.send_signal(signal.SIGINT)
        assert clz(standing, "ping").returncode == 0
        assert command.poll() is None


def test_whoever_reads_may_have_enough(standing: HostProcess) -> None:
    for warm in ("0", "wait"):
        reading, writing = os.pipe()
        os.close(reading)
        env = {**standing.scratch.env, "CLZ_WARM": warm}
        done = subprocess.run([*CLZ, "ping"], env=env, stdout=writing, stderr=subprocess.PIPE, check=False)
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")


def test_what_a_command_has_written_is_all_there_when_it_has_ended(standing: HostProcess) -> None:
    reading, writing = os.pipe()
    with subprocess.Popen([*CLZ, "ping"], env=standing.scratch.env, stdout=writing, stderr=writing) as command:
        os.close(writing)
        assert command.wait(60) == 0
        os.set_blocking(reading, False)
        said = os.read(reading, 4096)
        assert said.startswith(b"pong")
        assert os.read(reading, 4096) == b"", "the fork that ran it may not hold the pipe open any longer"
        os.close(reading)


def test_a_closed_standard_file_is_no_reason_to_fail(standing: HostProcess) -> None:
    for closed in ("0<&- 2>&-", "0<&- 1>&-", "0<&- 1>&- 2>&-"):
        for warm in ("0", "wait"):
            line = f'"{CLZ[0]}" ping {closed}'
            done = subprocess.run(["sh", "-c", line], env={**standing.scratch.env, "CLZ_WARM": warm}, check=False)
            assert done.returncode == 0


def test_it_may_be_killed_in_the_middle_of_a_command(own: HostProcess) -> None:
    with waiting(own) as command:
        warm = warm_process(own)
        (fork,) = forks(own)
        warm.kill()
        assert clz(own, "ping").returncode == 0
        assert fork.is_running()
        command.send_signal(signal.SIGINT)
        assert command.wait(10) == 130


def test_without_a_sign_of_life_the_command_is_run_all_the_same(own: HostProcess) -> None:
    all_of_it = warm_process(own), standby(own)
    for process in all_of_it:
        process.suspend()
    assert not was_warm(own, "eval", "once", CLZ_WARM="")
    assert clz(own, "eval", "twice", env=IMPATIENT).returncode == 0
    for process in all_of_it:
        process.resume()
    ran = [sent["params"]["expression"] for sent in own.of_type("command") if sent["command"] == "evaluate"]
    assert ran == ["twice"], "what was given up does not happen later"


def test_what_stands_in_its_place_is_no_reason_to_fail(own: HostProcess, tmp_path: Path) -> None:
    path = own.paths.warm
    path.unlink()
    path.write_text("no socket")
    assert clz(own, "ping").returncode == 0
    path.unlink()
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(path))
        assert clz(own, "ping").returncode == 0
        silent.listen(1)
        assert clz(own, "ping", env=IMPATIENT).returncode == 0
    # The agent of a command may have ended since, which the extension is told as well.
    assert [sent["command"] for sent in own.of_type("command")].count("ping") == 3


@pytest.fixture
def installed(scratch: Scratch) -> Path:
    """A copy of clz in an environment of its own, where all else is this one's."""
    venv = scratch.root / "venv"
    site = venv / f"lib/python3.{sys.version_info[1]}/site-packages"
    for package in (clz_apps, clz_cli, clz_core, clz_native):
        folder = Path(package.__file__ or "").parent
        shutil.copytree(folder, site / folder.name, ignore=shutil.ignore_patterns("__pycache__", "extension"))
    (site / "others.pth").write_text(sysconfig.get_path("purelib"))
    (venv / "pyvenv.cfg").write_text(f"home = {BASE.parent}\n")
    (venv / "bin").mkdir()
    (venv / "bin/python").symlink_to(BASE)
    shutil.copy(BIN / "clz", venv / "bin")
    scratch.env.update(CLZ_WARM="wait", PYTHONDONTWRITEBYTECODE="1")
    return site


@pytest.fixture
def upgraded(scratch: Scratch, installed: Path) -> Iterator[tuple[HostProcess, Path]]:
    """A host of that copy, and the folder with its `clz`."""
    folder = installed.parents[2] / "bin"
    with HostProcess(scratch, answer, python=folder / "python") as host:
        yield host, folder


def replace(path: Path, old: str, new: str) -> None:
    """Another text in a file that looks the same: its time, size and number are what they were."""
    before, text = path.stat(), path.read_text()
    assert old in text
    assert len(old) == len(new)
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_it_begins_again_once_its_files_have_changed(upgraded: tuple[HostProcess, Path], installed: Path) -> None:
    host, folder = upgraded
    warm = warm_process(host)
    stood = host.paths.warm.stat().st_ctime_ns
    os.utime(installed / "clz_cli/__init__.py")
    assert clz(host, "ping", bin=folder).returncode == 0
    until(lambda: host.paths.warm.exists() and host.paths.warm.stat().st_ctime_ns != stood)
    assert warm_process(host).pid == warm.pid


def test_after_an_upgrade_the_next_command_runs_the_new_version(
    upgraded: tuple[HostProcess, Path], installed: Path
) -> None:
    host, folder = upgraded
    warm_process(host)
    assert was_warm(host, "version", bin=folder)
    assert clz(host, "version", bin=folder).stdout.splitlines()[0].startswith(f"clz {__version__} ".encode())
    stood = host.paths.warm.stat().st_ctime_ns
    replace(installed / "clz_core/__init__.py", f'"{__version__}"', '"9.9.9"')
    said = clz(host, "version", bin=folder).stdout.decode().splitlines()
    assert said[0].startswith("clz 9.9.9 ")
    assert said[1] == f"host {__version__}"
    assert "clz doctor" in said[-1]
    until(lambda: host.paths.warm.exists() and host.paths.warm.stat().st_ctime_ns != stood)
    until(lambda: was_warm(host, "version", bin=folder))  # it may have begun again twice
    assert json.loads(clz(host, "version", "--json", bin=folder).stdout)["result"]["client"] == "9.9.9"


def test_a_file_that_is_replaced_while_it_is_loaded_has_changed(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in (clz_cli, clz_core):
        monkeypatch.setattr(package, "__file__", str(installed / package.__name__ / "__init__.py"))
    files = Files()
    assert not files.changed
    replace(installed / "clz_core/text/counts.py", "def counted(", "def counteD(")
    files.add_loaded()
    assert files.changed


def test_it_ends_with_its_host_however_that_ends(scratch: Scratch) -> None:
    scratch.env["CLZ_WARM"] = "1"
    with HostProcess(scratch, answer) as host:
        warm = warm_process(host)
        host.process.kill()
        until(lambda: not warm.is_running())
    with HostProcess(scratch, answer, session="second") as host:
        warm = warm_process(host)
    assert not warm.is_running(), "it is gone before the host is"
    assert not host.paths.warm.exists()


def test_it_is_left_out_where_the_person_says_so(scratch: Scratch) -> None:
    scratch.env["CLZ_WARM"] = "0"
    with HostProcess(scratch, answer) as host, HostProcess(scratch, answer, session="second") as other:
        assert clz(host, "ping").returncode == 0
        assert not descendants(psutil.Process(host.process.pid))
        assert not descendants(psutil.Process(other.process.pid))


def test_both_ways_a_session_is_the_same_agent(standing: HostProcess) -> None:
    session = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "one"}
    agents = {
        json.loads(clz(standing, "ping", "--json", env={**session, "CLZ_WARM": warm}).stdout)["result"]["agent"]
        for warm in ("0", "wait", "0", "wait")
    }
    assert len(agents) == 1


def test_the_client_looks_where_the_host_puts_it(scratch: Scratch) -> None:
    root = scratch.root
    names = ("CLZ_RUNTIME_DIR", "XDG_RUNTIME_DIR", "CLZ_STATE_DIR", "XDG_STATE_HOME")
    home = {name: value for name, value in scratch.env.items() if name not in names} | {"CLZ_WARM": "wait"}
    (root / "b").mkdir()
    for number, variables in enumerate(
        (
            {"CLZ_RUNTIME_DIR": f"{root}/a"},
            {"XDG_RUNTIME_DIR": f"{root}/b"},
            {"XDG_RUNTIME_DIR": "/nowhere", "CLZ_STATE_DIR": f"{root}/c"},
            {"XDG_STATE_HOME": f"{root}/d"},
            {"XDG_STATE_HOME": "relative", "HOME": f"{root}/e"},
        )
    ):
        with pytest.MonkeyPatch.context() as there, socket.socket(socket.AF_UNIX) as listener:
            for name in names:
                there.delenv(name, raising=False)
            for name, value in variables.items():
                there.setenv(name, value)
            path = SessionPaths("work", runtime_dir()).warm
            path.parent.mkdir(0o700, parents=True)
            listener.bind(str(path))
            listener.listen()
            listener.settimeout(10)
            with subprocess.Popen([only_warm(), "ping", "--session", "work"], env={**home, **variables}) as command:
                listener.accept()[0].close()
            assert command.returncode == NOT_RUN, number
            listener.setblocking(False)
            for name in ("../work", "../run/work", str(path.parent), "work/.", "", "wörk"):
                done = subprocess.run([only_warm(), "ping", "--session", name], env={**home, **variables}, check=False)
                assert done.returncode == NOT_RUN
                with pytest.raises(BlockingIOError):
                    listener.accept()


def test_many_commands_leave_it_as_it_was(standing: HostProcess) -> None:
    warm = warm_process(standing)
    standby(standing)
    before = (warm.memory_info().rss, warm.num_fds())
    for _ in range(60):
        assert clz(standing, "ping").returncode == 0
    until(lambda: len(descendants(warm)) <= 1 and warm.num_fds() <= before[1])
    assert warm.memory_info().rss < before[0] + 2 * 1024 * 1024


def test_status_and_the_doctor_say_that_it_is_there(own: HostProcess) -> None:
    warm = warm_process(own)
    assert f", warm process {warm.pid}, up" in clz(own, "status").stdout.decode()
    assert re.search(r"warm +commands find clz loaded at /", clz(own, "doctor").stdout.decode())
    assert re.search(r"warm +turned off by CLZ_WARM=0", clz(own, "doctor", env={"CLZ_WARM": "0"}).stdout.decode())
    warm.suspend()
    assert re.search(r"warm +/.+ does not answer", clz(own, "doctor", env={"CLZ_WARM": ""}).stdout.decode())
    warm.resume()
