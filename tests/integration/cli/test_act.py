"""Acting from the command line: what is sent, and what is printed; the test plays the extension."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clz_core.files.downloads import safe_name
from tests.running.commands import run_clz
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch, scratch_home

pytestmark = pytest.mark.xdist_group("act")  # one worker starts their host

ELEMENT = {"tagName": "input", "text": "Name", "id": "name", "className": "", "tabId": 1, "url": "u", "trusted": True}
SAVED: dict[str, str] = {}


def extension(message: dict[str, Any]) -> dict[str, Any]:
    answers: dict[str, dict[str, Any]] = {
        "click": {"clicked": True, "navigated": "http://x/", "openedTab": 3, "download": "/tmp/file"},
        "type": {"typed": True, "currentValue": "ADA", "changedByPage": True, "focus": "input#next"},
        "check": {"checked": True, "changed": False},
        "select": {"selected": ["Red"], "values": ["red"], "changed": True},
        "drag": {"dragged": True, "kind": "html5", "accepted": False},
        "scroll": {"position": {"x": 0, "y": 5}, "pageHeight": 900, "viewportHeight": 600, "noEffect": True},
        "mouse": {"x": 3, "y": 4, "down": ["left"]},
        "mouseWheel": {"scrolled": False},
        "upload": {"uploaded": [{"name": "a.txt", "size": 1}], "dropped": False},
        "download": {"path": SAVED.get("path", ""), "bytes": 5, "downloadUrl": "u", "mimeType": "text/plain"},
        "acceptDialog": {"type": "prompt", "message": "Name?"},
        "hover": {"hovered": True, "dialog": {"type": "alert", "message": "Hi", "open": False, "accepted": False}},
        "tap": {
            "tapped": True,
            "dialogs": [
                {"type": "alert", "message": "One", "open": False, "accepted": False},
                {"type": "confirm", "message": "Two", "open": False, "accepted": True},
            ],
            "dialog": {"type": "confirm", "message": "Two", "open": False, "accepted": True},
            "lateDialogs": [{"type": "alert", "message": "Late", "accepted": False, "at": "2026-01-02T03:04:05.678Z"}],
            "downloads": ["/a.txt", "/b.txt"],
            "download": "/b.txt",
        },
    }
    return {**ELEMENT, **answers.get(message["command"], {}), "params": message["params"]}


@pytest.fixture(scope="module")
def standing() -> Iterator[HostProcess]:
    with scratch_home() as home, HostProcess(home, extension) as process:
        yield process


@pytest.fixture
def host(standing: HostProcess) -> HostProcess:
    """The host that all tests here share; each hears its own commands alone."""
    standing.received.clear()
    return standing


@pytest.fixture
def scratch(host: HostProcess) -> Scratch:
    return host.scratch


def clz(scratch: Scratch, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run_clz(*words, env={**scratch.env, "TZ": "UTC"}, cwd=cwd)


@pytest.mark.parametrize(
    ("words", "sent"),
    [
        (("click", "a", "--modifier", "ctrl", "--modifier", "shift"), {"modifier": ["ctrl", "shift"]}),
        (("click", "a", "--no-wait"), {"waitMs": 0}),
        (
            ("click", "a", "--button", "right", "--count", "2", "--at", "3,4"),
            {"button": "right", "count": 2, "at": "3,4"},
        ),
        (("type", "a", "text", "--no-clear", "--delay-ms", "5"), {"clear": False, "delayMs": 5}),
        (("press", "Control+a", "--down"), {"key": "Control+a", "down": True}),
        (("select", "a", "red", "blue"), {"values": ["red", "blue"], "by": "any"}),
        (("drag", "a", "b"), {"to": "b"}),
        (("drag", "a", "--by", "3,4"), {"by": "3,4"}),
        (("drag", "a", "b", "--from", "1,2", "--to", "3,4"), {"to": "b", "fromPoint": "1,2", "toPoint": "3,4"}),
        (("scroll", "--until-text", "end"), {"untilText": "end"}),
        (("mouse", "down", "3,4", "--button", "right"), {"action": "down", "point": "3,4", "button": "right"}),
        (("mouse", "up"), {"action": "up"}),
        (("select-text", "p", "some words"), {"target": "p", "text": "some words"}),
        (("swipe", "a", "--at", "9,5", "--to", "1,5"), {"at": "9,5", "toPoint": "1,5"}),
        (("wheel", "-120", "--at", "3,4"), {"delta": "-120", "at": "3,4"}),
        (("wheel", "-5,-6", "--in", "#map"), {"delta": "-5,-6", "target": "#map"}),
        (("check", "a", "--force"), {"force": True}),
        (("dialog", "accept", "Ada"), {"text": "Ada"}),
    ],
)
def test_words_become_parameters(host: HostProcess, scratch: Scratch, words: tuple[str, ...], sent: dict) -> None:
    done = clz(scratch, *words, "--json")
    assert done.returncode == 0, done.stderr
    params = json.loads(done.stdout)["result"]["params"]
    assert {key: params[key] for key in sent} == sent
    assert "noWait" not in params


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("click", "a"), 'clicked input#name "Name"\nnow at http://x/\nopened tab 3\nsaving /tmp/file\n'),
        (
            ("type", "a", "Ada"),
            (
                'typed into input#name "Name": ADA\n'
                "the field does not hold what was typed: the page changed it\n"
                "the focus went to input#next\n"
            ),
        ),
        (("check", "a"), 'input#name "Name" is checked already\n'),
        (("select", "a", "red"), 'selected Red in input#name "Name"\n'),
        (("drag", "a", "b"), 'dragged input#name "Name", but the target did not accept it\n'),
        (("scroll", "a"), "nothing moved, at 0, 5 of 900\n"),
        (("mouse", "down", "3,4"), 'mouse at 3,4 on input#name "Name", left down\n'),
        (("wheel", "-120"), 'turned the wheel over input#name "Name", but nothing scrolled\n'),
        (("hover", "a"), 'mouse over input#name "Name"\nalert was dismissed: Hi\n'),
        (
            ("tap", "a"),
            (
                'tapped input#name "Name"\nbefore this, at 03:04:05: alert was dismissed: Late\n'
                "alert was dismissed: One\nconfirm was accepted: Two\nsaving /a.txt\nsaving /b.txt\n"
            ),
        ),
        (("dialog", "accept"), 'accepted prompt "Name?"\n'),
    ],
)
def test_results_are_said_in_a_line_each(
    host: HostProcess, scratch: Scratch, words: tuple[str, ...], printed: str
) -> None:
    assert clz(scratch, *words).stdout == printed


def test_files_are_sent_by_their_whole_path(host: HostProcess, scratch: Scratch, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    done = clz(scratch, "upload", "input", "a.txt", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["result"]["params"]["files"] == [str(tmp_path / "a.txt")]


@pytest.mark.parametrize(
    ("names", "code"), [("missing.txt", "FILE_ERROR"), (". .", "FILE_ERROR"), (".", "NEEDS_MANAGED")]
)
def test_a_file_that_cannot_be_sent_is_said_before_anything_is(
    host: HostProcess, scratch: Scratch, tmp_path: Path, names: str, code: str
) -> None:
    done = clz(scratch, "upload", "input", *names.split(), "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["error"]["code"] == code
    assert (done.returncode, host.of_type("command")) == (2 if code == "FILE_ERROR" else 1, [])


def test_a_download_is_moved_where_it_was_asked_for(host: HostProcess, scratch: Scratch, tmp_path: Path) -> None:
    saved = tmp_path / "saved.txt"
    saved.write_text("whole")
    SAVED["path"] = str(saved)
    folder = tmp_path / "folder"
    folder.mkdir()
    assert clz(scratch, "download", "a", str(folder)).stdout == f"{folder / 'saved.txt'}\n"
    assert (folder / "saved.txt").read_text() == "whole"
    assert not saved.exists()


def test_a_download_replaces_nothing_in_a_folder_unless_asked(
    host: HostProcess, scratch: Scratch, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    (folder / "saved (2).txt").mkdir(parents=True)
    (folder / "saved.txt").write_text("mine")
    (folder / "saved (1).txt").symlink_to(tmp_path / "not there yet")
    (tmp_path / "named.txt").write_text("mine")

    def download(*words: str) -> str:
        saved = tmp_path / "saved.txt"
        saved.write_text("whole")
        SAVED["path"] = str(saved)
        done = clz(scratch, "download", "a", *words, "--json")
        place = json.loads(done.stdout)["result"]["path"]
        assert (Path(place).read_text(), saved.exists()) == ("whole", False)
        return os.path.relpath(place, tmp_path)

    assert download(f"{folder}/") == "folder/saved (3).txt"
    assert (folder / "saved.txt").read_text() == "mine"
    assert not (tmp_path / "not there yet").exists(), "nothing is written through a link"
    assert download(str(folder), "--overwrite") == "folder/saved.txt"
    assert download(str(tmp_path / "named.txt")) == "named.txt", "who names the file means it"


def test_a_download_replaces_nothing_on_another_file_system_either(
    host: HostProcess, scratch: Scratch, tmp_path: Path
) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as elsewhere:
        saved, place = tmp_path / "saved.txt", Path(elsewhere, "saved.txt")
        for n, kept in enumerate(("saved.txt", "saved (1).txt", "saved (2).txt")):
            saved.write_text(f"text{n}")
            SAVED["path"] = str(saved)
            assert clz(scratch, "download", "a", elsewhere).stdout == f"{place.with_name(kept)}\n"
            assert place.with_name(kept).read_text() == f"text{n}"
            assert not saved.exists()
        saved.write_text("after")
        assert clz(scratch, "download", "a", elsewhere, "--overwrite").returncode == 0
        assert place.read_text() == "after"


def test_a_folder_that_cannot_be_made_is_no_name_for_a_file(
    host: HostProcess, scratch: Scratch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    done = clz(scratch, "download", "a", f"{tmp_path}/file/later/", "--json")
    assert json.loads(done.stdout)["error"]["code"] == "FILE_ERROR"
    assert host.of_type("command") == []


def test_a_folder_that_is_not_there_is_made(host: HostProcess, scratch: Scratch, tmp_path: Path) -> None:
    saved = tmp_path / "saved.txt"
    saved.write_text("whole")
    SAVED["path"] = str(saved)
    folder = tmp_path / "later" / "still"
    assert clz(scratch, "download", "a", f"{folder}/").stdout == f"{folder / 'saved.txt'}\n"
    assert (folder / "saved.txt").read_text() == "whole"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("report (1).tar.gz", "report (1).tar.gz"),
        ("../../.bashrc", "bashrc"),
        ("..\\..\\run.bat", "run.bat"),
        ("...", "download"),
        ("", "download"),
        ("-rf", "rf"),
        ("~root", "root"),
        ("a\0b\nc\x1b[31m.txt", "abc[31m.txt"),
        ("photo\u202egpj.exe\u2066", "photogpj.exe"),
        ("lone \ud800 half", "lone  half"),
        ("NUL", "_NUL"),
        ("com1.txt", "_com1.txt"),
        ("console.log", "console.log"),
        ('a:b*c?"<>|.txt', "a_b_c_____.txt"),
        ("trailing. . ", "trailing"),
        ("é" * 300 + ".csv", "é" * 98 + ".csv"),
        ("x." + "y" * 300, "x." + "y" * 198),
    ],
)
def test_the_name_that_a_page_gives_a_file_is_harmless(given: str, kept: str) -> None:
    assert safe_name(given) == kept


def test_a_download_that_is_not_whole_is_not_kept(host: HostProcess, scratch: Scratch, tmp_path: Path) -> None:
    saved = tmp_path / "saved.txt"
    saved.write_text("half")
    SAVED["path"] = str(saved)
    done = clz(scratch, "download", "a", "--json")
    assert json.loads(done.stdout)["error"]["code"] == "FILE_ERROR"
    missing = clz(scratch, "download", "a", os.path.join(tmp_path, "no", "folder", "x"), "--json")
    assert json.loads(missing.stdout)["error"]["code"] == "FILE_ERROR"
