"""`clz record`: a journal for the agent's commands, from now until it is stopped, written as a test.

While it runs, a link in the session's folder names the journal, and the clients of that agent write to it. The process
that records owns the link: what one that was killed left is taken over.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.client.journaling import VARIABLE, recording_of
from clz_core.config.paths import SessionPaths
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Result, Values
from clz_core.files.output import check_new, write_output
from clz_core.journal.entries import CommandEntry
from clz_core.journal.files import read
from clz_core.journal.recording import Recording, recorded

STOP = "stop"
LOOK_S = 0.1
STOPPED_S = 5
PREFIX = "clz-record-"


def record(values: Values, place: Place, say: Say) -> Result:
    """Record until it is stopped, or write a journal back. Raises: ClzError."""
    file, journal, force = values["file"], values["journal"], values["force"]
    if file == STOP and journal is None:
        return _stop(place)
    path = Path(os.path.abspath(os.path.expanduser(file)))
    if path.suffix not in (".clz", ".py"):
        raise error("USAGE", f"{file} is not the name of a test.", f"Name it: clz record {path.stem or 'test'}.clz")
    form = values["form"] or ("clz" if path.suffix == ".clz" else "python")
    if (form == "clz") != (path.suffix == ".clz"):
        fitting = f"{path.stem}{'.clz' if form == 'clz' else '.py'}"
        raise error(
            "USAGE", f"{path.name} holds no test for --as {form}.", f"Name it: clz record {fitting} --as {form}"
        )
    check_new(path, force)
    if journal is not None:
        return _written(path, _read(journal, form), force, say)
    if values["person"]:
        return _written(path, _of_person(path, place, say, form), force, say)
    with _recording(place) as (folder, over):
        say.note(f"recording the commands of agent {place.agent!r}; Ctrl-C or `clz record stop` writes {path.name}")
        if os.environ.get(VARIABLE):
            say.note(
                f"warning: commands that have {VARIABLE} set, as this shell has, are recorded in that journal instead"
            )
        over.wait()
        found = _read(folder, form)
    return _written(path, found, force, say)


def _of_person(path: Path, place: Place, say: Say, form: str) -> Recording:
    from clz_apps.record.person import Steps, watched

    def written(entries: list[CommandEntry]) -> list[str]:
        return recorded(entries, str(path.parent), form).lines

    def show(line: str) -> None:
        if not say.silent:
            say.page(line)  # names of buttons and fields are a page's words

    with _recording(place) as (_, over):
        entries = watched(place, say.note, Steps(show, written), over.is_set, path.name)
        return recorded(entries, str(path.parent), form)


def _read(folder: str, form: str) -> Recording:
    entries = read(folder)
    try:
        return recorded(entries, form=form)
    except FileNotFoundError:
        if os.path.basename(folder).startswith(PREFIX):
            return Recording()
        raise error("FILE_ERROR", f"There is no journal in {folder}.", "It is kept with CLZ_JOURNAL=DIR.") from None
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read the journal in {folder}: {problem.strerror}.") from problem


def _written(path: Path, found: Recording, force: bool, say: Say) -> Result:
    if not found.lines:
        hint = "Open and use a page meanwhile: clz open URL. Commands that only read make no test."
        raise error("FILE_ERROR", "Nothing was recorded: there is no step to write.", hint)
    text = found.text(path.stem.replace("-", " ").replace("_", " "))
    try:
        check_new(path, force)  # once more: another may have written it meanwhile
        write_output(path, text)
    except (OSError, ClzError) as problem:
        say.note("This was recorded:")  # what somebody has done is not lost
        say.page(text)
        if isinstance(problem, ClzError):
            raise
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem
    return {"path": str(path), "steps": len(found.lines), "names": found.names, "leftOut": found.left_out}


@contextlib.contextmanager
def _recording(place: Place) -> Iterator[tuple[str, threading.Event]]:
    """The folder of the journal that is kept, and what is set when it is over."""
    paths = SessionPaths(place.session).make()
    link = recording_of(paths, place.agent)
    folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
    over = _Over(link, folder)
    try:
        _claim(link, folder)
        with over:
            yield folder, over.event
    finally:
        with contextlib.suppress(OSError):
            if os.readlink(link) == folder:
                os.unlink(link)
        shutil.rmtree(folder, ignore_errors=True)


class _Over:
    """Watches for the end: Ctrl-C, a termination, or the link that somebody took away."""

    def __init__(self, link: str, folder: str) -> None:
        self.event = threading.Event()
        self._link = link
        self._folder = folder
        self._before: dict[int, object] = {}

    def __enter__(self) -> None:
        def end(_number: int, _frame: FrameType | None) -> None:
            self.event.set()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._before[number] = signal.signal(number, end)
        threading.Thread(target=self._watch, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.event.set()
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type]

    def _watch(self) -> None:
        while not self.event.wait(LOOK_S):
            if _target(self._link) != self._folder:
                self.event.set()


def _claim(link: str, folder: str) -> None:
    """Make the link. Raises: BUSY if another process records this agent."""
    for _ in range(2):
        try:
            os.symlink(folder, link)
            return
        except FileExistsError:
            known = _target(link)
            owner = _owner(known)
            if owner is not None:
                raise error(
                    "BUSY", f"Process {owner} records this agent already.", "End that first: clz record stop"
                ) from None
            _clear(link, known)
    raise error("BUSY", "Another process has just begun to record this agent.", "End that first: clz record stop")


def _stop(place: Place) -> Result:
    link = recording_of(SessionPaths(place.session), place.agent)
    folder = _target(link)
    owner = _owner(folder)
    if owner is None:
        _clear(link, folder)
        raise _nothing(place)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(link)
    waiting = threading.Event()
    for _ in range(int(STOPPED_S / LOOK_S)):
        if not os.path.isdir(folder):
            break
        waiting.wait(LOOK_S)
    return {"path": "", "steps": 0, "names": [], "leftOut": []}


def _clear(link: str, folder: str) -> None:
    """Take away what a process that was killed has left of its recording."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(link)
    if os.path.basename(folder).startswith(PREFIX):
        shutil.rmtree(folder, ignore_errors=True)


def _nothing(place: Place) -> ClzError:
    return error("INVALID_PARAMS", f"Nothing is recorded of agent {place.agent!r}.", "Begin: clz record FILE.clz")


def _target(link: str) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""


def _owner(folder: str) -> int | None:
    """The process that records into a folder, if it lives."""
    name = os.path.basename(folder)
    number = name.removeprefix(PREFIX).partition("-")[0]
    if not name.startswith(PREFIX) or not number.isdigit() or not os.path.isdir(folder):
        return None
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass
    return int(number)
