"""The course of `clz ready`: start, wait, run, end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

import httpx

from clz_apps.place import Place
from clz_apps.ready.answers import ExpectedAnswer, address, all_ready, any_answers
from clz_apps.ready.said import VARIABLE
from clz_apps.ready.server import Server, end, exit_code, family
from clz_apps.say import SOON_S, Say
from clz_apps.signals import handled
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import READY_MS
from clz_core.contract.shapes import Values
from clz_core.generated.results import ReadyResult

INTERRUPTED_S = 2.0  # that a command has to end by itself after Ctrl-C, which it has heard as well


def ready(values: Values, place: Place, say: Say) -> ReadyResult | int:
    """The result if there is only to wait, else the exit code of the command, or of the server that ran alone.

    Raises: TIMEOUT, SERVER_ENDED, USAGE, INVALID_PARAMS, URL_NOT_ALLOWED.
    """
    urls = list(dict.fromkeys(address(text) for text in values["urls"]))
    wanted = ExpectedAnswer.of(values["status"], values["text"])
    command: list[str] = values["command"]
    if command and shutil.which(command[0]) is None:
        raise error("USAGE", f"There is no command {command[0]!r} to run.")
    seconds = (values["timeout"] or place.timeout_ms or READY_MS) / 1000
    with ended_by_signals():
        if not values["start"]:
            result = _wait(urls, wanted, seconds, say, None)
            return _run(command, result, None, say) if command else result
        _refuse_strangers(urls)
        with _started(values["start"], shown=not command) as server:
            result = _wait(urls, wanted, seconds, say, server)
            return _run(command, result, server, say) if command else _stay(result, server, say)


@contextlib.contextmanager
def serving(line: str, url: str, ms: float | None, say: Say) -> Iterator[None]:
    """Run a server that answers at an address, for as long as this is entered. Raises: as `ready`."""
    urls = [address(url)]
    _refuse_strangers(urls)
    with _started(line, shown=False) as server:
        _wait(urls, ExpectedAnswer.of("2xx", None), (ms or READY_MS) / 1000, say, server)
        yield


@contextlib.contextmanager
def _started(line: str, shown: bool) -> Iterator[Server]:
    """A server that is ended in the end, whatever happens."""
    server = None
    try:
        with _uninterrupted():
            server = Server(line, shown)
        yield server
    finally:
        if server is not None:
            with _uninterrupted():
                server.end()


def _refuse_strangers(urls: list[httpx.URL]) -> None:
    """Whatever answers before the server was started is another one, which would be tested in its place."""
    if asyncio.run(any_answers(urls)):
        raise error(
            "USAGE",
            f"{urls[0]} answers already, before the server was started.",
            "End what answers there, or leave --start out to use it.",
        )


def _wait(
    urls: list[httpx.URL], wanted: ExpectedAnswer, seconds: float, say: Say, server: Server | None
) -> ReadyResult:
    begin = time.monotonic()

    def still_wanted() -> None:
        if server is not None and server.code is not None:
            raise error(
                "SERVER_ENDED",
                f"The server ended with exit code {server.code} before it was ready: {server.line}",
                said=server.said(),
                exit=server.code,
            )

    with say.progress(f"Waiting for {', '.join(map(str, urls))}", SOON_S):
        try:
            answers = asyncio.run(all_ready(urls, wanted, Deadline.after(seconds * 1000), still_wanted))
        except ClzError as problem:
            if problem.code == "TIMEOUT" and server is not None:
                problem.details["said"] = server.said()
            raise
    ms = round((time.monotonic() - begin) * 1000)
    return {"ready": [{"url": each.url, "status": each.status, "ms": each.ms} for each in answers], "elapsedMs": ms}


def _run(command: list[str], result: ReadyResult, server: Server | None, say: Say) -> int:
    """Run the command; its output is that of `clz`, and its exit code too."""
    _say_ready(result, say)
    process = None
    try:
        with _uninterrupted():
            process = subprocess.Popen(command, env=_environment(server))
        code = exit_code(process.wait())
    except OSError as problem:
        raise error("USAGE", f"{command[0]} cannot be run: {problem.strerror}.") from problem
    except BaseException:
        if process is not None:
            with _uninterrupted():
                _end_command(process)
        raise
    if server is not None and not say.quiet and (code or server.code is not None):
        _show_server(shlex.join(command), code, server, say)
    return code


def _environment(server: Server | None) -> dict[str, str]:
    """The variables that the command gets: where the output is of a server that was started for it."""
    told = {VARIABLE: server.file.path} if server is not None else {}
    return {**{name: value for name, value in os.environ.items() if name != VARIABLE}, **told}


def _end_command(process: subprocess.Popen[bytes]) -> None:
    """End the command, and what it runs in our process group: a Firefox that it opened stays, as from any shell."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(INTERRUPTED_S)
    ours = [each for each in family(process.pid) if _group(each.pid) == os.getpgrp()]
    end(ours, INTERRUPTED_S)
    process.wait()


def _group(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except OSError:
        return None


def _show_server(command: str, code: int, server: Server, say: Say) -> None:
    if server.code is not None:
        say.note(f"warning: the server ended with exit code {server.code} while {command} ran")
    elif code:
        say.note(f"{command} ended with exit code {code}")
    with _uninterrupted():
        server.end()  # what it says of the last request may come after the answer
    said = server.said()
    if said:
        say.note("the server said last:")
    for line in said:
        say.note(f"  | {line}")  # which GitHub takes for no command of its own


def _stay(result: ReadyResult, server: Server, say: Say) -> int:
    """Leave the server running until it ends, or somebody ends us."""
    _say_ready(result, say)
    return exit_code(server.process.wait())


def _say_ready(result: ReadyResult, say: Say) -> None:
    if not say.silent:
        for line in rendered(result).splitlines():
            say.note(line)


def rendered(result: ReadyResult) -> str:
    return "\n".join(
        f"ready: {each['url']} answered {each['status']:g} after {each['ms'] / 1000:.1f} s" for each in result["ready"]
    )


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Leave by an exception where a signal would end us at once, and the server be left behind."""

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    with handled(leave, signal.SIGTERM, signal.SIGHUP):
        yield


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Heed Ctrl-C and the like only after what would leave others behind, which takes seconds at most."""
    noted: list[int] = []
    with handled(lambda number, _frame: noted.append(number), signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        yield
    if noted:
        raise KeyboardInterrupt if noted[0] == signal.SIGINT else SystemExit(128 + noted[0])
