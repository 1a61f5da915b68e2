"""What `clz map` says of files that it cannot use; nothing is started for them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clz_cli.local.mapping import map_pages
from clz_cli.options import Options
from clz_core.contract.errors import ClzError

GOOD = "def map(page): return page.title\n"
VALUES = {"urls": "urls.txt", "out": "out", "workers": 1, "retries": 0, "per_site": 0, "headed": False}


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
        map_pages({**VALUES, "file": "map.py", **more}, Options())
    assert caught.value.code == code
    assert hint in caught.value.hint
    assert Path("other/results.jsonl").read_text() == "mine\n"
