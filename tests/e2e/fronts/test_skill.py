"""The skill's lines, followed in its order in the real Firefox: each does what the skill says it does."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from uuid import uuid4

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser
from tests.unit.cli.test_plugin_texts import COMMAND, SKILL

# What is typed for a line of the skill, and what it then prints. A line that is not here fails the test.
LINES = {
    "open http://localhost:3000": ("open {site}/form.html", "opened "),
    "snapshot -i": ("snapshot -i", "[ref=e"),
    "snapshot": ("snapshot", 'heading "Form"'),
    "content": ("content", "Five at most"),
    "content TARGET": ("content h1", "Form"),
    "click TARGET": ("click {ref}", ""),
    'fill TARGET "text"': ('fill label=Email "ada@example.com"', ""),
    "select TARGET LABEL": ("select label=Fruit Pear", ""),
    "press Enter": ("press Enter", ""),
    "snapshot --diff": ("snapshot --diff", ""),
    "wait TARGET": ("wait h1", ""),
    "screenshot page.png": ("screenshot {folder}/page.png", "page.png"),
    "console": ("console", ""),
    "network --status failed": ("network --status failed", ""),
    'click TARGET --wait-request "**/api/save"': ('navigate {site}/form.html --wait-request "**/form.html"', "200"),
    """route "**/api/users" --json '[]'""": ("""route "**/api/users" --json '[]'""", "answers 200"),
    'route "**/api/**" --status 500': ('route "**/api/**" --status 500', "answers 500"),
    "unroute --all": ("unroute --all", "2 routes removed"),
    "network record on": ("network record on", "bodies: text"),
    "network --bodies": ("network --bodies", "form.html"),
    "open": ("open {site}/index.html", "opened "),
    "browser start": ("browser start", ""),
    "doctor": ("doctor", ""),
    "tab close": ("tab close", ""),
}
HELPS = re.compile(r"(\S+ )?--help")


def lines() -> list[str]:
    """The commands of the skill, each once, in its order; what closes a page comes last."""
    text = SKILL.read_text("utf-8").replace("\n", " ")
    found = [line for line in dict.fromkeys(COMMAND.findall(text)) if not HELPS.fullmatch(line)]
    return sorted(found, key=lambda line: line.endswith("close"))


def test_the_lines_of_the_skill_are_those_that_are_followed_here() -> None:
    assert set(lines()) == set(LINES)


@pytest.mark.timeout(240)
def test_the_workflow_of_the_skill_works_from_its_first_line_to_its_last(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    agent = f"skill-{uuid4().hex[:8]}"

    def clz(line: str) -> str:
        done = browser.clz(*shlex.split(line), "--agent", agent)
        assert done.returncode == 0, f"clz {line}: {done.stderr}"
        return done.stdout

    ref = ""
    for line in lines():
        typed, printed = LINES[line]
        said = clz(typed.format(site=site.origin, ref=ref, folder=tmp_path))
        assert printed in said, line
        if line == "snapshot -i":
            ref = "@" + re.findall(r'button "Count" \[ref=(e\d+)\]', said)[0]
    clz("tab close")  # of the other page that was opened
    assert (tmp_path / "page.png").stat().st_size > 0
    tabs = json.loads(browser.clz("tabs", "--json", "--agent", agent).stdout)["result"]["tabs"]
    assert not [tab for tab in tabs if tab["mine"]], "what was opened is closed"
