"""Fifteen tasks, done by a script that has read nothing but `clz skills get`: it types their lines, with other values.

What a line is typed for is told by the task; which lines there are, by the skills alone. What came of it is looked at
from outside.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from uuid import uuid4

import pytest

from clz_apps.machine.demo import served
from clz_generate.files import ROOT
from tests.running.commands import run_clz
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.unit.cli.test_plugin_texts import COMMAND

HOME = "http://localhost:3000"
SECRET = "correct horse"
pytestmark = pytest.mark.night


class Reader:
    """Who knows what the skills say, and types nothing else. A value of a line may be another one, no word of clz."""

    def __init__(self, browser: Browser, site: Site, folder: Path) -> None:
        self.site = site.origin
        self.folder = folder
        self.said = ""
        self.name = f"reader-{uuid4().hex[:8]}"
        self._env = {**browser.scratch.env, "CLZ_AGENT": self.name}
        self.text = self._run(["skills", "get", "clz"])  # what every agent is told to type first
        more = self.text.partition("More by `clz skills get NAME`")[2].partition("\n\n")[0]
        for name in re.findall(r"`([a-z-]+)`", more):
            self.text += "\n" + self.type("skills get NAME", {"NAME": name})
        self.lines = self._lines()

    def _lines(self) -> set[str]:
        return {re.sub(r" +", " ", line) for line in COMMAND.findall(self.text.replace("\n", " "))}

    def test(self) -> str:
        """The only test that they show."""
        (found,) = (block for block in self.text.split("```")[1::2] if "\ntest " in block)
        return found.lstrip("\n")

    def type(self, line: str, values: Mapping[str, str] | None = None, given: str = "", code: int = 0) -> str:
        """Type a line of a skill, with other values in the places of its own."""
        assert line in self._lines(), f"no skill says: clz {line}"
        words = shlex.split(line)
        for old, new in (values or {}).items():
            at = words.index(old)
            assert at > 0, f"{old} is a word of clz"
            assert not old.startswith("-"), f"{old} is a word of clz"
            words[at : at + 1] = shlex.split(new) if old.startswith("label=") else [new]
        return self._run(words, given, code)

    def _run(self, words: list[str], given: str = "", code: int = 0) -> str:
        done = run_clz(*words, env=self._env, input=given, cwd=self.folder, timeout=90)
        assert done.returncode == code, f"clz {words}: {done.stdout}{done.stderr}"
        self.said = done.stdout + done.stderr
        return self.said

    def open(self, page: str) -> str:
        return self.type(f"open {HOME}", {HOME: f"{self.site}/{page}"})

    def ref(self, like: str) -> str:
        """The ref of the first line of a look that holds this, written as the skill says."""
        lines = (re.match(r".*\[ref=(\w+)\]| *(e\d+) ", line) for line in self.said.splitlines() if like in line)
        return "@" + next(found[1] or found[2] for found in lines if found)

    def seen(self, *words: str) -> str:
        """What somebody else sees in its tab: no part of the task."""
        return run_clz(*words, env=self._env, timeout=60).stdout.strip()

    def leave(self, browser: Browser) -> None:
        for name in (self.name, f"second-{self.name}"):
            browser.clz("agents", "forget", name)
        browser.clz("secret", "delete", "SHOP_PASSWORD")


def orders_in_a_shop(agent: Reader) -> None:
    agent.open("shop.html")
    agent.type("snapshot -i")
    agent.type("click TARGET --then diff", {"TARGET": agent.ref('button "Add Rake, green"')})
    assert "Basket (1)" in agent.said
    agent.type("click TARGET", {"TARGET": 'role=link[name="Basket (1)"]'})
    agent.type("click TARGET --then diff", {"TARGET": 'role=button[name="Check out"]'})
    agent.type(
        'fill-form label=Email ada@example.com label=Fruit Pear "label=I agree" true',
        {
            "label=Fruit": "label=Name",
            "Pear": "Ada",
            "label=I agree": "'label=I accept the terms'",
        },
    )
    for field, value in (("Street", "1 Main Street"), ("City", "Porto")):
        agent.type('fill TARGET "text"', {"TARGET": f"label={field}", "text": value})
    agent.type("select TARGET LABEL", {"TARGET": "label=Country", "LABEL": "Portugal"})
    agent.type("click TARGET", {"TARGET": 'role=button[name="Order now"]'})
    agent.type('expect text "Thank you"')
    assert "Thank you" in agent.seen("get", "text", "#thanks")


def corrects_what_a_form_refuses(agent: Reader) -> None:
    agent.open("register.html")
    agent.type("snapshot -i")
    entered = {"First name": "Ada", "Last name": "Lovelace", "Email": "ada@example.com", "Phone": "123"}
    entered |= {"Street": "Main 1", "Postcode": "1234", "City": "Porto", "User name": "Ada"}
    for field, value in {**entered, "Date of birth": "2020-01-01"}.items():
        agent.type('fill TARGET "text"', {"TARGET": f"label={field}", "text": value})
    agent.type("check label=Small", {"label=Small": "'label=I accept the terms'"})
    send = {'role=button[name="Send"]': 'role=button[name="Register"]'}
    refused = agent.type("click 'role=button[name=\"Send\"]' --then diff", send)
    right = {"postcode": "1234-567", "phone": "+351123456789", "User names": "adaada", "16 or older": "1990-05-01"}
    fields = {"postcode": "Postcode", "phone": "Phone", "User names": "User name", "16 or older": "Date of birth"}
    for said, value in right.items():
        assert said in refused
        agent.type('fill TARGET "text"', {"TARGET": f"label={fields[said]}", "text": value})
    agent.type("click 'role=button[name=\"Send\"]' --then diff", send)
    assert agent.seen("get", "text", "#done").startswith("Welcome, Ada of Porto")


def deletes_one_row_of_many(agent: Reader) -> None:
    agent.open("people.html")
    agent.type("dialog policy accept")
    row = 'tr:has-text("Ada") >> role=button[name="Edit"]'
    agent.type(f"click '{row}'", {row: 'tr:has-text("Grace") >> role=button[name="Delete"]'})
    agent.type('expect text "Thank you"', {"Thank you": "Grace is gone"})
    assert agent.seen("get", "text", "#said") == "Grace is gone"


def finds_somebody_pages_away(agent: Reader) -> None:
    agent.open("staff.html")
    agent.type('snapshot --find "Total"', {"Total": "Next"})
    following = {'role=button[name="Next"]': agent.ref('button "Next"')}
    while "Person 43" not in agent.said:
        agent.type("click 'role=button[name=\"Next\"]' --then diff", following)
    agent.type('snapshot --find "Total"', {"Total": "Person 43"})
    assert "person43@example.org" in agent.said


def keeps_a_log_in(agent: Reader) -> None:
    agent.type("secret set SHOP_PASSWORD --for localhost", {"localhost": "127.0.0.1"}, given=SECRET)  # the person does
    agent.open("form.html")
    agent.type('fill label=Password "{{SHOP_PASSWORD}}"')
    assert SECRET not in agent.said
    agent.type("state save login.json")
    agent.type(f"open {HOME} --isolated --state login.json", {HOME: f"{agent.site}/form.html"})
    text = {HOME: f"{agent.site}/form.html", "Sign out": "Five at most"}
    agent.type(f'state load login.json --check {HOME} --text "Sign out"', text)
    assert (agent.folder / "login.json").stat().st_mode & 0o077 == 0


def finds_out_why_a_page_fails(agent: Reader) -> None:
    agent.open("devtools.html")
    agent.type("console --clear")
    agent.type("click TARGET --then diff", {"TARGET": "#fail"})
    assert "uncaught here" in agent.type("console --level error")
    asked = {"TARGET": "#fetch", "**/api/save": "**/status/404"}
    assert "404" in agent.type('click TARGET --wait-request "**/api/save"', asked)
    assert "/status/404" in agent.type("network --status failed")


def reads_a_table_of_several_pages(agent: Reader) -> None:
    agent.open("people.html")
    line = next(one for one in agent.lines if one.startswith("eval") and "slice(1)" in one)
    rows: list[list[str]] = []
    while True:
        rows += json.loads(agent.type(line))["result"]["result"]
        if "disabled" in next(one for one in agent.type("snapshot -i").splitlines() if '"Next"' in one):
            break
        agent.type("click 'role=button[name=\"Next\"]' --then diff")
    assert [row[0] for row in rows] == ["Ada", "Grace", "Edsger", "Barbara", "Alan", "Katherine"]


def writes_and_runs_a_smoke_test(agent: Reader) -> None:
    with served(ROOT / "examples/smoke/site") as url:
        (agent.folder / "smoke").mkdir()
        test = agent.test().replace("http://localhost:8000", url.rstrip("/"))
        (agent.folder / "smoke/signup.clz").write_text(test, "utf-8")
        agent.type("run --check smoke/")
        assert "1 passed" in agent.type("run smoke/ --html clz-report")
    assert (agent.folder / "clz-report/index.html").exists()


def does_without_the_backend(agent: Reader) -> None:
    agent.open("devtools.html")
    agent.type("route \"**/api/users\" --json '[]'", {"**/api/users": "**/status/404", "[]": '["nobody"]'})
    asked = {"TARGET": "#fetch", "**/api/save": "**/status/404"}
    assert " 200" in agent.type('click TARGET --wait-request "**/api/save"', asked)
    agent.type("unroute --all")
    agent.type("reload")
    assert " 404" in agent.type('click TARGET --wait-request "**/api/save"', asked)


def looks_as_a_telephone_does(agent: Reader) -> None:
    agent.open("form.html")
    agent.type("viewport iphone-14")
    agent.type("emulate --locale de-DE --timezone Europe/Berlin")
    spoken = agent.type('eval "document.readyState"', {"document.readyState": "navigator.language"})
    assert "de-DE" in spoken
    agent.type("screenshot page.png")
    assert (agent.folder / "page.png").read_bytes().startswith(b"\x89PNG")
    assert agent.seen("eval", "innerWidth") == "390"
    agent.type("viewport --reset")
    agent.type("emulate --reset")
    agent.type("tab close")
    tabs = json.loads(agent.seen("tabs", "--json"))["result"]["tabs"]
    assert not [tab for tab in tabs if tab["mine"]]


def ends_a_page_that_hangs(agent: Reader) -> None:
    agent.open("hangs.html")
    agent.type("snapshot -i")
    assert "PAGE_HANGS" in agent.type("click TARGET", {"TARGET": agent.ref('button "loop"')}, code=4)
    agent.type("reload")
    agent.type("snapshot -i")
    agent.type("click TARGET --then diff", {"TARGET": agent.ref('button "0"')})
    assert agent.seen("get", "text", "#count") == "1"


def finds_a_row_that_is_not_drawn_yet(agent: Reader) -> None:
    agent.open("rows.html")
    row = {"TARGET": 'role=button[name="down 250"]'}
    assert "--until-text" in agent.type("click TARGET", row, code=1)
    agent.type('scroll "#orders" --until-text "Order 500"', {"#orders": "#down", "Order 500": "down 250"})
    agent.type("click TARGET", row)
    assert agent.seen("get", "title") == "down 250"


def sends_what_firefox_refused_at_first(agent: Reader) -> None:
    agent.open("mistakes.html")
    agent.type("snapshot -i")
    email, send = agent.ref('textbox "Email"'), {'role=button[name="Send"]': agent.ref('button "Send order"')}
    agent.type('fill TARGET "text"', {"TARGET": email, "text": "ada"})
    refused = agent.type("click 'role=button[name=\"Send\"]' --then diff", send)
    assert "the form was not sent: Email: " in refused
    assert not agent.seen("get", "url").endswith("#sent")
    agent.type('fill TARGET "text"', {"TARGET": email, "text": "ada@example.com"})
    agent.type("click 'role=button[name=\"Send\"]' --then diff", send)
    assert agent.seen("get", "url").endswith("#sent")


def reads_what_a_dialog_asks_before_it_answers(agent: Reader) -> None:
    agent.open("people.html")
    agent.type("dialog policy ask")
    delete = 'tr:has-text("Ada") >> role=button[name="Edit"]'
    asked = agent.type(f"click '{delete}'", {delete: delete.replace("Edit", "Delete")})
    assert "Delete Ada?" in asked
    agent.type("dialog accept")
    agent.type('expect text "Thank you"', {"Thank you": "Ada is gone"})
    assert agent.seen("get", "text", "#said") == "Ada is gone"


def gives_a_file(agent: Reader) -> None:
    (agent.folder / "report.pdf").write_bytes(b"%PDF-1.4")
    agent.open("form.html")
    agent.type("snapshot -i")
    agent.type("upload label=File report.pdf")
    assert agent.seen("eval", "document.querySelector('input[type=file]').files[0].size") == "8"


TASKS: list[Callable[[Reader], None]] = [
    orders_in_a_shop,
    corrects_what_a_form_refuses,
    deletes_one_row_of_many,
    finds_somebody_pages_away,
    keeps_a_log_in,
    finds_out_why_a_page_fails,
    reads_a_table_of_several_pages,
    writes_and_runs_a_smoke_test,
    does_without_the_backend,
    looks_as_a_telephone_does,
    ends_a_page_that_hangs,
    finds_a_row_that_is_not_drawn_yet,
    sends_what_firefox_refused_at_first,
    reads_what_a_dialog_asks_before_it_answers,
    gives_a_file,
]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_who_has_read_the_skills_alone_does_the_task(
    task: Callable[[Reader], None], browser: Browser, site: Site, tmp_path: Path
) -> None:
    agent = Reader(browser, site, tmp_path)
    try:
        task(agent)
    finally:
        agent.leave(browser)
