"""What registers the host on each system, compared as files, and the registry of Windows."""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from clz_native.firefox.manifest import (
    PYTHON,
    REGISTRY_KEY,
    RELAY,
    installs,
    is_managed_launcher,
    managed_launcher,
    registration,
)
from clz_native.machine.builds import find_builds
from clz_native.setup.journal import SetupJournal
from clz_native.setup.steps import SetupOptions, Step, plan
from tests.support.machines import FakeRegistry, Machine

EXPECTED = Path(__file__).resolve().parent / "manifests"
LINUX, MAC, WINDOWS = PurePosixPath("/home/ada"), PurePosixPath("/Users/ada"), PureWindowsPath(r"C:\Users\Ada L")
KEY = rf"HKCU\{REGISTRY_KEY}"


@pytest.mark.parametrize(
    ("name", "platform", "home", "data", "python", "manifest"),
    [
        (
            "linux",
            "linux",
            LINUX,
            LINUX / ".local/share/clz",
            "/opt/my clz/bin/python",
            LINUX / ".mozilla/native-messaging-hosts/clz.json",
        ),
        (
            "flatpak",
            "linux",
            LINUX,
            LINUX / ".local/share/clz",
            "/opt/my clz/bin/python",
            LINUX / ".var/app/org.mozilla.firefox/.mozilla/native-messaging-hosts/clz.json",
        ),
        (
            "macos",
            "darwin",
            MAC,
            MAC / "Library/Application Support/clz",
            "/opt/clz/bin/python",
            MAC / "Library/Application Support/Mozilla/NativeMessagingHosts/clz.json",
        ),
        (
            "windows",
            "win32",
            WINDOWS,
            WINDOWS / r"AppData\Local\clz",
            r"C:\Users\Ada L\100%\python.exe",
            WINDOWS / r"AppData\Local\clz\native\clz.json",
        ),
    ],
)
def test_the_files_are_those_that_the_system_wants(
    name: str, platform: str, home: Any, data: Any, python: str, manifest: PurePath
) -> None:
    made = registration(home, data, platform, name == "flatpak", python)
    assert made.manifest == manifest
    expected = sorted((EXPECTED / name).iterdir())
    assert sorted(path.name for path, _, _ in made.files) == [file.name for file in expected]
    for path, text, _ in made.files:
        assert text.encode() == (EXPECTED / name / path.name).read_bytes(), path


def step(machine: Machine, name: str, setup_options: SetupOptions | None = None) -> Step:
    builds = find_builds(machine.system)
    return next(found for found in plan(machine.system, builds, setup_options or SetupOptions()) if found.name == name)


