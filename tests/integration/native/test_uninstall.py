"""`clz uninstall`: what clz made goes, what anybody else put beside it stays, and nothing goes unasked."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from clz_cli.main import in_process
from clz_core.client.keys import load_key
from clz_core.config.paths import SessionPaths, config_dir, data_dir, make_parents, private_dir, runtime_dir, state_dir
from clz_native.firefox.profile import prepare
from clz_native.setup.journal import SetupJournal
from tests.support.hosts import HostProcess
from tests.support.scratch import CLZ, Scratch
from tests.support.terminal import Terminal

OTHERS = (  # by names that clz itself uses, or might
    "profiles/alice/letters.txt",
    "profiles/user.js",
    "keys/service-account.json",
    "keys/sessions/notes",
    "firefox/140.0/patch.diff",
    "logs/access.log",
    "runs/2026/marathon.gpx",
    "films/holiday.json",
    "traces/route-66",
    "secrets.json",
    "work/host.lock.txt",
    "work/agents/todo",
    ".notes.txt.12.0123abcd",
)
DOWNLOADED = ("firefox-home/Downloads/report.csv", "downloads/tmp1/report.csv", "films/kept-01ab.webm")


def used() -> None:
    """Have what a session leaves that was used."""
    load_key("cli")
    prepare("shop", "managed")
    SessionPaths("shop").make()
    (data_dir() / "profiles/shop/storage").mkdir()
    (data_dir() / "profiles/shop/storage/some.sqlite").write_bytes(bytes(3_000_000))
    for folder in ("logs", "runs", "films"):
        private_dir(state_dir()), private_dir(state_dir() / folder)
    (state_dir() / "logs/host-shop.log").write_text("started")
    (state_dir() / "runs/20260101-120000-1").mkdir()


def put(folder: Path, names: tuple[str, ...]) -> dict[str, str]:
    """Files of somebody else's."""
    for name in names:
        make_parents(folder / name)
        (folder / name).write_text('{"of": "somebody else"}')
    return files(folder)


def files(folder: Path) -> dict[str, str]:
    return {
        str(one.relative_to(folder)): one.read_text("utf-8", "replace") for one in folder.rglob("*") if one.is_file()
    }


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> list[str]:
    assert in_process(["uninstall", *words]) == code
    out, err = capsys.readouterr()
    return (err if code else out).splitlines()


def test_all_that_clz_made_goes_and_a_second_time_there_is_nothing(
    scratch: Scratch, capsys: pytest.CaptureFixture[str]
) -> None:
    used()
    SetupJournal().write(scratch.root / "home/made/by-setup", "text", 0o600)
    would = said(capsys, "--dry-run")
    assert [line.split()[0] for line in would].count("remove") >= 4
    assert any(" MB  profiles of sessions, with their log-ins (1)" in line for line in would)
    assert not any(line.startswith("keep") for line in would)
    assert (data_dir() / "profiles/shop").exists()
    done = said(capsys, "--yes")
    assert " MB removed; the package itself: " in done[-1]
    assert not any(folder.exists() for folder in (data_dir(), state_dir(), runtime_dir(), scratch.root / "home/made"))
    assert said(capsys, "--yes") == [f"clz has left nothing else here; {done[-1].partition('; ')[2]}"]


def test_a_folder_that_holds_other_things_loses_none_of_them(
    scratch: Scratch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, outside = scratch.root / "shared", scratch.root / "outside"
    for folder in (shared, outside):
        folder.mkdir(mode=0o700)
    for variable in ("CLZ_DATA_DIR", "CLZ_STATE_DIR", "CLZ_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(shared))
    theirs = put(shared, (*OTHERS, *DOWNLOADED))
    theirs_outside = put(outside, ("kept",))
    (shared / "profiles/linked").symlink_to(outside)
    (shared / "traces/linked-cli-1-012345").symlink_to(outside)
    used()
    (shared / "profiles/shop/linked").symlink_to(outside)
    assert in_process(["uninstall", "--yes", "--json"]) == 0
    kept = {one["path"]: one["why"] for one in json.loads(capsys.readouterr().out)["result"]["kept"]}
    assert files(shared) == theirs
    assert files(outside) == theirs_outside
    assert os.readlink(shared / "profiles/linked") == str(outside)
    assert not (shared / "profiles/shop").exists()
    assert not (shared / "keys/cli.json").exists()
    assert not (shared / "shop").exists()
    assert kept[f"{shared}/profiles/linked"] == "a link, which clz does not follow"
    assert kept[f"{shared}/profiles/alice"] == "clz did not make it"
    assert kept[f"{shared}/downloads"] == "files that you downloaded"


def test_a_folder_that_others_may_write_to_is_left_and_named(
    scratch: Scratch, capsys: pytest.CaptureFixture[str]
) -> None:
    used()
    before = files(data_dir())
    data_dir().chmod(0o755)
    assert any(f"{data_dir()} is open to other users" in line for line in said(capsys, "--yes"))
    assert files(data_dir()) == before
    assert not state_dir().exists()


def test_what_setup_did_and_cannot_be_taken_back_keeps_everything(
    scratch: Scratch, capsys: pytest.CaptureFixture[str]
) -> None:
    used()
    SetupJournal().ran("a plugin", [sys.executable, "-c", "raise SystemExit('it is held')"])
    before = files(data_dir())
    refused = said(capsys, "--yes", code=1)
    assert "a plugin: it is held So nothing else was removed. [SETUP_FAILED]" in refused[0]
    assert refused[-1] == "hint: Then: clz setup --undo, and then: clz uninstall"
    assert files(data_dir()) == before
    (data_dir() / "setup.json").write_text("{")
    assert "cannot be read" in said(capsys, "--yes", code=2)[0]
    assert (data_dir() / "profiles/shop").exists()


def test_the_host_in_a_firefox_of_the_persons_own_ends(host: HostProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert "stopped   session default" in said(capsys, "--yes")
    assert not runtime_dir().exists()


def test_nobody_is_taken_to_have_agreed(scratch: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    used()
    before = files(data_dir())
    refused = said(capsys, code=2)
    assert refused[0].endswith("[CONFIRMATION_NEEDED]")
    assert refused[-1] == "hint: Do it: clz uninstall --yes. Only look: clz uninstall --dry-run"
    with Terminal([*CLZ, "uninstall"], scratch.env) as terminal:
        terminal.type("n\n")
        shown = terminal.watch(lambda: False)
        assert terminal.process.wait(10) == 0
    assert shown.index("profiles of sessions") < shown.index("Do it [y/N]") < shown.index("nothing was removed")
    assert files(data_dir()) == before


@pytest.mark.parametrize("policy", ["[policy]\nupload = false\n", "[policy"])
def test_an_agent_that_a_policy_holds_cannot_take_clz_from_its_person(
    scratch: Scratch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    used()
    private_dir(config_dir())
    (config_dir() / "config.toml").write_text(policy)
    monkeypatch.setenv("CLAUDECODE", "1")
    assert "[RIGHT_DENIED]" in said(capsys, "--yes", code=5)[0]
    assert (data_dir() / "profiles/shop").exists()
    assert in_process(["uninstall", "--dry-run", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)["result"]
    assert plan["done"] is False
    assert {"path": str(config_dir()), "why": "your settings"} in plan["kept"]
    monkeypatch.delenv("CLAUDECODE")
    said(capsys, "--yes")
    assert not data_dir().exists()
    assert (config_dir() / "config.toml").read_text() == policy
