"""Recording a person: what is done with mouse and keyboard in a tab, by somebody who is not clz."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.hosts import use
from tests.support.person import Hands, Person
from tests.support.waiting import rest_of, until

PASSWORD = "correct-horse-battery"
ENTER, TAB, RIGHT, DOWN, BACKSPACE, CONTROL = "\ue007", "\ue004", "\ue014", "\ue015", "\ue003", "\ue009"


class Recorder:
    """`clz record --person` of an agent's tab, on its way."""

    def __init__(self, browser: Browser, file: Path, *words: str) -> None:
        self.file = file
        command = [sys.executable, "-m", "clz_cli", "record", str(file), "--person", *words]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, env=browser.scratch.env, **pipes)
        assert self._process.stderr
        said = self._process.stderr.readline()
        assert "recording what is done in your tab" in said, said
        self.said = ""

    def wait_for(self, step: str) -> None:
        """Read on until it has said a step."""
        assert self._process.stderr
        assert any(step in line for line in iter(self._process.stderr.readline, "")), "it ended without"

    def stop(self, code: int = 0) -> list[str]:
        """The lines of the file once it is interrupted."""
        self._process.send_signal(signal.SIGINT)
        return self.ended(code)

    def end(self) -> None:
        """End it, however far the test came."""
        self._process.kill()
        self._process.communicate()

    def ended(self, code: int = 0) -> list[str]:
        """The same once it has ended by itself."""
        out, err = rest_of(self._process)
        assert self._process.returncode == code, err
        self.said = out + err
        return [line.strip() for line in self.file.read_text().splitlines()]


@pytest.fixture
def begin(browser: Browser, page: Page, tmp_path: Path) -> Iterator[Callable[..., Recorder]]:
    """Begins to record in the page's tab, where clz's own input is as trusted as a person's."""
    begun: list[Recorder] = []

    def record(name: str = "person.clz") -> Recorder:
        begun.append(Recorder(browser, tmp_path / name, "--agent", "tester", "--tab", str(page.tab)))
        return begun[-1]

    yield record
    for recorder in begun:
        recorder.end()


def passes(browser: Browser, file: Path, **secrets: str) -> None:
    done = browser.clz("run", str(file), "--session", "default", **secrets)
    assert done.returncode == 0, done.stdout + done.stderr


def works_in_the_workshop(hands: Hands) -> None:
    """With every kind of key, button and field, and in frames."""
    hands.hovers("nav li")
    hands.clicks("#saw")
    hands.clicks("#menu")
    hands.presses(DOWN)
    hands.presses(ENTER)
    hands.clicks("#title", times=2)
    hands.clicks("#title", button=2)
    hands.clicks("#chat")
    hands.types("Hi there")
    hands.presses(ENTER)
    hands.clicks("#due")
    hands.clicks("#calendar button")
    hands.clicks("#city")
    hands.types("Be")
    for key in (DOWN, DOWN, ENTER):
        hands.presses(key)
    hands.drags("#level", "#todo")
    hands.presses(RIGHT)
    hands.presses(CONTROL, "s")
    hands.clicks("#card")
    hands.types("4111")
    hands.presses(TAB)
    hands.types("123456")
    hands.clicks("#password")
    hands.types("hunter")
    hands.clicks("#show")
    hands.clicks("#password")
    hands.types("22")
    hands.clicks("#day")
    hands.types("02052026")
    hands.clicks("#woods option:nth-child(1)")
    hands.clicks("label:has(#agree)")
    hands.clicks("#amount")
    hands.presses(RIGHT)
    hands.clicks("#notes")
    hands.presses(BACKSPACE)
    hands.types("y")
    hands.chooses("#plan", "plan.txt")
    with hands.inside("#near"):
        hands.clicks("#label")
        hands.types("nails")
        hands.clicks("#put")
    with hands.inside("#far"), hands.inside("#inside"):
        hands.clicks("#label")
        hands.types("paint")
        hands.clicks("#put")
        until(lambda: "Deep has paint" in hands.runs("return document.body.innerText"))
    hands.clicks("h1")
    with hands.inside("#far"), hands.inside("#inside"):
        until(lambda: not hands.runs("return document.hasFocus()"))
    hands.clicks("a[href='form.html']")
    until(lambda: hands.runs("return location.pathname + document.readyState") == "/form.htmlcomplete")


