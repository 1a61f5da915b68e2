"""`clz setup agents`: marked lines in the files that agents read, and nothing else of them touched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clz_apps.machine.setup.agents import BLOCK
from clz_cli.line import run
from clz_core import __version__
from tests.support.scratch import Scratch

OWN = "# Ours\n\nUse tabs."


class Desk:
    """A person's home and a project, with no agent in either."""

    def __init__(self, scratch: Scratch, capture: pytest.CaptureFixture[str]) -> None:
        self.home = scratch.root / "home"
        self.project = scratch.root / "project"
        self.project.mkdir()
        self._capture = capture

    def clz(self, *words: str) -> tuple[int, dict[str, Any]]:
        self._capture.readouterr()
        code = run([*words, "--json"])
        envelope = json.loads(self._capture.readouterr().out)
        return code, envelope.get("result") or envelope["error"]

    def states(self, *words: str) -> dict[str, str]:
        code, result = self.clz("setup", "agents", *words)
        assert code == 0, result
        return {Path(step["changes"][0]).name: step["state"] for step in result["steps"] if step["changes"]}

    def undo(self, *words: str) -> dict[str, str]:
        return {
            Path(step["what"]).name: step["state"] for step in self.clz("setup", "agents", "--undo", *words)[1]["steps"]
        }

    def files(self) -> dict[str, bytes]:
        folders = (self.home, self.project)
        return {str(path): path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def desk(scratch: Scratch, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    found = Desk(scratch, capfd)
    for name, value in scratch.env.items():
        monkeypatch.setenv(name, value)
    for name in ("CODEX_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(found.home))
    monkeypatch.setenv("PATH", str(scratch.root / "bin"))
    monkeypatch.chdir(found.project)
    return found


def test_a_project_gets_the_lines_beside_its_own_and_loses_them_again(desk: Desk) -> None:
    (desk.project / "AGENTS.md").write_text(OWN)
    before = desk.files()
    assert desk.states() == {"AGENTS.md": "changed"}
    assert (desk.project / "AGENTS.md").read_text() == f"{OWN}\n\n{BLOCK}"
    assert desk.states() == {"AGENTS.md": "done"}, "once is enough"
    assert desk.undo() == {"AGENTS.md": "removed"}
    assert desk.files() == before


def test_every_agent_has_its_file_and_agents_that_share_one_share_it(desk: Desk) -> None:
    asked = ("cursor", "codex", "gemini", "copilot", "opencode")
    made = {"clz.mdc", "AGENTS.md", "GEMINI.md", "copilot-instructions.md"}
    assert desk.states(*asked) == dict.fromkeys(made, "changed")
    rule = (desk.project / ".cursor/rules/clz.mdc").read_text()
    assert rule.startswith("---\ndescription: ")
    assert rule.endswith(BLOCK)
    assert set(desk.undo()) >= made
    assert desk.files() == {}
    assert not any(desk.project.iterdir()), "the folders on the way are gone too"


def test_a_persons_own_files_are_for_all_projects(desk: Desk) -> None:
    assert desk.states("codex", "gemini", "copilot", "opencode", "--user") == {
        "AGENTS.md": "changed",
        "GEMINI.md": "changed",
        "copilot-instructions.md": "changed",
    }
    assert set(desk.files()) == {
        f"{desk.home}/.codex/AGENTS.md",
        f"{desk.home}/.gemini/GEMINI.md",
        f"{desk.home}/.copilot/copilot-instructions.md",
        f"{desk.home}/.config/opencode/AGENTS.md",
    }
    code, problem = desk.clz("setup", "agents", "cursor", "--user")
    assert (code, problem["code"]) == (2, "USAGE")
    assert "clz setup agents cursor" in problem["hint"]
    desk.undo("gemini", "--user")
    assert f"{desk.home}/.gemini/GEMINI.md" not in desk.files()
    assert len(desk.files()) == 3, "one is undone by itself"
    assert desk.clz("setup", "--undo")[0] == 0
    assert desk.files() == {}


def test_those_that_are_there_are_told_where_none_is_named(desk: Desk) -> None:
    (desk.home / ".gemini").mkdir(parents=True)
    (desk.project / ".cursor").mkdir()
    assert set(desk.states("--dry-run")) == {"AGENTS.md", "clz.mdc", "GEMINI.md"}
    assert desk.files() == {}


def test_lines_of_an_earlier_version_are_brought_up_to_date(desk: Desk) -> None:
    file = desk.project / "AGENTS.md"
    file.write_text(OWN)
    desk.states()
    text = file.read_text()
    file.write_text(text.replace("## Web pages", "## Pages") + "Later words.\n")
    assert desk.states() == {"AGENTS.md": "changed"}
    assert file.read_text() == text + "Later words.\n"
    desk.undo()
    assert file.read_text() == f"{OWN}Later words.\n" or file.read_text() == f"{OWN}\nLater words.\n"


def test_lines_that_lost_their_end_are_left_to_the_person(desk: Desk) -> None:
    file = desk.project / "AGENTS.md"
    file.write_text(BLOCK.splitlines()[0] + "\n")
    assert desk.states() == {"AGENTS.md": "manual"}
    assert file.read_text() == BLOCK.splitlines()[0] + "\n"


def test_an_agent_that_there_is_not_is_refused_with_those_that_there_are(desk: Desk) -> None:
    code, problem = desk.clz("setup", "agents", "emacs")
    assert code == 2
    assert "gemini" in problem["hint"]


def test_skills_are_listed_and_read_with_their_version(desk: Desk) -> None:
    listed = desk.clz("skills", "list")[1]
    names = [skill["name"] for skill in listed["skills"]]
    assert names == ["clz", "clz-debug", "clz-forms", "clz-scrape", "clz-smoke-tests"]
    assert all(skill["description"] for skill in listed["skills"])
    read = desk.clz("skills", "get", "forms")[1]
    assert (read["name"], read["version"]) == ("clz-forms", __version__)
    assert read["text"].startswith("# Forms and log-ins")
    code, problem = desk.clz("skills", "get", "forks")
    assert code == 2
    assert "clz-forms" in problem["hint"]
