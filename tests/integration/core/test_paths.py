"""Folders and session files that cannot be trusted are refused, not fixed."""

from __future__ import annotations

import json
import os

import pytest

from clz_core.client import Client, session
from clz_core.config.paths import SessionPaths
from clz_core.contract.errors import ClzError
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch


def refusal(name: str = "default") -> ClzError:
    with pytest.raises(ClzError) as caught, Client(name) as client:
        client.call("ping", timeout_ms=5000)
    return caught.value


def test_without_a_host_the_error_names_the_next_command(scratch: Scratch) -> None:
    problem = refusal()
    assert (problem.code, problem.exit_code) == ("NOT_CONNECTED", 3)
    assert "clz browser start" in problem.hint


def test_a_runtime_folder_open_to_others_is_refused(host: HostProcess) -> None:
    host.paths.runtime.chmod(0o755)
    problem = refusal()
    assert (problem.code, problem.exit_code) == ("RUNTIME_UNSAFE", 5)
    assert problem.hint.endswith(f"chmod 700 {host.paths.runtime}")


def test_a_session_file_open_to_others_is_refused(host: HostProcess) -> None:
    host.paths.file.chmod(0o644)
    assert refusal().code == "RUNTIME_UNSAFE"


def test_a_session_file_that_is_a_symlink_is_refused(host: HostProcess) -> None:
    real = host.paths.file.with_name("elsewhere.json")
    host.paths.file.rename(real)
    host.paths.file.symlink_to(real)
    assert refusal().code == "RUNTIME_UNSAFE"


def test_a_session_folder_that_is_a_symlink_is_refused(host: HostProcess) -> None:
    real = host.paths.folder.with_name("elsewhere")
    host.paths.folder.rename(real)
    host.paths.folder.symlink_to(real)
    assert refusal().code == "RUNTIME_UNSAFE"


def test_a_session_file_of_another_user_is_refused(host: HostProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert refusal().code == "RUNTIME_UNSAFE"


def test_a_stale_session_file_is_cleared(scratch: Scratch) -> None:
    with HostProcess(scratch) as host:
        host.process.kill()
    assert host.paths.file.exists()
    assert refusal().code == "NOT_CONNECTED"
    assert not host.paths.file.exists()
    assert not host.paths.socket.exists()


@pytest.mark.parametrize("content", ["", "null", "[]", "{}", '{"session": 1}', "\0"])
def test_a_broken_session_file_of_a_dead_host_is_cleared(scratch: Scratch, content: str) -> None:
    paths = SessionPaths("default").make()
    paths.file.touch(0o600)
    paths.file.write_text(content)
    assert refusal().code == "NOT_CONNECTED"
    assert not paths.file.exists()


def test_a_session_file_of_another_version_is_left_to_its_host(host: HostProcess) -> None:
    data = json.loads(host.paths.file.read_text())
    host.paths.file.write_text(json.dumps({**data, "news": 1}))
    assert refusal().code == "PROTOCOL"
    assert host.paths.file.exists()


def test_a_path_too_long_for_a_socket_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_RUNTIME_DIR", str(scratch.root / ("deep" * 25)))
    with pytest.raises(ClzError) as caught:
        SessionPaths("default").make()
    assert caught.value.code == "RUNTIME_PATH_TOO_LONG"
    assert "CLZ_RUNTIME_DIR" in caught.value.hint


@pytest.mark.parametrize("name", ["", "..", "a/b", "-x", "a" * 33, "ü", "a b"])
def test_a_name_that_could_leave_its_folder_is_refused(scratch: Scratch, name: str) -> None:
    assert refusal(name).code == "INVALID_PARAMS"


def test_files_of_ours_are_for_their_user_alone(host: HostProcess, scratch: Scratch) -> None:
    with host.client() as client:
        client.call("ping")
    for path in [p for p in scratch.root.rglob("*") if "home" not in p.parts and not p.is_symlink()]:
        if path.name.endswith(".log"):
            continue  # in a folder that is
        assert path.lstat().st_mode & 0o077 == 0, path


def test_a_living_host_is_seen_by_its_lock(scratch: Scratch) -> None:
    with HostProcess(scratch) as host:
        assert session.host_lives(host.paths)
        assert not session.clear_stale(host.paths)
    assert not session.host_lives(host.paths)
