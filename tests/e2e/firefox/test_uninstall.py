"""`clz uninstall` after clz was used for all that leaves something behind: it knows each file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clz_native.machine.find import find_firefox
from tests.running.commands import run_clz
from tests.site.server import Site
from tests.support.scratch import Scratch, processes_of


@pytest.mark.night
def test_nothing_of_clz_is_left_once_it_was_used_for_everything(scratch: Scratch, site: Site) -> None:
    folder = scratch.root / "work"
    folder.mkdir()

    def clz(*words: str) -> str:
        done = run_clz(*words, env=scratch.env, timeout=90, cwd=folder)
        assert done.returncode == 0, (words, done.stdout + done.stderr)
        return str(done.stdout)

    (folder / "a.clz").write_text(f'test "it is there"\n  open {site.url("form.html")}\n')
    clz("open", site.url("form.html"))
    clz("trace", "start", "left.zip")
    clz("film", "start", "left.webm")
    clz("setup", "--yes", "--only", "host", "--firefox", str(find_firefox().path))
    clz("agents")
    run_clz("url", env={**scratch.env, "CLAUDECODE": "1"}, cwd=folder)
    clz("run", "a.clz")
    assert json.loads(clz("uninstall", "--dry-run", "--json"))["result"]["kept"] == []
    clz("uninstall", "--yes")
    left = [path for root in ("run", "data", "state") for path in Path(scratch.root / root).rglob("*")]
    assert (left, processes_of(scratch.root)) == ([], [])
    assert not list((scratch.root / "home").rglob("clz.json"))
    assert sorted(path.name for path in folder.iterdir()) == ["a.clz"]
