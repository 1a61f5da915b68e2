"""What decides which tests run is held to its own rules."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import selection
from tests.running.selection import builds, flaky, give_second_tries, is_doubled, shard, shares

ROOT = Path(__file__).parents[2]
MOST = 10


def test_few_tests_have_a_second_try_and_each_says_why() -> None:
    entries = flaky()
    assert len(entries) <= MOST
    for entry in entries:
        path, function = entry["id"].partition("[")[0].split("::")
        assert f"def {function}(" in (ROOT / path).read_text(), f"there is no {entry['id']}"
        assert entry["cause"].strip()
        assert isinstance(entry["seen"], dt.date)


@pytest.mark.parametrize("case", ["this"])
def test_those_that_are_named_have_a_second_try_and_no_others(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    assert isinstance(request.node, pytest.Item)
    function = request.node.nodeid.removesuffix(f"[{case}]")
    monkeypatch.setattr(selection, "FLAKY", tmp_path / "flaky.toml")
    monkeypatch.setattr(request.node, "own_markers", [])
    for named, tries in (
        ("", 0),
        (f"{function}[other]", 0),
        (function[:-1], 0),
        (function, 1),
        (f"{function}[this]", 2),
    ):
        entry = f'[[test]]\nid = "{named}"\ncause = "it wavers"\nseen = 2026-01-31\n'
        (tmp_path / "flaky.toml").write_text(entry if named else "")
        give_second_tries([request.node])
        assert [mark.kwargs for mark in request.node.iter_markers("flaky")] == [{"reruns": 1}] * tries


def test_the_longest_path_says_whether_a_test_runs_in_both_builds() -> None:
    table = {
        "managed-and-plain": {"reading/test_eval.py": "it differs"},
        "managed": {"reading": "the same", "reading/test_eval.py::test_long": "long"},
    }
    assert is_doubled("reading/test_eval.py::test_it", table)
    assert not is_doubled("reading/test_eval.py::test_long", table)
    assert is_doubled("reading/test_eval.py::test_longer", table)
    assert not is_doubled("reading/test_frames.py::test_it", table)
    with pytest.raises(KeyError, match="does not say"):
        is_doubled("readings/test_frames.py::test_it", table)


def test_every_path_of_the_builds_is_there_and_has_its_reason() -> None:
    for names in builds().values():
        for name, reason in names.items():
            path, _, function = name.partition("::")
            assert (ROOT / "tests/e2e" / path).exists(), name
            assert not function or f"def {function}(" in (ROOT / "tests/e2e" / path).read_text(), name
            assert reason.strip()


def test_shards_have_every_file_once_and_about_the_same_number_of_tests() -> None:
    files = {f"test_{n}.py": n * n % 17 + 1 for n in range(40)}
    parts = shares(files, 3)
    assert sorted(file for part in parts for file in part) == sorted(files)
    sizes = [sum(files[file] for file in part) for part in parts]
    assert max(sizes) - min(sizes) <= max(files.values())
    assert shares(dict(reversed(files.items())), 3) == parts


@pytest.mark.parametrize("words", ["0/3", "4/3", "1", "x/y", "1/2/3", ""])
def test_a_shard_that_there_is_not_is_refused(words: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  argparse says what is wrong
        shard(words)


def test_the_first_cases_run_by_day_in_each_build_and_the_others_at_night() -> None:
    test = "tests/e2e/network/test_bodies.py::test_a_page_gets_every_byte_as_it_came"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not night",
        test,
    ]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert sum("managed" in line for line in listed) == sum("plain" in line for line in listed) == 6
