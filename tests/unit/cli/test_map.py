"""What `clz map` says of files that it cannot use, and what it writes as Parquet; nothing is started for that."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from clz_apps.fleet import parquet
from clz_apps.fleet.mapping import map_pages
from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.contract.errors import ClzError

GOOD = "def map(page): return page.title\n"
VALUES = {"urls": "urls.txt", "out": "out", "workers": 1, "retries": 0, "per_site": 0, "headed": False} | {
    "fleet": "",
    "insecure": False,
    "parquet": False,
}


@pytest.mark.parametrize(
    ("script", "more", "code", "why", "hint"),
    [
        (None, {}, "FILE_ERROR", "There is no file map.py", "def map"),
        ("x = 1\n", {}, "USAGE", "map.py has no function map", "def map"),
        ("x = 1\n\nmap = x + y\n", {}, "USAGE", "cannot be run: NameError: name 'y'", "It was at map.py:3"),
        ("def map(page) return 1\n", {}, "USAGE", "cannot be run: SyntaxError: .*line 1", ""),
        ("import sys; sys.exit(3)\n", {}, "USAGE", "cannot be run: SystemExit: 3", "It was at map.py:1"),
        (GOOD, {"urls": "none.txt"}, "FILE_ERROR", "Cannot read none.txt", "file of addresses"),
        (GOOD, {"urls": "."}, "FILE_ERROR", r"Cannot read \.: Is a directory", "file of addresses"),
        (GOOD, {"out": "urls.txt"}, "FILE_ERROR", "urls.txt cannot be made: File exists", "another folder"),
        (
            GOOD,
            {"out": "other"},
            "USAGE",
            "Line 1 of other/results.jsonl is not a line of a checkpoint",
            "another file",
        ),
        (GOOD, {"out": "pipes"}, "FILE_ERROR", "pipes/errors.jsonl is not a file", "another folder"),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_is_opened(
    script: str | None,
    more: dict[str, str],
    code: str,
    why: str,
    hint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [])
    Path("urls.txt").write_text("http://localhost:9/\n")
    Path("other").mkdir()
    Path("other/results.jsonl").write_text("mine\n")
    Path("pipes").mkdir()
    os.mkfifo("pipes/errors.jsonl")
    if script is not None:
        Path("map.py").write_text(script)
    with pytest.raises(ClzError, match=why) as caught:
        map_pages({**VALUES, "file": "map.py", **more}, Place(), Say())
    assert caught.value.code == code
    assert hint in caught.value.hint
    assert Path("other/results.jsonl").read_text() == "mine\n"


@pytest.mark.parametrize(
    ("values", "kind", "read"),
    [
        ([1, 2.5, None], "double", [1.0, 2.5, None]),
        (["a", None], "string", ["a", None]),
        ([None, None], "null", [None, None]),
        (
            [{"title": "A", "links": [1]}, {"title": None, "links": []}, {"more": True}],
            "struct",
            [
                {"title": "A", "links": [1], "more": None},
                {"title": None, "links": [], "more": None},
                {"title": None, "links": None, "more": True},
            ],
        ),
        ([1, "a", {"b": []}], "string", ["1", '"a"', '{"b": []}']),
        ([{}, {}], "string", ["{}", "{}"]),
        ([[{}]], "string", ["[{}]"]),
        ([2**80, 1], "string", [str(2**80), "1"]),
        ([], "null", []),
    ],
)
def test_values_keep_their_type_or_are_json_where_they_have_none_in_common(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, values: list[Any], kind: str, read: list[Any]
) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(parquet, "AT_A_TIME", 1)
    lines = tmp_path / "results.jsonl"
    entries = [{"url": f"https://a.test/{n}", "value": v, "attempts": 1, "seconds": 0.5} for n, v in enumerate(values)]
    lines.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    table = pq.read_table(parquet.written(str(lines), str(tmp_path / "results.parquet")))
    assert str(table.schema.field("value").type).startswith(kind)
    assert table.column("value").to_pylist() == read
    assert table.column("url").to_pylist() == [entry["url"] for entry in entries]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.jsonl", "results.parquet"]
