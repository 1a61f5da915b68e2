"""`clz logs`: the end of a log, and what comes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.running.commands import run_clz
from tests.support import there
from tests.support.hosts import HostProcess
from tests.support.scratch import CLZ, Scratch
from tests.support.waiting import until


def clz(scratch: Scratch, *words: str) -> subprocess.CompletedProcess[str]:
    return run_clz(*words, env=scratch.env)


def entry(number: int, level: str = "INFO") -> str:
    return f"2026-01-02 03:04:05,678 42 {level} entry {number}\n"


@pytest.fixture
def log(scratch: Scratch) -> Path:
    folder = scratch.root / "state/logs"
    folder.mkdir(parents=True, mode=0o700)
    (scratch.root / "state").chmod(0o700)
    return folder / "host-default.log"


@contextmanager
def following(scratch: Scratch, *words: str) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """`clz logs -f`, and the file that it prints into."""
    out = scratch.root / "out"
    with out.open("w") as stdout:
        process = subprocess.Popen(
            [*CLZ, "logs", "-f", *words], env=scratch.env, stdout=stdout, stderr=subprocess.PIPE, text=True
        )
    try:
        yield process, out
    finally:
        process.kill()
        process.communicate()


def test_the_last_entries_are_printed_the_older_files_included(scratch: Scratch, log: Path) -> None:
    log.with_name("host-default.log.1").write_text("".join(entry(number) for number in range(3)))
    log.write_text("".join(entry(number) for number in range(3, 5)))
    said = clz(scratch, "logs", "-n", "3").stdout
    assert [line.rsplit(" ", 1)[1] for line in said.splitlines()] == ["2", "3", "4"]
    assert clz(scratch, "logs", "-n", "0").stdout == ""


def test_levels_are_chosen_and_a_traceback_belongs_to_its_entry(scratch: Scratch, log: Path) -> None:
    log.write_text(entry(1) + entry(2, "ERROR") + "Traceback (most recent call last):\n  deep\n" + entry(3, "WARNING"))
    result = json.loads(clz(scratch, "logs", "--level", "warning", "--json").stdout)["result"]
    told = {"time": "2026-01-02 03:04:05,678", "pid": 42}
    assert result["entries"] == [
        {**told, "level": "error", "message": "entry 2\nTraceback (most recent call last):\n  deep"},
        {**told, "level": "warning", "message": "entry 3"},
    ]


def test_with_nothing_written_yet_it_says_where_it_would_be(scratch: Scratch) -> None:
    done = clz(scratch, "logs")
    assert (done.returncode, done.stdout) == (0, "")
    assert "host-default.log" in done.stderr


def test_firefox_has_a_log_of_its_own(scratch: Scratch, log: Path) -> None:
    log.with_name("firefox-default.log").write_text("JavaScript error: one\n")
    assert clz(scratch, "logs", "--firefox").stdout == "JavaScript error: one\n"
    assert clz(scratch, "logs", "--firefox", "--level", "error").returncode == 2


def test_what_comes_is_followed_across_rotations_and_none_is_lost(scratch: Scratch, log: Path) -> None:
    log.write_text(entry(0))
    with following(scratch) as (process, out):
        until(lambda: "entry 0" in out.read_text())
        with log.open("a") as file:
            file.write(entry(1))
            file.flush()
            log.rename(log.with_name("host-default.log.1"))
            log.write_text(entry(3) + entry(4))  # before the rest of the old one
            file.write(entry(2))
        until(lambda: "entry 4" in out.read_text())
        log.write_text("")  # begun again, as Firefox's is, and shorter than what was read
        until(lambda: _begins_anew(log, out))
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(10) == 130
        assert there(process.stderr).read() == ""
    numbers = [line.rsplit(" ", 1)[1] for line in out.read_text().splitlines()]
    assert numbers[:5] == ["0", "1", "2", "3", "4"]
    assert set(numbers[5:]) == {"9"}


def _begins_anew(log: Path, out: Path) -> bool:
    log.write_text(entry(9))
    return "entry 9" in out.read_text()


def test_a_log_that_is_not_there_yet_is_waited_for(scratch: Scratch, log: Path) -> None:
    with following(scratch, "--level", "warning", "--json") as (process, out):
        assert "waiting for" in there(process.stderr).readline()
        log.write_text(entry(1) + entry(2, "ERROR") + "  its stack\n")
        until(lambda: len(out.read_text().splitlines()) == 2)
    first, second = (json.loads(line)["result"] for line in out.read_text().splitlines())
    assert (first["level"], first["message"], second) == ("error", "entry 2", {"message": "  its stack"})


def test_a_living_hosts_log_is_there(host: HostProcess, scratch: Scratch) -> None:
    clz(scratch, "ping")
    assert " ping ok " in until(lambda: clz(scratch, "logs").stdout)
