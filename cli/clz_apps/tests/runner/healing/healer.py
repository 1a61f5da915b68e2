"""The healer of one go at a test: it runs steps whose target is gone with what that may be called now.

Only what acts is given another target. What expects, waits or reads stays as it is: with another target it would say
something else about the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from clz_apps.connections import client_of
from clz_apps.lines import Lines, Mistyped
from clz_apps.tests.runner.healing.changes import Change, Healing
from clz_apps.tests.runner.messages import HealMessage, StepError, StepMessage
from clz_apps.tests.script import words
from clz_apps.tests.script.check import typed_with
from clz_apps.tests.script.words import Word
from clz_core.contract.errors import ClzError
from clz_core.heal.proposals import GONE, Proposal, choice, proposals
from clz_core.journal.recording import line_text

Runs = Callable[[list[str]], int]  # runs the words of a line


class Healer:
    def __init__(self, session: str, agent: str, given: HealMessage, lines: Lines) -> None:
        self._lines = lines
        self._session = session
        self._agent = agent
        self._known = given["known"]
        self._refused = list(given["refused"])
        self._changes: list[Change] = []
        self._left = ""

    def result(self, problem: StepError | None) -> Healing:
        """What came of it, with what the test failed with then."""
        left = "" if problem is None else self._left or f"With it the test still fails: {problem['message']}"
        return {"passes": problem is None, "changes": self._changes, "left": left, "refused": self._refused}

    def healed(self, step: StepMessage, names: Mapping[str, str], problem: ClzError, run: Runs) -> bool:
        """Run a step that found nothing with what its target may be called now; false if that does not help."""
        try:
            return self._healed(step, names, problem, run)
        except ClzError as stopped:
            self._left = f"Searching the page failed: {stopped.message}"
        except KeyboardInterrupt:
            self._left = "The time limit passed before the page was searched."
        return False

    def _healed(self, step: StepMessage, names: Mapping[str, str], problem: ClzError, run: Runs) -> bool:
        read = words.read(step["command"])
        target = problem.details.get("target")
        if problem.code != GONE or not isinstance(target, str):
            return False
        where = f"{step['file']}:{step['line']}"
        if isinstance(read, dict) or step["command"].startswith("["):
            self._left = f"{where} is a line of JSON, which stays as it is."
            return False
        typed = [word.filled(names) for word in read]
        at = next((n for n, text in enumerate(typed) if text == target or text.endswith(f"={target}")), None)
        try:
            command, _ = self._lines.parsed(typed_with(read, names, self._lines))
        except (Mistyped, ClzError):
            return False
        if at is None:
            return False
        if not command.acts:
            self._left = f"{where} expects or reads: with another target it would prove something else, so it stays."
            return False
        known = self._known.get(step["file"], {}).get(target)
        with client_of(self._session, _agent(typed) or self._agent) as client:
            found = proposals(client, command.name, problem, known)
        found = [one for one in found if one.target not in self._refused]
        chosen = choice(found)
        if chosen is None:
            self._left = _none(where, found)
            return False
        if read[at].mentioned:
            self._left = f"{where} takes its target from a $NAME; now there is {chosen.line}"
            return False
        line = self._line(step, read, at, target, chosen)
        changed = words.read(line[len(step["text"]) - len(step["command"]) :])
        assert isinstance(changed, list)
        if run(typed_with(changed, names, self._lines)):
            self._left = f"{where} fails with {chosen.target} too."
            self._refused.append(chosen.target)
            return False
        others = [one.line for one in found if one is not chosen]
        self._changes.append(
            {
                "file": step["file"],
                "line": step["line"],
                "text": step["text"],
                "healed": line,
                "target": target,
                "proposed": chosen.target,
                "why": chosen.why,
                "others": others,
            }
        )
        return True

    @staticmethod
    def _line(step: StepMessage, read: list[Word], at: int, target: str, chosen: Proposal) -> str:
        """The line of the step with another target, and otherwise as it was written."""
        before = len(step["text"]) - len(step["command"])
        begin = before + read[at].column - 1
        end = before + read[at + 1].column - 1 if at + 1 < len(read) else len(step["text"])
        rest = step["text"][begin:end]
        space = rest[len(rest.rstrip(words.SPACE)) :]
        word = read[at].text.removesuffix(target) + chosen.target
        return step["text"][:begin] + line_text([word]) + space + step["text"][end:]


def _agent(typed: list[str]) -> str:
    """The agent that a line names."""
    found = [one.partition("=")[2] for one in typed if one.startswith("--agent=")]
    return [*found, *(value for option, value in pairwise(typed) if option == "--agent"), ""][0]


def _none(where: str, found: list[Proposal]) -> str:
    if not found:
        return f"{where}: no element on the page is similar enough to its target."
    return f"{where}: several elements fit equally well, so none was taken: {'; '.join(one.line for one in found)}"
