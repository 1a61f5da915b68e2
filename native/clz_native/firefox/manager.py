"""Starting and stopping the Firefox that clz manages: one a session."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

import psutil
from filelock import FileLock, Timeout

from clz_core.client import Client
from clz_core.client import session as sessions
from clz_core.client.connection import line_to
from clz_core.client.processes import environment, every_process
from clz_core.config import settings
from clz_core.config.paths import (
    OTHER_FOLDERS,
    SessionPaths,
    config_dir,
    data_dir,
    private_dir,
    runtime_dir,
    state_dir,
    write_private,
)
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, NotConnected, error
from clz_core.contract.limits import BROWSER_START_MOST_MS, BROWSER_START_MS, BROWSER_STOP_MS, MIN_TIMEOUT_MS
from clz_native.firefox import accepted_certs
from clz_native.firefox import temporary as temporary_add_on
from clz_native.firefox.manifest import RELAY, managed_environment
from clz_native.firefox.processes import POLL_S, Work, end, family_of
from clz_native.firefox.profile import (
    BUILDS,
    ENVIRONMENT,
    BuildName,
    chosen_build,
    home_dir,
    is_refused,
    prepare,
    profile_dir,
)
from clz_native.firefox.proxy import preferences
from clz_native.firefox.started import Started, running
from clz_native.host.ahead import AheadHost
from clz_native.machine.builds import Build
from clz_native.machine.find import FETCH, find_firefox
from clz_native.machine.system import has_screen

if TYPE_CHECKING:
    from clz_core.generated.results import BrowserStartResult, BrowserStatusResult, BrowserStopResult

LOOPBACK = "localhost,.localhost,127.0.0.1,::1"
LOG_TAIL_LINES = 5
PLAIN_HINT = "Unset CLZ_BUILD, or: clz config set browser.build managed"
NEEDS_FIREFOX = f"A Firefox that takes all of it: {FETCH}"
FAR_MS = 30_000  # a short command of the clz of another machine, with connecting
FAR_GRACE_MS = 5_000  # for the clz there to say that its time was up
REFUSED_EVERY_S = 0.25  # between looks at what Firefox has noted of its extensions


class _Launch(NamedTuple):
    """How a Firefox is to be started, and by when."""

    headed: bool
    proxy: str | None
    accepted: Sequence[str]
    deadline: Deadline


class Manager:
    """The managed Firefox of one session."""

    def __init__(self, session: str, agent: str = "cli", far_ms: float | None = None) -> None:
        """`far_ms` is what another machine may take, where it is not the start's own limit."""
        self._far_ms = far_ms or FAR_MS
        self.paths = SessionPaths(session)
        self.agent = agent
        self.log = state_dir() / "logs" / f"firefox-{self.paths.name}.log"

    def status(self) -> BrowserStatusResult:
        if (far := line_to(self.paths)) is not None:
            return cast("BrowserStatusResult", far.run("browser", "status", deadline=Deadline.after(self._far_ms)))
        return self._status(self._answers())

    def _status(self, answers: bool) -> BrowserStatusResult:
        started = running(self.paths)
        return {
            "running": answers,
            "session": self.paths.name,
            "managed": started is not None,
            "pid": started.pid if started else None,
            "headless": started.headless if started else None,
            "profile": str(profile_dir(self.paths.name)),
            "log": str(self.log),
            "firefox": started.title if started else None,
            "build": started.build if started else None,
            "temporary": started is not None and started.temporary,
            "acceptCerts": self._accepted() if answers else [],
        }

    def start(
        self,
        headed: bool | None = None,
        timeout_ms: int = BROWSER_START_MS,
        proxy: str | None = None,
        accept_certs: Sequence[str] = (),
    ) -> BrowserStartResult:
        """Start Firefox and wait until its host takes commands; one that runs already is left alone.

        Whether it has a window is a setting where `headed` does not say it. All that it sends goes through `proxy`. The
        certificates of `accept_certs` are not checked.
        Raises: FIREFOX_NOT_FOUND, FIREFOX_UNSUPPORTED, BROWSER_START_FAILED, RUNTIME_UNSAFE, RUNTIME_PATH_TOO_LONG,
        NEEDS_MANAGED, RIGHT_DENIED, USAGE.
        """
        if (far := line_to(self.paths)) is not None:
            words = [] if headed is None else ["--headed" if headed else "--no-headed"]
            words += [] if proxy is None else ["--proxy", proxy]
            words += [word for host in accept_certs for word in ("--accept-certs", host)]
            limit = max(timeout_ms, MIN_TIMEOUT_MS)
            deadline = Deadline.after(limit + FAR_GRACE_MS)
            done = far.run("browser", "start", *words, "--timeout", str(limit), deadline=deadline)
            return cast("BrowserStartResult", done)
        begin = time.monotonic()
        deadline = Deadline.after(timeout_ms)
        most_ms = max(timeout_ms, BROWSER_START_MOST_MS)  # as long as another may be at it
        if headed is None:
            headed = bool(settings.load().value("browser.headed"))
        preferences(proxy)  # a bad one is refused before anything is done
        if proxy is not None:
            self._check_right("proxy")
        accepted = accepted_certs.check_hosts(accept_certs)
        if accepted and chosen_build() != "managed":
            raise error(
                "NEEDS_MANAGED",
                "This build of the extension cannot accept certificates that fail the check.",
                PLAIN_HINT,
            )
        self.paths.make()
        try:
            with FileLock(self.paths.browser_lock, mode=0o600, timeout=most_ms / 1000, poll_interval=POLL_S):
                started = not self._answers()
                if started:
                    self._start(_Launch(headed, proxy, accepted, deadline))
        except Timeout:
            raise error("BROWSER_START_FAILED", "Another clz has been starting this Firefox for too long.") from None
        except OSError as problem:  # a full disk, above all, or one without locks
            hint = f"Make room on the disk, or use folders on another one: {OTHER_FOLDERS}"
            what = f"Cannot write {problem.filename or self.paths.folder}: {problem.strerror}."
            raise error("BROWSER_START_FAILED", what, hint) from problem
        if proxy is not None and not started:
            raise error("USAGE", "This Firefox runs already: its proxy is not changed.", "First: clz browser stop")
        status = self._status(answers=True)
        if missing := [host for host in accepted if host not in status["acceptCerts"]]:
            raise accepted_certs.not_changed(missing, status)
        return {**status, "started": started, "elapsedMs": int((time.monotonic() - begin) * 1000)}

    def stop(self, timeout_ms: int = BROWSER_STOP_MS) -> BrowserStopResult:
        """Ask Firefox to quit and wait until no process of it is left; what is left after the time is killed.

        Raises: SESSION_HELD if the session is that of a Firefox which somebody else started.
        """
        if (far := line_to(self.paths)) is not None:
            return cast("BrowserStopResult", far.run("browser", "stop", deadline=Deadline.after(self._far_ms)))
        begin = time.monotonic()
        started = running(self.paths)
        process = started.process() if started else None
        if process is not None:
            family = [*family_of(process), *self._host()]
            patience_s = timeout_ms / 2000 if self._asked_to_quit() else 0
            end(family, timeout_ms / 2000, patience_s)
        elif self._answers():
            raise error(
                "SESSION_HELD",
                f"The Firefox of session {self.paths.name!r} was not started by clz.",
                "Close its window.",
            )
        self.paths.browser.unlink(missing_ok=True)
        if self.paths.folder.is_dir():
            sessions.clear_stale(self.paths)
        elapsed_ms = int((time.monotonic() - begin) * 1000)
        return {"stopped": process is not None, "session": self.paths.name, "elapsedMs": elapsed_ms}

    def _host(self) -> list[psutil.Process]:
        """The session's host, which may be no child of its Firefox. It ends by itself, unless it hangs."""
        try:
            info = sessions.read(self.paths)
            return [psutil.Process(info.pid)] if sessions.host_lives(self.paths) else []
        except (ClzError, psutil.NoSuchProcess):
            return []

    def _accepted(self) -> list[str]:
        """The hosts whose certificates the Firefox that runs does not check."""
        try:
            return list(sessions.read(self.paths).accept_certs)
        except ClzError:
            return []

    def _answers(self) -> bool:
        try:
            with Client(self.paths.name, self.agent) as client:
                client.call("ping", timeout_ms=MIN_TIMEOUT_MS)
        except ClzError as problem:
            if problem.exit_code in (3, 4):
                return False
            raise
        return True

    def _asked_to_quit(self) -> bool:
        """Firefox saves its profile when its windows close, not when it is sent a signal to terminate."""
        try:
            with Client(self.paths.name, self.agent) as client:
                return bool(client.call("quitBrowser", timeout_ms=MIN_TIMEOUT_MS)["quitting"])
        except ClzError:
            return False

    def _check_right(self, right: str) -> None:
        """What agents may not do is not done for them by starting Firefox. Raises: RIGHT_DENIED."""
        from clz_native.policy.policy import Policy

        policy = Policy(self.paths, lambda _message: None)
        policy.refresh()
        policy.check(right, policy.rules_of("", ""))

    def _start(self, launch: _Launch) -> None:
        left = running(self.paths)
        if left is not None and (process := left.process()) is not None:
            soon = min(launch.deadline, Deadline.after(MIN_TIMEOUT_MS))
            if launch.proxy is None and not launch.accepted and self._wait_for_host(process, soon):
                return
            # a Firefox that has lost its extension
            end([*family_of(process), *self._host()], BROWSER_STOP_MS / 1000)
        if self.paths.file.exists():
            sessions.clear_stale(self.paths)
        firefox = find_firefox()
        build = chosen_build()
        if not firefox.signed_only:
            try:
                self._run(firefox, build, launch)
                return
            except _Refused:
                pass  # it may take the extension for a session
        if os.name != "posix":  # whose debugger sockets nobody else can reach
            what = f"{firefox.title} takes no extension that Mozilla has not signed."
            raise error("FIREFOX_UNSUPPORTED", what, NEEDS_FIREFOX)
        if launch.accepted:
            raise error(
                "NEEDS_MANAGED", f"{firefox.title} cannot accept certificates that fail the check.", NEEDS_FIREFOX
            )
        self._run(firefox, "plain", launch, temporary=True)

    def _run(self, firefox: Build, build: BuildName, launch: _Launch, temporary: bool = False) -> None:
        """Start it with this build of the extension, in its profile or for this session, and wait for its host."""
        headed = launch.headed
        profile = prepare(self.paths.name, build, launch.proxy, headed, temporary)
        child: subprocess.Popen[bytes] | None = None
        host = AheadHost(self.paths.port)
        code: int | None = None
        try:
            with temporary_add_on.way_in(self.paths.debugger):
                with _interrupt_later() as interrupted:
                    told = {accepted_certs.VARIABLE: " ".join(launch.accepted), **host.environment}
                    environment = {**self._environment(headed), **told}
                    more = temporary_add_on.arguments(self.paths.debugger) if temporary else []
                    child = self._launch(firefox.path, [*more, *self._words(profile, headed)], environment)
                    host.start(environment, not headed, self.log)
                    process = psutil.Process(child.pid)
                if interrupted:
                    raise KeyboardInterrupt
                created = process.create_time()
                started = Started(child.pid, created, not headed, str(firefox.path), build, firefox.title, temporary)
                write_private(self.paths.browser, json.dumps(asdict(started)))
                if temporary:
                    self._load(firefox, profile, child, launch.deadline)

            def is_out() -> bool:
                return not temporary and is_refused(profile, created)

            if self._wait_for_host(process, launch.deadline, child, is_out):
                child.returncode = 0  # it outlives this object, and may: no warning that it was not waited for
                host.leave()
                return
            code = child.poll()
            refused = code is None and is_out()
        except BaseException:
            host.end()
            if child is not None:
                self._give_up(child)
            raise
        host.end()
        self._give_up(child)
        raise self._failed(firefox, code, headed, refused)

    def _load(self, firefox: Build, profile: Path, child: subprocess.Popen[bytes], deadline: Deadline) -> None:
        try:
            into = temporary_add_on.Starting(profile, child.poll, self.log)
            temporary_add_on.load(self.paths.debugger, BUILDS["plain"], into, deadline)
        except (ClzError, OSError) as problem:
            raise error(
                "BROWSER_START_FAILED", f"{firefox.title} did not take the extension: {problem}", NEEDS_FIREFOX
            ) from problem

    def _words(self, profile: Path, headed: bool) -> list[str]:
        """`--allow-downgrade`: the profile may have been that of a newer Firefox."""
        words = ["--no-remote", "--allow-downgrade", "--profile", str(profile)]
        return [*words, *([] if headed else ["--headless"]), "about:blank"]

    def _give_up(self, child: subprocess.Popen[bytes]) -> None:
        """End a Firefox that did not come up, with all that it has started, whatever else is wrong."""
        if child.poll() is None:  # its number is another's once it was waited for
            with contextlib.suppress(psutil.NoSuchProcess):
                end(family_of(psutil.Process(child.pid)), BROWSER_STOP_MS / 1000)
        for process in every_process() if hasattr(os, "getpgid") else ():  # it led its own group; what is left is in it
            with contextlib.suppress(psutil.Error, OSError):
                if os.getpgid(process.pid) == child.pid and RELAY in (environment(process.pid) or {}):
                    process.kill()
        child.poll()
        with contextlib.suppress(OSError):
            self.paths.browser.unlink(missing_ok=True)

    def _launch(self, firefox: Path, words: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
        private_dir(state_dir())
        private_dir(self.log.parent)
        with open(self.log, "wb") as log:
            try:
                return subprocess.Popen(
                    [str(firefox), *words],
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            except OSError as problem:
                raise error("BROWSER_START_FAILED", f"{firefox} cannot be run: {problem.strerror}.") from problem

    def _environment(self, headed: bool) -> dict[str, str]:
        # Secrets of the command that happens to start it must not reach Firefox or its pages' processes.
        env = {name: value for name, value in os.environ.items() if not name.startswith("CLZ_SECRET_")}
        chosen = settings.load()
        visuals = chosen.value("browser.visuals")
        env.setdefault("XAUTHORITY", os.path.expanduser("~/.Xauthority"))  # HOME is another one below
        beside = ",".join(filter(None, (env.get("no_proxy") or env.get("NO_PROXY"), LOOPBACK)))
        return {
            **env,
            **ENVIRONMENT,
            **managed_environment(),
            "no_proxy": beside,
            "HOME": str(home_dir()),
            "MOZ_CRASHREPORTER_DISABLE": "1",
            "CLZ_SESSION": self.paths.name,
            "CLZ_MANAGED": self.paths.name,
            "CLZ_VISUALS": visuals if visuals != "auto" else "on" if headed else "off",
            "CLZ_IDLE_S": str(0 if headed else chosen.value("browser.idle_minutes") * 60),
            "CLZ_LOG": chosen.value("log.level"),
            "CLZ_RUNTIME_DIR": str(runtime_dir()),
            "CLZ_CONFIG_DIR": str(config_dir()),
            "CLZ_DATA_DIR": str(data_dir()),
            "CLZ_STATE_DIR": str(state_dir()),
        }

    def _wait_for_host(
        self,
        process: psutil.Process,
        deadline: Deadline,
        child: subprocess.Popen[bytes] | None = None,
        refused: Callable[[], bool] = lambda: False,
    ) -> bool:
        """True once the host takes commands; False if Firefox ended, refused its extension, or the time is up.

        One of a Firefox that was started just now, a child of ours, has said so by its session file. The first command
        finds the extension busy, as everything is then: nothing is asked before it.
        """
        work = Work(process)
        looked = Deadline.after(REFUSED_EVERY_S * 1000)
        while not deadline.passed or (child is not None and work.goes_on()):
            if self.paths.file.exists() and (child is not None or self._answers()):
                return True
            if (child is not None and child.poll() is not None) or not process.is_running():
                return False
            if looked.passed:
                if refused():
                    return False
                looked = Deadline.after(REFUSED_EVERY_S * 1000)
            work.look()
            time.sleep(POLL_S)
        return False

    def _failed(self, firefox: Build, code: int | None, headed: bool, refused: bool) -> ClzError:
        try:
            log = self.log.read_text("utf-8", "replace")
        except OSError:
            log = ""
        said = [line for line in log.splitlines() if line.strip()][-LOG_TAIL_LINES:]
        hint: str | None = NEEDS_FIREFOX
        if refused:
            message = f"{firefox.title} ({firefox.path}) refused the extension."
        elif code is None:
            message = f"{firefox.title} ({firefox.path}) started, but its extension did not connect."
        else:
            message = f"{firefox.title} ({firefox.path}) ended with code {code} before its extension connected."
            hint = "Start it without a window: clz browser start" if headed and not has_screen() else None
        problem = _Refused if refused else NotConnected
        details = {"log": str(self.log), "said": said}
        return problem("BROWSER_START_FAILED", f"{message} Log: {self.log}", hint, details)


class _Refused(NotConnected):
    """Firefox does not take the extension as it was given: it may take it for a session."""


@contextlib.contextmanager
def _interrupt_later() -> Iterator[list[int]]:
    """Note Ctrl-C rather than raise it: a Firefox that was started and not written down would be left behind."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted  # signals never come to other threads
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
