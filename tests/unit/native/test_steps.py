"""The plan of `clz setup`, for machines of every kind: nothing is done that was not asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clz_core.contract.errors import ClzError
from clz_native.machine.builds import find_builds
from clz_native.setup.journal import SetupJournal
from clz_native.setup.steps import SetupOptions, Step, plan
from tests.support.machines import Machine
from tests.support.scratch import Scratch


def steps(machine: Machine, setup_options: SetupOptions, is_root: bool = False) -> dict[str, Step]:
    system = replace(machine.system, is_root=is_root)
    return {step.name: step for step in plan(system, find_builds(system), setup_options)}


def test_without_firefox_it_is_said_how_to_install_one(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.program("bin/dnf")
    (only,) = steps(machine, SetupOptions()).values()
    assert (only.name, only.state, only.changes) == ("firefox", "manual", ("sudo dnf install -y firefox",))
    assert "clz setup --with-deps" in only.note


def test_without_root_the_line_for_sudo_is_said_and_nothing_runs(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.program("bin/apt-get")
    (only,) = steps(machine, SetupOptions(with_deps=True)).values()
    assert (only.state, only.changes[-1]) == ("manual", "sudo apt-get install -y firefox-esr")


def test_root_has_the_package_manager_run(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    log = tmp_path / "log"
    machine.program("bin/apt-get", f'echo "$@" >> {log}')
    (only,) = steps(machine, SetupOptions(with_deps=True), is_root=True).values()
    assert only.state == "todo"
    only.apply(SetupJournal(tmp_path / "setup.json"))
    assert log.read_text() == "update\ninstall -y firefox-esr\n"


def test_a_package_manager_that_fails_is_quoted(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.program("bin/dnf", "echo no network; exit 4")
    (only,) = steps(machine, SetupOptions(with_deps=True), is_root=True).values()
    with pytest.raises(ClzError) as caught:
        only.apply(SetupJournal(tmp_path / "setup.json"))
    assert caught.value.code == "SETUP_FAILED"
    assert "exit code 4: no network" in caught.value.message


@pytest.mark.parametrize(
    ("name", "version", "setup_options", "state"),
    [
        ("firefox", "145.0", SetupOptions(), "manual"),
        ("firefox", "145.0", SetupOptions(asks=True), "todo"),
        ("firefox", "145.0", SetupOptions(profile=Path("/p")), "todo"),
        ("firefox-beta", "146.0", SetupOptions(temporary=True), "todo"),
        ("firefox-esr", "153.5.0", SetupOptions(asks=True), "manual"),
        ("firefox-esr", "153.5.0", SetupOptions(temporary=True), "todo"),
        ("firefox-esr", "153.5.0", SetupOptions(profile=Path("/p")), "todo"),
        ("firefox-aurora", "146.0", SetupOptions(profile=Path("/p")), "todo"),
        ("firefox-nightly", "147.0a1", SetupOptions(asks=True), "manual"),
    ],
)
def test_the_extension_goes_in_the_way_the_build_allows(
    tmp_path: Path, scratch: Scratch, name: str, version: str, setup_options: SetupOptions, state: str
) -> None:
    machine = Machine(tmp_path)
    machine.firefox("opt/firefox", name, version)
    step = steps(machine, setup_options)["extension"]
    assert step.state == state
    if state == "todo":
        temporary = setup_options.temporary or name in ("firefox", "firefox-beta")
        assert ("load the extension until it ends" in step.what) == temporary
        assert str(setup_options.profile or machine.system.data / "own-profiles") in step.changes[0]


def test_what_is_shut_in_gets_the_extension_by_hand(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.snap()
    step = steps(machine, SetupOptions(asks=True))["extension"]
    assert step.state == "manual"
    assert "about:debugging" in step.note
