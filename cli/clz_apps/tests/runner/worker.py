"""A worker: takes tests as lines of JSON on stdin, runs their steps as `clz batch` does, and says what came of them.

    → {"id", "name", "file", "line", "tags", "attempt", "variant", "session", "base", "viewport", …}
    ← {"event": "step", "at": 3}
    ← {"event": "paused", "agent": "test"}         only where asked for; a line in reply goes on
    ← {"event": "done", "outcome", "ms", "steps", "error"}

Each test has agents of its own, in one container: their tabs and cookies go when it is over. The end of stdin ends it.
"""

from __future__ import annotations

import io
import json
import os
import secrets
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import IO, TYPE_CHECKING, Any, Literal, cast

from clz_apps import INTERRUPTED, place
from clz_apps.connections import kept_open
from clz_apps.lines import Line, Lines
from clz_apps.ready.said import last_lines
from clz_apps.tests.runner.messages import DoneEvent, RanStep, StepError, StepMessage, TestMessage, WorkerEvent
from clz_apps.tests.runner.outcomes import FAILED_EXITS
from clz_apps.tests.runner.pages import opens, prepared, whose_of
from clz_apps.tests.script import words
from clz_apps.tests.script.axes import ON
from clz_apps.tests.script.check import saved_names, typed_with
from clz_core.client import Client
from clz_core.client.journaling import VARIABLE
from clz_core.client.keys import load_key, new_key
from clz_core.contract.errors import ClzError, NotConnected, error
from clz_core.contract.limits import TEST_AFTER_MS
from clz_core.contract.shapes import JsonObject, Params, RawResult
from clz_core.files.beside import line_of
from clz_core.files.state import state_of
from clz_core.journal.entries import Place, Test
from clz_core.journal.evidence import VARIABLE as EVIDENCE
from clz_core.journal.notes import without_secrets
from clz_core.journal.place import at
from clz_core.text.redact import redact_line

if TYPE_CHECKING:
    from clz_apps.tests.runner.films import TestFilm
    from clz_apps.tests.runner.healing.healer import Healer
    from clz_apps.tests.runner.traces import Trace

AGENT = "test"
GOODBYE_MS = 5_000
Said = Callable[[WorkerEvent], None]


class TimeUp(KeyboardInterrupt):
    """The test's time is up: what is under way is cancelled as by Ctrl-C."""


class TestClient(Client):
    """The connection of one agent of a test. A Firefox that is gone ends the test; no step starts another."""

    __test__ = False

    def call(
        self,
        command: str,
        params: Params | None = None,
        timeout_ms: float | None = None,
        *,
        retried: bool = False,
    ) -> RawResult:
        """As `Client.call` does, with no effect on other tests. Raises: BROWSER_GONE if no host is there any more."""
        if command == "setViewport":
            params = {**(params or {}), "alone": True}
        try:
            return super().call(command, params, timeout_ms)
        except NotConnected as problem:
            raise error("BROWSER_GONE", f"Firefox went away: {problem.message}", "") from problem


