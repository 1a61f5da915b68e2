"""The compiled `clz`: what the warm client's tests hold is held by it too, and nothing that it hears makes it fail."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from clz_core.client.processes import descendants
from clz_core.config.paths import private_dir
from tests.integration.warm.test_warm import standby, stands, warm_process
from tests.support.hosts import HostProcess
from tests.support.scratch import LAUNCHER, Scratch, scratch_home
from tests.support.waiting import until

SOURCE = Path(__file__).parents[3] / "cli/launcher/clz.c"
COMPILER = shutil.which(os.environ.get("CC", "cc"))
BIN = Path(sys.executable).parent
STRICT = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
NOT_RUN = 70
COMMANDS = 10_000
WARM_UP = 200
KILL_EVERY = 50
MAX_GROWTH_BYTES = 2 * 1024 * 1024

pytestmark = [
    pytest.mark.skipif(COMPILER is None or os.name != "posix", reason="there is no compiler"),
    pytest.mark.xdist_group("launcher"),  # one worker compiles, and starts the process that most of them share
]


def compiled(name: str, *flags: str) -> Path:
    """It belongs beside its Python, as the installed one."""
    program = BIN / name
    subprocess.run([str(COMPILER), *STRICT, *flags, "-o", str(program), str(SOURCE)], check=True)
    return program


@contextmanager
def launchers(*flags: str) -> Iterator[tuple[Path, Path]]:
    """The program, and one that does nothing where the warm process does not run the command."""
    name = f"clz-{os.getpid()}-{len(flags)}"
    programs = compiled(name, *flags), compiled(f"{name}-only-warm", *flags, "-DONLY_WARM", "-Wno-unused")
    try:
        yield programs
    finally:
        for program in programs:
            program.unlink()


@pytest.fixture(scope="module")
def programs() -> Iterator[tuple[Path, Path]]:
    with launchers() as both:
        yield both


@pytest.fixture
def own(scratch: Scratch) -> Iterator[HostProcess]:
    scratch.env["CLZ_WARM"] = "wait"
    yield from stands(scratch)


@pytest.fixture(scope="module")
def standing() -> Iterator[HostProcess]:
    with scratch_home() as home:
        home.env["CLZ_WARM"] = "wait"
        yield from stands(home)


def run(program: Path, scratch: Scratch, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**scratch.env, **env}
    return subprocess.run([program, *words], env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_it_hands_a_command_to_the_warm_process(programs: tuple[Path, Path], standing: HostProcess) -> None:
    there = run(programs[1], standing.scratch, "ping")
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == run(programs[0], standing.scratch, "ping").stdout


@pytest.mark.parametrize("env", [{"PYTHONPATH": "/nowhere"}, {"CLZ_WARM": "0"}, {"CLZ_SESSION": "other"}], ids=str)
def test_what_the_warm_process_cannot_run_is_run_by_python(
    programs: tuple[Path, Path], standing: HostProcess, env: dict[str, str]
) -> None:
    assert run(programs[1], standing.scratch, "ping", **env).returncode == NOT_RUN
    here = run(programs[0], standing.scratch, "ping", **env)
    python = subprocess.run(
        [sys.executable, "-m", "clz_cli", "ping"],
        env={**standing.scratch.env, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (here.returncode, here.stdout, here.stderr) == (python.returncode, python.stdout, python.stderr)


def test_the_current_folder_has_no_say_in_what_is_run(
    programs: tuple[Path, Path], scratch: Scratch, tmp_path: Path
) -> None:
    (tmp_path / "clz_cli").mkdir()
    (tmp_path / "clz_cli/__init__.py").write_text("raise SystemExit('taken over')")
    done = subprocess.run(
        [programs[0], "--version"], env=scratch.env, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "taken over" not in done.stdout + done.stderr


def test_a_folder_that_others_can_write_to_is_not_believed(programs: tuple[Path, Path], standing: HostProcess) -> None:
    folder = standing.paths.folder
    mode = folder.stat().st_mode & 0o777
    folder.chmod(0o770)
    try:
        assert run(programs[1], standing.scratch, "ping").returncode == NOT_RUN
    finally:
        folder.chmod(mode)


def test_without_its_python_it_says_so(programs: tuple[Path, Path], scratch: Scratch, tmp_path: Path) -> None:
    alone = tmp_path / "bin/clz"
    alone.parent.mkdir()
    shutil.copy(programs[0], alone)
    done = run(alone, scratch, "ping")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("hint: Install clz again.\n")


def test_where_its_python_is_elsewhere_it_becomes_the_script_beside_it(
    programs: tuple[Path, Path], scratch: Scratch, tmp_path: Path
) -> None:
    alone = tmp_path / "bin/clz"
    alone.parent.mkdir()
    shutil.copy(programs[0], alone)
    script = tmp_path / "bin/claudezilla"
    script.write_text('#!/bin/sh\necho "$#" "$@"\nexit 7\n')
    script.chmod(0o755)
    done = run(alone, scratch, "get", "text", "a  b")
    assert (done.returncode, done.stdout, done.stderr) == (7, "3 get text a  b\n", "")


@contextmanager
def impostor(scratch: Scratch, talk: bytes) -> Iterator[None]:
    """One who stands in for the warm process, and says something."""
    folder = scratch.runtime / "default"
    for each in (scratch.runtime, folder):
        private_dir(each)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "warm.sock"))
        listener.listen()

        def talks() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):  # who listens has had enough
                connection.sendall(talk)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(4096):
                    pass

        thread = threading.Thread(target=talks)
        thread.start()
        try:
            yield
        finally:
            thread.join(10)


def garbage(number: int) -> bytes:
    """Much of it begins as what a warm process says."""
    chance = random.Random(number)
    ours = chance.randrange(2, 2**22).to_bytes(4, "big") if number % 3 else chance.randbytes(4)
    begun = (b"", b"A", b"AR", b"AR" + ours, b"AR" + ours + b"G", b"AR" + ours + b"GX", b"AR" + ours + b"GE")
    return begun[number % len(begun)] + chance.randbytes(chance.randrange(12))


@pytest.mark.parametrize("number", range(14))
def test_nothing_that_it_hears_is_more_than_an_exit_code(
    programs: tuple[Path, Path], scratch: Scratch, number: int
) -> None:
    with impostor(scratch, garbage(number)):
        assert run(programs[1], scratch, "ping", CLZ_WARM="wait").returncode >= 0


@pytest.mark.night
def test_nothing_that_it_hears_is_an_error_of_memory() -> None:
    with launchers(*SANITIZED) as (_, program):
        for number in range(300):
            with scratch_home() as home, impostor(home, garbage(number)):
                done = run(program, home, "ping", "ä" * number, CLZ_WARM="wait")
            assert "Sanitizer" not in done.stderr, garbage(number)
            assert "runtime error" not in done.stderr, garbage(number)


@pytest.mark.night
@pytest.mark.timeout(600)
def test_every_test_of_the_warm_client_passes_with_it(programs: tuple[Path, Path]) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    words = ["-q", "-p", "no:cacheprovider", "-n", "0", str(Path(__file__).with_name("test_warm.py"))]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        env={**own, LAUNCHER: str(programs[0])},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4_000:]
    assert " passed" in done.stdout


def evaluate(program: Path, host: HostProcess, word: str, kill_after_s: float | None = None) -> bool:
    """True if the command ended by itself, and as it should; false if it was killed before it did."""
    line = [str(program), "eval", word]
    with subprocess.Popen(
        line, env=host.scratch.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            said = process.communicate(timeout=60 if kill_after_s is None else kill_after_s)
        except subprocess.TimeoutExpired:
            process.kill()
            said = process.communicate()
            if kill_after_s is not None and process.returncode == -signal.SIGKILL:
                return False
    assert (process.returncode, *said) == (0, f"{word}\n".encode(), b""), word
    return True


@pytest.mark.night
@pytest.mark.timeout(1800)
def test_of_many_commands_none_is_lost_or_run_twice_whichever_are_killed(
    programs: tuple[Path, Path], own: HostProcess
) -> None:
    chance = random.Random(COMMANDS)
    begun = time.monotonic()
    for number in range(WARM_UP):
        evaluate(programs[0], own, f"first{number}")
    usual_s = (time.monotonic() - begun) / WARM_UP
    moments = {number: chance.uniform(0, 2 * usual_s) for number in range(0, COMMANDS, KILL_EVERY)}
    warm = warm_process(own)
    standby(own)
    before = warm.memory_info().rss, warm.num_fds()
    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(lambda n: evaluate(programs[0], own, f"word{n}", moments.get(n)), range(COMMANDS)))
    until(lambda: len(descendants(warm)) <= 1 and warm.num_fds() <= before[1])
    assert warm_process(own).pid == warm.pid
    assert warm.memory_info().rss - before[0] < MAX_GROWTH_BYTES
    times = Counter(sent["params"].get("expression") for sent in own.of_type("command"))
    wrong = {
        number: times[f"word{number}"]
        for number, by_itself in enumerate(ended)
        if times[f"word{number}"] not in ((1,) if by_itself else (0, 1))
    }
    assert wrong == {}
    assert {ended[number] for number in moments} == {True, False}, "they are killed at all moments"
