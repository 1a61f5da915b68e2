"""`clz`: the entry point."""

from __future__ import annotations

import contextlib
import os
import sys

from clz_apps import INTERRUPTED
from clz_cli import is_of_output


def main() -> None:
    _open_standard_files()
    try:
        code = in_process(sys.argv[1:])
    except KeyboardInterrupt:  # before a fork could get it
        code = INTERRUPTED
    os._exit(code)  # taking the interpreter apart would take as long as loading Typer did


def _open_standard_files() -> None:
    """Occupy the descriptors of standard files that were closed: else a socket, say, would get them."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115 - for good


def in_process(arguments: list[str]) -> int:
    """Run the line of this process in it, and return its exit code once all is written."""
    try:
        code = _without_typer(arguments)
        if code is None:
            from clz_cli.line import run

            code = run(arguments)
    except KeyboardInterrupt:  # before `run` could say what it means, as while Typer is being loaded
        code = INTERRUPTED
    except BrokenPipeError:
        code = 0
    except SystemExit as left:  # Typer's way out of its own options
        code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
    except OSError as problem:
        if not is_of_output(problem):
            raise
        return _unwritten(problem)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # our reader has enough
        pass
    except OSError as problem:
        return _unwritten(problem)
    return code


def _unwritten(problem: OSError) -> int:
    """Say that the output cannot be written, without what may hold some of it still."""
    said = f"error: The output cannot be written: {problem.strerror}. [FILE_ERROR]\n"
    with contextlib.suppress(OSError):
        os.write(2, f"{said}hint: The command may have been done: look before you run it again.\n".encode())
    return 2


def _without_typer(arguments: list[str]) -> int | None:
    """The exit code of what is done without loading Typer; None if this is something else."""
    if arguments == ["hook"]:  # at the end of every answer of Claude Code
        from clz_cli.hook import main as answer

        return answer()
    if arguments == ["mcp"]:  # a client waits for it to start
        return _serve()
    if "_CLZ_COMPLETE" in os.environ:
        from clz_cli import complete

        return complete.answer()
    if arguments[:1] == ["--show-completion"] and len(arguments) == 2:  # Typer's own knows the current shell alone
        from clz_cli.complete import show

        return show(arguments[1])
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    if arguments[-1:] in (["--help"], ["-h"]) and not any(word.startswith("-") for word in arguments[:-1]):
        from clz_cli.parser import help

        return 0 if help.show(arguments[:-1]) else None
    return None


def _serve() -> int:
    try:
        from clz_cli.serve import serve

        serve()
    except BaseException as problem:  # noqa: BLE001 - it is printed as that of every command
        from clz_cli.failures import failed
        from clz_cli.output import printing

        return failed(problem, printing.asked_for([]))
