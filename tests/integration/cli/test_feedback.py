"""What a report of a bug holds, and what `clz upgrade` would run."""

from __future__ import annotations

import getpass
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from clz_apps.machine import feedback, upgrade
from clz_core import __version__
from tests.running.commands import run_clz
from tests.support.scratch import CLZ, Scratch

SECRET = "s3cr3t-Passw0rd"
LOG = f"""2026-01-02 03:04:05,678 12 WARNING no answer from https://ada:{SECRET}@shop.example/?token={SECRET} in time
2026-01-02 03:04:06,678 12 INFO all is well
2026-01-02 03:04:07,678 12 ERROR agent_0123456789abcdef0123456789abcdef asked for HOME/private/list.txt
"""


def test_a_report_has_versions_checks_and_warnings_and_no_name_or_address(scratch: Scratch) -> None:
    home = scratch.env["HOME"]
    logs = Path(scratch.env["CLZ_STATE_DIR"]) / "logs"
    logs.mkdir(mode=0o700, parents=True, exist_ok=True)
    (logs / "host-default.log").write_text(LOG.replace("HOME", home), "utf-8")
    env = {**scratch.env, "CLZ_FIREFOX": f"{home}/my firefox", "CLZ_WAIT_MS": "700"}
    done = run_clz("feedback", env=env)
    report = done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    for held in (f"clz {__version__}", "Python 3", "firefox", "wait_ms = 700", "no answer from https://…", "~/private"):
        assert held in report, held
    assert "- browser.firefox = (set), from env" in report.splitlines()
    for kept in (SECRET, "shop.example", home, "0123456789abcdef", "all is well"):
        assert kept not in report, kept


def test_names_of_person_and_machine_are_not_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/lovelace")
    monkeypatch.setattr(getpass, "getuser", lambda: "lovelace")
    monkeypatch.setattr(platform, "node", lambda: "engine-1")
    said = feedback.anonymous("/home/lovelace/x of lovelace at engine-1, and engine-10; file:///home/lovelace/y")
    assert said == "~/x of USER at MACHINE, and engine-10; file://…"


@pytest.mark.parametrize(
    ("marker", "text", "name", "command"),
    [
        ("pipx_metadata.json", "{}", "pipx", ("pipx", "upgrade", "claudezilla")),
        ("uv-receipt.toml", "", "uv", ("uv", "tool", "upgrade", "claudezilla")),
        (
            "pyvenv.cfg",
            "uv = 0.9\n",
            "uv pip",
            ("uv", "pip", "install", "--python", sys.executable, "--upgrade", "claudezilla"),
        ),
        ("pyvenv.cfg", "home = /usr\n", "pip", (sys.executable, "-m", "pip", "install", "--upgrade", "claudezilla")),
    ],
)
def test_an_upgrade_is_by_what_installed_it(
    tmp_path: Path, marker: str, text: str, name: str, command: tuple[str, ...]
) -> None:
    (tmp_path / marker).write_text(text, "utf-8")
    found = upgrade.installer(tmp_path)
    assert (found.name, found.command) == (name, command)
    removals = {"pipx": "pipx uninstall", "uv": "uv tool uninstall", "uv pip": "uv pip uninstall --python"}
    assert found.removal.startswith(removals.get(name, f"{sys.executable} -m pip uninstall"))
    assert found.removal.endswith(" claudezilla")


def test_a_clone_is_upgraded_by_hand(scratch: Scratch) -> None:
    words = [*CLZ, "upgrade"]
    done = subprocess.run(words, env=scratch.env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("installed by a clone; for the newest: git -C ")
