"""The reports of `clz run` and `clz report`, read as people and programs read them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.e2e.run.conftest import Folder
from tests.running.lasting import LASTING
from tests.site.server import Site
from tests.support.browsers import Browser, firefox
from tests.support.faults import full_disk, may_mount, small_disk
from tests.support.scratch import CLZ, Scratch
from tests.support.terminal import Terminal

Written = Callable[[str], Folder]
Clz = Callable[..., subprocess.CompletedProcess[str]]
TESTS = (
    'test "counts" @smoke\n  open /form.html\n  click "#count"\n'
    'test "fails" @form\n  open /form.html\n  fill "#password" "hunter2secret"\n'
    "  eval --unsafe \"console.error('oh no')\"\n"
    '  expect text "#total" "many" --wait-ms 200\n'
    'test "cannot be tried"\n  screenshot /nowhere/x.png\n'
    'test "later" @skip\n  ping\n'
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, site: Site) -> Folder:
    """A run with tests of every outcome, and its reports."""
    folder = Folder(tmp_path_factory.mktemp("reports"), LASTING.get("managed", firefox), site)
    folder.write("base $SITE\n" + TESTS)
    journal = str(folder.path / "journal")
    done = folder.run("--html", "out", "--junit", "out/junit.xml", CLZ_JOURNAL=journal)
    assert done.returncode == 1, done.stderr
    return folder


@pytest.fixture
def clz(browser: Browser) -> Iterator[Clz]:
    """The command line of an agent whose tab is closed afterwards."""

    def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return browser.clz(*words, "--agent", "reader", **env)

    yield run
    run("tab", "close")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_html_report_is_for_everybody_on_a_phone_and_in_the_dark(
    report: Folder, clz: Clz, width: int, scheme: str
) -> None:
    page = (report.path / "out" / "index.html").read_text()
    shown = report.path / f"{scheme}-{width}.html"
    shown.write_text(page.replace("(prefers-color-scheme: dark)", "all" if scheme == "dark" else "not all"))
    assert clz("open", f"file://{shown}").returncode == 0
    assert clz("viewport", f"{width}x900").returncode == 0
    assert clz("select", "#group", "file").returncode == 0
    found = clz("expect", "a11y", "--level", "minor")
    assert found.returncode == 0, found.stderr
    fits = clz("eval", "document.documentElement.scrollWidth <= innerWidth")
    assert fits.stdout == "true\n"


def test_the_html_report_shows_what_failed_and_needs_nothing_else(report: Folder, clz: Clz) -> None:
    assert clz("open", f"file://{report.path / 'out' / 'index.html'}").returncode == 0
    expects = [
        ("text", "h1", "2 of 4 tests failed", "--exact"),
        ("text", "details.failed .failure", 'expect text "#total" "many" --wait-ms 200'),
        ("text", "details.failed .failure", "Expected"),
        ("text", "details.failed .again", "clz run a.clz:5"),
        ("visible", "details.failed img"),
        ("hidden", "details.passed section"),
    ]
    for words in expects:
        found = clz("expect", *words, "--wait-ms", "2000")
        assert found.returncode == 0, found.stderr
    assert clz("click", "label=1 failed").returncode == 0
    assert clz("expect", "hidden", "details.passed").returncode == 0
    page = (report.path / "out" / "index.html").read_text()
    assert "oh no" in page
    assert 'src="http' not in page
    assert "hunter2secret" not in page
    assert "hunter2secret" not in (report.path / "out" / "junit.xml").read_text()


def test_tests_are_found_by_words_and_grouped_by_file_or_tag(report: Folder, clz: Clz) -> None:
    assert clz("open", f"file://{report.path / 'out' / 'index.html'}").returncode == 0
    shown = "[...document.querySelectorAll('.test:not([hidden]) h2')].map(one => one.firstChild.data.trim()).join()"
    groups = "[...document.querySelectorAll('.group:not([hidden]) > h2')].map(one => one.textContent).join('; ')"

    def seen(expression: str) -> str:
        return str(json.loads(clz("eval", expression, "--json").stdout)["result"]["result"])

    assert seen(shown) == "fails,cannot be tried,counts,later"
    assert clz("select", "#group", "tag").returncode == 0
    assert seen(groups) == "@form 1 failed; @skip 1 skipped; @smoke 1 passed; no tag 1 error"
    assert clz("fill", "label=Find", "MANY total").returncode == 0  # of what was expected
    assert (seen(shown), seen(groups)) == ("fails", "@form 1 failed")
    assert clz("get", "text", "#found").stdout == "1 of 4\n"
    assert clz("fill", "label=Find", "zebra").returncode == 0
    assert clz("get", "text", "#found").stdout == "None fits.\n"
    assert clz("fill", "label=Find", "").returncode == 0
    assert clz("select", "#group", "outcome").returncode == 0
    assert clz("click", "label=1 failed").returncode == 0
    assert (seen(shown), seen(groups)) == ("fails", "")


def test_junit_has_every_test_with_file_and_line(report: Folder) -> None:
    suites = ET.parse(report.path / "out" / "junit.xml").getroot()
    cases = {case.get("name"): (case.get("line"), [child.tag for child in case]) for case in suites.iter("testcase")}
    assert cases == {
        "counts": ("2", []),
        "fails": ("5", ["failure", "system-out"]),
        "cannot be tried": ("10", ["error"]),
        "later": ("12", ["skipped"]),
    }


def test_a_picture_that_is_not_as_expected_is_in_the_reports(written: Written) -> None:
    """With what was expected, what was there and the difference; to JUnit as files of the workspace."""
    darker = "eval --unsafe \"document.body.style.background = 'navy'\""
    looks = "  expect picture base.png --wait-ms 0"
    folder = written(f'test "looks"\n  open /form.html\n{looks} --update\n  {darker}\n{looks}\n')
    done = folder.run("--html", "out", "--junit", "out/junit.xml")
    assert done.returncode == 1, done.stderr
    (said,) = ET.parse(folder.path / "out" / "junit.xml").getroot().iter("system-out")
    names = re.findall(r"\[\[ATTACHMENT\|(.+?)\]\]", said.text or "")
    assert [name.rsplit(".", 2)[-2] for name in names[-3:]] == ["expected", "actual", "diff"]
    for name in names:
        assert not Path(name).is_absolute()
        assert (folder.path / name).read_bytes().startswith(b"\x89PNG")
    assert (folder.path / names[-3]).read_bytes() == (folder.path / "base.png").read_bytes()
    page = (folder.path / "out" / "index.html").read_text()
    assert page.count("data:image/png;base64,") == len(names)


def test_the_report_of_a_journal_is_that_of_the_run(report: Folder) -> None:
    again = report.browser.clz("report", str(report.path / "journal"), "--html", str(report.path / "again"), "--json")
    result = json.loads(again.stdout)["result"]
    assert result["outcomes"] == {"failed": 1, "error": 1, "flaky": 0, "passed": 1, "skipped": 1}
    assert (report.path / "again" / "index.html").read_text() == (report.path / "out" / "index.html").read_text()


def test_a_shell_script_is_reported_by_its_journal(folder: Folder, clz: Clz) -> None:
    site = folder.site.origin
    env = {"CLZ_JOURNAL": str(folder.path / "j"), "CLZ_TEST": "smoke"}
    assert clz("open", f"{site}/form.html", **env).returncode == 0
    assert clz("expect", "text", "Nowhere", "--wait-ms", "100", **env).returncode == 1
    done = clz("report", str(folder.path / "j"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("failed: smoke\n")
    assert done.stdout.endswith("\nThe test failed\n")
    assert clz("report", str(folder.path / "none")).returncode == 2


def test_github_gets_annotations_and_the_summary_of_the_step(written: Written) -> None:
    folder = written('test "a"\n  navigate /\n')
    file = folder.path / "summary.md"
    done = folder.run("--github", GITHUB_STEP_SUMMARY=str(file), GITHUB_WORKSPACE=str(folder.path.parent))
    at = f"::error file={folder.path.name}/a.clz,line=3,title=a::a.clz:3  navigate /%0A"
    assert any(line.startswith(at) for line in done.stdout.splitlines()), done.stdout
    assert file.read_text().startswith("### The test failed\n")


def test_github_hears_nothing_that_a_page_says_to_it(written: Written) -> None:
    forged = "::stop-commands::forged it all"
    steps = f"open /form.html\n  eval --unsafe \"document.body.textContent = '{forged}'\"\n"
    done = written(f'test "a"\n  {steps}  expect text "{forged[:-1]}k" --wait-ms 0\n').run("--github")
    first, *lines = done.stdout.splitlines()
    token = first.removeprefix("::stop-commands::")
    end = lines.index(f"::{token}::")
    assert [line for line in lines[:end] if line.strip().startswith("::")]
    assert all(line.startswith("::error ") for line in lines[end + 1 :] if line.strip().startswith("::"))


@pytest.mark.parametrize("form", ["--html", "--junit"])
def test_a_report_that_cannot_be_written_is_found_out_before_a_test_runs(written: Written, form: str) -> None:
    folder = written('test "a"\n  ping\n')
    (folder.path / "file").write_text("")
    (folder.path / "folder" / "index.html").mkdir(parents=True)
    for target in ("file/below", "folder" if form == "--html" else "folder/index.html"):
        done = folder.run(form, target)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
        assert "passed" not in done.stdout
    assert folder.run(form, "made/below").returncode == 0


@pytest.mark.skipif(not may_mount(), reason="only root can make a disk that is full")
def test_a_full_disk_costs_the_report_alone(written: Written) -> None:
    folder = written('test "a"\n  ping\n')
    disk = folder.path / "disk"
    disk.mkdir()
    with small_disk(disk, 65_536), full_disk(disk):
        done = folder.run("--html", "disk/out", CLZ_JOURNAL=str(disk / "journal"))
    assert done.returncode == 2
    assert "1 passed in " in done.stdout
    assert "No space left on device" in done.stderr


def test_on_a_terminal_the_view_says_what_each_worker_is_at(written: Written, scratch: Scratch) -> None:
    folder = written('test "waits"\n  open /form.html\n  wait "#never" --wait-ms 3000\n')
    env = {**folder.browser.scratch.env, "SITE": folder.site.origin, "TERM": "xterm", "COLUMNS": "100"}
    words = [*CLZ, "run", str(folder.path), "--session", "default"]
    with Terminal(words, env) as terminal:
        said = terminal.watch(lambda: " in " in terminal.said.rpartition("1 failed")[2], 60)
    assert 'waits  wait "#never" --wait-ms 3000' in said
    assert "FAILED  " in said
    assert "0 of 1" in said


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are those of Unix")
def test_a_run_that_pauses_goes_on_by_enter_or_a_word_and_has_the_page_as_it_was(written: Written) -> None:
    failing = "\n".join(
        f'test "{name}"\n  open /form.html\n  fill "#text" {name}\n  click "#no" --wait-ms 100' for name in "ab"
    )
    folder = written(f"{failing}\n")
    env = {**folder.browser.scratch.env, "SITE": folder.site.origin, "TERM": "dumb"}
    words = [*CLZ, "run", str(folder.path), "--session", "default", "--pause-on-failure"]
    with Terminal(words, env) as terminal:
        said = terminal.watch(lambda: "clz run --resume" in terminal.said, 60)
        assert "paused at " in said
        assert "to see its page and click in it: clz --session default show; in text: clz " in said
        looked = folder.browser.clz("get", "value", "#text", "--agent", "test")
        assert looked.stdout == "a\n"
        terminal.type("\n")
        terminal.watch(lambda: terminal.said.count("clz run --resume") == 2, 60)
        assert folder.run("--resume", session=None).stdout == "resumed 1 run\n"
        assert "2 failed in " in terminal.watch(lambda: "2 failed in " in terminal.said, 30)
    gone = folder.run("--resume", session=None)
    assert (gone.returncode, "No run is paused." in gone.stderr) == (2, True)


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are those of Unix")
def test_a_watch_runs_again_what_changes_and_what_keys_ask_for(written: Written) -> None:
    folder = written('test "a"\n  open /form.html\n  expect text "Form"\n')
    folder.write('base $SITE\ntest "b"\n  open /form.html\n', "b.clz")
    env = {**folder.browser.scratch.env, "SITE": folder.site.origin, "TERM": "dumb"}
    words = [*CLZ, "run", str(folder.path), "--session", "default", f"--watch={folder.path}"]

    def waits(times: int) -> str:
        seen = len(terminal.said)
        terminal.watch(lambda: terminal.said.count("; Enter runs all") == times, 60)
        return terminal.said[seen:]

    with Terminal(words, env, controlling=True) as terminal:
        assert "2 passed in " in waits(1)
        folder.write('base $SITE\ntest "b"\n  open /form.html\n  expect text "Other" --wait-ms 100\n', "b.clz")
        said = waits(2)
        assert "b.clz changed" in said
        assert "1 failed in " in said
        assert "still fails: b" in said
        assert 'b.clz:4  expect text "Other" --wait-ms 100' in said.rpartition("still fails: b")[2]
        (folder.path / "server.py").write_text("")
        assert "1 failed, 1 passed in " in waits(3)
        terminal.type("f")
        assert "1 failed in " in waits(4)
        folder.write("clik\n", "b.clz")
        assert "There is no command 'clik'" in waits(5)
        terminal.type("\x03")
        terminal.watch(lambda: False, 30)
        assert terminal.process.wait(30) == 130
    assert "Traceback" not in terminal.said