@dataclass
class Go:
    """One test under way."""

    given: TestMessage
    lines: Lines
    say: Said
    ask: Callable[[], str]
    names: dict[str, str] = field(init=False)
    ran: list[RanStep] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)
    soft: list[StepError] = field(default_factory=list)  # what was not so, and did not end the test
    elsewhere: list[str] = field(default_factory=list)  # files that are not beside the test
    opened: bool = False  # the first tab, which begins with the state
    trace: Trace | None = None
    film: TestFilm | None = None
    healer: Healer | None = None

    def __post_init__(self) -> None:
        self.names = {**os.environ, **own_names(self.given["name"]), **self.given["values"]}
        if self.given["trace"]:
            from clz_apps.tests.runner.traces import Trace

            self.trace = Trace(self.given["trace"], self.given["name"], AGENT)
        if self.given["film"]:
            from clz_apps.tests.runner.films import TestFilm

            self.film = TestFilm(self.given["film"])
        if self.given["heal"]:
            from clz_apps.tests.runner.healing.healer import Healer

            self.healer = Healer(self.given["session"], AGENT, self.given["heal"], self.lines)

    def client(self, session: str, agent: str) -> Client:
        """An agent that nobody else is; where somebody wants to look around, one that a shell can be, too."""
        key = load_key(agent) if self.given["pause"] else new_key(agent)
        client = TestClient(session, agent, key=key)
        client.call("heartbeat", {"pid": os.getpid()})  # its tabs close if this process is ended
        if self.film is not None:
            self.film.begin(client)
        client.trace = self.trace.recorder if self.trace is not None else None
        self.clients.append(client)
        return client

    @property
    def _test(self) -> Test:
        given: Mapping[str, Any] = self.given
        return cast("Test", {name: given[name] for name in Test.__annotations__})

    def run(self) -> DoneEvent:
        begin = time.monotonic()
        problem: StepError | None = None
        problem_kept = ""
        left: JsonObject | None = None
        with kept_open(self.client), pictures_of_steps(self.given["attempt"]), self._begun():
            try:
                problem = self._in_time(self._steps, self.given["limit_ms"])
                if problem is not None and self.given["pause"] and problem["exit"] != INTERRUPTED:
                    self.say({"event": "paused", "agent": AGENT, "step": self.ran[-1] if self.ran else None})
                    self.ask()
                if problem is None or problem["exit"] not in (3, INTERRUPTED):
                    problem = self._in_time(self._after, TEST_AFTER_MS) or problem or self._soft_problem()
                if problem is None and self.given["setup"]:
                    left, problem = self._left()
            finally:
                if self.trace is not None and (problem is not None or self.given["keep_trace"]):
                    self.trace.complete(self.clients)
                if self.film is not None:
                    problem_kept = self.film.end(keep=problem is not None or self.given["keep_film"])
                for client in self.clients:
                    with suppress(ClzError):
                        client.call("goodbye", timeout_ms=GOODBYE_MS)
        outcome: Literal["passed", "failed", "error"]
        outcome = "passed" if problem is None else "failed" if problem["exit"] in FAILED_EXITS else "error"
        if self.trace is not None:
            problem_kept = self.trace.close(keep=outcome != "passed" or self.given["keep_trace"]) or problem_kept
        ms = (time.monotonic() - begin) * 1000
        done: DoneEvent = {
            "event": "done",
            "outcome": outcome,
            "ms": ms,
            "steps": self.ran,
            "error": problem,
            "kept_problem": problem_kept,
        }
        if outcome != "passed" and (said := last_lines()):
            done["server"] = without_secrets([redact_line(line) for line in said])
        if left is not None:
            done["state"] = left
        if self.elsewhere:
            done["elsewhere"] = self.elsewhere
        if self.healer is not None:
            done["healing"] = self.healer.result(problem)
        return done

    @contextmanager
    def _begun(self) -> Iterator[None]:
        """The state of the setup, in a file for as long as the test runs: the first tab is opened with it."""
        if self.given["begun"] is None:
            yield
            return
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="clz-", suffix=".json") as file:
            json.dump(self.given["begun"], file)
            file.flush()
            self.given = {**self.given, "state": file.name}
            yield

    def _left(self) -> tuple[JsonObject | None, StepError | None]:
        """The state at the end of a setup; None where it has opened no tab. It is noted nowhere."""
        client = next((one for one in self.clients if one.agent == AGENT), None)
        if client is None:
            return None, None
        client.trace = None
        try:
            with unnoted():
                passkeys = any(step["text"].startswith("passkey ") for step in self.given["steps"])
                return state_of(client.call("saveState", {"indexedDb": True, "passkeys": passkeys})), None
        except ClzError as problem:
            return None, None if problem.code == "NO_TABS" else step_error(problem)

    def _steps(self) -> StepError | None:
        return self._each("before", "steps")

    def _after(self) -> StepError | None:
        return self._each("after")

    def _in_time(self, work: Callable[[], StepError | None], limit_ms: float) -> StepError | None:
        with alarm(limit_ms / 1000):
            return work()

    def _each(self, *parts: Literal["before", "steps", "after"]) -> StepError | None:
        for part in parts:
            for step in self.given[part]:
                self.say({"event": "step", "at": len(self.ran), "text": step["text"]})
                problem = self._step(step)
                if problem is not None and problem["details"].get("soft"):
                    self.soft.append(problem)
                elif problem is not None:
                    return problem
        return None

    def _soft_problem(self) -> StepError | None:
        """What `expect --soft` found not to be so."""
        if not self.soft:
            return None
        first, more = self.soft[0], len(self.soft) - 1
        return {**first, "message": f"{first['message']} And {more} more." if more else first["message"]}

    def _step(self, step: StepMessage) -> StepError | None:
        begin = time.monotonic()
        failures: list[ClzError] = []
        where: Place = {"file": step["file"], "line": step["line"]}
        with captured() as out, at(where, self._test), line_of(step["file"]) as elsewhere:
            code = self._run(step, failures)
            if code and failures and self.healer is not None:
                run = partial(self._run_typed, step, [])
                code = 0 if self.healer.healed(step, self.names, failures[-1], run) else code
        self.elsewhere += elsewhere
        ms = (time.monotonic() - begin) * 1000
        problem = None if code == 0 else self._problem(code, failures)
        if problem is None:
            said = out.getvalue().decode("utf-8", "replace").strip()
            if step["name"]:
                self.names[step["name"]] = said
            if saved := saved_names(words.read(step["command"])):
                given = [one.partition("=") for one in shlex.split(said)]
                self.names |= {name: value for name, _, value in given if name in saved}
        ran: RanStep = {
            "text": step["text"],
            "file": step["file"],
            "line": step["line"],
            "ms": ms,
            "exit": code,
            "error": problem,
        }
        ran = without_secrets(ran)
        self.ran.append(ran)
        return problem and ran["error"]

    def _run(self, step: StepMessage, failures: list[ClzError]) -> int:
        """Run one line; it may be several where a page is opened in another viewport or another language."""
        read = words.read(step["command"])
        typed = read if isinstance(read, dict) else typed_with(read, self.names, self.lines)
        return self._run_typed(step, failures, typed)

    def _run_typed(self, step: StepMessage, failures: list[ClzError], typed: Line) -> int:
        where = place.Place(session=self.given["session"], agent_named=AGENT)
        state = "" if self.opened or not self.given["state"] else os.path.abspath(self.given["state"])
        try:
            lines = prepared(
                typed,
                self.lines,
                self.given["base"],
                self.given["viewport"],
                state,
                self.given["emulated"],
                self.opened,
            )
        except ClzError as problem:  # the state file
            failures.append(problem)
            return problem.exit_code
        if self.given["passkey"] and not self.opened and any(opens(line, self.lines) for line in lines):
            lines = [[*whose_of(typed), *authenticator(self.given["passkey"])], *lines]
        for line in lines:
            self.opened = self.opened or opens(line, self.lines)
            code = self.lines.run(line, where, step["line"], failures.append)
            if code:
                return code
        return 0

    def _problem(self, code: int, failures: list[ClzError]) -> StepError:
        if code == INTERRUPTED and alarm.rang:
            limit = f"{self.given['limit_ms'] / 1000:g} s"
            late = error(
                "TIMEOUT", f"The test took longer than {limit}; this step was under way.", "Give it longer: --timeout"
            )
            return step_error(late)
        if failures:
            return step_error(failures[-1])
        if code == INTERRUPTED:
            return step_error(error("CANCELLED", "The run was interrupted.", ""), code)
        return step_error(error("INTERNAL", f"The step ended with exit code {code}.", ""), code)


