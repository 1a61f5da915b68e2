"""Recording an agent's commands, and running what was recorded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from clz_core.client.journaling import recording_of
from clz_core.config.paths import SessionPaths
from tests.support.browsers import Browser, Page
from tests.support.scripts import parse
from tests.support.waiting import until

PASSWORD = "correct-horse-battery"


def sign_up(page: Page) -> None:
    """What somebody does with the demo's form, by refs and by selectors."""
    page.open("react-form/")
    shown = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    name = next(line for line in shown.splitlines() if '"Name"' in line).split("[ref=")[1].split("]")[0]
    page.fails("click", target="button.submit >> nth=5", waitMs=0)
    page.call("type", target=f"@{name}", text="Ada $HOME Lovelace")
    page.call("fill", target="#email", text="ada@example.com")
    page.call("get", what="value", target="#email")
    page.call("click", target="button.submit")
    page.call("waitFor", text="Thank you, Ada")


def written(browser: Browser, *words: str) -> list[str]:
    done = browser.clz("record", *words)
    assert done.returncode == 0, done.stderr
    return Path(words[0]).read_text().splitlines()


def test_a_journal_is_written_back_as_a_test_that_passes(
    browser: Browser, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as recording:
        recording.setenv("CLZ_JOURNAL", str(tmp_path / "journal"))
        sign_up(page)
    file = tmp_path / "sign-up.clz"
    assert written(browser, str(file), "--from", str(tmp_path / "journal")) == [
        f"base {page.origin}",
        "",
        'test "sign up"',
        "    open /react-form/",
        "    expect title 'Sign up · Field Notes'",
        "    type 'role=textbox[name=\"Name\"]' 'Ada $HOME Lovelace'",
        "    fill 'role=textbox[name=\"Email\"]' ada@example.com",
        "    click 'role=button[name=\"Sign up\"]'",
        "    expect text 'Thank you, Ada'",
    ]
    assert parse(str(file)).tests[0].name == "sign up"
    done = browser.clz("run", str(file), "--session", "default")
    assert done.returncode == 0, done.stdout + done.stderr


BRIDGE = """
import clz.playwright.sync_api as api
from clz.playwright.sync_api import expect

with api.sync_playwright() as playwright:
    test_sign_up(playwright.firefox.launch().new_page())
"""


def test_a_journal_is_written_as_python_that_does_the_same(
    browser: Browser, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "journal"
    with monkeypatch.context() as recording:
        recording.setenv("CLZ_JOURNAL", str(journal))
        sign_up(page)
    ours, other = tmp_path / "test_ours.py", tmp_path / "sign-up.py"
    for file, form in ((ours, "python"), (other, "playwright")):
        written(browser, str(file), "--from", str(journal), "--as", form)
    assert 'page.click("role=button[name=\\"Sign up\\"]")' in ours.read_text()
    assert 'page.get_by_role("button", name="Sign up", exact=True).click()' in other.read_text()
    printed = browser.clz("report", str(journal), "--as", "playwright").stdout
    assert printed.replace("test_steps", "test_sign_up").strip() == other.read_text().strip()
    plugin = [sys.executable, "-m", "pytest", "-p", "clz.pytest_plugin", "--clz-session", "default", str(ours)]
    for command in (
        plugin,
        [sys.executable, "-c", other.read_text().replace("from playwright.", "from clz.playwright.") + BRIDGE],
    ):
        environment = {**browser.scratch.env, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
    wrong = browser.clz("record", "a.clz", "--from", str(journal), "--as", "python")
    assert (wrong.returncode, "Name it: clz record a.py --as python" in wrong.stderr) == (2, True)


def test_what_is_done_in_frames_by_refs_is_written_with_their_frames(
    browser: Browser, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = page.origin.replace("127.0.0.1", "localhost")
    with monkeypatch.context() as recording:
        recording.setenv("CLZ_JOURNAL", str(tmp_path / "journal"))
        page.open(f"recorded.html?far={far}")
        page.call("waitFor", target="#put", frame="#inside")
        shown = page.call("getAccessibilitySnapshot")["snapshot"]
        refs = [line.split("[ref=")[1].split("]")[0] for line in shown.splitlines() if '"Put in"' in line]
        for ref in refs:
            page.call("click", target=f"@{ref}")
    file = tmp_path / "frames.clz"
    lines = [line.strip() for line in written(browser, str(file), "--from", str(tmp_path / "journal"))]
    assert [line for line in lines if line.startswith("click")] == [
        f"click --frame 'role=iframe[name=\"{frame}\"]' 'role=button[name=\"Put in\"]'"
        for frame in ("Near", "Far", "Inside")
    ]
    done = browser.clz("run", str(file), "--session", "default")
    assert done.returncode == 0, done.stdout + done.stderr


def test_commands_are_recorded_until_somebody_stops_it(browser: Browser, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "form.clz"
    words = [sys.executable, "-m", "clz_cli", "record", str(file), "--agent", "tester"]
    recorder = subprocess.Popen(words, env=browser.scratch.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    link = recording_of(SessionPaths("default"), "tester")
    until(lambda: os.path.islink(link))
    second = browser.clz("record", str(tmp_path / "other.clz"), "--agent", "tester")
    assert second.returncode == 6
    assert "records this agent already" in second.stderr
    page.open("form.html")
    assert browser.clz("fill", "label=Password", PASSWORD, "--agent", "tester").returncode == 0
    page.call("click", target="#count")
    page.call("click", target="#link")
    assert browser.clz("record", "stop", "--agent", "tester").returncode == 0
    out, said = recorder.communicate(timeout=30)
    assert recorder.returncode == 0, said
    assert b"PASSWORD=" in out
    assert not os.path.islink(link)
    assert [line.strip() for line in file.read_text().splitlines()[3:]] == [
        "open /form.html",
        "expect title Form",
        'fill \'role=textbox[name="Password"]\' "${PASSWORD}"',
        "click 'role=button[name=\"Count\"]'",
        "click 'role=link[name=\"A link\"]'",
        "expect url **/index.html",
    ]
    done = browser.clz("run", str(file), "--session", "default", PASSWORD=PASSWORD)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_was_killed_while_it_recorded_holds_nobody(browser: Browser, page: Page, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "clz_cli", "record", str(tmp_path / "a.clz"), "--agent", "tester"]
    env = {**browser.scratch.env, "TMPDIR": str(tmp_path)}  # where the first one leaves its journal
    link = recording_of(SessionPaths("default"), "tester")
    recorder = subprocess.Popen(words, env=env, stderr=subprocess.DEVNULL)
    until(lambda: os.path.islink(link))
    recorder.kill()
    recorder.wait()
    recorder = subprocess.Popen(words, env=env, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    until(lambda: os.path.islink(link) and f"-{recorder.pid}-" in os.readlink(link))
    page.open("form.html")
    page.call("click", target="#count")
    page.call("closeTab")
    page.tab = -1
    recorder.send_signal(signal.SIGINT)
    assert recorder.wait(30) == 0
    assert "click 'role=button[name=\"Count\"]'" in (tmp_path / "a.clz").read_text()
    assert [one.name for one in tmp_path.iterdir() if one.is_dir()] == [], "nothing is left of the first one either"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("there.clz", "--from", "journal"), 2, "exists already"),
        (("no-suffix", "--from", "journal"), 2, "is not the name of a test"),
        (("new.clz", "--from", "nowhere"), 2, "There is no journal"),
        (("new.clz", "--from", "journal"), 2, "Nothing was recorded"),
        (("no/such/new.clz", "--from", "journal"), 2, "Cannot write into"),
        (("stop",), 2, "Nothing is recorded"),
    ],
)
def test_what_cannot_be_recorded_is_told(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.clz").write_text("get text h1\n")
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "journal.jsonl").write_text("{broken\n")
    done = browser.clz("record", *words)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    assert (tmp_path / "there.clz").read_text() == "get text h1\n"
    assert not (tmp_path / "new.clz").exists()
