"""Agents at work for as long as it takes: some through the client, some through the command line, whatever happens."""

from __future__ import annotations

import json
import random
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import CODES, ClzError, NotConnected
from clz_core.contract.limits import BROWSER_START_MS, CLIENT_GRACE_MS, DEFAULT_TIMEOUT_MS
from tests.support.journal import HUNG_S, OK, Journal
from tests.support.scratch import CLZ

TIMEOUT_MS = 5_000
SLACK_S = 2.0  # a busy machine wakes who waits so much later at most
PROCESS_S = 6.0  # and needs so long to start and end a Python at most
LEAVE_S = 30.0
DOWN_S = 0.2  # between two tries while nothing can be done, as without a Firefox or on a full disk

ERROR = (ClzError, "")

Work = Sequence[tuple[str, dict[str, Any]]]


def work(origin: str) -> Work:
    """What agents do, on the pages of the test site at `origin`."""
    form, slow, hang = f"{origin}/form.html", f"{origin}/slow?ms=400", f"{origin}/hang"
    return (
        ("createWindow", {"url": form}),
        ("createWindow", {"url": form, "isolated": True}),
        ("createWindow", {"url": slow, "waitUntil": "none"}),
        ("navigate", {"url": form}),
        ("navigate", {"url": f"{origin}/frames.html"}),
        ("navigate", {"url": slow}),
        ("navigate", {"url": hang}),
        ("reload", {}),
        ("back", {}),
        ("click", {"target": "#count"}),
        ("click", {"target": "#link"}),
        ("fill", {"target": "#notes", "text": "note\n" * 200}),
        ("type", {"target": "#empty", "text": "some words"}),
        ("pressKey", {"key": "Tab"}),
        ("waitFor", {"target": "#never", "waitMs": 1_000}),
        ("getContent", {}),
        ("getPageState", {}),
        ("getAccessibilitySnapshot", {}),
        ("screenshot", {}),
        ("evaluate", {"expression": "document.title"}),
        ("getConsoleLogs", {}),
        ("getTabs", {}),
        ("status", {}),
        ("getSlotRequests", {}),
        ("closeTab", {}),
        ("closeTab", {}),
    )


def lines(origin: str) -> Sequence[Sequence[str]]:
    """The same, as lines of the command line."""
    return (
        ("open", f"{origin}/form.html"),
        ("click", "#count"),
        ("content",),
        ("snapshot",),
        ("fill", "#notes", "a note"),
        ("wait", "#never", "--wait-ms", "1000"),
        ("tabs",),
        ("status",),
        ("browser", "status"),
        ("reload",),
        ("tab", "close"),
    )


class Worker(threading.Thread):
    """One agent: asks for one thing after the other until it is stopped, and notes each answer."""

    def __init__(self, name: str, journal: Journal, seed: str) -> None:
        super().__init__(name=name, daemon=True)
        self.journal = journal
        self.random = random.Random(seed)
        self.over = threading.Event()

    def run(self) -> None:
        before = OK
        while not self.over.is_set():
            code = self.turn()
            if code != OK and (code == before or CODES.get(code, ERROR)[0] is NotConnected):
                self.over.wait(DOWN_S)
            before = code

    def turn(self) -> str:
        """One command; the code of its answer."""
        raise NotImplementedError

    def leave(self) -> None:
        """Says goodbye, again and again while others are too loud. Raises: ClzError."""
        end = time.monotonic() + LEAVE_S
        while True:
            try:
                return self.say_goodbye()
            except ClzError:
                if time.monotonic() > end:
                    raise
                self.over.wait(DOWN_S)

    def say_goodbye(self) -> None:
        """Once. Raises: ClzError."""
        raise NotImplementedError

    def warm_up(self) -> None:
        """Everything there is to do, once: what is made at first use is there from then on."""
        raise NotImplementedError


