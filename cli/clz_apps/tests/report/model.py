"""What journals say, as tests with attempts and steps.

    a run of `clz run`     test and attempt entries; the commands of an attempt come before it in the journal
    any other program      its commands, by the test that they carry, else by CLZ_TEST, else by file, else by process

Of a program that nobody watched, a command that failed makes it failed, unless the same one was done later: it waited.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject
from clz_core.journal.evidence import COMPARED
from clz_core.journal.files import NAME, read

OUTCOMES = ("failed", "error", "flaky", "passed", "skipped")
FAILED_EXITS = (1, 4)
PART = r"[1-9][0-9]{0,3}/[1-9][0-9]{0,3}"
CUT_SHORT = {"code": "CANCELLED", "message": "The run ended before this test did.", "hint": "", "details": {}}
MOST_TOLD = 3  # of each kind
Entry = JsonObject
Cause = tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """How the page looked where a command failed. Files are absolute."""

    picture: Path | None
    snapshot: Path | None
    url: str
    title: str
    console: tuple[Entry, ...]
    requests: tuple[Entry, ...]
    compared: tuple[tuple[str, Path], ...] = ()  # pictures of `expect picture` by what they are
    unread: tuple[str, ...] = ()  # what the page did not tell in time


@dataclass
class Step:
    """A line that was run, with the commands that it ran."""

    text: str
    file: str
    line: int
    ms: float
    error: Entry | None = None
    shown: list[Shown] = field(default_factory=list)


@dataclass
class Attempt:
    """One go at a test; `where` is the machine of a fleet that it ran on, `server` what the server said last."""

    number: int
    outcome: str
    ms: float
    steps: list[Step] = field(default_factory=list)
    error: Entry | None = None
    trace: Path | None = None
    film: Path | None = None
    where: str = ""
    server: list[str] = field(default_factory=list)

    @property
    def failed_step(self) -> Step | None:
        """The first of them, whose error is the attempt's too where nobody said another."""
        return next(iter(self.failed_steps), None)

    @property
    def failed_steps(self) -> list[Step]:
        return [step for step in self.steps if step.error is not None]

    @property
    def shown(self) -> Shown | None:
        """How the page looked at the failure."""
        steps = [self.failed_step] if self.failed_step is not None else []
        return next((one for step in [*steps, *reversed(self.steps)] for one in reversed(step.shown)), None)

    @property
    def told(self) -> list[str]:
        """What the page told at the failure."""
        return told_by_page(self.shown.console, self.shown.requests) if self.shown is not None else []


# What a value alone tells: what else it is of is said with it.
_PLAIN = re.compile(r"^row=|(?:^|(?<=, ))(?:viewport|locale|timezone|color-scheme)=(?=[\w/+:-]+(?:, |$))")


def title_of(name: str, variant: str) -> str:
    """A test's name, with what tells it from the same test elsewhere: `signs up [Ada, iphone-14]`."""
    told = _PLAIN.sub("", variant)
    return f"{name} [{told}]" if told else name


@dataclass
class Test:
    __test__ = False

    id: str
    name: str
    file: str
    line: int
    tags: list[str] = field(default_factory=list)
    variant: str = ""
    outcome: str = "passed"
    ms: float = 0
    time: str = ""
    again: str = ""
    why: str = ""  # it was skipped
    like: str = ""  # the test before it that failed in the same way
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def title(self) -> str:
        return title_of(self.name, self.variant)

    @property
    def bad(self) -> bool:
        return self.outcome in ("failed", "error")

    @property
    def place(self) -> str:
        return place(self.file, self.line)

    @property
    def suite(self) -> str:
        """What it belongs to: its file, where it has one."""
        return self.file or self.name

    @property
    def failed(self) -> Attempt | None:
        """The last attempt that did not pass."""
        return next((one for one in reversed(self.attempts) if one.outcome != "passed"), None)