def files(machine: Machine) -> dict[str, bytes]:
    return {
        str(path.relative_to(machine.root)): path.read_bytes() for path in machine.root.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("packaging", ["plain", "snap", "flatpak"])
def test_registering_is_done_once_and_undone_to_the_byte(tmp_path: Path, packaging: str) -> None:
    machine = Machine(tmp_path)
    {"plain": lambda: machine.firefox("opt/firefox", "firefox", "1"), "snap": machine.snap, "flatpak": machine.flatpak}[
        packaging
    ]()
    before, folders = files(machine), sorted(machine.root.rglob("*"))
    name = "host-flatpak" if packaging == "flatpak" else "host"
    planned = step(machine, name)
    assert planned.state == "todo"
    journal = SetupJournal(tmp_path / "setup.json")
    planned.apply(journal)
    manifest = registration(machine.home, machine.system.data, "linux", packaging == "flatpak").manifest
    assert manifest.is_file()
    assert step(machine, name).state == "done"
    assert {row["state"] for row in SetupJournal(tmp_path / "setup.json").undo()} == {"removed"}
    assert files(machine) == before
    assert sorted(machine.root.rglob("*")) == folders
    assert SetupJournal(tmp_path / "setup.json").undo() == []


def test_a_manifest_of_another_clz_comes_back_when_setup_is_undone(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.firefox("opt/firefox", "firefox", "145.0")
    other = machine.home / ".mozilla/native-messaging-hosts/clz.json"
    other.parent.mkdir(parents=True)
    other.write_text('{"name": "clz", "path": "/elsewhere"}')
    journal = SetupJournal(tmp_path / "setup.json")
    step(machine, "host").apply(journal)
    assert "/elsewhere" not in other.read_text()
    journal.undo()
    assert other.read_text() == '{"name": "clz", "path": "/elsewhere"}'


def test_what_was_changed_since_is_left_alone_and_named(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.firefox("opt/firefox", "firefox", "145.0")
    journal = SetupJournal(tmp_path / "setup.json")
    step(machine, "host").apply(journal)
    manifest = machine.home / ".mozilla/native-messaging-hosts/clz.json"
    manifest.write_text("mine now")
    rows = {row["what"]: (row["state"], row["note"]) for row in journal.undo()}
    assert rows[str(manifest)] == ("kept", "changed since")
    assert manifest.read_text() == "mine now"


def test_windows_gets_a_registry_value_that_undo_takes_back(tmp_path: Path) -> None:
    registry = FakeRegistry()
    machine = Machine(tmp_path, "win32", registry)
    exe = machine.firefox("Firefox", "firefox-esr", "153.5.0", "firefox.exe")
    registry.values[r"HKCU\SOFTWARE\Mozilla\Mozilla Firefox\153.5.0\Main", "PathToExe"] = str(exe)
    journal = SetupJournal(tmp_path / "setup.json", registry)
    step(machine, "host").apply(journal)
    assert registry.get(KEY) == str(machine.system.data / "native/clz.json")
    assert step(machine, "host").state == "done"
    journal.undo()
    assert registry.get(KEY) is None
    registry.set(KEY, r"C:\other\clz.json")
    step(machine, "host").apply(journal)
    journal.undo()
    assert registry.get(KEY) == r"C:\other\clz.json"


def test_the_sandbox_of_a_flatpak_is_opened_only_where_that_was_asked_for(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.flatpak()
    overrides = machine.home / ".local/share/flatpak/overrides/org.mozilla.firefox"
    overrides.parent.mkdir(parents=True)
    overrides.write_text("[Context]\nfilesystems=home;\n")
    machine.program(
        "bin/flatpak", f"echo '[Session Bus Policy]\norg.freedesktop.Flatpak=talk' >> '{overrides}'; exit 0"
    )
    unasked = step(machine, "flatpak")
    assert unasked.state == "manual"
    command = "flatpak override --user --talk-name=org.freedesktop.Flatpak org.mozilla.firefox"
    assert unasked.changes == (command,)
    journal = SetupJournal(tmp_path / "setup.json")
    step(machine, "flatpak", SetupOptions(asks=True)).apply(journal)
    assert step(machine, "flatpak").state == "done"
    journal.undo()
    assert overrides.read_text() == "[Context]\nfilesystems=home;\n"


def test_a_snap_is_told_what_it_needs(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.snap()
    assert "xdg-desktop-portal" in step(machine, "host").note


def test_the_folders_of_a_home_that_has_none_are_made_and_noted(tmp_path: Path) -> None:
    data = tmp_path / ".local/share/clz"
    journal = SetupJournal(data / "setup.json")
    journal.write(data / "native/clz.json", "{}", 0o600)
    assert (data / "native/clz.json").read_text("utf-8") == "{}"
    noted = [entry["path"] for entry in SetupJournal(data / "setup.json").entries if entry["kind"] == "folder"]
    assert noted == [str(path) for path in (tmp_path / ".local", data.parent, data, data / "native")]


def python(folder: Path, name: str) -> str:
    """A Python of another install, which says who it is."""
    path = folder / name / "bin/python"
    path.parent.mkdir(parents=True)
    path.write_text(f'#!/bin/sh\necho {name} "$@"\n')
    path.chmod(0o700)
    return str(path)


def started(script: Path, **env: str) -> str:
    words = [str(script), "manifest", "add-on"]
    return subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout.split()[0]


def test_your_firefox_has_the_host_of_one_install_and_of_another_once_that_is_gone(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    first, second = python(tmp_path, "first"), python(tmp_path, "second install")
    script = machine.system.data / "native/clz-native"
    script.parent.mkdir(parents=True)
    for each in (first, second, second):
        script.write_text(registration(machine.home, machine.system.data, "linux", python=each).launcher_text)
    script.chmod(0o700)
    assert installs(script) == [second, first]
    assert started(script) == "second"
    Path(second).unlink()
    assert started(script) == "first"
    script.write_text("#!/bin/sh\nexec true\n")
    assert installs(script) == installs(tmp_path / "nothing") == []


def test_a_managed_firefox_has_the_host_of_the_install_that_started_it(tmp_path: Path) -> None:
    script, relay = tmp_path / "clz-native", tmp_path / "relay.py"
    relay.touch()
    ours, last = python(tmp_path, "ours"), python(tmp_path, "last")
    script.write_text(managed_launcher(last, str(relay)))
    script.chmod(0o700)
    told = {PYTHON: ours, RELAY: str(relay)}
    assert (started(script, **told), started(script)) == ("ours", "last")
    assert is_managed_launcher(script.read_text())
    Path(ours).unlink()
    assert started(script, **told) == "last"
    Path(last).unlink()
    assert not is_managed_launcher(script.read_text())
    assert not is_managed_launcher("")
