"""The lines of the skills, followed in their order in the real Firefox: each does what its skill says it does."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from clz_apps.machine.demo import served
from clz_generate.files import ROOT
from tests.e2e.skills.skill_lines import LINES, Typed
from tests.running.commands import run_clz
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.unit.cli.test_plugin_texts import COMMAND

SKILLS = ROOT / "hooks/skills"
HELPS = re.compile(r"(\S+ )?--help")


def lines(skill: str) -> list[str]:
    """The commands of a skill, each once, in its order; what closes a page comes last."""
    text = (SKILLS / skill / "SKILL.md").read_text("utf-8").replace("\n", " ")
    found = [re.sub(r" +", " ", line) for line in COMMAND.findall(text)]
    kept = [line for line in dict.fromkeys(found) if not HELPS.fullmatch(line)]
    return sorted(kept, key=lambda line: line == "tab close")


def block(skill: str, kind: str) -> str:
    """The only block of this kind in a skill."""
    text = (SKILLS / skill / "SKILL.md").read_text("utf-8")
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return str(found)


def test_every_skill_is_followed_here_line_by_line() -> None:
    assert {path.parent.name for path in SKILLS.glob("*/SKILL.md")} == set(LINES)
    for skill, known in LINES.items():
        assert set(lines(skill)) == set(known), skill


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "skill", [name if name == "clz" else pytest.param(name, marks=pytest.mark.night) for name in LINES]
)
def test_the_skill_works_from_its_first_line_to_its_last(
    skill: str, browser: Browser, site: Site, tmp_path: Path
) -> None:
    agent = f"skill-{uuid4().hex[:8]}"
    ref = ""
    (tmp_path / "report.pdf").write_bytes(b"%PDF-1.4")
    env = {**browser.scratch.env, "CLZ_AGENT": agent}
    with served(ROOT / "examples/smoke/site") as smoke:
        (tmp_path / "smoke").mkdir()
        test = block("clz-smoke-tests", "").replace("http://localhost:8000", smoke.rstrip("/"))
        (tmp_path / "smoke/signup.clz").write_text(test, "utf-8")

        with socket.create_server(("localhost", 0)) as free:
            port = free.getsockname()[1]

        def clz(line: str, given: str = "") -> subprocess.CompletedProcess[str]:
            values = {"free": port, "site": site.origin, "smoke": smoke, "folder": tmp_path, "ref": ref, "agent": agent}
            words = shlex.split(line.format(**values))
            return run_clz(*words, env=env, input=given.format(**values), cwd=tmp_path, timeout=90)

        try:
            for line in lines(skill):
                step: Typed = LINES[skill][line]
                *before, last = step.lines
                for first in before:
                    done = clz(first)
                    assert done.returncode == 0, f"clz {first}: {done.stderr}"
                    ref = next(iter(re.findall(r'(e\d+) button "Count"', done.stdout)), ref)
                    ref = ref if not ref or ref.startswith("@") else f"@{ref}"
                done = clz(last, step.input)
                said = done.stdout + done.stderr
                assert (done.returncode, step.printed in said) == (step.code, True), f"clz {last}: {said}"
        finally:
            for name in (agent, f"second-{agent}"):
                browser.clz("agents", "forget", name)
            browser.clz("secret", "delete", "SHOP_PASSWORD")


def test_what_was_opened_by_the_skill_is_closed_by_it(browser: Browser, site: Site) -> None:
    agent = f"skill-{uuid4().hex[:8]}"
    browser.clz("open", f"{site.origin}/form.html", "--agent", agent)
    browser.clz("tab", "close", "--agent", agent)
    tabs = json.loads(browser.clz("tabs", "--json", "--agent", agent).stdout)["result"]["tabs"]
    assert not [tab for tab in tabs if tab["mine"]]


def test_the_program_that_reads_pages_reads_them_all(browser: Browser, site: Site, tmp_path: Path) -> None:
    program = tmp_path / "rows.py"
    program.write_text(block("clz-scrape", "python").replace("time.sleep(2)", "time.sleep(0)"), "utf-8")
    words = [sys.executable, str(program), f"{site.origin}/people.html"]
    env = {**browser.scratch.env, "PATH": os.environ["PATH"]}
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    assert [row.partition(",")[0] for row in done.stdout.splitlines()] == [
        *("Ada", "Grace", "Edsger"),
        *("Barbara", "Alan", "Katherine"),
    ]