@dataclass
class Report:
    """`broken` counts lines of journals that could not be read."""

    tests: list[Test] = field(default_factory=list)
    runs: list[Entry] = field(default_factory=list)
    began: str = ""
    ended: str = ""
    broken: int = 0

    @property
    def missing(self) -> list[str]:
        """Parts of a run, such as `2/3`, whose end nobody has noted while that of other parts was."""
        ended = {str(run["shard"]) for run in self.runs if re.fullmatch(PART, str(run.get("shard", "")))}
        every = {of: [f"{n}/{of}" for n in range(1, int(of) + 1)] for of in {one.partition("/")[2] for one in ended}}
        return [part for of in sorted(every, key=int) for part in every[of] if part not in ended]

    @property
    def counts(self) -> dict[str, int]:
        return {outcome: sum(test.outcome == outcome for test in self.tests) for outcome in OUTCOMES}


def place(file: str, line: int) -> str:
    """`a.clz:3`; what is not known is left out."""
    return f"{file}:{line}" if file and line else file


def request_line(request: Mapping[str, Any]) -> str:
    """`GET https://shop.example/api/orders  500`."""
    answer = request.get("status") or request.get("error") or "no answer yet"
    return f"{request.get('method', '')} {request.get('url', '')}  {answer}"


def told_by_page(console: Iterable[Mapping[str, Any]], requests: Iterable[Mapping[str, Any]]) -> list[str]:
    """What else may be why a test failed: errors of the page's console, requests that failed or have no answer.

    Of each kind a few that differ, for a page may have written any number.
    """
    firsts = ((one, (str(one.get("message")).splitlines() or [""])[0]) for one in console)
    errors = dict.fromkeys(
        f"console: {said}" + (f"  ({at})" if (at := one.get("source")) else "") for one, said in firsts
    )
    sent = dict.fromkeys(f"request: {request_line(one)}" for one in requests)
    return [*list(errors)[:MOST_TOLD], *list(sent)[:MOST_TOLD]]


def load(folders: Iterable[str | os.PathLike[str]]) -> Report:
    """What the journals in some folders say, together. Raises: FILE_ERROR."""
    report = Report()
    for folder in folders:
        for journal in journals(folder):
            _add(report, journal)
    report.tests.sort(key=lambda test: (OUTCOMES.index(test.outcome), test.file, test.line, test.title))
    first: dict[Cause, str] = {}
    for test in report.tests:
        if test.bad and (bad := test.failed) and (cause := cause_of(bad, bad.told)):
            test.like = first.get(cause, "")
            first.setdefault(cause, f"{test.title} {test.place}".strip())
    return report


def cause_of(attempt: Any, told: Iterable[str]) -> Cause | None:
    """What tests that failed alike have in common: the error, whatever time it took; the step; what the page told."""
    step = attempt.failed_step
    error = attempt.error or (step.error if step else None)
    if error is None:
        return None
    details = error["details"]
    said = [details["expected"], details.get("found", "")] if details.get("expected") else [error["message"]]
    return (error["code"], *map(str, said), step.text if step else "", *told)


def journals(folder: str | os.PathLike[str]) -> list[Path]:
    """The folder, or those in it that hold journals: artifacts of shards come in a folder each. Raises: FILE_ERROR."""
    folder = Path(folder)
    if (folder / NAME).is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob(f"*/{NAME}")) or sorted(
        path.parent for path in folder.glob(f"*/*/{NAME}")
    )
    if not found:
        raise error("FILE_ERROR", f"There is no {NAME} in {folder}.", "Keep one: CLZ_JOURNAL=DIR clz run")
    return found


def _add(report: Report, folder: Path) -> None:
    entries = read(folder)
    tests: dict[str, Test] = {}
    pending: dict[str, list[Entry]] = {}
    loose: dict[str, list[Entry]] = {}
    try:
        for entry in map(_clean, map(dict, entries)):
            _take(report, entry, folder, tests, pending, loose)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {folder / NAME}: {problem.strerror}.") from problem
    for id, commands in pending.items():
        _leave(tests, id, commands, folder)
    for name, commands in loose.items():
        report.tests.append(_program(name, commands, folder))
    report.tests += [test for test in tests.values() if test.attempts or test.outcome == "skipped"]
    report.broken += entries.broken