def test_what_a_person_does_in_a_page_and_its_frames_is_a_test_that_passes(
    watched: tuple[Browser, Person], site: Site, tmp_path: Path
) -> None:
    browser, person = watched
    far = site.origin.replace("127.0.0.1", "localhost")
    url = f"{site.url('recorded.html')}?far={far}"
    (tmp_path / "plan.txt").write_text("six boards")
    with Client("default", "carpenter") as client:
        client.call("createWindow", {"url": url})
        recorder = Recorder(browser, tmp_path / "workshop.clz", "--agent", "carpenter")
        works_in_the_workshop(person.sits_at(url))
        person.stands_up()
        lines = recorder.stop()
        client.call("goodbye")
    assert lines == [
        f"base {site.origin}",
        "",
        'test "workshop"',
        f"open '/recorded.html?far={far}'",
        "expect title Workshop",
        "hover 'nav > ul > li'",
        "click 'role=button[name=\"Saw\"]'",
        "expect text 'You took the saw'",
        "click 'role=button[name=\"Actions\"]'",
        "expect text Copy",
        "press --target 'role=menuitem[name=\"Copy\"]' 'ArrowDown Enter'",
        "expect text 'Chosen: Move'",
        "dblclick 'role=button[name=\"Untitled\"]'",
        "expect text Birdhouse",
        "click --button right 'role=button[name=\"Birdhouse\"]'",
        "expect text 'A menu of our own'",
        "fill 'role=textbox[name=\"Chat\"]' 'Hi there'",
        "press --target 'role=textbox[name=\"Chat\"]' Enter",
        "expect text 'Sent: Hi there'",
        "click 'role=textbox[name=\"Due\"]'",
        "click 'role=button[name=\"Tomorrow morning\"]'",
        "expect text 'Due soon'",
        "fill 'role=combobox[name=\"City\"]' Be",
        "press --target 'role=combobox[name=\"City\"]' 'ArrowDown ArrowDown Enter'",
        "expect text 'City: Berlin'",
        next(line for line in lines if line.startswith("drag --by ")),
        "expect text 'Moved the level'",
        "press --target 'role=slider[name=\"Level\"]' ArrowRight",
        "expect text Louder",
        "press Control+s",
        "expect text 'Saved it'",
        'fill \'role=textbox[name="Card"]\' "${CARD}"',
        'fill \'role=textbox[name="Code"]\' "${CODE}"',
        'fill \'role=textbox[name="Password"]\' "${PASSWORD}"',
        "click 'role=button[name=\"Show password\"]'",
        'fill \'role=textbox[name="Password"]\' "${PASSWORD}"',
        "fill 'role=textbox[name=\"Day\"]' 2026-02-05",
        "select 'role=listbox[name=\"Woods\"]' Ash",
        "check 'role=checkbox[name=\"I agree\"]'",
        "fill 'role=slider[name=\"Amount\"]' 6",
        next(line for line in lines if "Notes" in line),
        "upload 'role=button[name=\"Plan\"]' plan.txt",
        "fill --frame 'role=iframe[name=\"Near\"]' 'role=textbox[name=\"Label\"]' nails",
        "click --frame 'role=iframe[name=\"Near\"]' 'role=button[name=\"Put in\"]'",
        "expect text 'Near has nails'",
        "fill --frame 'role=iframe[name=\"Inside\"]' 'role=textbox[name=\"Label\"]' paint",
        "click --frame 'role=iframe[name=\"Inside\"]' 'role=button[name=\"Put in\"]'",
        "expect text 'Deep has paint'",
        "click 'role=link[name=\"To the form\"]'",
        "expect url **/form.html",
        "expect text Form",
    ]
    passes(browser, recorder.file, CARD="1", CODE="2", PASSWORD=PASSWORD)


def test_a_drop_a_password_that_firefox_fills_in_and_a_link_to_a_new_tab_are_recorded(
    watched: tuple[Browser, Person], site: Site, tmp_path: Path
) -> None:
    browser, person = watched
    with Client("default", "joiner") as client:
        tab = client.call("createWindow", {"url": site.url("recorded.html")})["tabId"]
        recorder = Recorder(browser, tmp_path / "joiner.clz", "--agent", "joiner", "--tab", str(tab))
        client.call("drag", {"tabId": tab, "target": "#todo li", "to": "#done"})
        hands = person.sits_at(site.url("recorded.html"))
        hands.is_filled_in("#password", PASSWORD)
        hands.clicks("a[target]")
        until(lambda: len([one for one in client.call("getTabs")["tabs"] if one["mine"]]) == 2)
        person.stands_up()
        lines = recorder.stop()
        client.call("goodbye")
    assert lines[5:] == [
        "drag 'role=listitem[name=\"Sand it\"]' 'role=list[name=\"Done\"]'",
        'fill \'role=textbox[name="Password"]\' "${PASSWORD}"',
        "click 'role=link[name=\"In a new tab\"]'",
    ]
    passes(browser, recorder.file, PASSWORD=PASSWORD)


