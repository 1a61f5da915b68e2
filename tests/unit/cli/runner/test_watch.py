"""What `clz run --watch` runs again, and which changes it gets."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import cast

import pytest

from clz_apps.lines import Lines
from clz_apps.place import Place
from clz_apps.say import Say
from clz_apps.tests.runner import tests
from clz_apps.tests.runner.plan import jobs
from clz_apps.tests.runner.reporter import Reporter
from clz_apps.tests.runner.watch import IN_A_ROW, Noise, touched
from clz_apps.tests.runner.watched import Watched
from clz_core.contract.errors import UsageError
from tests.support.scripts import scripts
from tests.support.waiting import until


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.clz").write_text('test "one"\n  include "steps.clz"\ntest "two"\n  upload "#f" data.txt\n')
    (tmp_path / "steps.clz").write_text('click "#go"\n')
    (tmp_path / "b.clz").write_text('test "three"\n  ping\n')
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("a.clz", ["one", "two"]),
        ("data.txt", ["two"]),
        ("b.clz", ["three"]),
        ("gone.clz", []),
        ("server.py", ["one", "two", "three"]),
    ],
)
def test_a_change_runs_the_tests_that_it_touches_and_any_other_file_all(
    changed: str, expected: list[str], here: Path
) -> None:
    found = scripts(["."])
    meant = touched(found, jobs(found, [], None, None, 1), {os.path.realpath(here / changed)})
    assert [job.test.name for job in meant] == expected


def test_a_file_that_tests_change_runs_none_after_some_times_in_a_row() -> None:
    noise = Noise()
    log = {"log"}
    for _ in range(IN_A_ROW - 1):
        assert noise.heard(log, meanwhile=True) == (log, set())
    assert noise.heard({"log", "a"}, meanwhile=True) == ({"a"}, log)
    assert noise.heard(log, meanwhile=True) == (set(), set())
    noise.forget()
    assert noise.heard(log, meanwhile=True) == (log, set())


def test_changes_that_a_person_makes_between_runs_count_each_time() -> None:
    noise = Noise()
    for _ in range(IN_A_ROW * 2):
        assert noise.heard({"a"}, meanwhile=True) == ({"a"}, set())
        assert noise.heard({"a"}, meanwhile=False) == ({"a"}, set())


def test_files_are_told_once_they_have_changed_but_no_outputs_and_no_files_of_tools(tmp_path: Path) -> None:
    folder = tmp_path / "node_modules" / "own"  # what is above the folder does not count
    (folder / "out").mkdir(parents=True)
    (folder / "node_modules").mkdir()
    seen: set[str] = set()

    def told(name: str) -> bool:
        seen.update(Path(file).name for file in watched.changed())
        if name not in seen:
            (folder / name).write_text(os.urandom(4).hex())  # the first may come before it is watched
        return name in seen

    with Watched([str(folder), str(folder / "out")], [str(folder / "out")]) as watched:
        assert watched.folders == [os.path.realpath(folder)]
        until(lambda: told("begun"))
        for name in ("out/report.html", "node_modules/a.js", "a.pyc", ".a.txt.swp"):
            (folder / name).write_text("x")
        (folder / "4913").write_text("x")
        (folder / "4913").unlink()
        until(lambda: told("page.html"))
    assert seen == {"begun", "page.html"}


def test_what_cannot_be_watched_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for folder, why in [(tmp_path / "no", "There is no folder"), (tmp_path, "too many"), (Path("/"), "too many")]:
        with pytest.raises(UsageError, match=why) as caught, Watched([str(folder)], []):
            pass
        assert "--watch=src" in caught.value.hint


def test_without_the_package_that_watches_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "clz_apps.tests.runner.watch")
    monkeypatch.delitem(sys.modules, "clz_apps.tests.runner.watched")
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    by = tests.Asker(Place(), cast("Lines", None), Say(), Reporter, False)
    with pytest.raises(UsageError, match="--watch needs watchfiles") as caught:
        tests._watch([], {}, by)
    assert caught.value.hint == 'Install it: pip install "claudezilla[watch]"'
