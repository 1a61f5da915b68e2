"""Files of a test are beside the file whose line names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from clz_cli.commands import prepared
from clz_core.contract.commands import COMMANDS
from clz_core.files.beside import line_of, placed

READ = {"upload": {"files": ["a.txt", "-"]}, "addInitScript": {"file": "a.txt"}, "addRoute": {"har": "a.txt"}}
WRITTEN = {"saveState": {"path": "a.txt"}, "screenshot": {"path": "a.txt"}}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tests").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "values"), [*READ.items(), *WRITTEN.items()])
def test_a_file_is_beside_the_one_that_names_it_however_often_that_is_asked(
    name: str, values: dict[str, object], here: Path
) -> None:
    command = COMMANDS[name]
    assert placed(command, values) == values
    with line_of("tests/one.clz") as elsewhere:
        once = placed(command, values)
        assert placed(command, once) == once
    assert str(here / "tests/a.txt") in str(once)
    assert elsewhere == []


@pytest.mark.parametrize(("name", "values"), [*READ.items(), *WRITTEN.items()])
def test_what_is_only_in_the_folder_of_the_run_is_read_there_and_told(
    name: str, values: dict[str, object], here: Path
) -> None:
    (here / "a.txt").write_text("")
    with line_of("tests/one.clz") as elsewhere:
        once = placed(COMMANDS[name], values)
    reads = name in READ
    assert (str(here / "a.txt") in str(once), elsewhere) == (reads, ["a.txt"] if reads else [])


def test_a_baseline_that_is_typed_among_other_words_is_placed_too(here: Path) -> None:
    expect = COMMANDS["expect"]
    given = {param.name: param.default for param in expect.params if not param.required}
    with line_of("tests/one.clz"):
        values = prepared(expect, {**given, "words": ["snapshot", "page.aria"], "update": True, "condition": None})
    assert values["file"] == str(here / "tests/page.aria")
