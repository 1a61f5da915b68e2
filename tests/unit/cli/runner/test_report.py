"""Reports, made of journals that nobody has run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clz_apps.tests.report.github import commands, summary
from clz_apps.tests.report.html import html
from clz_apps.tests.report.junit import junit
from clz_apps.tests.report.model import load
from clz_apps.tests.report.words import MAX_TEXT, failure_text, headline
from clz_apps.tests.runner.notes import of_ci
from clz_core.contract.errors import ClzError
from tests.site.server import png
from tests.support import there

EVIL = 'a<b>&"\x1b]8;;\x07\u202e\x00]]>\n::error::x %0A,:'
ERROR = {
    "code": "EXPECTATION_FAILED",
    "message": "Expected a; found b",
    "hint": "Look.",
    "details": {"lookalikes": ["c"]},
}


def journal(folder: Path, *entries: dict[str, Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    common = {"v": 1, "id": "0123456789abcdef", "time": "2026-11-22T20:00:00.000Z"}
    lines = (json.dumps({**common, **entry}) for entry in entries)
    (folder / "journal.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return folder


def command(line: int, ok: bool = True, test: str = "", file: str = "a.clz", **more: Any) -> dict[str, Any]:
    failure = {} if ok else {"error": ERROR, "exit": 1}
    entry = {
        "kind": "command",
        "command": "click",
        "words": ["click", f"#b{line}"],
        "ms": 5.0,
        "ok": ok,
        "exit": 0,
        "ppid": 7,
    }
    return {**entry, "at": {"file": file, "line": line}, **({"test": test} if test else {}), **failure, **more}


def ended(kind: str, test: str, outcome: str, **more: Any) -> dict[str, Any]:
    error = {} if outcome in ("passed", "flaky", "skipped") else {"error": ERROR}
    about = {"test": test, "name": f"name {test}", "file": "a.clz", "line": 3, "tags": ["@x"], "variant": ""}
    return {"kind": kind, **about, "attempt": 1, "outcome": outcome, "ms": 12.0, **error, **more}


def test_a_run_has_its_tests_with_attempts_steps_and_what_was_seen(tmp_path: Path) -> None:
    steps = [
        {"text": "open /", "file": "a.clz", "line": 4, "ms": 3.0, "exit": 0, "error": None},
        {"text": "click $X", "file": "a.clz", "line": 5, "ms": 9.0, "exit": 1, "error": ERROR},
    ]
    seen = {
        "picture": "evidence/p.png",
        "url": "http://x/",
        "title": "X",
        "console": [{"message": "oh"}],
        "requests": [],
    }
    folder = journal(
        tmp_path,
        command(4, test="t"),
        command(5, ok=False, test="t", evidence=seen),
        ended("attempt", "t", "failed", steps=steps, server=["GET /buy 500", "<b>oh"]),
        command(4, test="t", evidence={"picture": "evidence/p.png"}),  # as with CLZ_EVIDENCE=all
        ended("attempt", "t", "passed", attempt=2, steps=steps[:1]),
        ended("test", "t", "flaky", again="clz run a.clz:3"),
        ended("test", "s", "skipped"),
        {"kind": "run", "argv": [], "version": "1", "firefox": "9", "began": "", "ended": "", "exit": 0},
    )
    (folder / "evidence").mkdir()
    (folder / "evidence" / "p.png").write_bytes(png())
    report = load([folder])
    flaky, skipped = report.tests
    assert (flaky.outcome, skipped.outcome, headline(report)) == ("flaky", "skipped", "The test passed")
    assert [[step.text for step in one.steps] for one in flaky.attempts] == [["open /", "click $X"], ["open /"]]
    assert there(there(flaky.failed).shown).picture == folder / "evidence" / "p.png"
    assert there(there(flaky.failed).shown).url == "http://x/"
    page = html(report)
    assert page.count("data:image/png;base64,") == 2
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'; base-uri 'none'" in page, "no other script can run"
    assert "http://" not in page.replace("http://x/", "")
    assert "clz run a.clz:3" in page
    assert "<summary>Server: its last 2 lines</summary>" in page
    assert "GET /buy 500\n&lt;b&gt;oh\n" in page


def test_a_script_that_knows_no_tests_is_one_by_its_name_its_file_or_its_process(tmp_path: Path) -> None:
    folder = journal(
        tmp_path,
        command(1, group="smoke"),
        command(2, ok=False, group="smoke"),
        command(1, file="b.py"),
        {key: value for key, value in command(9).items() if key != "at"},
    )
    found = {test.name: test.outcome for test in load([folder]).tests}
    assert found == {"smoke": "failed", "b.py": "passed", "process 7": "passed"}


def test_a_command_that_was_done_later_has_only_waited(tmp_path: Path) -> None:
    (test,) = load([journal(tmp_path, command(1, ok=False), command(1, ok=False), command(1))]).tests
    assert test.outcome == "passed"


def test_parts_of_a_run_are_reported_together(tmp_path: Path) -> None:
    journal(tmp_path / "1", ended("test", "t", "passed"))
    journal(tmp_path / "2", ended("test", "t", "failed"))
    assert [test.outcome for test in load([tmp_path]).tests] == ["failed", "passed"]
    assert [test.outcome for test in load([tmp_path / "1", tmp_path / "2"]).tests] == ["failed", "passed"]


def test_a_test_whose_end_nobody_noted_could_not_be_run(tmp_path: Path) -> None:
    (test,) = load([journal(tmp_path, command(1, test="t"))]).tests
    assert (test.outcome, there(test.attempts[0].error)["message"]) == ("error", "The run ended before this test did.")


def test_lines_that_are_broken_are_counted_and_files_outside_are_no_evidence(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    folder = journal(tmp_path / "j", command(1, ok=False, evidence={"picture": "../secret.png"}))
    with (folder / "journal.jsonl").open("a") as file:
        file.write('{"v": 1, "ki\n[]\n')
    report = load([folder])
    assert (report.broken, there(there(report.tests[0].failed).shown).picture) == (2, None)


def test_half_a_character_and_moments_of_no_zone_cost_no_report(tmp_path: Path) -> None:
    evidence = {"title": "\ud800", "url": "a", "console": [{"message": "b"}], "requests": [{"method": "\udfff"}]}
    failed = command(1, ok=False, evidence=evidence, time="2026-11-22T20:00:00")
    report = load([journal(tmp_path, failed, {"kind": "run", "ended": "2026-11-23T20:00:00+00:00"})])
    assert "\\udfff" in html(report).encode("utf-8").decode("utf-8")
    ET.fromstring(junit(report))


def test_a_folder_without_a_journal_is_told(tmp_path: Path) -> None:
    with pytest.raises(ClzError) as caught:
        load([tmp_path])
    assert caught.value.code == "FILE_ERROR"


def test_junit_tells_failures_from_errors_with_file_and_line(tmp_path: Path) -> None:
    entries = [ended("test", name, name) for name in ("passed", "failed", "error", "skipped", "flaky")]
    suites = ET.fromstring(junit(load([journal(tmp_path, *entries)])))
    (suite,) = suites
    assert [suite.get(name) for name in ("name", "tests", "failures", "errors", "skipped")] == [
        "a.clz",
        "5",
        "1",
        "1",
        "1",
    ]
    found = {case.get("name"): [child.tag for child in case] for case in suite}
    assert found == {
        "name passed": [],
        "name failed": ["failure"],
        "name error": ["error"],
        "name skipped": ["skipped"],
        "name flaky": ["system-out"],
    }
    assert {(case.get("file"), case.get("line")) for case in suite} == {("a.clz", "3")}


def test_github_gets_an_annotation_that_no_text_can_forge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path.parent))
    said = {**ERROR, "message": EVIL}
    failed = {**ended("test", "t", "failed"), "name": EVIL, "error": said}
    report = load([journal(tmp_path / "j", failed, ended("test", "f", "flaky"))])
    first, second = commands(report)
    assert "\n" not in first + second
    assert first.startswith(f'::error file={tmp_path.name}/a.clz,line=3,title=a<b>&"\\x1b]8;;\\x07')
    assert "]]>%0A::error::x %250A,: [" in first
    assert second.startswith("::warning ")
    assert "<b>a&lt;b&gt;" in summary(report)


def test_what_is_said_of_a_failure_fits(tmp_path: Path) -> None:
    long = {**ERROR, "message": "x" * 5_000, "details": {"lookalikes": ["y" * 900] * 50}}
    failed = {**ended("test", "t", "failed", again="clz run a.clz:3"), "error": long}
    (test,) = load([journal(tmp_path, failed)]).tests
    assert len(failure_text(test)) <= MAX_TEXT
    assert failure_text(test).endswith("\nagain: clz run a.clz:3")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "a.clz", "t", EVIL]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["code", "message", "file", "line"]), inner)
    ),
    max_leaves=4,
)
ENTRIES = st.lists(
    st.tuples(
        st.sampled_from(
            [command(1, test="t"), command(1), ended("attempt", "t", "failed"), ended("test", "t", "failed")]
        ),
        st.dictionaries(
            st.sampled_from(
                "test name file line tags attempt variant outcome ms error steps at words evidence group".split()
            ),
            JSON,
            max_size=4,
        ),
    ),
    max_size=4,
)


@settings(max_examples=200)
@given(entries=ENTRIES)
def test_no_journal_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, entries: list[Any]) -> None:
    folder = journal(tmp_path_factory.getbasetemp() / "any", *({**whole, **changed} for whole, changed in entries))
    report = load([folder])
    assert html(report).startswith("<!doctype html>")
    ET.fromstring(junit(report))
    assert all("\n" not in line for line in commands(report))
    assert summary(report)


def test_a_shell_journal_with_two_failures_tells_each_with_its_own_error(tmp_path: Path) -> None:
    other = {"code": "ELEMENT_NOT_FOUND", "message": "Nothing matches #b2", "hint": "", "details": {}}
    folder = journal(
        tmp_path, command(0, ok=False, file=""), command(0, file="", words=["x"], ok=False, error=other, exit=1)
    )
    report = load([folder])
    (test,) = report.tests
    assert (test.outcome, test.attempts[0].error) == ("failed", {**ERROR, "details": {"lookalikes": ["c"]}})
    said = failure_text(test).splitlines()
    assert said[:2] == ["clz click '#b0'", "Expected a; found b [EXPECTATION_FAILED]"]
    assert said[-2:] == ["clz x", "Nothing matches #b2 [ELEMENT_NOT_FOUND]"]
    suite = ET.fromstring(junit(report).encode()).find("testsuite")
    case = suite.find("testcase") if suite is not None else None
    assert suite is not None
    assert case is not None
    assert (suite.get("name"), case.get("name"), case.get("classname")) == ("process 7", "process 7", "process 7")
    assert case.get("file") is None
    assert "Nothing matches #b2" in html(report)


def test_the_pictures_that_an_expectation_compared_are_in_the_report(tmp_path: Path) -> None:
    names = {kind: f"evidence/p.{kind}.png" for kind in ("expected", "actual", "diff")}
    folder = journal(tmp_path, command(4, ok=False, evidence={"url": "http://x/", **names, "console": []}))
    (folder / "evidence").mkdir()
    for name in names.values():
        (folder / name).write_bytes(png(3, 2))
    report = load([folder])
    attached = [folder / name for name in names.values()]
    assert "\n".join(f"[[ATTACHMENT|{path}]]" for path in attached) in junit(report)
    assert html(report).count("data:image/png;base64,") == 3


def test_tests_that_failed_alike_are_shown_once_and_the_others_name_it(tmp_path: Path) -> None:
    others = [ended("test", name, "failed", line=line) for line, name in enumerate(("one", "two", "three"), 3)]
    others[1]["error"] = {**ERROR, "message": "Something else"}
    page = html(load([journal(tmp_path, *others)]))
    assert re.findall(r'<details class="test failed".*?>', page)[0].endswith(' open="">')
    assert page.count('data-tag="@x" open="">') == 2
    assert re.findall(r'class="like">(.*?)<', page) == ["as name one a.clz:3"]


def test_tests_that_failed_alike_on_pages_that_told_other_things_are_apart(tmp_path: Path) -> None:
    told = [
        {"console": [{"message": "Uncaught TypeError: x\nat b"}]},
        {"requests": [{"method": "GET", "url": "http://x/api", "status": 500}]},
        {"requests": [{"method": "GET", "url": "http://x/api", "state": "pending"}]},
        {"console": [{"message": "Uncaught TypeError: x\r\nat c"}] * 20},
    ]
    entries = [
        entry
        for name, evidence in zip("abcd", told, strict=True)
        for entry in (command(4, ok=False, test=name, evidence=evidence), ended("attempt", name, "failed"))
    ]
    tests = load([journal(tmp_path, *entries)]).tests
    assert [bool(test.like) for test in tests] == [False, False, False, True]
    said = [failure_text(test).splitlines()[-1] for test in tests[:3]]
    assert said == [
        "console: Uncaught TypeError: x",
        "request: GET http://x/api  500",
        "request: GET http://x/api  no answer yet",
    ]


def test_a_run_of_a_ci_is_led_to_and_nothing_else_is(tmp_path: Path) -> None:
    links = ["https://ci.example/1", "javascript:alert(1)"]
    runs = [{"kind": "run", "commit": "0123456789abcdef0123", "link": link} for link in links]
    page = html(load([journal(tmp_path, ended("test", "one", "passed"), *runs)]))
    assert "<code>0123456789ab</code>" in page
    assert re.findall(r'<a href="(.*?)"', page) == links[:1]


@pytest.mark.parametrize(
    ("env", "told"),
    [
        (
            {"GITHUB_SHA": "a1", "GITHUB_RUN_ID": "7", "GITHUB_SERVER_URL": "https://g", "GITHUB_REPOSITORY": "o/r"},
            {"commit": "a1", "link": "https://g/o/r/actions/runs/7"},
        ),
        ({"CI_COMMIT_SHA": "b2", "CI_JOB_URL": "https://l/1"}, {"commit": "b2", "link": "https://l/1"}),
        ({}, {"commit": "", "link": ""}),
    ],
)
def test_a_ci_says_what_a_run_is_of(env: dict[str, str], told: dict[str, str]) -> None:
    assert of_ci(env) == told
