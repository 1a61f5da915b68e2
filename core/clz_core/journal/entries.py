"""The entries of a journal: what is in a line of it."""

from __future__ import annotations

import os
import time
from typing import Literal, NotRequired, TypedDict

from clz_core.contract.shapes import JsonObject, Params, RawResult

VERSION = 1
MASK = "•••"  # in the place of a secret that was typed

LocatorKind = Literal["role", "label", "testid", "text", "css"]


class Place(TypedDict):
    """Where a command is: a file, and its line from 1."""

    file: str
    line: int


class Test(TypedDict):
    """One test. `attempt` counts from 1; `variant` is empty, or what it runs with: `row=Ada, viewport=iphone-14`."""

    id: str
    name: str
    file: str
    line: int
    tags: list[str]
    attempt: int
    variant: str


class Near(TypedDict, total=False):
    """What is around an element: the words before and after it, and the part of the page, as in `form "Sign up"`."""

    before: str
    after: str
    within: str


class Locator(TypedDict):
    """The element that a command acted on. `durable` names it alone in its frame, as `frame` and `nth` help it to."""

    target: NotRequired[str]  # as it was typed; left out if nobody named one, as for keys
    durable: str
    kind: LocatorKind
    role: NotRequired[str]
    name: NotRequired[str]
    nth: NotRequired[int]
    frame: NotRequired[str]  # for --frame: a locator of the frame's element
    secret: NotRequired[bool]  # True for a field whose content is a secret
    near: NotRequired[Near]


class Error(TypedDict):
    code: str
    message: str
    hint: str
    details: JsonObject


class ConsoleError(TypedDict, total=False):
    """An error in the console, with the fields that are known: see `clz console`."""

    level: str
    kind: str
    message: str
    url: str
    line: int
    source: str
    timestamp: str


class FailedRequest(TypedDict, total=False):
    """A request that failed, was answered with 400 or more, or is under way, with what is known: see `clz network`."""

    method: str
    url: str
    state: str
    status: int
    error: str
    type: str
    startedAt: str


class Evidence(TypedDict):
    """How the page looked. Pictures and `snapshot` are files, named relative to the journal's folder."""

    picture: NotRequired[str]
    expected: NotRequired[str]  # the pictures that `expect picture` has compared
    actual: NotRequired[str]
    diff: NotRequired[str]
    snapshot: NotRequired[str]
    url: NotRequired[str]
    title: NotRequired[str]
    console: NotRequired[list[ConsoleError]]  # the last errors
    requests: NotRequired[list[FailedRequest]]  # those that failed or are under way


class Entry(TypedDict):
    """What every entry has. `time` is when it began, in ISO 8601 and UTC."""

    v: int
    kind: str
    id: str
    time: str


class CommandEntry(Entry):
    """One command. `words` are those after `clz`; `group` is `CLZ_TEST`, for what no test runner runs."""

    pid: int
    ppid: int
    session: str
    agent: str
    command: str
    words: list[str]
    params: Params
    ms: float
    ok: bool
    exit: int
    at: NotRequired[Place]
    test: NotRequired[str]
    group: NotRequired[str]
    locator: NotRequired[Locator]
    url: NotRequired[str]
    result: NotRequired[RawResult]
    followed: NotRequired[RawResult]
    error: NotRequired[Error]
    evidence: NotRequired[Evidence]


class _Outcome(Entry):
    name: str
    file: str
    line: int
    tags: list[str]
    attempt: int
    variant: str
    test: str  # the test's id
    ms: float
    error: NotRequired[Error]
    worker: NotRequired[int]


class AttemptEntry(_Outcome):
    outcome: Literal["passed", "failed", "error"]
    trace: NotRequired[str]  # a file or a folder, named relative to the journal's
    server: NotRequired[list[str]]  # what the server of `clz ready` said last, where it failed


class TestEntry(_Outcome):
    """Written when a test is over with all its attempts."""

    outcome: Literal["passed", "flaky", "failed", "error", "skipped"]
    why: NotRequired[str]  # it was skipped


class RunEntry(Entry):
    argv: list[str]
    version: str
    firefox: str
    began: str
    ended: str
    exit: int
    cwd: NotRequired[str]  # where it was begun
    shard: NotRequired[str]
    commit: NotRequired[str]  # that a CI says it is of, and the address of its run
    link: NotRequired[str]


def new_entry(kind: Literal["command", "attempt", "test", "run"]) -> Entry:
    """An entry that begins now."""
    return {"v": VERSION, "kind": kind, "id": os.urandom(8).hex(), "time": iso(time.time())}


def iso(seconds: float) -> str:
    """A moment of `time.time()` in ISO 8601, UTC, with milliseconds."""
    whole = int(seconds)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(whole))}.{int((seconds - whole) * 1000):03}Z"


# pytest takes classes of these names for tests of its own.
for _taken_for_tests in (Test, TestEntry):
    _taken_for_tests.__test__ = False  # type: ignore[union-attr]
