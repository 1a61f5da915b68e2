"""`clz trace start` and `stop`: a trace of what an agent does, begun and ended by hand.

While it runs a link in the session's folder names where it is written, and the clients of that agent write there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.client import Client
from clz_core.client.tracing import trace_link
from clz_core.config.paths import SessionPaths, private_dir, state_dir
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values
from clz_core.files.output import check_new, check_output
from clz_core.generated.results import StartTraceResult, StopTraceResult
from clz_core.trace.flow import finished
from clz_core.trace.folder import STATE
from clz_core.trace.pack import pack
from clz_core.trace.recorder import Recorder

TARGET = "file"


def start(values: Values, place: Place, say: Say) -> StartTraceResult:
    """Begin. Raises: BUSY if the agent is traced already, FILE_ERROR, USAGE."""
    path = _path(values["file"], values["force"])
    paths = SessionPaths(place.session).make()
    link = trace_link(paths, place.agent)
    traces = state_dir() / "traces"
    private_dir(traces.parent)
    private_dir(traces)
    folder = traces / f"{place.session}-{place.agent}-{os.getpid()}-{os.urandom(3).hex()}"
    private_dir(folder)
    with suppress(OSError):
        if not os.path.isdir(os.readlink(link)):
            os.unlink(link)
    try:
        os.symlink(folder, link)
    except FileExistsError:
        folder.rmdir()
        raise error("BUSY", f"Agent {place.agent!r} is traced already.", "End that first: clz trace stop") from None
    recorder = Recorder(folder, title=path.stem, agent=place.agent, lasting=True)
    recorder.begin()
    (folder / TARGET).write_text(str(path), encoding="utf-8")
    if recorder.folder.problem:
        with suppress(OSError):
            os.unlink(link)
        raise error("FILE_ERROR", f"Cannot write into {folder}: {recorder.folder.problem}.")
    return {"path": str(path), "folder": str(folder)}


def stop(values: Values, place: Place, say: Say) -> StopTraceResult:
    """End, and write the file. Raises: INVALID_PARAMS if nothing is traced, FILE_ERROR."""
    link = trace_link(SessionPaths(place.session), place.agent)
    try:
        folder = Path(os.readlink(link))
        said = (folder / TARGET).read_text("utf-8")
    except OSError:
        hint = "Begin: clz trace start FILE.zip"
        raise error("INVALID_PARAMS", f"Agent {place.agent!r} is not traced.", hint) from None
    path = _path(said, True) if values["file"] is None else _path(values["file"], values["force"])
    recorder = Recorder(folder, agent=place.agent, lasting=True)
    with suppress(ClzError), Client(place.session, place.agent) as client:
        client.carry_out(finished(recorder))
    recorder.end()
    problem = recorder.folder.problem
    with suppress(OSError):
        os.unlink(link)
    (folder / STATE).unlink(missing_ok=True)
    size = pack(folder, path)
    return {"path": str(path), "steps": recorder.steps, "bytes": size, "problem": problem}


def _path(file: str, force: bool) -> Path:
    path = Path(os.path.abspath(os.path.expanduser(file)))
    if path.suffix != ".zip":
        raise error("USAGE", f"{file} is not the name of a trace.", f"Name it: {path.stem or 'trace'}.zip")
    check_new(path, force)
    check_output(path)
    return path
