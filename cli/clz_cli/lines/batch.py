"""Batches: lines of a file, each run as a `clz` of its own, but in one process and over one connection.

What a line prints is what its command prints by itself; an error names the line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from clz_apps import INTERRUPTED
from clz_apps.connections import kept_open
from clz_apps.tests.script import words
from clz_apps.tests.script.objects import command_of
from clz_cli.failures import failed
from clz_cli.handler import Batch
from clz_cli.lines.run import execute
from clz_cli.parser.options import Options
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import JsonObject

FAILED = 1  # the exit code of what failed on the page
Tell = Callable[[ClzError], None] | None  # where failures are reported, if they are not to be printed
RunLine = Callable[[list[str], int, Tell], int]  # takes the words of a line, and its number


def run_all(batch: Batch, run: RunLine) -> int:
    """Run every line, and return the exit code of the first that failed. Raises: FILE_ERROR."""
    first = 0
    lines = _lines(batch.path)
    with kept_open():
        for number, line in enumerate(lines, 1):
            if words.is_empty(line):
                continue
            code, is_soft = _run_line(line.strip(), number, batch.options, run)
            # A reader sees each result at once; one that has stopped reading ends the batch.
            sys.stdout.flush()
            first = first or code
            if code == INTERRUPTED or (code and not batch.keep_going and not is_soft):
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


def _run_line(text: str, number: int, options: Options, run: RunLine) -> tuple[int, bool]:
    """The exit code of a line, and whether what it did not find as expected is to end nothing."""
    try:
        line = _words(text)
    except ClzError as problem:
        return failed(problem, options, number), False
    code = run_read(line, options, run, number)
    return code, code == FAILED and isinstance(line, list) and _is_soft(line)


def _is_soft(words: list[str]) -> bool:
    command = COMMANDS.by_cli(words[0])
    return command is not None and "--soft" in words and any(param.name == "soft" for param in command.params)


def run_read(line: list[str] | JsonObject, options: Options, run: RunLine, number: int, tell: Tell = None) -> int:
    """Run one line, whose words or object were read, and return its exit code."""
    if not isinstance(line, dict):
        return run([*_given(options), *line], number, tell)
    try:
        done = execute(*command_of(line), options)
    except BaseException as problem:  # noqa: BLE001 - each has its exit code, Ctrl-C too
        return failed(problem, options, number, tell)
    return done if isinstance(done, int) else 0


def _words(text: str) -> list[str] | JsonObject:
    """The words of a line, or the object in it. Raises: USAGE."""
    read = words.read(text)
    if isinstance(read, dict):
        return read
    typed = [word.text for word in read]
    command = COMMANDS.by_cli(typed[0]) if typed else None
    if command is not None and not command.typed.in_batch:
        raise error("USAGE", f"clz {typed[0]} is not run in a batch.")
    return typed


def _given(options: Options) -> list[str]:
    """The batch's own options, for each line; those of a line come later and win."""
    session, _, machine = options.session.partition("@")
    words = ["--session", session, "--on", machine, "--agent", options.agent]
    words += [] if options.tab is None else ["--tab", str(options.tab)]
    words += [] if options.timeout_ms is None else ["--timeout", str(options.timeout_ms)]
    words += [f"--{name}" if getattr(options, name) else f"--no-{name}" for name in ("json", "quiet", "raw")]
    return [*words, "--markers" if options.markers else "--no-markers"]
