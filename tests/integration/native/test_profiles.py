"""`clz browser list` and `prune`: what profiles take, and which of them go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock

from clz_cli.main import in_process
from clz_core.config.paths import SessionPaths, data_dir
from tests.support.scratch import Scratch

DAY_S = 86_400


def profile(session: str, days: float) -> Path:
    """One of 2 MB that was used so many days ago."""
    folder = data_dir() / "profiles" / session
    (folder / "storage").mkdir(parents=True)
    for file in (folder / "prefs.js", folder / "storage/some.sqlite"):
        file.write_bytes(bytes(1_000_000))
        os.utime(file, (at := time.time() - days * DAY_S, at))
    return folder


def test_profiles_are_listed_by_their_use_and_old_ones_go_if_nobody_needs_them(
    scratch: Scratch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def said(*words: str) -> list[str]:
        assert in_process(["browser", *words]) == 0
        return capsys.readouterr().out.splitlines()

    assert said("list") == ["clz keeps no profiles"]
    assert said("prune") == ["no profile is that old"]
    folders = {days: profile(name, days) for name, days in (("default", 90), ("old", 40), ("shop", 10), ("busy", 50))}
    (tmp_path / "kept").write_text("of somebody else")
    (data_dir() / "profiles/linked").symlink_to(tmp_path)
    (folders[40] / "linked").symlink_to(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", "input()", "--profile", str(folders[50])], stdin=subprocess.PIPE
    ) as firefox:
        try:
            *lines, together = said("list")
            assert [line.split()[:3] for line in lines] == [
                [name, "2", "MB"] for name in ("shop", "old", "busy", "default")
            ]
            assert [line.split()[3:5] == ["in", "use"] for line in lines] == [False, False, True, False]
            assert together == "4 profiles, 8 MB: `clz browser prune` removes old ones"
            paths = SessionPaths("mine")
            paths.folder.mkdir(parents=True, mode=0o700)
            with FileLock(paths.lock, mode=0o600):  # as the host of a Firefox that clz has not started holds it
                assert in_process(["status", "--all"]) == 0
            mine, *lines, together = capsys.readouterr().out.splitlines()
            assert mine.split() == ["mine", *"running in a Firefox of your own".split()]
            assert [line.split()[:5] for line in lines[1:3]] == [
                ["old", "stopped", "2", "MB", "used"],
                ["busy", "running", "2", "MB", "in"],
            ]
            assert together == "5 sessions, 8 MB"
            assert in_process(["status", "--all", "--json"]) == 0
            assert {one["session"] for one in json.loads(capsys.readouterr().out)["result"]["profiles"]} == {
                *("default", "old", "shop", "busy")  # the host of `mine` has ended
            }
            for name, why in (
                ("busy", "is running"),
                ("nobody", "No profile is kept"),
                ("../run", "No profile is kept"),
            ):
                assert in_process(["browser", "rm", name]) == 2
                assert why in capsys.readouterr().err
            assert said("prune") == ["removed old: 2 MB"]
            assert said("prune", "--days", "9") == ["removed shop: 2 MB"]
        finally:
            firefox.kill()
    assert [days for days, folder in folders.items() if folder.exists()] == [90, 50]
    assert said("rm", "default") == ["removed default: 2 MB"]
    assert not folders[90].exists()
    assert (tmp_path / "kept").read_text() == "of somebody else"