def _take(
    report: Report,
    entry: Entry,
    folder: Path,
    tests: dict[str, Test],
    pending: dict[str, list[Entry]],
    loose: dict[str, list[Entry]],
) -> None:
    moment = str(entry.get("time", ""))
    report.began = min(filter(None, (report.began, moment)), default="")
    report.ended = max(report.ended, str(entry.get("ended", moment)))
    match entry["kind"]:
        case "command" if entry.get("test"):
            pending.setdefault(str(entry["test"]), []).append(entry)
        case "command":
            at = entry.get("at") or {}
            name = entry.get("group") or at.get("file") or f"process {entry.get('ppid', '')}".strip()
            loose.setdefault(str(name), []).append(entry)
        case "attempt":
            test = _test(tests, entry)
            test.attempts.append(_attempt(entry, pending.pop(test.id, []), folder))
        case "test":
            test = _test(tests, entry)
            if commands := pending.pop(test.id, []):
                test.attempts.append(_attempt(entry, commands, folder))
            elif not test.attempts and entry.get("outcome") != "skipped":
                test.attempts.append(_attempt(entry, [], folder))
            test.outcome = entry["outcome"] if entry.get("outcome") in OUTCOMES else "error"
            test.ms = _number(entry.get("ms"))
            test.again = str(entry.get("again", ""))
            test.why = str(entry.get("why", ""))
        case "run":
            report.runs.append(entry)


def _test(tests: dict[str, Test], entry: Entry) -> Test:
    id = str(entry.get("test", ""))
    if id not in tests:
        tests[id] = Test(
            id,
            str(entry.get("name", "")),
            str(entry.get("file", "")),
            int(_number(entry.get("line"))),
            [str(tag) for tag in entry.get("tags") or []],
            str(entry.get("variant", "")),
            "error",
            time=str(entry.get("time", "")),
        )
    return tests[id]


def _attempt(entry: Entry, commands: list[Entry], folder: Path) -> Attempt:
    outcome = str(entry.get("outcome"))
    outcome = "passed" if outcome in ("passed", "flaky") else outcome if outcome in ("failed", "error") else "error"
    made = Attempt(int(_number(entry.get("attempt"))) or 1, outcome, _number(entry.get("ms")), error=_error(entry))
    made.trace = _file(folder, entry.get("trace"), or_folder=True)
    made.film = _file(folder, entry.get("film"))
    made.where = str(entry.get("where", ""))
    made.server = entry["server"]
    if isinstance(entry.get("steps"), list):
        made.steps = [
            Step(str(one["text"]), str(one["file"]), int(one["line"]), _number(one["ms"]), _error(one))
            for one in entry["steps"]
        ]
        _hand_out(made.steps, commands, folder)
    else:
        made.steps = [_step(one, folder) for one in commands]
    return made


def _hand_out(steps: list[Step], commands: list[Entry], folder: Path) -> None:
    """Give each step the pages that its commands saw: commands are in the order of steps, each with its place."""
    at = 0
    for step in steps:
        while at < len(commands) and _place(commands[at]) == (step.file, step.line):
            step.shown += _shown(commands[at], folder)
            at += 1
    if steps:
        for command in commands[at:]:
            steps[-1].shown += _shown(command, folder)


def _leave(tests: dict[str, Test], id: str, commands: list[Entry], folder: Path) -> None:
    """A test that nobody said the end of."""
    file, line = _place(commands[0])
    test = tests.setdefault(id, Test(id, f"test {id[:6]}", file, line, time=str(commands[0].get("time", ""))))
    steps = [_step(one, folder) for one in commands]
    test.attempts.append(Attempt(len(test.attempts) + 1, "error", sum(s.ms for s in steps), steps, dict(CUT_SHORT)))
    test.outcome = "error"