class ClientWorker(Worker):
    """An agent with a key of its own, on one connection for as long as that holds."""

    def __init__(self, name: str, journal: Journal, seed: str, session: str, origin: str) -> None:
        super().__init__(name, journal, seed)
        self._client = Client(session, key=new_key(name))
        self._work = work(origin)
        self._lacks_tab = False

    def turn(self) -> str:
        # Without a tab there is little to do: the next thing is to open one.
        command, params = self._work[0] if self._lacks_tab else self.random.choice(self._work)
        code = self.ask(command, params)
        self._lacks_tab = code == "NO_TABS"
        return code

    def ask(self, command: str, params: dict[str, Any], within_s: float | None = None) -> str:
        """One command, which has five seconds; with `within_s` all of its own time, and is to be answered by then."""
        timeout_ms = TIMEOUT_MS if within_s is None else DEFAULT_TIMEOUT_MS
        limit_s = within_s or (TIMEOUT_MS + CLIENT_GRACE_MS) / 1000 + SLACK_S
        with self.journal.asking(self.name, command, limit_s) as codes:
            try:
                self._client.call(command, params, timeout_ms)
                codes.append(OK)
            except ClzError as problem:
                self.journal.says(problem.code, f"{command}: {problem.message}")
                codes.append(problem.code)
            except Exception as problem:  # noqa: BLE001  whatever it is, it should have been an answer
                codes.append(f"{type(problem).__name__}: {problem}")
        return codes[0]

    def say_goodbye(self) -> None:
        self._client.call("goodbye", {}, TIMEOUT_MS)
        self._client.close()

    def warm_up(self) -> None:
        for command, params in self._work:
            self.ask(command, params)


class ShellWorker(Worker):
    """An agent whose every command is a process."""

    def __init__(
        self, name: str, journal: Journal, seed: str, session: str, origin: str, env: Mapping[str, str]
    ) -> None:
        super().__init__(name, journal, seed)
        self._session = session
        self._env = env
        self._lines = lines(origin)

    def turn(self) -> str:
        return self.ask(*self.random.choice(self._lines))

    def ask(self, *words: str) -> str:
        limit_s = (TIMEOUT_MS + CLIENT_GRACE_MS) / 1000 + PROCESS_S + SLACK_S
        if words[0] == "open":
            limit_s += BROWSER_START_MS / 1000  # it starts the Firefox that is gone
        command = [*CLZ, *words, "--json", "--timeout", str(TIMEOUT_MS), "--agent", self.name]
        with self.journal.asking(self.name, f"clz {words[0]}", limit_s) as codes:
            try:
                done = subprocess.run(
                    command,
                    env=self._env,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=limit_s + HUNG_S,
                    check=False,
                )
                codes.append(self._judge(done))
            except subprocess.TimeoutExpired:
                codes.append("no answer at all")
        return codes[0]

    def _judge(self, done: subprocess.CompletedProcess[str]) -> str:
        """The code that the process ended with; a process that contradicts itself is a broken promise."""
        line = " ".join(done.args[len(CLZ) :])
        if "Traceback" in done.stderr:
            self.journal.breaks(f"{line}: a traceback on stderr:\n{done.stderr}")
        try:
            envelope = json.loads(done.stdout)
        except ValueError:
            self.journal.breaks(
                f"{line}: exit code {done.returncode}, and no envelope: {done.stdout!r} {done.stderr!r}"
            )
            return f"exit code {done.returncode}"
        code = OK if envelope["ok"] else str(envelope["error"]["code"])
        if code != OK:
            self.journal.says(code, f"{line}: {envelope['error']['message']}")
        expected = 0 if code == OK else CODES[code][0].exit_code if code in CODES else None
        if done.returncode != expected:
            self.journal.breaks(f"{line}: exit code {done.returncode} for {code}")
        return code

    def say_goodbye(self) -> None:
        with Client(self._session, self.name) as client:
            client.call("goodbye", {}, TIMEOUT_MS)

    def warm_up(self) -> None:
        self.ask(*self._lines[0])
