"""The line to another machine, with a program in the place of OpenSSH."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from clz_core.config.paths import SessionPaths
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.remote import ssh
from clz_core.remote.line import Attend, Line
from tests.support.scratch import scratch_home

MADE = '#!/bin/sh\ncase " $* " in *" -O "* | *" -M "* | *" -G "*) exit 0 ;; esac\n'
OK = '{"v":1,"ok":true,"result":{"running":false}}'


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Line]:
    """A line to a machine where every program does the same."""

    def make(does: str) -> Line:
        program = tmp_path / "ssh"
        program.write_text(f"{MADE}{does}\n")
        program.chmod(0o755)
        monkeypatch.setenv(ssh.PROGRAM, str(program))
        return Line(SessionPaths("default@desk"))

    with scratch_home() as scratch:
        for name, value in scratch.env.items():
            monkeypatch.setenv(name, value)
        return make


def status(line: Line, ms: float = 20_000) -> object:
    return line.run("browser", "status", deadline=Deadline.after(ms))


@pytest.mark.parametrize(
    "stray", ["5", "null", "[]", '{"motd": 1}', '{"ok": true}', '{"ok": false}', '{"ok": 1, "result": {}}']
)
def test_json_of_other_programs_there_is_no_answer(line: Callable[[str], Line], stray: str) -> None:
    assert status(line(f"echo '{OK}'; echo '{stray}'")) == {"running": False}
    with pytest.raises(ClzError) as told:
        status(line(f"echo '{stray}'; echo it broke >&2; exit 1"))
    assert (told.value.code, "it broke" in told.value.message) == ("MACHINE_NOT_READY", True)


def test_a_command_there_ends_within_its_time(line: Callable[[str], Line]) -> None:
    began = time.monotonic()
    with pytest.raises(ClzError) as told:
        status(line("exec sleep 60"), 300)
    assert told.value.code == "TIMEOUT"
    assert time.monotonic() - began < 60, "its 60 s are not waited for"


def test_a_greeting_that_is_json_is_not_what_was_asked_for(line: Callable[[str], Line]) -> None:
    attend = Attend(line('echo \'{"motd": 1}\'; read asked; echo \'{"clz": "1", "pid": 7}\'; cat').ssh)
    try:
        assert attend.ask({"hello": 1, "session": "default"}) == {"clz": "1", "pid": 7}
    finally:
        attend.close()
