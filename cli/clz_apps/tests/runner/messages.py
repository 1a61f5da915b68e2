"""What a run and its workers say to each other: lines of JSON, each of one of these shapes."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from clz_apps.tests.runner.healing.changes import Healing
from clz_core.contract.shapes import JsonObject
from clz_core.journal.entries import Error, Locator, Test


class StepError(Error):
    """Why a step or a test failed; `exit` is the exit code that `clz` ends with at such an error."""

    exit: int


def without_exit(error: Error) -> Error:
    """The error as in entries of a journal and in results."""
    return {"code": error["code"], "message": error["message"], "hint": error["hint"], "details": error["details"]}


class StepMessage(TypedDict):
    """A step to run. Its output is kept as `name`, if that is not empty."""

    text: str
    command: str
    name: str
    file: str
    line: int


class HealMessage(TypedDict):
    """What gives targets that are gone others: what earlier runs knew of them, by file and target."""

    known: dict[str, dict[str, Locator]]
    refused: list[str]


class TestMessage(Test):
    """A test to run, with all that its worker must know. `limit_ms` is the time for `before` and `steps`.

    `values` are those of its row of data, `emulated` the options of `clz emulate` that its pages are shown with.
    `trace` is the folder for its trace, empty for none; `keep_trace` keeps that of a test that passes as well.
    `film` is the file for its film, likewise. `begun` is the state that its setup has left, with which its first page
    begins; a `setup` says its own at the end. `passkey` is a file of passkeys to begin with, or `on` for an
    authenticator without any. With `heal` it is run to see what helps it, and nothing of that is noted.
    """

    session: str
    base: str
    state: str
    setup: bool
    begun: JsonObject | None
    viewport: str
    passkey: str
    emulated: dict[str, str]
    values: dict[str, str]
    limit_ms: int
    pause: bool
    trace: str
    keep_trace: bool
    film: str
    keep_film: bool
    heal: HealMessage | None
    before: list[StepMessage]
    steps: list[StepMessage]
    after: list[StepMessage]


class GoMessage(TypedDict):
    """Goes on after a pause."""

    event: Literal["go"]


class RanStep(TypedDict):
    """A step that was run."""

    text: str
    file: str
    line: int
    ms: float
    exit: int
    error: StepError | None


class ReadyEvent(TypedDict):
    event: Literal["ready"]
    pid: int


class StepEvent(TypedDict):
    """A step begins; `at` counts from 0."""

    event: Literal["step"]
    at: int
    text: str


class PausedEvent(TypedDict):
    """A step failed, and the worker waits for a line. `agent` owns its tabs."""

    event: Literal["paused"]
    agent: str
    step: RanStep | None


class DoneEvent(TypedDict):
    """A test is over; `where` is the machine of a fleet that it ran on."""

    event: Literal["done"]
    outcome: Literal["passed", "failed", "error"]
    ms: float
    steps: list[RanStep]
    error: StepError | None
    kept_problem: str  # why its trace or film could not be written, or not whole
    where: NotRequired[str]
    server: NotRequired[list[str]]  # what the server around the run said last, where the test did not pass
    state: NotRequired[JsonObject]  # that a setup has left
    elsewhere: NotRequired[list[str]]  # files that were in the folder of the run, and not beside the test
    healing: NotRequired[Healing]


def failed(what: str, code: str = "INTERNAL", exit: int = 1) -> DoneEvent:
    """The end of a test that could not be run."""
    problem: StepError = {"code": code, "message": what, "hint": "", "details": {}, "exit": exit}
    return {"event": "done", "outcome": "error", "ms": 0, "steps": [], "error": problem, "kept_problem": ""}


class GoneEvent(TypedDict):
    """The worker has ended: said on its behalf."""

    event: Literal["gone"]


class BrowserEvent(TypedDict):
    """A Firefox is there, or could not be started: said by the run to itself."""

    event: Literal["browser"]


WorkerEvent = ReadyEvent | StepEvent | PausedEvent | DoneEvent
Event = WorkerEvent | GoneEvent | BrowserEvent

TestMessage.__test__ = False  # type: ignore[attr-defined]  # pytest takes classes of this name for tests of its own