def authenticator(named: str) -> list[str]:
    """The command by which a test begins that is `with passkey`."""
    return ["passkey", "on"] if named == ON else ["passkey", "add", os.path.abspath(named)]


@contextmanager
def pictures_of_steps(attempt: int) -> Iterator[None]:
    """Take a picture of each step of a second try, unless it was said what to picture."""
    if attempt == 1 or EVIDENCE in os.environ:
        yield
        return
    os.environ[EVIDENCE] = "all"
    try:
        yield
    finally:
        del os.environ[EVIDENCE]


def own_names(test: str) -> dict[str, str]:
    """The values of `words.OWN` for one attempt of a test: `UNIQUE` is ten letters and digits, a letter first."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"UNIQUE": f"u{secrets.token_hex(5)[:9]}", "NOW": now, "TEST": test}


def step_error(problem: ClzError, exit: int | None = None) -> StepError:
    """The error as a worker says it; `exit` is the error's own if it is left out.

    The page is gone by the time the error is read: refs are left out.
    """
    return {
        "code": problem.code,
        "message": problem.message,
        "hint": problem.later_hint,
        "details": {key: _without_refs(value) for key, value in problem.details.items() if key != "line"},
        "exit": problem.exit_code if exit is None else exit,
    }


def _without_refs(value: object) -> object:
    if isinstance(value, list):
        return [_without_refs(item) for item in value]
    return {key: item for key, item in value.items() if key != "ref"} if isinstance(value, dict) else value


class alarm:  # noqa: N801 - used as `with alarm(seconds)`
    """Raises `TimeUp` in the main thread after some seconds; `alarm.rang` says whether the last one has."""

    rang = False

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        alarm.rang = False
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, *_: object) -> None:
        alarm.rang = True
        raise TimeUp


@contextmanager
def captured() -> Iterator[io.BytesIO]:
    """What is printed goes here, and messages nowhere."""
    out = io.BytesIO()
    before = sys.stdout, sys.stderr
    sys.stdout = io.TextIOWrapper(out, "utf-8", errors="replace", write_through=True)
    sys.stderr = io.StringIO()
    try:
        yield out
        sys.stdout.flush()
    finally:
        sys.stdout.detach()
        sys.stdout, sys.stderr = before


@contextmanager
def unnoted() -> Iterator[None]:
    """Without a journal: a go that heals is none of a test's attempts."""
    folder = os.environ.pop(VARIABLE, None)
    try:
        yield
    finally:
        if folder is not None:
            os.environ[VARIABLE] = folder


def work(lines: Lines) -> None:
    """Serve who started this process. Never returns."""
    said = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell script starts with `&`
    given = sys.stdin.buffer
    serve(given, said, lines)
    os._exit(0)  # nothing is left to be taken apart


def serve(given: IO[bytes], said: IO[bytes], lines: Lines) -> None:
    def say(event: WorkerEvent) -> None:
        said.write(json.dumps(event).encode() + b"\n")

    def ask() -> str:
        return given.readline().decode()

    say({"event": "ready", "pid": os.getpid()})
    with suppress(KeyboardInterrupt, BrokenPipeError):
        while line := given.readline():
            message: TestMessage = json.loads(line)
            with unnoted() if message["heal"] else nullcontext():
                say(Go(message, lines, say, ask).run())
