"""The pytest plugin, in a pytest of its own, as in somebody's project."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from clz import pytest_plugin
from clz_core.journal.files import read
from tests.site.server import Site
from tests.support.browsers import browser_home
from tests.support.hosts import use
from tests.support.scratch import Scratch

pytestmark = pytest.mark.xdist_group("plugin")

PASSWORD = "correct-horse-battery"
SESSIONS = ("pytest", "pytest-2", "pytest-gw0", "pytest-gw1", "mine")

# Evidence is soon over, whatever it has by then: sooner than a machine under load has all of it.
PATIENT = "from clz_core.journal import evidence\n\nevidence.EVIDENCE_MS = 30_000\n"

# The files of one project, each for the tests below that say the same; all of them are run once.
PROJECT = {
    "conftest.py": PATIENT,
    "test_jar.py": """
import pytest

@pytest.mark.parametrize("time", [1, 2])
def test_jar(clz_page, clz_browser, time):
    assert clz_page.navigate("/jar.html")["url"].endswith("/jar.html")
    clz_page.expect.text("p", "Cookie 1, storage 1")
    assert len(clz_browser._pages) == 1
""",
    "test_shown.py": """
def test_shown(clz_page):
    clz_page.navigate("/form.html")
    clz_page.eval("console.error('it went wrong')", unsafe=True)
    clz_page.eval("fetch('/status/404').then(r => r.status)", unsafe=True)
    clz_page.expect.text("h1", "No such text", wait_ms=0)

def test_of_something_else():
    assert False
""",
    "test_gone.py": """
def test_gone(clz_page):
    clz_page.navigate("/form.html")
    clz_page.click("#cuont-button", wait_ms=0)

def test_renamed(clz_page):
    clz_page.navigate("/form.html")
    clz_page.eval("document.querySelector('#count').id = 'x1'", unsafe=True)
    clz_page.click("#x1")
    clz_page.eval("document.querySelector('#x1').id = 'y2'", unsafe=True)
    clz_page.click("#x1", wait_ms=0)
""",
    "test_soft.py": """
import clz

def test_soft(clz_page):
    clz_page.navigate("/form.html")
    clz.expect.soft(clz_page.locator("h1")).to_have_text("Nothing", timeout=0)
    clz_page.expect.soft.text("h1", "Something", wait_ms=0)
    print("went on")
""",
    "test_password.py": """
import os

def test_password(clz_page):
    clz_page.navigate("/form.html")
    clz_page.fill("#password", os.environ["PASSWORD"])
    script = "const {value} = document.querySelector('#password');"
    clz_page.eval(script + "document.querySelector('h1').textContent = value; console.error(value)", unsafe=True)
    clz_page.press(os.environ["PASSWORD"])
""",
    "test_second.py": """
def test_second(clz_browser):
    assert clz_browser.session == "pytest-2"
""",
    "test_outcomes.py": """
import pytest

def test_good(clz_page):
    clz_page.navigate("/form.html")
    with pytest.raises(AssertionError):
        clz_page.expect.gone("#count", wait_ms=0)

def test_broken(clz_page):
    clz_page.navigate("/form.html")
    clz_page.expect.gone("#count", wait_ms=0)

def test_left_out(clz_page):
    pytest.skip("not now")

@pytest.fixture
def unwell():
    raise OSError("no disk")

def test_not_begun(unwell, clz_page):
    pass

def test_without_a_page():
    pass
""",
}


class Run(NamedTuple):
    """What the run of the project printed and left."""

    folder: Path
    done: subprocess.CompletedProcess[str]
    sessions: list[str]

    def report(self, test: str) -> str:
        """What is said of a test that failed."""
        [found] = re.findall(rf"^_+ {test} _+$(.+?)(?=^_+ \w+ _+$|^===)", self.done.stdout, re.MULTILINE | re.DOTALL)
        return str(found)


@pytest.fixture(scope="module")
def home() -> Iterator[Scratch]:
    with browser_home(used="managed", sessions=SESSIONS) as browser:
        yield browser.scratch


@pytest.fixture(autouse=True)
def in_home(home: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    use(home, monkeypatch)


def run(home: Scratch, folder: Path, tests: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a file."""
    return run_files(home, folder, {"test_it.py": tests}, *words)