@pytest.mark.night
def test_what_a_person_does_in_a_tab_that_they_lend_is_recorded(
    plain_watched: tuple[Browser, Person], site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, person = plain_watched
    use(browser.scratch, monkeypatch)
    with Client("default", "borrower") as client:
        tab = person.opens(site.url("react-form/"))
        message = {"clz": "share", "tabId": tab, "agent": client.key.agent_id}
        assert person.in_own_page("return browser.runtime.sendMessage(args[0])", message)["ok"]
        until(lambda: [one for one in client.call("getTabs")["tabs"] if one["title"].startswith("Sign up")])
        recorder = Recorder(browser, tmp_path / "sign-up.clz", "--agent", "borrower", "--tab", str(tab))
        hands = person.sits_at(site.url("react-form/"))
        hands.clicks("#name")
        hands.types("Ada")
        hands.presses(TAB)
        hands.types("ada@example.com")
        hands.clicks("label:has([type=checkbox])")
        hands.clicks("button.submit")
        until(lambda: "Thank you" in hands.runs("return document.body.innerText"))
        person.stands_up()
        person.does("gURLBar.focus(); gURLBar.value = args[0]; gURLBar.handleCommand();", site.url("index.html"))
        until(lambda: [one for one in client.call("getTabs")["tabs"] if one["url"].endswith("/index.html")])
        person.does("gBrowser.goBack()")
        until(lambda: [one for one in client.call("getTabs")["tabs"] if one["url"].endswith("/react-form/")])
        person.closes(tab)
        lines = recorder.ended()
        assert "the recording ends here: the tab was closed" in recorder.said
    assert lines[3:] == [
        "open /react-form/",
        "expect title 'Sign up · Field Notes'",
        "fill 'role=textbox[name=\"Name\"]' Ada",
        "fill 'role=textbox[name=\"Email\"]' ada@example.com",
        "uncheck 'role=checkbox[name=\"Tell me about new issues, too\"]'",
        "click 'role=button[name=\"Sign up\"]'",
        "expect text 'Thank you, Ada! We sent a note to ada@example.com.'",
        "navigate /index.html",
        "back",
        "expect url **/react-form/",
    ]
    passes(browser, recorder.file)


def test_what_a_person_does_with_a_form_is_a_test_that_passes(
    browser: Browser, page: Page, begin: Callable[..., Recorder]
) -> None:
    page.open("react-form/")
    recorder = begin("sign-up.clz")
    page.call("click", target="#name")
    page.call("type", target="#name", text="Ada", delayMs=1)
    page.call("type", target="#name", text=" Lovelace", clear=False)
    page.call("type", target="#email", text="ada@example.com")
    page.call("uncheck", target="input[type=checkbox]")
    page.call("select", target="select", values=["Once a month"])
    page.call("click", target="button.submit")
    page.call("waitFor", text="Thank you, Ada")
    assert recorder.stop() == [
        f"base {page.origin}",
        "",
        'test "sign up"',
        "open /react-form/",
        "expect title 'Sign up · Field Notes'",
        "fill 'role=textbox[name=\"Name\"]' 'Ada Lovelace'",
        "fill 'role=textbox[name=\"Email\"]' ada@example.com",
        "uncheck 'role=checkbox[name=\"Tell me about new issues, too\"]'",
        "select 'role=combobox[name=\"How often\"]' 'Once a month'",
        "click 'role=button[name=\"Sign up\"]'",
        "expect text 'Thank you, Ada! We sent a note to ada@example.com.'",
    ]
    shown = [line.strip() for line in recorder.said.splitlines() if line.startswith("  ")]
    assert [line for line in shown if not line.startswith("instead: ")][-1].startswith("expect text 'Thank you")
    assert "fill 'role=textbox[name=\"Email\"]' ada@example.com" in shown
    passes(browser, recorder.file)


def test_the_first_title_is_the_one_of_a_new_visit(
    browser: Browser, page: Page, begin: Callable[..., Recorder]
) -> None:
    page.open("form.html")
    page.call("evaluate", expression="document.title = 'Form, used already'", unsafe=True)
    recorder = begin()
    page.call("click", target="#count")
    assert recorder.stop()[3:5] == ["open /form.html", "expect title Form"]
    passes(browser, recorder.file)


def test_a_password_does_not_leave_the_page(page: Page, begin: Callable[..., Recorder]) -> None:
    page.open("form.html")
    recorder = begin()
    page.call("type", target="#password", text=PASSWORD)
    told = str(page.call("watchPerson", since=0, waitMs=0))
    page.call("click", target="#count")
    told += str(page.call("watchPerson", since=0, waitMs=0))
    lines = recorder.stop()
    assert 'fill \'role=textbox[name="Password"]\' "${PASSWORD}"' in lines
    assert PASSWORD not in told
    assert PASSWORD not in "".join(lines)


def test_enter_submits_once_and_the_next_page_is_expected(page: Page, begin: Callable[..., Recorder]) -> None:
    page.open("effects.html")
    page.open("form.html")
    recorder = begin()
    page.call("type", target="#text", text="Ada", submit=True)
    page.call("click", target="#link")
    page.call("waitFor", url="**/index.html")
    lines = recorder.stop()
    assert [line for line in lines[5:] if not line.startswith("expect text")] == [
        "fill 'role=textbox[name=\"Text\"]' Ada",
        "press --target 'role=textbox[name=\"Text\"]' Enter",
        "click 'role=link[name=\"A link\"]'",
        "expect url **/index.html",
    ]


def test_what_cannot_be_written_in_the_end_is_printed(page: Page, begin: Callable[..., Recorder]) -> None:
    page.open("form.html")
    recorder = begin("taken.clz")
    page.call("click", target="#count")
    recorder.file.write_text("# somebody else's\n")
    assert recorder.stop(code=2) == ["# somebody else's"]
    assert "exists already" in recorder.said
    assert "click 'role=button[name=\"Count\"]'" in recorder.said


def test_a_tab_that_is_closed_ends_the_recording_with_what_there_is(page: Page, begin: Callable[..., Recorder]) -> None:
    page.open("form.html")
    recorder = begin()
    page.call("click", target="#count")
    recorder.wait_for("click 'role=button[name=\"Count\"]'")
    page.call("type", target="#text", text="Ada")
    page.call("closeTab")
    page.tab = -1
    lines = recorder.ended()
    assert "click 'role=button[name=\"Count\"]'" in lines
    assert lines[-1] == "fill 'role=textbox[name=\"Text\"]' Ada", "what was being typed"
    assert "the recording ends here" in recorder.said


def test_what_is_pointed_at_with_alt_is_expected_and_the_page_is_not_clicked(
    browser: Browser, page: Page, begin: Callable[..., Recorder]
) -> None:
    page.open("form.html")
    heard = "window.addEventListener('pointerdown', () => document.title += '!', { capture: true })"
    page.call("evaluate", expression=heard, unsafe=True)
    recorder = begin()
    page.call("fill", target="#password", text=PASSWORD)
    page.call("click", target="#submit")
    page.call("evaluate", expression="document.getElementById('log').textContent = ''", unsafe=True)
    title = page.call("get", what="title")["value"]
    pointed = "h1 #total #count #text #empty #password #agree #large #fruit #colours #notes #editable #answer"
    for target in pointed.split():
        page.call("click", target=target, modifier=["alt"])
    assert page.call("get", what="text", target="#log")["value"] == ""
    assert page.call("get", what="title")["value"] == title
    page.call("select", target="#colours", values=["green", "blue"])
    page.call("click", target="#colours", modifier=["alt"])
    page.call("click", target="#count", modifier=["ctrl"])
    lines = recorder.stop()
    assert lines[lines.index("click 'role=button[name=\"Send\"]'") + 1 :] == [
        "expect text h1 Form",
        "expect text 'span#total' 0",
        "expect text 'button#count' Count",
        "expect value 'role=textbox[name=\"Text\"]' before",
        "expect empty 'role=textbox[name=\"Empty\"]'",
        "expect empty 'role=textbox[name=\"Password\"]' --not",
        "expect unchecked 'role=checkbox[name=\"I agree\"]'",
        "expect checked 'role=radio[name=\"Large\"]'",
        "expect value 'role=combobox[name=\"Fruit\"]' a",
        "expect empty 'role=listbox[name=\"Colours\"]'",
        "expect value 'role=textbox[name=\"Notes\"]' 'first line'",
        "expect text 'role=textbox[name=\"Editable\"]' 'Edit me'",
        "select 'role=listbox[name=\"Colours\"]' green blue",
        "expect text 'input #colours trusted'",
        "expect values 'role=listbox[name=\"Colours\"]' green blue",
        "click --modifier ctrl 'role=button[name=\"Count\"]'",
        "expect text 'click #count trusted'",
    ]
    assert "clz expect: there is a secret in it" in recorder.said
    assert PASSWORD not in "".join(lines) + recorder.said
    passes(browser, recorder.file, PASSWORD=PASSWORD)
