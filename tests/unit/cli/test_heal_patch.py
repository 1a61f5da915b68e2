"""The patch of `clz run --heal`: `git apply` takes it, and it holds what was looked at and nothing else."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from clz_apps.tests.runner.healing import patch
from clz_apps.tests.runner.healing.changes import Change
from clz_apps.tests.runner.healing.healer import Healer
from clz_apps.tests.script import words
from clz_core.contract.errors import ClzError
from clz_core.heal.proposals import Proposal


def change(file: str, line: int, text: str, healed: str) -> Change:
    return {
        "file": file,
        "line": line,
        "text": text,
        "healed": healed,
        "target": "#a",
        "proposed": "#b",
        "why": "",
        "others": [],
    }


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_git_applies_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    end = ending or "\n"
    files = {"a.clz": 2, "in here/b c.clz": 1}
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        lines = ["\ufefftest x" if name == "a.clz" else '  click "#a"', '  click "#a"']
        (tmp_path / name).write_bytes((end.join(lines) + ending).encode())
    monkeypatch.chdir(tmp_path)
    changes = [change(name, line, 'click "#a"', "click '#b c'") for name, line in files.items()]
    applied, left = patch.write("clz-heal.patch", [*changes, changes[0]])
    assert (applied, left) == ("git apply clz-heal.patch", [])
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(shlex.split(applied), check=True)
    assert Path("a.clz").read_bytes() == f"\ufefftest x{end}  click '#b c'{ending}".encode()
    assert Path("in here/b c.clz").read_bytes() == f"  click '#b c'{end}  click \"#a\"{ending}".encode()


def test_files_of_other_folders_are_named_from_what_is_above_them_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two here").mkdir()
    (tmp_path / "two here/a.clz").write_text('click "#a"\n')
    monkeypatch.chdir(tmp_path / "one")
    applied, _ = patch.write("p.patch", [change("../two here/a.clz", 1, 'click "#a"', 'click "#b"')])
    subprocess.run(shlex.split(applied), check=True)
    assert (tmp_path / "two here/a.clz").read_text() == 'click "#b"\n'


def test_what_changed_meanwhile_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.clz").write_text("click x\n")
    applied, left = patch.write("p", [change("a.clz", 1, "click y", "click z"), change("b.clz", 1, "a", "b")])
    assert (applied, len(left), Path("p").exists()) == ("", 2, False)


def test_no_file_of_yours_is_replaced(tmp_path: Path) -> None:
    mine = tmp_path / "mine.patch"
    mine.write_text("mine")
    with pytest.raises(ClzError, match="not a patch of clz run --heal"):
        patch.prepare(str(mine))
    assert mine.read_text() == "mine"
    mine.write_text(patch.FIRST)
    patch.prepare(str(mine))
    assert not mine.exists()
    with pytest.raises(ClzError, match="There is no folder"):
        patch.prepare(str(tmp_path / "none/a.patch"))


@pytest.mark.parametrize(
    ("text", "healed"),
    [
        ('fill  "#a"   "x y"', 'fill  \'#b "c"\'   "x y"'),
        ("click #a", "click '#b \"c\"'"),
        ("drag '#x' --to=#a", "drag '#x' '--to=#b \"c\"'"),
    ],
)
def test_the_rest_of_a_line_stays_as_it_was_written(text: str, healed: str) -> None:
    read = words.split(text)
    at = next(n for n, word in enumerate(read) if word.text.endswith("#a"))
    step = {"text": text, "command": text, "name": "", "file": "a.clz", "line": 1}
    line = Healer._line(step, read, at, "#a", Proposal('#b "c"', "", 1))  # type: ignore[arg-type]
    assert line == healed
