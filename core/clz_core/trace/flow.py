"""A command carried out with a step of a trace written of it.

What is to be sent is yielded, as by notes of the journal, so that every client shares it: `traced` goes around the flow
of the command and looks at its tab before and after it. The command's result or error is its own, whatever becomes of
the trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import SOCKET_MESSAGES
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Envelope, Params, RawResult
from clz_core.journal import masking
from clz_core.journal.evidence import Ask
from clz_core.journal.notes import Flow, secrets_typed
from clz_core.journal.place import here
from clz_core.journal.words import line_of
from clz_core.text.elements import shown
from clz_core.trace import events
from clz_core.trace.recorder import Moment, Recorder

LOOK_MS = 6_000
BODIES_MS = 5_000
NOT_LOOKED_AT = ("DIALOG_OPEN", "NO_TABS", "TAB_CLOSED", "NOT_CONNECTED", "BROWSER_GONE", "HOST_GONE")
WAITED_MS = 50  # what is there already is found in less


def plain(command: str, params: Params, timeout_ms: float | None) -> Flow:
    """A command with nothing around it."""
    reply = yield Ask(command, params, timeout_ms, own=True)
    return dict(reply["result"])


def traced(recorder: Recorder, command: str, params: Params, flow: Flow, retried: bool = False) -> Flow:
    """Carry `flow` out, which is that of `command`, and write its step. Raises: ClzError, as the command does.

    `retried` says that the caller tries again itself if no host is there: that try is not a step.
    """
    declared = COMMANDS.get(command)
    if declared is None or declared.hidden or not declared.traced:
        return (yield from flow)
    step = _Step(recorder, declared, params)
    yield from _harmless(step.begin(), recorder)
    problem: BaseException | None = None
    reply: Envelope = {}
    try:
        ask = next(flow)
        while True:
            try:
                answer = yield step.with_look(ask) if ask.own else ask
            except BaseException as thrown:  # noqa: BLE001 - it is the flow's to take
                ask = flow.throw(thrown)
                continue
            if ask.own:
                reply = answer
            ask = flow.send(answer)
    except StopIteration as done:
        return dict(done.value)
    except BaseException as thrown:
        problem = thrown
        raise
    finally:
        if retried and isinstance(problem, ClzError) and problem.code == "NOT_CONNECTED":
            recorder.take_back()
        elif not isinstance(problem, GeneratorExit):
            yield from _harmless(step.end(reply, problem), recorder)


def _harmless(work: Flow, recorder: Recorder) -> Flow:
    """A trace that fails does not fail the command."""
    try:
        return (yield from work)
    except (ClzError, OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        recorder.folder.warn(fault)
        return {}


def finished(recorder: Recorder, tab: int | None = None) -> Flow:
    """Ask a tab, or all of them, for what is reported at the end alone: what was still to come, and recorded bodies."""
    of = recorder.tabs if tab is None else [tab]
    for tab in of:
        asked = {**recorder.asked(tab), "documents": False, "picture": False}
        with suppress(ClzError):
            recorder.complete(tab, _masked((yield Ask("traceMoment", asked, LOOK_MS))))
    for tab in [one for one in of if recorder.is_recorded(one)]:
        try:
            archive = yield Ask("getHar", {"tabId": tab, "bodies": True}, BODIES_MS)
        except ClzError:
            continue
        recorder.bodies(tab, masking.mask(archive, secrets_typed()))
        try:
            heard = yield Ask("getSocketMessages", {"tabId": tab, "limit": SOCKET_MESSAGES}, BODIES_MS)
        except ClzError:
            continue
        recorder.sockets(tab, masking.mask(heard["messages"], secrets_typed()))
    recorder.save()
    return {}


class _Step:
    def __init__(self, recorder: Recorder, command: Command, params: Params) -> None:
        self._recorder = recorder
        self._command = command
        self._params = params
        self._place, _ = here()
        self._call = recorder.next_call()
        self._before: Moment | None = None
        self._silent = False

    def begin(self) -> Flow:
        tab = self._params.get("tabId", self._recorder.tab) if self._command.tab else None
        self._before = self._recorder.last(tab)
        if self._before is None and self._command.tab and tab is not None:
            self._before = yield from self._look("before", tab)
        # Whether what is typed is a secret is known when it was typed.
        typed = self._command.typed_text
        secret = self._params.get(typed.wire) if typed else None
        self._say_before(str(secret) if isinstance(secret, str) else "", tab)
        self._recorder.save()
        return {}

    def with_look(self, ask: Ask) -> Ask:
        """The request of the command, with which it is looked at afterwards: a look has no request of its own then."""
        command = self._command
        changes = command.changes and command.tab and not command.on_tab.closes
        if ask.command != command.name or not (changes or command.on_tab.opens):
            return ask
        tab = None if command.on_tab.opens else self._params.get("tabId", self._recorder.tab)
        return ask._replace(moment=self._recorder.asked_along(tab))

    def end(self, reply: Envelope, problem: BaseException | None) -> Flow:
        result, found = reply.get("result", {}), reply.get("locator") or {}
        now = self._recorder.now()
        secret = masking.typed_in_secret(self._command.name, self._params, found, result)
        secrets = secrets_typed(secret if secret and found.get("secret") else "") | ({secret} if secret else set())
        tab = result.get("tabId", self._params.get("tabId", self._recorder.tab))
        moment = None
        if self._is_worth_looking(problem):
            moment = self._recorder.last(tab) if self._only_read(result, problem) else None
            if moment is None and isinstance(seen := reply.get("moment"), dict):
                moment = self._recorder.note(self._call, "after", _masked(seen, secrets))
            if moment is None:
                moment = yield from self._look("after", tab, secrets)
        self._say_before(secret, tab)
        if found and self._before is not None:
            self._recorder.write(events.acted_on(self._call, found, f"input@{self._call}"))
            if "point" in found:
                self._recorder.show(tab, self._call, "input", self._before)
        self._say_followed(masking.mask(masking.followed(result), secrets), now, tab)
        error = None if problem is None else masking.mask(_error(problem), secrets)
        kept = masking.mask(masking.kept_result(self._command, result, secret), secrets)
        snapshot = f"after@{self._call}" if moment else None
        self._recorder.write(events.after(self._call, now, snapshot, error, kept))
        for phase, seen in (("before", self._before), ("after", moment)):
            if seen is not None:
                self._recorder.show(tab, self._call, phase, seen)
        self._recorder.save()
        return {}

    def _say_before(self, secret: str, tab: int | None) -> None:
        """Write that the step began; what is written last of it counts."""
        params = masking.kept_params(self._command, self._params, secret)
        words = {name: value for name, value in params.items() if name != "tabId"}
        shown = masking.mask({"params": params, "line": line_of(self._command.name, words)}, secrets_typed())
        page = None if tab is None else f"page@{tab}"
        if not hasattr(self, "_began"):
            self._began = self._recorder.now()
        event = events.before(
            self._call, self._began, " ".join(shown["line"]), self._command.name, shown["params"], page
        )
        if self._before is not None:
            event["beforeSnapshot"] = f"before@{self._call}"
        if self._place is not None:
            self._recorder.source(self._place["file"], secrets_typed())
            event["stack"] = [{"file": self._place["file"], "line": self._place["line"], "column": 0}]
        self._recorder.write(event)

    def _say_followed(self, followed: Mapping[str, Any], now: float, tab: int | None) -> None:
        page = f"page@{tab}"
        for dialog in shown(followed):
            params = {"pageId": page, "type": dialog.get("type"), "message": dialog.get("message")}
            self._recorder.write(events.happened(now, "dialog", params, page))
        for name, value in followed.items():
            if value not in (None, False, ""):
                self._recorder.write(events.log(self._call, now, f"{name}: {_short(value)}"))

    def _only_read(self, result: RawResult, problem: BaseException | None) -> bool:
        """True for what has changed nothing and waited for nothing: the page is as it was just now."""
        return problem is None and not self._command.changes and result.get("elapsedMs", 0) < WAITED_MS

    def _is_worth_looking(self, problem: BaseException | None) -> bool:
        if self._silent or self._command.on_tab.closes:
            return False
        if problem is None:
            return self._command.tab or self._command.on_tab.opens
        return isinstance(problem, ClzError) and self._command.tab and problem.code not in NOT_LOOKED_AT

    def _look(self, phase: str, tab: int | None, secrets: set[str] | None = None) -> Any:
        """Look at the tab; None if it does not answer."""
        deadline = Deadline.after(LOOK_MS)
        try:
            asked = self._recorder.asked(tab, wait=tab is None)
            seen = yield Ask("traceMoment", asked, deadline.remaining_ms)
            return self._recorder.note(self._call, phase, _masked(seen, secrets))
        except ClzError as problem:
            self._silent = problem.exit_code == 3
            return None


def _masked(seen: RawResult, secrets: set[str] | None = None) -> RawResult:
    """What a tab reported, without secrets. Pictures are base64, in which anything may be."""
    pictures = [one.pop("picture", None) for one in seen["moments"]]
    masked: RawResult = masking.mask(seen, secrets_typed() if secrets is None else secrets)
    told = [{**one, "picture": picture} for one, picture in zip(masked["moments"], pictures, strict=True)]
    return {**masked, "moments": told}


def _error(problem: BaseException) -> dict[str, str]:
    if not isinstance(problem, ClzError):
        return {"name": "CANCELLED", "message": "It was interrupted.", "stack": ""}
    hint = f"\n{problem.later_hint}" if problem.later_hint else ""
    return {"name": problem.code, "message": f"{problem.message}{hint}", "stack": ""}


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items())
    return str(value)
