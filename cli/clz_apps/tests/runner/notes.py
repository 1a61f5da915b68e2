"""The journal of a run: where it is kept, what the run writes into it, and the pictures that its tests left there."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from clz_apps.tests.report.model import told_by_page
from clz_apps.tests.runner.messages import without_exit
from clz_apps.tests.runner.outcomes import Attempt, Evidence, Finished
from clz_apps.tests.runner.plan import Job
from clz_core import __version__
from clz_core.client.journaling import VARIABLE
from clz_core.config.paths import SessionPaths, private_dir, state_dir
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import JsonObject
from clz_core.journal.entries import Error, new_entry
from clz_core.journal.files import NAME, Journal

KEPT_RUNS = 10
TRACES = "traces"
FILMS = "films"


class RunNotes:
    """What is written of one run, in the folder that CLZ_JOURNAL names, else in one of clz's own.

    A disk that is full costs the notes and not the run: the journal warns of it once.
    """

    def __init__(self, shard: str) -> None:
        named = os.environ.pop(VARIABLE, "")  # what the run itself asks Firefox is not a step of a test
        self.folder = Path(os.path.abspath(named)) if named else _own_folder()
        self._journal = Journal(self.folder)
        self._began = new_entry("run")
        self._cwd = os.getcwd()
        self._shard = shard
        self._read = 0
        self._evidence: dict[str, JsonObject] = {}
        with suppress(OSError):
            self._read = (self.folder / NAME).stat().st_size

    @property
    def known(self) -> list[Path]:
        """The folders of the runs that are kept, the oldest first, and this one's."""
        runs = _runs()
        earlier = sorted(one for one in runs.iterdir() if one.is_dir()) if runs.is_dir() else []
        return [*(one for one in earlier if one != self.folder), self.folder]

    def trace(self, job: Job, number: int) -> Path:
        """The folder in which the trace of an attempt is written; its file is beside it, with .zip."""
        return self.folder / TRACES / f"{job.id}-{number}"

    def trace_of(self, job: Job, number: int) -> str:
        """The trace of an attempt, relative to the folder of the journal; empty if there is none."""
        folder = self.trace(job, number)
        found = next((one for one in (folder.with_suffix(".zip"), folder) if one.exists()), None)
        return f"{TRACES}/{found.name}" if found else ""

    def last_trace(self, one: Finished) -> str:
        """The trace of the last attempt that has one, as one would type it from here; empty if there is none."""
        found = (self.trace_of(one.job, number) for number in range(len(one.attempts), 0, -1))
        name = next(filter(None, found), "")
        return _short(self.folder / name) if name else ""

    def film(self, job: Job, number: int) -> Path:
        """The file that the film of an attempt becomes."""
        return self.folder / FILMS / f"{job.id}-{number}.webm"

    def film_of(self, job: Job, number: int) -> str:
        """The film of an attempt, relative to the folder of the journal; empty if there is none."""
        file = self.film(job, number)
        return f"{FILMS}/{file.name}" if file.exists() else ""

    def last_film(self, one: Finished) -> str:
        """As `last_trace`."""
        name = next(filter(None, (self.film_of(one.job, number) for number in range(len(one.attempts), 0, -1))), "")
        return _short(self.folder / name) if name else ""

    def attempt(self, job: Job, attempt: Attempt, number: int) -> None:
        steps = [
            {"text": one.text, "file": one.file, "line": one.line, "ms": one.ms, "exit": one.exit, "error": one.error}
            for one in attempt.steps
        ]
        more: JsonObject = {"worker": attempt.worker, "steps": steps}
        if trace := self.trace_of(job, number):
            more["trace"] = trace
        if film := self.film_of(job, number):
            more["film"] = film
        if attempt.server:
            more["server"] = list(attempt.server)
        if attempt.where:
            more["where"] = attempt.where
        self._write("attempt", job, number, attempt.outcome, attempt.ms, attempt.error, **more)

    def test(self, one: Finished) -> None:
        bad = next((attempt.error for attempt in reversed(one.attempts) if attempt.error), None)
        more = {"why": one.why} if one.why else {}
        self._write("test", one.job, len(one.attempts), one.outcome, one.ms, bad, again=one.job.again, **more)

    def run(self, exit: int, sessions: list[str]) -> None:
        ended = new_entry("run")["time"]
        own = {
            "argv": sys.argv[1:],
            "cwd": self._cwd,
            "version": __version__,
            "firefox": _firefox(sessions),
            "exit": exit,
        }
        told = {"shard": self._shard, **of_ci(os.environ)}
        more = {name: value for name, value in told.items() if value}
        self._journal.append({**self._began, **own, **more, "began": self._began["time"], "ended": ended})

    def evidence(self, job: Job) -> Evidence:
        """What the last failed command of a test left."""
        self._look()
        found = self._evidence.get(job.id, {})
        name = found.get("picture")
        told = told_by_page(found.get("console") or (), found.get("requests") or ())
        return Evidence(_short(self.folder / name) if name else "", tuple(told))

    def _look(self) -> None:
        """Take note of the evidence in what was written since."""
        with suppress(OSError), open(self.folder / NAME, "rb") as file:
            file.seek(self._read)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._read += len(line)
                if b'"evidence"' in line:
                    with suppress(ValueError, KeyError, TypeError):
                        entry = json.loads(line)
                        if not entry["ok"]:
                            self._evidence[entry["test"]] = entry["evidence"]

    def _write(
        self, kind: Any, job: Job, number: int, outcome: str, ms: float, error: Error | None, **more: Any
    ) -> None:
        entry: JsonObject = {
            **new_entry(kind),
            "test": job.id,
            "name": job.test.name,
            "file": job.file,
            "line": job.test.place.line,
            "tags": list(job.test.tags),
            "attempt": number,
            "variant": job.variant,
            "outcome": outcome,
            "ms": round(ms, 1),
            **more,
        }
        if error is not None:
            entry["error"] = without_exit(error)
        self._journal.append(entry)


def _runs() -> Path:
    return state_dir() / "runs"


def _own_folder() -> Path:
    """A folder for this run; those of long ago are removed."""
    runs = _runs()
    try:
        private_dir(runs.parent)
        private_dir(runs)
    except ClzError:
        return runs / "none"  # the journal says what is wrong with it
    known = sorted(one for one in runs.iterdir() if one.is_dir())
    for old in known[: max(len(known) - KEPT_RUNS + 1, 0)]:
        shutil.rmtree(old, ignore_errors=True)
    return runs / f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{os.getpid()}"


def _firefox(sessions: list[str]) -> str:
    from clz_core.client import session as known

    for session in sessions:
        with suppress(ClzError):
            return known.read(SessionPaths(session)).firefox_version
    return ""


def _short(path: Path) -> str:
    """A path as one would type it from here."""
    near = os.path.relpath(path)
    return near if not near.startswith("..") else str(path)


def of_ci(env: Mapping[str, str]) -> dict[str, str]:
    """The commit and the run's address, as GitHub, GitLab and what follows them say them."""
    of_github = f"{env.get('GITHUB_SERVER_URL')}/{env.get('GITHUB_REPOSITORY')}/actions/runs/{env.get('GITHUB_RUN_ID')}"
    link = of_github if env.get("GITHUB_RUN_ID") else env.get("CI_JOB_URL") or env.get("CI_PIPELINE_URL") or ""
    return {"commit": env.get("GITHUB_SHA") or env.get("CI_COMMIT_SHA") or "", "link": link}
