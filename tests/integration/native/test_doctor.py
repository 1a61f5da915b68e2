"""The doctor, with each leg broken on purpose."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from clz_core.client import session
from clz_core.client.keys import load_key
from clz_core.config.paths import SessionPaths, data_dir, write_private
from clz_core.generated.results import DiagnoseChecks
from clz_native import doctor
from clz_native.doctor import filesystem, processes, wire
from clz_native.firefox import manifest
from clz_native.firefox.profile import home_dir
from tests.running.commands import run_clz
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import paced

TAB = {"tabId": 7, "mine": True, "current": True, "owner": "agent_000000", "shared": False}


def extension(message: dict[str, Any]) -> dict[str, Any] | None:
    match message["command"]:
        case "getTabs":
            return {"tabs": [TAB], "tabCount": 1, "maxTabs": 12}
        case "evaluate":
            return {"result": 1, "type": "number", "truncated": False, "world": "page"}
    return {"pong": True}


@pytest.fixture(autouse=True)
def nothing_of_ours(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    """No Claude Code and no settings of the machine that the tests run on."""
    monkeypatch.chdir(scratch.root)
    monkeypatch.setattr("clz_native.setup.claude_code.find_claude", lambda: None)


@contextmanager
def running(scratch: Scratch, answer: Any = extension, **more: Any) -> Iterator[HostProcess]:
    """A host that has heard the agent once."""
    with HostProcess(scratch, answer, **more) as host:
        yield host


def rows(**options: Any) -> dict[str, DiagnoseChecks]:
    return {row["name"]: row for row in doctor.run("default", **options)["checks"]}


def failed() -> list[str]:
    return [name for name, row in rows().items() if row["state"] == "broken"]


def config(text: str) -> None:
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "clz"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(text)


def own_manifest() -> None:
    folder = Path(os.environ["HOME"]) / ".mozilla/native-messaging-hosts"
    folder.mkdir(parents=True)
    (folder / "clz.json").write_text(manifest.manifest(Path("/nowhere/clz-native")))


def managed_manifest_without_its_launcher() -> None:
    managed_manifest()
    (home_dir() / ".mozilla/native-messaging-hosts/clz-native").unlink()


def managed_manifest() -> None:
    data_dir().mkdir(mode=0o700)
    manifest.install(home_dir())


def managed_manifest_of_another_python() -> None:
    managed_manifest()
    (home_dir() / ".mozilla/native-messaging-hosts/clz-native").write_text("#!/bin/sh\nexec /old/python -m host\n")


def managed_manifest_for_another_extension() -> None:
    managed_manifest()
    path = home_dir() / ".mozilla/native-messaging-hosts/clz.json"
    path.write_text(path.read_text().replace(manifest.ADDON_ID, "other@example.com"))


def runtime_open_to_others() -> None:
    SessionPaths("default").make().runtime.chmod(0o755)


def runtime_is_a_link() -> None:
    path = SessionPaths("default").runtime
    path.symlink_to(path.parent)


def key(text: str | None, mode: int = 0o600) -> Callable[[], None]:
    def make() -> None:
        load_key("cli")
        path = data_dir() / "keys/cli.json"
        if text is not None:
            path.write_text(text)
        path.chmod(mode)

    return make


def firefox_that_is_gone() -> None:
    paths = SessionPaths("default").make()
    gone = subprocess.Popen(["true"])
    gone.wait()
    started = {"pid": gone.pid, "created": time.time(), "headless": True, "firefox": "firefox"}
    write_private(paths.browser, json.dumps(started))


def claude_json() -> None:
    path = Path(os.environ["HOME"]) / ".claude.json"
    path.write_text(json.dumps({"mcpServers": {"clz": {"command": "/nowhere/clz", "args": ["mcp"]}}}))


def project_mcp_json() -> None:
    Path(".mcp.json").write_text(json.dumps({"mcpServers": {"browser": {"command": "/nowhere/clz", "args": ["mcp"]}}}))


def two_servers() -> None:
    clz = Path("clz")
    clz.write_text("#!/bin/sh\n")
    clz.chmod(0o700)
    for name, path in (("clz", Path(os.environ["HOME"]) / ".claude.json"), ("my browser", Path(".mcp.json"))):
        path.write_text(json.dumps({"mcpServers": {name: {"command": str(clz.resolve()), "args": ["mcp"]}}}))


def old_plugin() -> None:
    folder = Path(os.environ["HOME"]) / ".claude/plugins"
    folder.mkdir(parents=True)
    plugin = {"clz@claudezilla": [{"scope": "user", "version": "0.0.1"}]}
    (folder / "installed_plugins.json").write_text(json.dumps({"version": 2, "plugins": plugin}))


@dataclass(frozen=True)
class Case:
    """How a leg is broken with no host running, what its fix must have, its exit code, and whether --fix fixes it."""

    leg: str
    breaks: Callable[[], object]
    fix: str
    code: int
    fixed: bool = False


CASES = {
    "broken settings": Case("config", lambda: config("timeout = [1,\n"), "config.toml", 2),
    "unknown setting": Case("config", lambda: config("tiemout = 9000\n"), "clz config list", 2),
    "wrong setting": Case("config", lambda: config("timeout = 1\n"), "clz config set timeout 150000", 2),
    "wrong policy": Case("config", lambda: config("[policy]\nuplaod = true\n"), "config.toml", 2),
    "open folder": Case("folders", runtime_open_to_others, "chmod 700 ", 5, fixed=True),
    "linked folder": Case("folders", runtime_is_a_link, "rm ", 5),
    "manifest for nobody": Case("manifest", managed_manifest_for_another_extension, "clz doctor --fix", 3, fixed=True),
    "no launcher": Case("manifest", managed_manifest_without_its_launcher, "clz doctor --fix", 3, fixed=True),
    "old launcher": Case("manifest", managed_manifest_of_another_python, "clz doctor --fix", 3, fixed=True),
    "own manifest": Case("manifest", own_manifest, "clz setup", 3),
    "dead Firefox": Case("host", firefox_that_is_gone, "clz doctor --fix", 3, fixed=True),
    "broken key": Case("keys", key("{"), "rm ", 5),
    "open key": Case("keys", key(None, 0o644), "chmod 600 ", 5, fixed=True),
    "MCP server of nobody": Case("claude", claude_json, "clz setup claude", 1),
    "project's MCP server of nobody": Case("claude", project_mcp_json, "clz setup claude", 1),
    "old plugin": Case("claude", old_plugin, "clz setup claude", 1),
    "two servers": Case("claude", two_servers, "claude mcp remove --scope project 'my browser'", 1),
}


def check(leg: str, fix: str, code: int, fixed: bool) -> None:
    """The leg, and no other, is named with its fix; `--fix` fixes it or leaves it as it is."""
    found = doctor.run("default")
    assert [row["name"] for row in found["checks"]] == list(doctor.ORDER)
    broken = {row["name"]: row for row in found["checks"] if row["state"] == "broken"}
    assert list(broken) == [leg], broken
    assert fix in broken[leg]["fix"]
    assert (found["ok"], found["exitCode"], broken[leg]["fixable"]) == (False, code, fixed)
    assert found["recommendation"] == broken[leg]["fix"]
    after = doctor.run("default", repair=True)
    assert after["ok"] is fixed
    assert bool(after["fixed"]) is fixed


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_broken_leg_is_named_with_its_fix(scratch: Scratch, case: Case) -> None:
    case.breaks()
    check(case.leg, case.fix, case.code, case.fixed)


def test_nothing_running_is_nothing_broken_unless_it_is_asked_for(scratch: Scratch) -> None:
    found = doctor.run("default")
    assert (found["ok"], found["exitCode"]) == (True, 0)
    assert "clz open" in rows()["host"]["detail"]
    asked = doctor.run("default", require_running=True)
    assert (asked["ok"], asked["exitCode"], asked["recommendation"]) == (False, 3, "clz browser start")
    assert not SessionPaths("default").runtime.exists()  # looking makes nothing
    assert not data_dir().exists()


def test_a_firefox_that_is_not_there_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_FIREFOX", "/nowhere")
    check("firefox", "CLZ_FIREFOX", 3, fixed=False)


def test_a_variable_that_holds_nonsense_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_WAIT_MS", "soon")
    check("config", "unset CLZ_WAIT_MS", 2, fixed=False)


def test_a_path_too_long_for_a_socket_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_RUNTIME_DIR", str(scratch.root / ("x" * 100)))
    check("folders", "export CLZ_RUNTIME_DIR=", 3, fixed=False)


def test_a_home_that_cannot_be_written_to_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)  # root may write everywhere but there
    check("folders", "export CLZ_DATA_DIR=FOLDER CLZ_STATE_DIR=FOLDER", 2, fixed=False)


def test_a_full_disk_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filesystem, "MIN_FREE_BYTES", 1 << 62)
    check("disk", "du -sh ", 1, fixed=False)


def refuse(_name: str) -> int:
    raise PermissionError


def test_a_container_with_little_shared_memory_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filesystem, "MIN_SHARED_BYTES", 1 << 62)
    assert rows()["memory"]["state"] == "ok"  # which is not needed where memory is shared without it
    monkeypatch.setattr(os, "memfd_create", refuse)
    check("memory", "docker run --shm-size=1g", 1, fixed=False)
    monkeypatch.setattr(filesystem, "SHARED_MEMORY", scratch.root / "shm")
    check("memory", "sudo mount -t tmpfs", 1, fixed=False)


def test_a_home_that_is_another_users_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/"))
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    row = filesystem.home()
    assert (row.state, row.fix) == ("broken", "export HOME=/tmp/clz-4711")
    assert "another user's" in row.detail


def test_an_extension_that_was_not_built_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filesystem, "BUILDS", {"managed": scratch.root / "clz.xpi"})
    check("package", "make -C ", 1, fixed=False)


def test_a_firefox_that_nobody_knows_any_more_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "YOUNG_S", -1)
    profile = str(data_dir() / "profiles/lost")
    with subprocess.Popen([sys.executable, "-c", "input()", "--profile", profile], stdin=subprocess.PIPE) as stray:
        check("processes", f"kill {stray.pid}", 1, fixed=False)


def test_what_runs_is_never_to_be_killed_because_nobody_can_read_what_it_is(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "YOUNG_S", -1)
    with running(scratch, own=True) as host:
        profile = str(data_dir() / "profiles/default")
        with subprocess.Popen(
            [sys.executable, "-c", "input()", "--profile", profile], stdin=subprocess.PIPE
        ) as firefox:
            process = psutil.Process(firefox.pid)
            started = {"pid": process.pid, "created": process.create_time(), "headless": True, "firefox": "firefox"}
            write_private(host.paths.browser, json.dumps(started))
            assert rows()["processes"]["state"] == "ok"
            for path in (host.paths.runtime, host.paths.folder, host.paths.file):
                mode = path.stat().st_mode & 0o777
                path.chmod(mode | 0o055)
                row = rows()["processes"]
                path.chmod(mode)
                assert (row["state"], row["fix"]) == ("unchecked", ""), path


def test_a_host_that_was_killed_is_named_and_cleared_away(scratch: Scratch) -> None:
    with running(scratch) as host:
        host.process.kill()
        host.process.wait()
        check("host", "clz doctor --fix", 3, fixed=True)
        assert not host.paths.file.exists()


def test_all_is_well_with_a_host(scratch: Scratch) -> None:
    with running(scratch):
        found = doctor.run("default")
        states = {row["name"]: row["state"] for row in found["checks"]}
    skipped = {"warm": "skipped", "helper": "skipped", "claude": "skipped"}
    assert states == {**dict.fromkeys(doctor.ORDER, "ok"), **skipped}, found
    assert found["recommendation"] == "Nothing to do."


def test_a_socket_that_is_gone_is_named(scratch: Scratch) -> None:
    with running(scratch) as host:
        host.paths.socket.unlink()
        check("socket", "clz browser stop; clz browser start", 3, fixed=False)
        assert rows()["extension"]["state"] == "unchecked"


def test_an_open_socket_is_closed(scratch: Scratch) -> None:
    with running(scratch) as host:
        host.paths.socket.chmod(0o666)
        check("socket", "chmod 600 ", 5, fixed=True)


def test_a_broken_admission_is_taken_away(scratch: Scratch) -> None:
    with running(scratch) as host:
        write_private(host.paths.agents / load_key("cli").agent_id, "nonsense\n")
        rows_before = rows()
        assert (rows_before["keys"]["state"], rows_before["keys"]["fixable"]) == ("broken", True)
        assert doctor.run("default", repair=True)["ok"]


def test_a_host_that_hangs_is_named_in_time(scratch: Scratch) -> None:
    with running(scratch) as host:
        os.kill(host.process.pid, signal.SIGSTOP)
        try:
            begin = time.monotonic()
            found = doctor.run("default")
            spent = time.monotonic() - begin
        finally:
            os.kill(host.process.pid, signal.SIGCONT)
    broken = [row for row in found["checks"] if row["state"] == "broken"]
    assert [row["name"] for row in broken] == ["extension"]
    assert broken[0]["fix"] == "clz browser stop; clz browser start"
    assert found["exitCode"] in (3, 4)
    assert spent < paced(5)


def test_an_extension_that_does_not_answer_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PING_MS", 300)
    with running(scratch, lambda message: None):
        check("extension", "clz browser stop; clz browser start", 4, fixed=False)


def test_another_version_of_the_extension_is_named(scratch: Scratch) -> None:
    with running(scratch, version="0.0.1"):
        check("versions", "clz setup", 2, fixed=False)
        assert "0.0.1" in rows()["versions"]["detail"]


def test_a_page_that_does_not_answer_is_named(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PAGE_MS", 300)
    with running(scratch, lambda message: None if message["command"] == "evaluate" else extension(message)):
        check("page", "clz tab close 7", 4, fixed=False)


def test_a_helper_that_did_not_load_is_named(scratch: Scratch) -> None:
    with running(scratch) as host:
        me = psutil.Process()
        started = {"pid": me.pid, "created": me.create_time(), "headless": True, "firefox": "firefox"}
        write_private(host.paths.browser, json.dumps(started))
        check("helper", "clz browser stop; clz browser start", 1, fixed=False)


def test_a_leg_that_hangs_costs_no_more_than_the_time(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "TIME_S", 0.3)
    held, disk = threading.Event(), filesystem.disk
    monkeypatch.setattr(filesystem, "disk", lambda: (held.wait(20), disk())[1])
    begin = time.monotonic()
    broken = {row["name"]: row for row in doctor.run("default")["checks"] if row["state"] == "broken"}
    assert time.monotonic() - begin < paced(5)
    held.set()
    assert {"disk", "package", "manifest"} <= set(broken)
    assert broken["disk"]["detail"] == "not known after 0.3 s"


def test_a_check_that_breaks_itself_is_a_row(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filesystem, "disk", lambda: dict[str, str]()["nothing"])
    assert "KeyError" in rows()["disk"]["detail"]
    assert failed() == ["disk"]


def test_with_everything_broken_it_still_says_so(scratch: Scratch) -> None:
    """A whole `clz doctor`: a screen of rows or one envelope, an exit code, and no stack."""
    runtime_open_to_others()
    config("timeout = [\n")
    own_manifest()
    claude_json()
    data_dir().write_text("no folder")
    env = {**scratch.env, "CLZ_FIREFOX": "/nowhere", "CLZ_JSON": "perhaps"}
    done = run_clz("doctor", env=env, cwd=scratch.root)
    assert (done.returncode, done.stderr) == (2, "")
    for leg in ("config", "folders", "firefox", "manifest", "claude"):
        assert f"BROKEN {leg} " in done.stdout
    assert done.stdout.count("fix: ") >= 5
    assert "Traceback" not in done.stdout
    done = run_clz("doctor", "--json", env=env, cwd=scratch.root)
    envelope = json.loads(done.stdout)
    assert (done.returncode, envelope["ok"], envelope["result"]["ok"]) == (2, True, False)
    assert [row["name"] for row in envelope["result"]["checks"]] == list(doctor.ORDER)


def test_other_sessions_are_named_in_the_fixes(scratch: Scratch) -> None:
    found = doctor.run("shop", require_running=True)
    assert found["recommendation"] == "clz --session shop browser start"
    assert session.host_lives(SessionPaths("shop")) is False
