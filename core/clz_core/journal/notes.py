"""Notes: a command carried out with an entry written of it.

What is to be sent is yielded, so that the client that waits and the one for asyncio share all of it: `noted` makes the
generator, which gives the command's result or raises its error, whatever becomes of the entry.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, cast

from clz_core.client import processes
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Envelope, JsonObject, Params, RawResult
from clz_core.journal import evidence, masking
from clz_core.journal.call import Call
from clz_core.journal.entries import CommandEntry, Error, Locator, new_entry
from clz_core.journal.evidence import Ask
from clz_core.journal.files import Journal, journal_of, warn
from clz_core.journal.place import here
from clz_core.journal.words import line_of

Flow = Generator[Ask, RawResult | Envelope, RawResult]  # each Ask is answered with its result; see `Ask.own`
INTERRUPTED = 130
MAX_SECRETS = 1_000
_SAID = ("words", "params", "result", "followed", "locator", "url", "error")  # what may quote something typed

_secrets: set[str] = set()  # what this process has typed into secret fields


def noted(folder: str | None, call: Call, heard: Callable[[CommandEntry], None] | None = None) -> Flow:
    """Carry a command out, and write its entry into the journal of `folder`. Raises: ClzError, as the command does.

    A try that the caller makes again itself, because no host is there, is not written. `heard` is given the entry too.
    """
    command, params = call.command, call.params
    if command == "fillForm" and isinstance(params.get("fields"), dict):
        return (yield from _form(folder, call, heard))
    declared = masking.command_of(command)
    if declared is None or declared.hidden:
        return (yield Ask(command, params, call.timeout_ms))
    journal = None if folder is None else journal_of(folder)
    began = time.monotonic()
    note = _Note(journal, call, heard)
    reply: Envelope = {}
    problem: BaseException | None = None
    try:
        reply = yield Ask(command, params, call.timeout_ms, own=True)
        return dict(reply["result"])
    except BaseException as thrown:
        problem = thrown
        raise
    finally:
        missed = call.retried and isinstance(problem, ClzError) and problem.code == "NOT_CONNECTED"
        if not missed and not isinstance(problem, GeneratorExit):
            try:
                yield from note.write(round((time.monotonic() - began) * 1000, 3), reply, problem)
            except (ClzError, OSError, ValueError, TypeError, KeyError, AttributeError) as fault:
                warn(Path(folder or "memory"), fault)


def _form(folder: str | None, call: Call, heard: Callable[[CommandEntry], None] | None) -> Flow:
    """A form, with an entry for each of its fields."""
    from clz_core.files.forms import fill_form

    form = fill_form(call.params)
    try:
        field = next(form)
        while True:
            try:
                command, params = field
                result = yield from noted(folder, call._replace(command=command, params=params), heard)
            except ClzError as problem:
                field = form.throw(problem)
            else:
                field = form.send(result)
    except StopIteration as done:
        return dict(done.value)


def without_secrets(value: Any) -> Any:
    """JSON with what this process has typed into secret fields masked."""
    return masking.mask(value, _secrets)


def secrets_typed(more: str = "") -> set[str]:
    """What this process has typed into secret fields; `more` is one of it from now on."""
    if more and len(_secrets) < MAX_SECRETS:
        _secrets.add(more)
    return _secrets


class _Note:
    """The entry of one command. What is asked for after it is answered with results."""

    def __init__(self, journal: Journal | None, call: Call, heard: Callable[[CommandEntry], None] | None) -> None:
        self._journal = journal
        self._heard = heard
        self._session = call.session
        self._agent = call.agent
        self._command = call.command
        self._params = call.params
        self._begun = new_entry("command")
        self._where = here()

    def write(self, ms: float, reply: Envelope, problem: BaseException | None) -> Generator[Ask, RawResult, None]:
        declared = masking.command_of(self._command)
        result = reply.get("result", {})
        found = reply.get("locator") or {}
        secret = masking.typed_in_secret(self._command, self._params, found, result)
        if found.get("secret") and secret and len(_secrets) < MAX_SECRETS:
            _secrets.add(secret)
        masked = _secrets | ({secret} if secret else set())
        entry = self._entry(ms, masking.kept_params(declared, self._params, secret), problem)
        if locator := _locator(found, self._params):
            entry["locator"] = locator
        if isinstance(result.get("url"), str):
            entry["url"] = result["url"]
        if kept := masking.kept_result(declared, result, secret):
            entry["result"] = kept
        if followed := masking.followed(result):
            entry["followed"] = followed
        said = {name: masking.mask(value, masked) for name, value in entry.items() if name in _SAID}
        entry = cast("CommandEntry", {**entry, **said})
        if self._heard is not None:
            self._heard(entry)
        if self._journal is None:
            return
        if not isinstance(problem, ClzError | None):
            self._journal.append(entry)  # nobody waits any more
            return
        if evidence.wanted(declared, problem):
            tab = result.get("tabId", self._params.get("tabId"))
            pictures = evidence.compared(self._params, problem)
            seen = yield from evidence.taken(entry["id"], tab, self._journal, masked, problem is not None, pictures)
            if seen:
                entry["evidence"] = seen
        self._journal.append(entry)

    def _entry(self, ms: float, params: Params, problem: BaseException | None) -> CommandEntry:
        place, test = self._where
        entry: CommandEntry = {
            "v": self._begun["v"],
            "kind": self._begun["kind"],
            "id": self._begun["id"],
            "time": self._begun["time"],
            "pid": processes.command_pid(),
            "ppid": processes.command_parent(),
            "session": self._session,
            "agent": self._agent,
            "command": self._command,
            "words": line_of(self._command, params),
            "params": params,
            "ms": ms,
            "ok": problem is None,
            "exit": 0 if problem is None else problem.exit_code if isinstance(problem, ClzError) else INTERRUPTED,
        }
        if place is not None:
            entry["at"] = place
        if test is not None:
            entry["test"] = test["id"]
        if group := os.environ.get("CLZ_TEST"):
            entry["group"] = group
        if problem is not None:
            entry["error"] = _error(problem)
        return entry


def _error(problem: BaseException) -> Error:
    if not isinstance(problem, ClzError):
        return {"code": "CANCELLED", "message": "It was interrupted.", "hint": "", "details": {}}
    details = masking.kept_details(problem.details)
    return {"code": problem.code, "message": problem.message, "hint": problem.later_hint, "details": details}


def _locator(found: JsonObject, params: Params) -> Locator | None:
    """What the page said of the element, with what it was called in the command."""
    if not isinstance(found.get("durable"), str):
        return None
    target = params.get("target")
    found = {name: value for name, value in found.items() if name not in ("point", "box")}
    return cast("Locator", {**found, **({"target": target} if isinstance(target, str) else {})})
