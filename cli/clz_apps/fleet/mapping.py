"""`clz map`: the function of a file over the pages of a list, with results and failures as JSON lines."""

from __future__ import annotations

import json
import logging
import runpy
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from clz_apps.fleet import parquet
from clz_apps.place import Place
from clz_apps.say import SOON_S, Say
from clz_core.contract.errors import ClzError, error, not_installed
from clz_core.contract.shapes import Result, Values
from clz_core.fleet.address import check

if TYPE_CHECKING:
    from clz import Page
    from clz.fleet import Result as Came

FAR = "in map, line "
NEEDED = "It needs a function: def map(page): return page.title"


def map_pages(values: Values, place: Place, say: Say) -> Result:
    """Do what is not done yet. Raises: USAGE, FILE_ERROR; what Firefox's start raises."""
    from clz import fleet
    from clz.fleet import Lines

    if values["parquet"]:
        parquet.check()
    script = Path(values["file"]).expanduser()
    function = _function(script)
    if values["fleet"]:
        _prepare_fleet(script, values, place, say.silent)
    out = Path(values["out"]).expanduser()
    count = {"done": 0, "failed": 0}
    session, _, machine = place.session.partition("@")
    with ExitStack() as opened:
        urls = opened.enter_context(_opened(values["urls"]))
        _make(out)
        lines = Lines(str(out / "results.jsonl"))
        opened.callback(lines.close)
        failures = opened.enter_context(_new(out / "errors.jsonl"))
        before = len(lines)
        results = fleet.map(
            function,
            lines.fresh(_addresses(urls)),
            workers=values["workers"],
            retries=values["retries"],
            per_site=values["per_site"],
            session=None if values["fleet"] else session,
            on=None if values["fleet"] else machine,
            fleet=values["fleet"] or None,
            insecure=values["insecure"],
            headed=values["headed"] or None,
            timeout_ms=place.timeout_ms,
        )
        opened.callback(results.close)
        with say.progress(lambda: f"clz map: {count['done']} done, {count['failed']} failed", SOON_S):
            try:
                for result in results:
                    _write(result, lines.write, failures, script)
                    count["done" if result.error is None else "failed"] += 1
            except KeyboardInterrupt:
                if not say.silent:
                    say.note(f"{count['done']} done; run the same command again for the rest")
                raise
        files = [lines.path, failures.name]
        if values["parquet"]:
            files.append(parquet.written(lines.path, str(out / "results.parquet")))
    return {**count, "before": before, "files": files}


def _prepare_fleet(script: Path, values: Values, place: Place, silent: bool) -> None:
    """Have what the script imports from its folder sent along. Raises: USAGE, FLEET_UNREACHABLE."""
    if place.session_named:
        raise error("USAGE", "A fleet starts its own Firefoxes: --session and --on do not apply.", "Leave them out.")
    check(values["fleet"], values["insecure"])
    try:
        from clz.fleet._client import send_beside
    except ImportError as problem:
        raise not_installed("A fleet", "Dask distributed", "fleet") from problem
    send_beside(str(script.resolve().parent))
    logging.getLogger("clz.fleet").disabled = silent


def _write(result: Came[Any], write: Callable[[dict[str, Any]], None], failures: IO[str], script: Path) -> None:
    """Raises: FILE_ERROR, as on a full disk."""
    how = {"attempts": result.attempts, "seconds": result.seconds}
    if result.error is None:
        write({"url": result.url, "value": result.value, **how})
        return
    try:
        failures.write(json.dumps({"url": result.url, "error": _of(result.error, script), **how}) + "\n")
        failures.flush()
    except OSError as problem:
        raise error("FILE_ERROR", f"{failures.name} was not written: {problem.strerror}.", "Make room.") from problem


def _of(problem: BaseException, script: Path) -> dict[str, str]:
    if isinstance(problem, ClzError):
        return {"code": problem.code, "message": problem.message, "hint": problem.hint}
    return {"code": type(problem).__name__, "message": str(problem), "hint": _place(problem, script)}


def _function(path: Path) -> Callable[[Page], Any]:
    """The file's `map`, which fails for a value that cannot be written. Raises: USAGE, FILE_ERROR."""
    if not path.is_file():
        raise error("FILE_ERROR", f"There is no file {path}.", NEEDED)
    sys.path.insert(0, str(path.resolve().parent))
    try:
        made = runpy.run_path(str(path)).get("map")
    except (Exception, SystemExit) as problem:
        what = f"{type(problem).__name__}: {problem}"
        raise error("USAGE", f"{path} cannot be run: {what}", _place(problem, path)) from problem
    if not callable(made):
        raise error("USAGE", f"{path} has no function map.", NEEDED)
    function: Callable[[Page], Any] = made

    def checked(page: Page) -> Any:
        value = function(page)
        json.dumps(value, allow_nan=False)
        return value

    return checked


def _place(problem: BaseException, script: Path) -> str:
    """Where in the person's file it happened."""
    lines = [
        str(frame.lineno) for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(script)
    ]
    for note in getattr(problem, "__notes__", []):  # of another machine
        lines += [note.removeprefix(FAR)] if note.startswith(FAR) else []
    return f"It was at {script.name}:{lines[-1]}" if lines else ""


def _opened(path: str) -> IO[str]:
    """Raises: FILE_ERROR."""
    if path == "-":
        return open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)
    try:
        return open(Path(path).expanduser(), encoding="utf-8", errors="replace")
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {path}: {problem.strerror}.", "Give a file of addresses.") from problem


def _make(folder: Path) -> None:
    """Raises: FILE_ERROR."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise error("FILE_ERROR", f"{folder} cannot be made: {problem.strerror}.", "Name another folder.") from problem


def _new(path: Path) -> IO[str]:
    """Raises: FILE_ERROR."""
    if path.exists() and not path.is_file():
        raise error("FILE_ERROR", f"{path} is not a file.", "Name another folder.")
    try:
        return path.open("w", encoding="utf-8")
    except OSError as problem:
        raise error("FILE_ERROR", f"{path} cannot be written: {problem.strerror}.", "Name another folder.") from problem


def _addresses(lines: IO[str]) -> Iterator[str]:
    for line in lines:
        if (url := line.strip()) and not url.startswith("#"):
            yield url
