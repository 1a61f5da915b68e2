"""Firefox builds are found wherever they are, each once, and known by kind and packaging."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clz_core.contract.errors import ClzError
from clz_generate.files import ROOT
from clz_native.machine.builds import OLDEST, Build, find_builds, named_build
from clz_native.machine.find import find_firefox
from clz_native.machine.packages import find_manager
from tests.support import there
from tests.support.machines import FakeRegistry, Machine


def seen(machine: Machine) -> list[tuple[str, str, str, bool]]:
    return [(b.kind, b.version, b.packaging, b.manageable) for b in find_builds(machine.system)]


@pytest.mark.parametrize(
    ("name", "version", "kind", "whole"),
    [
        ("firefox", "145.0", "release", False),
        ("firefox-beta", "146.0", "beta", False),
        ("firefox-esr", "153.5.0", "esr", True),
        ("firefox-aurora", "146.0", "developer", True),
        ("firefox-nightly", "147.0a1", "nightly", True),
    ],
)
def test_the_kind_of_a_build_is_read_from_its_application_ini(
    tmp_path: Path, name: str, version: str, kind: str, whole: bool
) -> None:
    machine = Machine(tmp_path)
    machine.firefox("opt/firefox", name, version)
    assert seen(machine) == [(kind, version, "plain", True)]
    (build,) = find_builds(machine.system)
    assert (build.takes_unsigned, build.signed_only) == (whole, not whole)


@pytest.mark.parametrize(
    ("said", "kind", "version"),
    [
        ("Mozilla Firefox 153.5.0esr", "esr", "153.5.0"),
        ("Mozilla Firefox 145.0", "release", "145.0"),
        ("Mozilla Firefox 146.0b3", "beta", "146.0b3"),
        ("Mozilla Firefox Nightly 147.0a1", "nightly", "147.0a1"),
        ("no such thing", "unknown", ""),
    ],
)
def test_without_application_ini_the_program_is_asked(tmp_path: Path, said: str, kind: str, version: str) -> None:
    machine = Machine(tmp_path)
    machine.program("bin/firefox", f"echo '{said}'")
    assert seen(machine) == [(kind, version, "plain", True)]


def test_one_that_is_too_old_is_named_and_gives_way_to_any_that_is_not(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.firefox("opt/firefox-esr", "firefox-esr", "128.3.0")
    assert seen(machine) == [("esr", "128.3.0", "plain", False)]
    with pytest.raises(ClzError) as caught:
        find_firefox(machine.system)
    assert caught.value.code == "FIREFOX_UNSUPPORTED"
    assert f"too old, clz needs {OLDEST} or newer: " in caught.value.message
    assert "(Firefox ESR 128.3.0)" in caught.value.message
    assert "clz browser install" in caught.value.hint
    machine.firefox("opt/firefox", "firefox", "145.0")
    assert find_firefox(machine.system).version == "145.0"


def test_too_old_is_what_the_extension_does_not_come_into() -> None:
    manifest = json.loads((ROOT / "extension/manifest.json").read_text("utf-8"))
    assert manifest["browser_specific_settings"]["gecko"]["strict_min_version"] == f"{OLDEST}.0"


def test_links_and_scripts_lead_to_the_build_they_start(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    esr = machine.firefox("usr/lib/firefox-esr", "firefox-esr", "153.5.0", "firefox-esr")
    (machine.bin / "firefox-esr").symlink_to(esr)
    machine.program("bin/firefox", 'exec firefox-esr "$@"')
    (build,) = find_builds(machine.system)
    assert build == Build(machine.bin / "firefox-esr", esr.parent, "esr", "153.5.0")
    assert named_build("firefox", machine.system).folder == build.folder


def test_every_build_is_found_and_the_best_for_clz_is_first(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.snap()
    machine.flatpak()
    machine.firefox("opt/firefox", "firefox", "145.0")
    machine.firefox("opt/firefox-developer-edition", "firefox-aurora", "146.0")
    assert seen(machine) == [
        ("developer", "146.0", "plain", True),
        ("release", "145.0", "plain", True),
        ("release", "145.0", "snap", False),
        ("release", "145.0", "flatpak", False),
    ]


def test_the_script_by_which_ubuntu_starts_its_snap_is_the_snap(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.snap()
    machine.program("bin/firefox", 'exec /snap/bin/firefox "$@"')
    assert seen(machine) == [("release", "145.0", "snap", False)]


def test_applications_are_found_on_macos(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "darwin")
    for app, name, version in (
        ("Firefox", "firefox", "145.0"),
        ("Firefox Developer Edition", "firefox-aurora", "146.0"),
    ):
        machine.program(f"Applications/{app}.app/Contents/MacOS/firefox")
        machine.ini(f"Applications/{app}.app/Contents/Resources", name, version)
    assert seen(machine) == [("developer", "146.0", "plain", True), ("release", "145.0", "plain", True)]


def test_installations_are_found_in_the_registry_of_windows(tmp_path: Path) -> None:
    registry = FakeRegistry()
    machine = Machine(tmp_path, "win32", registry)
    exe = machine.firefox("Program Files/Mozilla Firefox ESR", "firefox-esr", "153.5.0", "firefox.exe")
    key = r"HKLM\SOFTWARE\Mozilla\Mozilla Firefox\153.5.0 ESR (x64 de)\Main"
    registry.values[key, "PathToExe"] = str(exe)
    assert seen(machine) == [("esr", "153.5.0", "plain", True)]


def test_a_machine_without_firefox_has_none(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert find_builds(machine.system) == []
    with pytest.raises(ClzError) as caught:
        named_build("/no/such/firefox", machine.system)
    assert caught.value.code == "FIREFOX_NOT_FOUND"


@pytest.mark.parametrize(
    ("platform", "tool", "line"),
    [
        ("linux", "apt-get", "sudo apt-get install -y firefox-esr"),
        ("linux", "dnf", "sudo dnf install -y firefox"),
        ("linux", "pacman", "sudo pacman -S --noconfirm firefox-developer-edition"),
        ("linux", "zypper", "sudo zypper --non-interactive install MozillaFirefox"),
        ("linux", "apk", "sudo apk add firefox-esr"),
        ("darwin", "brew", "brew install --cask firefox@developer-edition"),
        ("win32", "winget", "winget install --exact --id Mozilla.Firefox.ESR --accept-source-agreements"),
    ],
)
def test_each_package_manager_has_its_line(tmp_path: Path, platform: str, tool: str, line: str) -> None:
    machine = Machine(tmp_path, platform)
    machine.program(f"bin/{tool}")
    manager = find_manager(platform, machine.system.path, tmp_path / "none")
    assert there(manager).lines(is_root=False)[-1] == line
    assert there(manager).lines(is_root=True)[-1] == line.removeprefix("sudo ")


def test_ubuntu_is_told_that_its_own_package_is_a_snap(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.program("bin/apt-get")
    for said in ("ID=ubuntu\n", 'ID=linuxmint\nID_LIKE="ubuntu debian"\n'):
        (tmp_path / "os-release").write_text(said)
        manager = find_manager("linux", machine.system.path, tmp_path / "os-release")
        assert "snap" in there(manager).note
        assert there(manager).lines(False)[0] == "sudo add-apt-repository -y ppa:mozillateam/ppa"


def test_clz_open_starts_the_one_that_it_fetched_then_the_best_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLZ_FIREFOX", raising=False)
    machine = Machine(tmp_path)
    found = [machine.firefox("opt/firefox", "firefox", "145.0")]
    found.append(machine.firefox("usr/lib/firefox-esr", "firefox-esr", "153.5.0", "firefox-esr"))
    found += [
        machine.firefox(f"data/firefox/{version}esr/firefox", "firefox-esr", version)
        for version in ("153.9.0", "153.12.0")
    ]
    for best in reversed(found):
        assert find_firefox(machine.system).path == best
        (best.parent / "application.ini").unlink()
        best.unlink()
    with pytest.raises(ClzError) as caught:
        find_firefox(machine.system)
    assert caught.value.code == "FIREFOX_NOT_FOUND"
    assert "clz browser install" in caught.value.hint


def test_a_firefox_that_is_shut_in_is_named_and_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLZ_FIREFOX", raising=False)
    machine = Machine(tmp_path)
    machine.snap()
    machine.flatpak()
    with pytest.raises(ClzError) as caught:
        find_firefox(machine.system)
    assert caught.value.code == "FIREFOX_UNSUPPORTED"
    assert sorted(caught.value.details["found"].values()) == ["flatpak", "snap"]
    assert "clz browser install" in caught.value.hint
