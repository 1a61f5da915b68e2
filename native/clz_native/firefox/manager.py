"""Starting and stopping the Firefox that clz manages: one a session."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
from filelock import FileLock, Timeout

from clz_core.client import Client
from clz_core.client import session as sessions
from clz_core.config import settings
from clz_core.config.paths import SessionPaths, config_dir, data_dir, private_dir, runtime_dir, state_dir, write_private
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import BROWSER_START_MS, BROWSER_STOP_MS, MIN_TIMEOUT_MS
from clz_native.firefox import accepted_certs
from clz_native.firefox.find import find_firefox
from clz_native.firefox.profile import ENVIRONMENT, home_dir, prepare, profile_dir
from clz_native.firefox.proxy import preferences
from clz_native.firefox.started import Started, running
from clz_native.host.ahead import AheadHost

if TYPE_CHECKING:
    from clz_core.contract.results import BrowserStartResult, BrowserStatusResult, BrowserStopResult

LOOPBACK = "localhost,.localhost,127.0.0.1,::1"
POLL_S = 0.01
LOG_TAIL_LINES = 5
PLAIN_HINT = "Unset CLZ_BUILD, or: clz config set browser.build managed"
HELPERS_END_S = 2.0  # from the end of Firefox itself


class Manager:
    """The managed Firefox of one session."""

    def __init__(self, session: str, agent: str = "cli") -> None:
        self.paths = SessionPaths(session)
        self.agent = agent
        self.log = state_dir() / "logs" / f"firefox-{session}.log"

    def status(self) -> BrowserStatusResult:
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
        begin = time.monotonic()
        deadline = Deadline.after(timeout_ms)
        if headed is None:
            headed = bool(settings.load().value("browser.headed"))
        preferences(proxy)  # a bad one is refused before anything is done
        if proxy is not None:
            self._check_right("proxy")
        accepted = accepted_certs.check_hosts(accept_certs)
        if accepted and settings.load().value("browser.build") != "managed":
            raise error("NEEDS_MANAGED", "This build of the extension cannot let certificates pass.", PLAIN_HINT)
        self.paths.make()
        try:
            with FileLock(self.paths.browser_lock, mode=0o600, timeout=timeout_ms / 1000, poll_interval=POLL_S):
                started = not self._answers()
                if started:
                    self._start(headed, deadline, proxy, accepted)
        except Timeout:
            raise error("BROWSER_START_FAILED", "Another clz has been starting this Firefox for too long.") from None
        except OSError as problem:  # a full disk, above all
            hint = "Make room on the disk, or see that the folder is yours to write to."
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
        begin = time.monotonic()
        started = running(self.paths)
        process = started.process() if started else None
        if process is not None:
            family = [*_family(process), *self._host()]
            patience_s = timeout_ms / 2000 if self._asked_to_quit() else 0
            _end(family, timeout_ms / 2000, patience_s)
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
        """Firefox saves its profile when its windows close, not when it is told to terminate."""
        try:
            with Client(self.paths.name, self.agent) as client:
                return bool(client.call("quitBrowser", timeout_ms=MIN_TIMEOUT_MS)["quitting"])
        except ClzError:
            return False

    def _check_right(self, right: str) -> None:
        """What agents may not do, whoever starts Firefox does not do for them. Raises: RIGHT_DENIED."""
        from clz_native.policy.policy import Policy

        policy = Policy(self.paths, lambda _message: None)
        policy.refresh()
        policy.check(right, policy.rules_of("", ""))

    def _start(self, headed: bool, deadline: Deadline, proxy: str | None, accepted: Sequence[str]) -> None:
        left = running(self.paths)
        if left is not None and (process := left.process()) is not None:
            soon = min(deadline, Deadline.after(MIN_TIMEOUT_MS))
            if proxy is None and not accepted and self._wait_for_host(process, soon):
                return
            # a Firefox that has lost its extension
            _end([*_family(process), *self._host()], BROWSER_STOP_MS / 1000)
        if self.paths.file.exists():
            sessions.clear_stale(self.paths)
        firefox = find_firefox()
        profile = prepare(self.paths.name, proxy, headed)
        build = str(settings.load().value("browser.build"))
        child: subprocess.Popen[bytes] | None = None
        host = AheadHost(self.paths.port)
        try:
            with _interrupt_later() as interrupted:
                told = {accepted_certs.VARIABLE: " ".join(accepted), **host.environment}
                environment = {**self._environment(headed), **told}
                child = self._launch(firefox, profile, headed, environment)
                host.start(environment, not headed, self.log)
                process = psutil.Process(child.pid)
            if interrupted:
                raise KeyboardInterrupt
            started = Started(child.pid, process.create_time(), not headed, str(firefox), build)
            write_private(self.paths.browser, json.dumps(asdict(started)))
            if self._wait_for_host(process, deadline, child):
                child.returncode = 0  # it outlives this object, and may: no warning that it was not waited for
                host.leave()
                return
            code = child.poll()
        except BaseException:
            host.end()
            if child is not None:
                self._give_up(child)
            raise
        host.end()
        self._give_up(child)
        raise self._failed(firefox, code, headed)

    def _give_up(self, child: subprocess.Popen[bytes]) -> None:
        """End a Firefox that did not come up, with all that it has started, whatever else is wrong."""
        with contextlib.suppress(psutil.NoSuchProcess):
            _end(_family(psutil.Process(child.pid)), BROWSER_STOP_MS / 1000)
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(child.pid, signal.SIGKILL)  # it is the leader of its own group; what is left is in it
        child.poll()
        with contextlib.suppress(OSError):
            self.paths.browser.unlink(missing_ok=True)

    def _launch(
        self, firefox: Path, profile: Path, headed: bool, environment: dict[str, str]
    ) -> subprocess.Popen[bytes]:
        private_dir(state_dir())
        private_dir(self.log.parent)
        command = [str(firefox), "--no-remote", "--profile", str(profile), *([] if headed else ["--headless"])]
        with open(self.log, "wb") as log:
            try:
                return subprocess.Popen(
                    [*command, "about:blank"],
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            except OSError as problem:
                raise error("BROWSER_START_FAILED", f"{firefox} cannot be run: {problem.strerror}.") from problem

    def _environment(self, headed: bool) -> dict[str, str]:
        # Secrets of the command that happens to start it are no business of Firefox's, nor of its pages' processes.
        env = {name: value for name, value in os.environ.items() if not name.startswith("CLZ_SECRET_")}
        chosen = settings.load()
        visuals = chosen.value("browser.visuals")
        env.setdefault("XAUTHORITY", os.path.expanduser("~/.Xauthority"))  # HOME is another one below
        beside = ",".join(filter(None, (env.get("no_proxy") or env.get("NO_PROXY"), LOOPBACK)))
        return {
            **env,
            **ENVIRONMENT,
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
        self, process: psutil.Process, deadline: Deadline, child: subprocess.Popen[bytes] | None = None
    ) -> bool:
        """True once the host takes commands; False if Firefox ended or the time is up.

        One of a Firefox that was started just now, a child of ours, has said so by its session file. The first command
        finds the extension busy, as everything is then: nothing is asked before it.
        """
        while not deadline.passed:
            if self.paths.file.exists() and (child is not None or self._answers()):
                return True
            if (child is not None and child.poll() is not None) or not process.is_running():
                return False
            time.sleep(POLL_S)
        return False

    def _failed(self, firefox: Path, code: int | None, headed: bool) -> ClzError:
        try:
            log = self.log.read_text("utf-8", "replace")
        except OSError:
            log = ""
        said = [line for line in log.splitlines() if line.strip()][-LOG_TAIL_LINES:]
        if code is None:
            message = f"{firefox} started, but its extension did not connect."
            hint: str | None = (
                "Release builds refuse unsigned add-ons: set CLZ_FIREFOX to a Firefox ESR or Developer Edition, or "
                f"load it for a while: clz setup --firefox {firefox}"
            )
        else:
            message = f"{firefox} ended with code {code} before its extension connected."
            hint = "Start it without a window: clz browser start" if headed and not os.environ.get("DISPLAY") else None
        return error("BROWSER_START_FAILED", f"{message} Log: {self.log}", hint, log=str(self.log), said=said)


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


def _family(process: psutil.Process) -> list[psutil.Process]:
    """A Firefox and every process it started."""
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _end(family: list[psutil.Process], timeout_s: float, patience_s: float = 0) -> None:
    """End a Firefox with its family; one that is ending by itself is given `patience_s` for it."""
    left = _wait(family, patience_s)
    if left:
        firefox = family[0]
        with contextlib.suppress(psutil.NoSuchProcess):
            firefox.suspend()  # so that it starts nothing more while its helpers are counted
            family = [firefox, *{*family[1:], *firefox.children(recursive=True)}]
            firefox.terminate()
            firefox.resume()
        _wait([firefox], timeout_s)
        left = _wait(family, HELPERS_END_S)
    for straggler in left:
        with contextlib.suppress(psutil.NoSuchProcess):
            straggler.kill()
    _wait(left, 2)


def _wait(processes: list[psutil.Process], timeout_s: float) -> list[psutil.Process]:
    """Those that have not ended within the time. When its parent takes note of one that has is not our affair."""
    deadline = Deadline.after(timeout_s * 1000)
    while True:
        _, left = psutil.wait_procs(processes, timeout=0)
        processes = [process for process in left if not _is_zombie(process)]
        if not processes or deadline.passed:
            return processes
        time.sleep(POLL_S)


def _is_zombie(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True
