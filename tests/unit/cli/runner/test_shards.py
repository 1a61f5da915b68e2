"""Parts of a run: each test in one of them, and all of them as long as each other as far as anybody knows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clz_apps.tests.report.model import load
from clz_apps.tests.report.times import load as load_times
from clz_apps.tests.report.times import merged
from clz_apps.tests.runner.plan import Shard, jobs
from clz_core.contract.errors import ClzError
from tests.support.scripts import scripts
from tests.unit.cli.runner.test_report import ended, journal

PARTS = """
import sys
from clz_apps.tests.report.times import load
from clz_apps.tests.runner.plan import Shard, jobs
from clz_apps.tests.script.find import scripts
from clz_cli.line import run
from clz_cli.tests.lines import CommandLine
for n in range(1, 4):
    print([job.title for job in jobs(scripts(["."], CommandLine(run)), [], None, Shard(n, 3), 1, load(sys.argv[1]))])
"""


def suite(folder: Path, titles: list[str], tags: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.clz").write_text("".join(f'test "{title}" {tags}\n  ping\n' for title in titles))


def times(**ms: int) -> dict[tuple[str, str], int]:
    return {("a.clz", title): took for title, took in ms.items()}


def parts(of: int, known: dict[tuple[str, str], int] | None) -> list[list[str]]:
    found = scripts(["."])
    return [[job.title for job in jobs(found, [], None, Shard(n, of), 1, known)] for n in range(1, of + 1)]


@given(st.lists(st.integers(1, 60_000), min_size=1, max_size=60), st.integers(1, 9))
def test_each_test_is_in_one_part_and_no_part_takes_much_longer(took: list[int], of: int) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        suite(Path(folder), [f"t{n}" for n in range(len(took))])
        known = times(**{f"t{n}": ms for n, ms in enumerate(took)})
        patch.chdir(folder)
        found = parts(of, known)
    assert sorted(title for part in found for title in part) == sorted(f"t{n}" for n in range(len(took)))
    sums = [sum(known["a.clz", title] for title in part) for part in found]
    assert max(sums) <= sum(took) / of + max(took)  # Graham's bound for any list; the longest first is below it
    assert all(part == sorted(part, key=lambda title: -known["a.clz", title]) for part in found)


def test_what_nobody_has_timed_counts_as_the_median_and_what_is_skipped_as_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    suite(tmp_path, ["long", "short", "new", "middle"])
    assert parts(2, times(long=121, short=20, middle=50)) == [["long"], ["new", "middle", "short"]]
    with (tmp_path / "a.clz").open("a") as file:
        file.write('test "later" @skip\n  ping\n')
    assert parts(2, times(long=121, short=20, middle=50, later=900)) == [["long"], ["new", "middle", "short", "later"]]


def test_without_times_each_part_has_as_many_in_the_order_of_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    suite(tmp_path, ["a", "b", "c", "d", "e"])
    assert parts(2, None) == [["a", "c", "e"], ["b", "d"]]


def test_machines_divide_alike_wherever_the_tests_lie_there(tmp_path: Path) -> None:
    """In other processes, folders and locales, with other hashes of words."""
    random.seed(7)
    took = {f"t{n}": random.choice([5, 5, 20, 300]) for n in range(40)}
    said = set()
    for seed in ("0", "1", "99"):
        folder = tmp_path / f"machine-{seed}" / "checkout"
        suite(folder, [*took, "unseen"])
        (folder / "times.json").write_text(json.dumps({"v": 1, "ms": {"a.clz": took}}))
        done = subprocess.run(
            [sys.executable, "-c", PARTS, "times.json"],
            cwd=folder,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 1


def test_times_come_from_journals_and_keep_what_is_not_in_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("times.json").write_text('{"v": 1, "ms": {"a.clz": {"name one": 7}, "b.clz": {"old": 3}}}')
    for n in (1, 2):
        told = [
            ended(kind, f"x{n}", "passed", name="name one", file="./a.clz", ms=n * 10.2) for kind in ("attempt", "test")
        ]
        journal(tmp_path / f"shards/{n}", *told, {"kind": "run", "shard": f"{n}/3", "exit": 0})
    skipped = ended("test", "s", "skipped", name="later")
    journal(tmp_path / "shards/4", skipped)
    report = load(["shards"])
    Path("times.json").write_text(merged("times.json", report))
    assert load_times("times.json") == {("a.clz", "name one"): 15, ("b.clz", "old"): 3}
    assert report.missing == ["3/3"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"v": 2, "ms": {}}', '{"v": 1, "ms": {"a": {"b": -1}}}', '{"v": 1, "ms": []}', "\x00"]
)
def test_what_is_no_file_of_times_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "times.json"
    file.write_text(text)
    with pytest.raises(ClzError, match="is not a file of test times") as found:
        load_times(str(file))
    assert "clz report DIR --times" in found.value.hint
    assert load_times(str(tmp_path / "none.json")) is None
    with pytest.raises(ClzError, match="Cannot read"):
        load_times(str(tmp_path))