def _program(name: str, commands: list[Entry], folder: Path) -> Test:
    """The commands of a program that says nothing of tests."""
    steps = [_step(one, folder) for one in commands]
    for at, step in enumerate(steps):
        if step.error is not None and any(one.text == step.text and one.error is None for one in steps[at:]):
            step.error = None
    codes = [one for one, step in zip(commands, steps, strict=True) if step.error is not None]
    outcome = "passed" if not codes else "failed" if codes[-1].get("exit") in FAILED_EXITS else "error"
    file, line = _place(commands[0])
    ms = sum(step.ms for step in steps)
    attempt = Attempt(1, outcome, ms, steps)
    if attempt.failed_step is not None:
        attempt.error = attempt.failed_step.error
    when = str(commands[0].get("time", ""))
    return Test(str(commands[0]["id"]), name, file, line, outcome=outcome, ms=ms, time=when, attempts=[attempt])


def _step(command: Entry, folder: Path) -> Step:
    file, line = _place(command)
    words = shlex.join(str(word) for word in command.get("words") or [])
    return Step(f"clz {words}", file, line, _number(command.get("ms")), _error(command), _shown(command, folder))


def _shown(command: Entry, folder: Path) -> list[Shown]:
    seen = command.get("evidence")
    if not isinstance(seen, dict):
        return []
    return [
        Shown(
            _file(folder, seen.get("picture")),
            _file(folder, seen.get("snapshot")),
            str(seen.get("url", "")),
            str(seen.get("title", "")),
            tuple(one for one in seen.get("console") or [] if isinstance(one, dict)),
            tuple(one for one in seen.get("requests") or [] if isinstance(one, dict)),
            tuple((kind, path) for kind in COMPARED if (path := _file(folder, seen.get(kind))) is not None),
            tuple(kind for kind in ("picture", "snapshot", "console", "requests") if kind not in seen),
        )
    ]


def _file(folder: Path, name: object, or_folder: bool = False) -> Path | None:
    """A file of evidence; nothing that a journal names outside of its folder is one."""
    path = folder / str(name or "none")
    is_there = path.is_file() or (or_folder and path.is_dir())
    return path if name and is_there and path.resolve().is_relative_to(folder.resolve()) else None


def _place(command: Entry) -> tuple[str, int]:
    at = command.get("at") or {}
    return str(at.get("file", "")), int(_number(at.get("line")))


def _error(entry: Entry) -> Entry | None:
    found = entry.get("error")
    if not isinstance(found, dict):
        return None
    details = found.get("details")
    said = {key: str(found.get(key) or "") for key in ("code", "message", "hint")}
    return {**said, "details": details if isinstance(details, dict) else {}}


def _number(value: object) -> float:
    usable = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e12
    return float(value) if usable else 0.0  # type: ignore[arg-type]


def _clean(entry: Entry) -> Entry:
    """An entry as it should be, whatever was written: each of its fields is of the type that is read below."""
    made: Entry = {key: str(value) for key, value in entry.items() if key in _TEXTS and isinstance(value, str | int)}
    made |= {key: _number(entry.get(key)) for key in ("ms", "line", "attempt", "exit")}
    made |= {key: entry[key] for key in ("error", "evidence") if isinstance(entry.get(key), dict)}
    made |= {key: [str(one) for one in _list(entry.get(key))] for key in ("words", "tags", "server")}
    at = entry.get("at")
    made["at"] = {"file": str(at.get("file", "")), "line": _number(at.get("line"))} if isinstance(at, dict) else {}
    if isinstance(entry.get("steps"), list):
        made["steps"] = [_clean_step(one) for one in entry["steps"] if isinstance(one, dict)]
    return made


_TEXTS = frozenset(
    "kind id time began ended test name file variant outcome again why group ppid version firefox shard commit link "
    "trace film where".split()
)


def _clean_step(step: Entry) -> Entry:
    texts = {key: str(step.get(key, "")) for key in ("text", "file")}
    error = step.get("error")
    numbers = {key: _number(step.get(key)) for key in ("line", "ms")}
    return {**texts, **numbers, "error": error if isinstance(error, dict) else None}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
