"""The compiled `clz`: nothing that it is given or hears makes it fail."""

from __future__ import annotations

import os
import random
import re
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

import tests.integration.warm.launchers as launchers_of
from clz_cli.warm import given
from clz_core.client.processes import descendants
from clz_core.config.paths import private_dir
from tests.integration.warm.launchers import COMPILER, NOT_RUN, SOURCE, launchers
from tests.integration.warm.test_warm import standby, stands, warm_process
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch, scratch_home
from tests.support.waiting import until

SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
RUNS = 2_000
ENDING = sorted({*signal.valid_signals()} - {signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU})
COMMANDS = 10_000
WARM_UP = 200
KILL_EVERY = 50
MAX_GROWTH_BYTES = 2 * 1024 * 1024

pytestmark = [
    pytest.mark.skipif(COMPILER is None or os.name != "posix", reason="there is no compiler"),
    pytest.mark.xdist_group("launcher"),  # one worker compiles, and starts the process that most of them share
]


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


def test_it_says_what_the_warm_process_says() -> None:
    source = SOURCE.read_text()
    words = dict(re.findall(r"([A-Z_]+) = '(.)'", source))
    assert words == {name: getattr(given, name).decode() for name in words}
    assert re.findall(r"said\[0\] .= (\w+)", source) == list(words)
    lists = re.findall(r"const int (\w+)\[\] = \{(.*)\};", source)
    assert {name: {getattr(signal, one) for one in held.split(", ")} for name, held in lists} == {
        "PASSED_ON": set(given.PASSED_ON),
        "MAY_BE_IGNORED": {*given.MAY_BE_IGNORED} - {signal.SIGPIPE},  # which Python ignores by itself
    }
    (most,) = re.findall(r"MOST_BYTES = ([^;]+);", source)
    assert eval(most.replace("u", "")) == given.MAX_BYTES


@contextmanager
def impostor(scratch: Scratch) -> Iterator[list[list[bytes]]]:
    """One who stands in for the warm process, and says to who comes next the last of these, piece by piece."""
    talks: list[list[bytes]] = []
    folder = scratch.runtime / "default"
    for each in (scratch.runtime, folder):
        private_dir(each)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "warm.sock"))
        listener.listen()

        def talk() -> None:
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):  # who listens has had enough
                    if not talks:
                        return
                    for piece in talks[-1]:
                        connection.sendall(piece)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(1 << 16):
                        pass

        thread = threading.Thread(target=talk)
        thread.start()
        try:
            yield talks
        finally:
            talks.clear()
            with socket.socket(socket.AF_UNIX) as last:
                last.connect(str(folder / "warm.sock"))
                thread.join(10)


def garbage(number: int) -> list[bytes]:
    """Much of it begins as what a warm process says."""
    chance = random.Random(number)
    ours = chance.randrange(2, 2**22).to_bytes(4, "big") if number % 3 else chance.randbytes(4)
    begun = (b"", b"A", b"AR", b"AR" + ours, b"AR" + ours + b"G", b"AR" + ours + b"GX", b"AR" + ours + b"GE")
    said = begun[number % len(begun)] + chance.randbytes(chance.randrange(12))
    cuts = sorted(chance.choices(range(len(said) + 1), k=number % 3))
    return [said[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(said)], strict=True)]


@pytest.mark.parametrize("number", range(14))
def test_nothing_that_it_hears_is_more_than_an_exit_code(
    programs: tuple[Path, Path], scratch: Scratch, number: int
) -> None:
    with impostor(scratch) as talks:
        talks.append(garbage(number))
        assert run(programs[1], scratch, "ping", CLZ_WARM="wait").returncode >= 0


NAMES = (
    *("CLZ_RUNTIME_DIR", "XDG_RUNTIME_DIR", "CLZ_STATE_DIR", "XDG_STATE_HOME", "HOME", "CLZ_SESSION", "CLZ_WARM"),
    *("LC_ALL", "LC_CTYPE", "LANG", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PATH", "", "é"),
)
WORDS = (
    *(
        b"",
        b"ping",
        b"hook",
        b"--session",
        b"--session=",
        b"--session=default",
        b"default",
        b"\xff\xfe",
        b"a/b",
        b"..",
        b"/..",
    ),
    *(
        b"0",
        b"1",
        b"wait",
        b"C",
        b"C.UTF-8",
        b"de_DE.UTF-8",
        b"ISO-8859-1",
        b"/",
        b"//",
        b"/tmp/..",
        b"%n%s",
        b"=",
        b"\n",
        b"-",
    ),
)


def mutated(chance: random.Random, home: Scratch) -> tuple[list[bytes], dict[bytes, bytes]]:
    """Words and an environment of which little is as it should be, but often so much that the impostor is asked."""

    def some(most: int) -> bytes:
        word = chance.choice(WORDS) * chance.choice((1, 1, 1, most))
        return word if chance.random() < 0.8 else chance.randbytes(chance.randrange(most)).replace(b"\0", b"")

    words = [b"clz", *(some(200) for _ in range(chance.randrange(4)))]
    if chance.random() < 0.1:
        words += [some(5_000) for _ in range(chance.randrange(40))]
    env = {os.fsencode(name): os.fsencode(value) for name, value in home.env.items()}
    for name in chance.sample(NAMES, chance.randrange(5)):
        env[os.fsencode(name)] = some(5_000)
    return words[chance.random() < 0.02 :], {name: value for name, value in env.items() if name}


@pytest.mark.night
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("compiler", [name for name in ("gcc", "clang") if shutil.which(name)])
def test_nothing_that_it_is_given_or_hears_is_an_error_of_memory(
    compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launchers_of, "COMPILER", compiler)
    heard = 0
    with launchers(*SANITIZED) as (_, program), scratch_home() as home, impostor(home) as talks:
        home.env["CLZ_WARM"] = "wait"
        for number in range(RUNS):
            words, env = mutated(random.Random(number), home)
            ended = ENDING[number % len(ENDING)].to_bytes(4, "big")  # as a fork can be
            talks.append(garbage(number) if number % 9 else [b"AR", bytes((0, 63, 255, 255)), b"GS", ended])
            done = subprocess.run(
                words,
                executable=program,
                env=env,
                capture_output=True,
                check=False,
                timeout=60,
                start_new_session=True,  # by posix_spawn, an empty argv is refused
            )
            heard += done.returncode != NOT_RUN
            assert b"Sanitizer" not in done.stderr, number
            assert b"runtime error" not in done.stderr, number
    assert heard > RUNS / 20, "that many took the impostor for the warm process"


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
