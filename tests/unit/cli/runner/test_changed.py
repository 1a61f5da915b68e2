"""`clz run --changed`: the tests that a change touches, in real repositories of git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from clz_apps.tests.runner.changed import touched
from clz_cli.lines.app import parsed
from clz_cli.lines.direct import understood
from clz_core.contract.errors import UsageError
from tests.support.scripts import scripts

FILES = {
    "a.clz": 'test "a1"\n  ping\ntest "a2"\n  upload "#f" data/photo.png\ntest "a3"\n  with people.csv\n  ping\n',
    "b.clz": 'test "b"\n  include parts/log-in.clz\n',
    "c.clz": 'test "c"\n  ping\n',
    "parts/log-in.clz": "ping\n",
    "data/photo.png": "",
    "people.csv": "NAME\nAda\n",
}


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@x.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "--initial-branch=main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "one")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(ref: str = "HEAD") -> list[str]:
    return [test.name for script in touched(scripts(["."]), ref) for test in script.tests]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("c.clz", ["c"]),
        ("parts/log-in.clz", ["b"]),
        ("data/photo.png", ["a2"]),
        ("people.csv", ["a1", "a2", "a3"]),
        ("README", []),
    ],
)
def test_tests_are_those_whose_files_have_changed(file: str, expected: list[str], repository: Path) -> None:
    assert names() == []
    (repository / file).write_text(FILES.get(file, "") + "\n")
    assert names() == expected


def test_a_change_counts_in_the_index_in_new_files_and_since_another_commit(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "d é.clz").write_text('test "d"\n  ping\n')
    assert names() == ["d"]
    git(repository, "add", ".")
    assert names() == ["d"]
    git(repository, "commit", "-m", "two")
    assert (names(), names("HEAD~1")) == ([], ["d"])
    monkeypatch.setenv("GIT_DIR", ".git")  # as in hooks of git
    monkeypatch.chdir(repository / "data")
    assert [one.path for one in touched(scripts([".."]), "HEAD~1")] == ["../d é.clz"]


@pytest.mark.parametrize("ref", ["lost", "--output=x", ""])
def test_a_commit_that_is_not_there_is_named(ref: str, repository: Path) -> None:
    with pytest.raises(UsageError, match="There is no commit") as caught:
        names(ref)
    assert caught.value.hint == "See the branches: git branch --all"
    assert not (repository / "x").exists()


def test_without_a_repository_a_commit_or_git_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.clz").write_text("ping\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="is not in a git repository") as caught:
        names()
    assert caught.value.hint == "Leave --changed out."
    git(tmp_path, "init")
    with pytest.raises(UsageError, match="has no commit yet"):
        names()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="git is not installed"):
        names()


def test_the_option_takes_a_commit_after_an_equals_sign_alone() -> None:
    for words, expected in [
        (["run", "--changed", "tests/"], ("HEAD", ["tests/"])),
        (["run", "--changed=main", "tests/"], ("main", ["tests/"])),
        (["run", "tests/"], (None, ["tests/"])),
    ]:
        line = understood(words)
        assert line is not None
        for values in (line.values, parsed(words)[1]):
            assert (values["changed"], values["paths"]) == expected