def run_files(
    home: Scratch, folder: Path, files: dict[str, str], *words: str, ini: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the tests of files by name, with our plugin and no other but those that are named."""
    (folder / "pytest.ini").write_text(f"[pytest]\nfilterwarnings = error\n{ini}")
    for name, tests in files.items():
        (folder / name).write_text(tests)
    # The plugin may be an entry point of this checkout or not yet; it is named, so that either will do.
    own = {name: value for name, value in home.env.items() if not name.startswith("PYTEST_XDIST")}
    environment = {**own, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}
    command = [sys.executable, "-m", "pytest", "-p", "clz.pytest_plugin", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=110)


def ended_in(journal: Path) -> list[Any]:
    return [entry for entry in read(journal) if entry["kind"] == "test"]


def left(home: Scratch) -> list[str]:
    return [session.name for session in (home.runtime).iterdir() if (session / "session.json").exists()]


@contextmanager
def other_run(home: Scratch) -> Iterator[str]:
    """Another run, as far as its session; gives that."""
    with pytest.MonkeyPatch.context() as patch:
        use(home, patch)
        patch.delenv("PYTEST_XDIST_WORKER", raising=False)
        with pytest_plugin._session(None) as session:
            yield session


@pytest.fixture(scope="module")
def project(home: Scratch, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with a base URL, a folder for evidence and a journal, beside one that has the first session."""
    folder = tmp_path_factory.mktemp("project")
    old = folder / "seen/evidence/test_shown.py-test_shown.png"  # of an earlier run
    old.parent.mkdir(parents=True, mode=0o700)
    old.write_text("old")
    with pytest.MonkeyPatch.context() as patch, other_run(home) as first:
        assert first == "pytest"
        patch.setitem(home.env, "CLZ_JOURNAL", str(folder / "journal"))
        patch.setitem(home.env, "PASSWORD", PASSWORD)
        done = run_files(home, folder, PROJECT, "--clz-evidence", "seen", ini=f"clz_base_url = {site.origin}\n")
    assert "7 failed, 5 passed, 1 skipped, 1 error" in done.stdout, done.stdout + done.stderr
    return Run(folder, done, left(home))


def test_each_test_has_a_page_with_cookies_of_its_own_at_the_base_url(project: Run) -> None:
    outcomes = [entry["outcome"] for entry in ended_in(project.folder / "journal") if "test_jar" in entry["name"]]
    assert outcomes == ["passed", "passed"]
    assert not list((project.folder / "seen").rglob("*test_jar*"))
    assert project.sessions == []


def test_a_failed_test_shows_what_the_page_showed(project: Run, site: Site) -> None:
    assert project.done.returncode == 1
    picture = project.folder / "seen/evidence/test_shown.py-test_shown.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "Count" in picture.with_suffix(".txt").read_text()
    head, _, section = project.report("test_shown").partition(f"clz: {site.origin}/form.html")
    assert section.count("clz: ") == 0
    assert "clz: " not in project.report("test_of_something_else")
    for said in (
        "picture: seen/evidence/test_shown.py-test_shown.png",
        "snapshot: seen/evidence/test_shown.py-test_shown.txt",
        "console: it went wrong",
        "/status/404 404",
    ):
        assert said in section
    assert "E       clz.ExpectationFailed: " in head
    assert "hint: " in head
    assert not [line for line in head.splitlines() if "clz_core" in line or "clz/_" in line]


def test_a_target_that_is_gone_is_told_with_what_fits_it_now(project: Run) -> None:
    _, _, section = project.report("test_gone").partition("clz: what fits the target now")
    assert section.splitlines()[1].startswith('role=button[name="Count"] (an id or attribute like ')
    _, _, section = project.report("test_renamed").partition("clz: what fits the target now")
    assert section.splitlines()[1].startswith('role=button[name="Count"] (the same ')


def test_what_is_expected_softly_fails_its_test_at_the_end_and_says_all(project: Run) -> None:
    said = project.report("test_soft")
    assert "2 expectations were not met" in said
    for part in ('"Nothing"', '"Something"', "went on", "(test_soft.py:6)", "(test_soft.py:7)"):
        assert part in said


def test_a_password_that_a_page_shows_again_is_not_in_its_evidence(project: Run) -> None:
    snapshot = project.folder / "seen/evidence/test_password.py-test_password.txt"
    assert "heading" in snapshot.read_text()
    said = project.report("test_password")
    assert "No key has a name of" in said
    assert "console: •••" in said
    assert "horse" not in snapshot.read_text() + project.done.stdout + project.done.stderr


@pytest.mark.night
def test_a_page_that_is_not_there_any_more_does_not_hide_the_failure(home: Scratch, tmp_path: Path) -> None:
    tests = """
def test_broken(clz_browser):
    page = clz_browser.open()
    page.close()
    clz_browser.open()
    clz_browser.stop()
    page.content()
"""
    done = run(home, tmp_path, tests)
    assert (done.returncode, "TAB_CLOSED" in done.stdout or "was closed" in done.stdout) == (1, True), done.stdout
    assert left(home) == []


@pytest.mark.night
def test_evidence_that_cannot_be_written_costs_no_test_its_report(home: Scratch, site: Site, tmp_path: Path) -> None:
    tests = f"""
import os, unittest, pytest

def test_somewhere_else(clz_page, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    clz_page.navigate("{site.origin}/form.html")
    clz_page.expect.gone("#count", wait_ms=0)

class TestCase(unittest.TestCase):
    @pytest.fixture(autouse=True)
    def have(self, clz_page):
        self.page = clz_page

    def test_method(self):
        self.page.click("#no-such-thing", wait_ms=0)
"""
    (tmp_path / "seen").write_text("not a folder")
    done = run(home, tmp_path, tests, "--clz-evidence", "seen")
    assert (done.returncode, "2 failed" in done.stdout) == (1, True), done.stdout + done.stderr
    assert done.stdout.count("Evidence cannot be written to seen: ") == 2
    assert not [line for line in done.stdout.splitlines() if "clz_core" in line or "clz/_" in line]


def test_without_firefox_each_error_says_what_to_do(home: Scratch, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(home.env, "CLZ_FIREFOX", "/no/such/firefox")
        done = run(home, tmp_path, "def test_it(clz_page):\n    pass\n")
    assert "1 error" in done.stdout
    assert "E   clz.NotConnected: CLZ_FIREFOX is '/no/such/firefox'" in done.stdout
    assert "hint: Set CLZ_FIREFOX" in done.stdout
    assert len(done.stdout) < 2_000, done.stdout


def test_a_journal_says_what_became_of_each_test(home: Scratch, project: Run) -> None:
    journal = project.folder / "journal"
    ended: dict[str, Any] = {entry["name"]: entry for entry in ended_in(journal)}
    assert {name: entry["outcome"] for name, entry in ended.items()} == {
        "test_jar[1]": "passed",
        "test_jar[2]": "passed",
        "test_gone": "failed",
        "test_renamed": "failed",
        "test_shown": "failed",
        "test_soft": "failed",
        "test_password": "failed",
        "test_second": "passed",
        "test_good": "passed",
        "test_broken": "failed",
        "test_left_out": "skipped",
        "test_not_begun": "error",
    }
    assert ended["test_broken"]["error"]["code"] == "EXPECTATION_FAILED"
    report = subprocess.run(
        [sys.executable, "-m", "clz_cli", "report", journal], env=home.env, capture_output=True, text=True
    )
    assert "again: pytest test_outcomes.py::test_broken" in report.stdout, report.stdout + report.stderr
    assert "test_outcomes.py:11" in report.stdout


@pytest.mark.night
def test_each_worker_of_xdist_has_a_firefox_of_its_own(home: Scratch, site: Site, tmp_path: Path) -> None:
    tests = f"""
import os, pytest

@pytest.mark.parametrize("number", range(6))
def test_it(clz_page, clz_browser, number):
    assert clz_browser.session == "pytest-" + os.environ["PYTEST_XDIST_WORKER"]
    clz_page.navigate("{site.origin}/jar.html")
    clz_page.expect.text("Cookie 1, storage 1")
    assert number != 3
"""
    done = run(home, tmp_path, tests, "-p", "xdist", "-n", "2")
    assert "1 failed, 5 passed" in done.stdout, done.stdout + done.stderr
    assert "picture: clz-evidence/evidence/test_it.py-test_it-3.png" in done.stdout
    assert left(home) == []


def test_a_second_run_has_a_session_of_its_own(project: Run) -> None:
    [entry] = [entry for entry in ended_in(project.folder / "journal") if entry["name"] == "test_second"]
    assert entry["outcome"] == "passed"
    assert project.sessions == []


AT_ITS_END = """
import pytest
@pytest.fixture
def failing(clz_page):
    clz_page.navigate("data:text/html,<title>Before its end</title>")
    yield
    assert clz_page.title == "After"
def test_first(failing): pass
def test_last(failing): pass
"""


def test_a_fixture_that_fails_at_its_end_has_picture_and_trace(home: Scratch, tmp_path: Path) -> None:
    done = run(home, tmp_path, AT_ITS_END, "--clz-trace", "on-failure")
    assert "2 passed, 2 errors" in done.stdout, done.stdout + done.stderr
    for name in ("test_it.py-test_first", "test_it.py-test_last"):
        assert f"picture: clz-evidence/evidence/{name}.png" in done.stdout
        assert f"clz trace show clz-evidence/{name}.zip" in done.stdout
        assert (tmp_path / f"clz-evidence/evidence/{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (tmp_path / f"clz-evidence/{name}.zip").exists()
    assert left(home) == []


def test_a_path_without_a_base_url_is_no_folder_of_this_machine(home: Scratch, tmp_path: Path) -> None:
    done = run(home, tmp_path, "def test_it(clz_page):\n    clz_page.navigate('/')\n")
    assert "there is no base URL" in done.stdout
    assert "1 failed" in done.stdout


@pytest.mark.night
def test_a_named_session_is_left_running(home: Scratch, tmp_path: Path) -> None:
    tests = "def test_it(clz_browser):\n    print(clz_browser.session)\n    clz_browser.open()\n"
    assert run(home, tmp_path, tests, "--clz-session", "nope").returncode == 0
    assert left(home) == [], "what the run started it ends"
    command = [sys.executable, "-m", "clz_cli", "browser", "start", "--session", "mine"]
    subprocess.run(command, env=home.env, check=True)
    named = run(home, tmp_path, tests, "-s", "--clz-session", "mine")
    assert (named.returncode, "mine" in named.stdout, left(home)) == (0, True, ["mine"])
    assert not (tmp_path / "clz-evidence").exists(), "nothing failed"
    subprocess.run([sys.executable, "-m", "clz_cli", "browser", "stop", "--session", "mine"], env=home.env, check=True)
    assert left(home) == []


def test_who_does_not_use_it_loads_nothing_of_it(home: Scratch, tmp_path: Path) -> None:
    tests = """
import sys
def test_it():
    assert not {"zmq", "clz_core", "psutil", "filelock"} & set(sys.modules)
"""
    done = run(home, tmp_path, tests)
    assert done.returncode == 0, done.stdout
