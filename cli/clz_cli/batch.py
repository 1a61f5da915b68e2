"""Batches: lines of a file, each run as a `clz` of its own, but in one process and over one connection.

What a line prints is what its command prints by itself; an error names the line.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from clz_cli.connections import kept_open
from clz_cli.failures import INTERRUPTED, attempt
from clz_cli.handler import Batch
from clz_cli.options import Options
from clz_cli.run import execute
from clz_core.contract import strict_json
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, error
from clz_core.contract.registry import Command, Param

NOT_IN_A_BATCH = ("batch", "mcp")  # each takes standard input, or the whole process, for itself
RunLine = Callable[[list[str], int], int]  # the words of a line, and its number
_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict, str),  # an object is typed as the file that holds it
}


def run_all(batch: Batch, run: RunLine) -> int:
    """Run every line, and return the exit code of the first that failed. Raises: FILE_ERROR."""
    first = 0
    lines = _lines(batch.path)
    with kept_open():
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            code = _run_line(text, number, batch.options, run)
            # Who reads along sees each result at once; who has stopped reading ends the batch.
            sys.stdout.flush()
            first = first or code
            if code == INTERRUPTED or (code and not batch.keep_going):
                break
    return first


def _lines(path: str) -> Iterable[str]:
    """Lines of a file, or of standard input as they come. Raises: FILE_ERROR."""
    if path == "-":
        return sys.stdin
    try:
        text = Path(os.path.expanduser(path)).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
        raise error("FILE_ERROR", f"Cannot read {path}: {reason}.") from problem
    return text.split("\n")


def _run_line(text: str, number: int, options: Options, run: RunLine) -> int:
    try:
        words = _words(text)
    except ClzError as problem:
        return attempt(_raising(problem), lambda: options, number)
    if isinstance(words, dict):
        return attempt(lambda: _run_object(words, options), lambda: options, number)
    return run([*_given(options), *words], number)


def _words(text: str) -> list[str] | dict[str, Any]:
    """The words of a line, or the object in it. Raises: USAGE."""
    if text.startswith(("{", "[")):
        try:
            made = strict_json.loads(text)
        except strict_json.BadJson as problem:
            raise error("USAGE", f"This cannot be read: {problem}.") from None
        if isinstance(made, list) and not all(isinstance(word, str) for word in made):
            raise error("USAGE", "An array holds the words after `clz`, each a string.")
    else:
        try:
            made = shlex.split(text)
        except ValueError as problem:
            raise error("USAGE", f"The words cannot be told apart: {str(problem).lower()}.") from None
    name = made[0] if isinstance(made, list) and made else None
    if name in NOT_IN_A_BATCH:
        raise error("USAGE", f"clz {name} is not run in a batch.")
    return made if isinstance(made, dict) else list(made)


def _given(options: Options) -> list[str]:
    """The batch's own options, for each line; those of a line come later and win."""
    words = ["--session", options.session, "--agent", options.agent]
    words += [] if options.tab is None else ["--tab", str(options.tab)]
    words += [] if options.timeout_ms is None else ["--timeout", str(options.timeout_ms)]
    words += [f"--{name}" for name in ("json", "quiet", "raw") if getattr(options, name)]
    return [*words, "--markers" if options.markers else "--no-markers"]


def _run_object(given: dict[str, Any], options: Options) -> object:
    """Run `{"command": NAME, "params": {…}}`. Raises: ClzError."""
    unknown = sorted(set(given) - {"command", "params"})
    name, params = given.get("command"), given.get("params", {})
    if unknown or not isinstance(name, str) or not isinstance(params, dict):
        raise error("USAGE", 'An object holds "command", its name, and may hold "params", an object.')
    command = COMMANDS.get(name) or COMMANDS.by_cli(name)
    if command is None or command.hidden or command.name in NOT_IN_A_BATCH:
        raise error("USAGE", f"There is no command {name!r} for a batch.")
    return execute(command, _values(command, params), options)


def _values(command: Command, params: dict[str, Any]) -> dict[str, Any]:
    """What the command line would have made of typed words. Raises: USAGE."""
    known = {param.wire: param for param in (*command.wire_params, *command.params)}
    for name, value in params.items():
        if name not in known:
            raise error("USAGE", f"{command.name} takes no {name}.", f"It takes: {', '.join(known) or 'nothing'}")
        if not _fits(known[name], value):
            raise error("USAGE", f"{command.name}: {name} must be of type {known[name].kind}.")
    missing = [name for name, param in known.items() if param.required and name not in params]
    if missing:
        raise error("USAGE", f"{command.name} needs {', '.join(missing)}.")
    defaults = {param.name: None if param.required else param.default for param in known.values()}
    return {**defaults, **{known[name].name: value for name, value in params.items()}}


def _fits(param: Param, value: Any) -> bool:
    return isinstance(value, _KINDS[param.kind]) and (param.kind == "boolean" or not isinstance(value, bool))


def _raising(problem: ClzError) -> Callable[[], object]:
    def work() -> object:
        raise problem

    return work
