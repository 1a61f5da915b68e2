"""The journal of commands that a real page answers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from clz_core.journal.files import read
from tests.support.browsers import Browser, Page

PASSWORD = "correct-horse-battery"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLZ_JOURNAL", str(tmp_path / "journal"))
    return tmp_path / "journal"


def last(journal: Path) -> dict[str, Any]:
    return [dict(entry) for entry in read(journal)][-1]


def all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_each_command_of_a_shell_is_an_entry(browser: Browser, page: Page, journal: Path) -> None:
    page.open("form.html")
    done = browser.clz("fill", "#text", "Ada", "--agent", "tester", CLZ_JOURNAL=str(journal), CLZ_TEST="says hello")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    entry = last(journal)
    assert entry["words"] == ["fill", "#text", "Ada"]
    assert entry["agent"] == "tester"
    assert entry["group"] == "says hello"
    assert entry["result"]["currentValue"] == "Ada"
    assert entry["ppid"] == os.getpid()


def test_a_password_is_nowhere_in_the_journal_whatever_typed_it(build: str, page: Page, journal: Path) -> None:
    page.open("form.html")
    typed: list[tuple[str, dict[str, Any]]] = [
        ("type", {"target": "#password", "text": PASSWORD}),
        ("fill", {"target": "label=Password", "text": PASSWORD}),
        ("fill", {"target": "form >> #password", "text": PASSWORD}),
        ("pressKey", {"key": " ".join(PASSWORD), "target": "#password"}),
        ("pressKey", {"key": " ".join(PASSWORD)}),
        ("evaluate", {"expression": "document.querySelector('#password').value.length"}),
        ("get", {"what": "value", "target": "#password"}),
        ("getContent", {"target": "#form", "format": "html"}),
        ("click", {"target": "#submit"}),
    ]
    for command, params in typed:
        page.call(command, **params)
    failing: list[tuple[str, dict[str, Any]]] = [
        ("type", {"target": "#nothing", "text": PASSWORD, "waitMs": 0}),
        ("fill", {"target": "#readonly", "text": PASSWORD, "waitMs": 0}),
        ("fill", {"target": "#date", "text": PASSWORD, "waitMs": 0}),
        ("pressKey", {"key": PASSWORD}),
        ("pressKey", {"key": " ".join(PASSWORD), "target": "#nothing", "waitMs": 0}),
        ("selectText", {"target": "#password", "text": PASSWORD, "waitMs": 0}),
        ("acceptDialog", {"text": PASSWORD}),
        ("click", {"target": "#nothing", "waitMs": 0}),
    ]
    for command, params in failing:
        page.fails(command, **params)
    assert len(list(read(journal))) == 1 + len(typed) + len(failing)
    kept = all_bytes(journal)
    assert b"#password" in kept
    assert PASSWORD.encode() not in kept
    assert " ".join(PASSWORD).encode() not in kept
    assert PASSWORD.encode() not in kept.replace("•".encode(), b"")


def test_a_failure_shows_the_page_its_console_and_its_requests(build: str, page: Page, journal: Path) -> None:
    page.open("form.html")
    page.call("evaluate", expression="console.error('it broke'), fetch('/no-such-thing'), 1", unsafe=True)
    page.call("waitFor", load="quiet")
    page.call("evaluate", expression="fetch('/slow?ms=60000'), 1", unsafe=True)
    page.fails("click", target="#nothing", waitMs=0)
    entry = last(journal)
    assert (entry["ok"], entry["exit"], entry["error"]["code"]) == (False, 1, "ELEMENT_NOT_FOUND")
    seen = entry["evidence"]
    assert (journal / seen["picture"]).read_bytes().startswith(b"\x89PNG")
    assert "button" in (journal / seen["snapshot"]).read_text()
    assert (seen["url"], seen["title"]) == (f"{page.origin}/form.html", "Form")
    assert "it broke" in [log["message"] for log in seen["console"]]
    assert [(one["state"], one.get("status")) for one in seen["requests"]] == [("done", 404), ("pending", None)]


@pytest.mark.parametrize(("mode", "pictures"), [("all", 3), ("failures", 1), ("none", 0)])
def test_how_much_evidence_is_taken_can_be_said(
    page: Page, journal: Path, monkeypatch: pytest.MonkeyPatch, mode: str, pictures: int
) -> None:
    page.open("form.html")
    monkeypatch.setenv("CLZ_EVIDENCE", mode)
    page.call("click", target="#count")
    page.call("get", what="text", target="#total")
    page.fails("click", target="#nothing", waitMs=0)
    assert len(list(journal.rglob("*.png"))) == pictures


def test_a_journal_that_cannot_be_written_changes_nothing_of_the_command(browser: Browser, page: Page) -> None:
    page.open("form.html")
    done = browser.clz("get", "text", "#total", "--agent", "tester", CLZ_JOURNAL="/proc/nowhere")
    assert (done.returncode, done.stdout) == (0, "0\n")
    assert done.stderr == "warning: the journal in /proc/nowhere cannot be written: No such file or directory\n"
    done = browser.clz("click", "#nothing", "--no-wait", "--agent", "tester", CLZ_JOURNAL="/dev/full")
    assert done.returncode == 1
    assert done.stderr.count("warning:") == 1
    assert "[ELEMENT_NOT_FOUND]" in done.stderr


def test_two_agents_share_a_journal(page: Page, other_page: Page, journal: Path) -> None:
    page.open("form.html")
    other_page.open("form.html")
    page.call("click", target="#count")
    assert [entry["agent"] for entry in read(journal)] == ["tester", "neighbour", "tester"]
