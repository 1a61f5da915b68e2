"""What is printed: text for people and agents on stdout, messages on stderr, one envelope with `--json`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from clz_cli.text import Result
from clz_core import settings
from clz_core.errors import ClzError
from clz_core.wire import failure, success

SOON_S = 1.0  # what takes no longer needs no line
RED, DIM, RESET = "\x1b[31m", "\x1b[2m", "\x1b[0m"
LISTED = ("lookalikes", "candidates", "problems", "said", "commands", "steps")


def asks_for_json(arguments: list[str]) -> bool:
    """True where JSON is asked for by an option or a setting, also in a line that cannot be parsed."""
    words = arguments[: arguments.index("--") if "--" in arguments else None]
    typed = [word for word in words if word in ("--json", "--no-json")]
    if typed:
        return typed[-1] == "--json"
    try:
        return bool(settings.load(lenient=True).value("json"))
    except ClzError:
        return False


def show(result: Result, render: Callable[[Result], str], as_json: bool, quiet: bool) -> None:
    if as_json:
        _envelope(success(None, result))
    elif not quiet:
        _print(render(result))


def show_entry(entry: Result, line: Callable[[Result], str], as_json: bool) -> None:
    """One entry of what is followed, out at once; with `--json` an envelope of its own."""
    show(entry, line, as_json, quiet=False)
    sys.stdout.buffer.flush()


def fail(problem: ClzError, as_json: bool, line: int | None = None) -> int:
    """Print an error and return its exit code. `line` is the line of a batch that failed."""
    if line is not None:
        problem.details = {**problem.details, "line": line}
    if as_json:
        _envelope(failure(None, problem))
        return problem.exit_code
    colour = sys.stderr.isatty()
    head = f"{RED}error:{RESET}" if colour else "error:"
    code = f"{DIM}[{problem.code}]{RESET}" if colour else f"[{problem.code}]"
    where = "" if line is None else f"line {line}: "
    lines = [f"{head} {where}{problem.message} {code}"]
    for key in LISTED:
        items = problem.details.get(key)
        if isinstance(items, list):
            lines += [f"  {_item(item)}" for item in items[:20]]
    if problem.hint:
        lines.append(f"hint: {problem.hint}")
    sys.stdout.buffer.flush()  # what was printed before comes before
    print("\n".join(lines), file=sys.stderr)
    return problem.exit_code


@contextmanager
def progress(text: str | Callable[[], str], quiet: bool, after_s: float = 0) -> Iterator[None]:
    """Show on the terminal what goes on and for how long, from `after_s` on, and take it away again.

    Nothing where stderr is no terminal. A line within another, such as Firefox's start within `clz open`, replaces it.
    """
    if quiet or not sys.stderr.isatty():
        yield
        return
    from clz_cli.progress import Line

    with Line(text, after_s):
        yield


def _item(item: Any) -> str:
    if isinstance(item, dict):
        return "  ".join(
            str(value) for value in item.values() if value not in ("", None) and not isinstance(value, list)
        )
    return str(item)


def _envelope(envelope: dict[str, Any]) -> None:
    del envelope["id"]
    _print(json.dumps(envelope, ensure_ascii=False))


def _print(text: str) -> None:
    # Pages can hold lone surrogates, and a terminal may not know every character: neither may stop the output.
    data = (text if text.endswith("\n") or not text else text + "\n").encode("utf-8", "replace")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
