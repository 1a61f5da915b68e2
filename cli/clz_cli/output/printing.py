"""What is printed: text for people and agents on stdout, messages on stderr, one envelope with `--json`.

Everything passes here, and what others wrote is made harmless here (`clz_core.text.display`): a renderer is given
strings that cannot leave their line, so that a new command cannot forget it. The text that scripts ask for (`payload`
fields) goes into a pipe as it is; on a terminal, and between markers, it has escapes. `--raw` leaves all as it is.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from clz_apps.say import Say
from clz_core.config import settings
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import LISTED, ClzError, hint_apart
from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, Result
from clz_core.contract.wire import failure, success
from clz_core.text import display
from clz_core.text.reading import reservations

RED, DIM, RESET = "\x1b[31m", "\x1b[2m", "\x1b[0m"
ADDED = frozenset({"path", "paths", "bytes"})  # what the command line adds to results: the person's files
Render = Callable[[Any], str]  # of a result, or of an entry of one


@dataclass(frozen=True)
class Manner:
    """How things are printed; `markers` puts what pages wrote between markers."""

    json: bool = False
    quiet: bool = False
    raw: bool = False
    markers: bool = False

    @property
    def silent(self) -> bool:
        """True if progress is not to be shown."""
        return self.json or self.quiet

    @property
    def escapes(self) -> bool:
        """True if payloads are shown with escapes: a terminal obeys what it is sent, a model reads what nobody sees."""
        return not self.raw and (self.markers or sys.stdout.isatty())


def asked_for(arguments: list[str]) -> Manner:
    """What options and settings ask for, also in a line that cannot be parsed."""
    words = arguments[: arguments.index("--") if "--" in arguments else None]
    known = settings.load(lenient=True)

    def chosen(name: str) -> Any:
        general = words[: _own_from(words, name)]
        typed = [word for word in general if word in (f"--{name}", f"--no-{name}")]
        if typed:
            return typed[-1] == f"--{name}"
        try:
            return known.value(name)
        except ClzError:
            return None

    return Manner(json=bool(chosen("json")), raw=bool(chosen("raw")), markers=wants_markers(chosen("markers")))


def _own_from(words: list[str], name: str) -> int | None:
    """Where a command begins whose own option has this name, as `--json` of `clz route`; None if there is none."""
    first = {cli.split()[0] for cli in COMMANDS.cli_words()}
    at = next((at for at, word in enumerate(words) if word in first), len(words))
    command = COMMANDS.by_cli(" ".join(words[at : at + 2])) or COMMANDS.by_cli(" ".join(words[at : at + 1]))
    return at if command and any(param.name == name for param in command.params) else None


def wants_markers(chosen: bool | str | None) -> bool:
    """The effect of an option or the setting `markers`: inside Claude Code they are on unless turned off."""
    if isinstance(chosen, bool):
        return chosen
    return chosen == "on" or (chosen != "off" and bool(os.environ.get("CLAUDECODE")))


def show(command: Command, result: Result, render: Render, manner: Manner) -> None:
    """Print the result of a command."""
    if manner.json:
        _envelope(success(None, result), manner)
    elif not manner.quiet:
        _print(rendered(command, result, render, manner))
        if said := reservations(result):
            sys.stdout.buffer.flush()
            tell(f"note: {said}")


def show_entry(command: Command, entry: Result, render: Render, manner: Manner, kind: str = "line") -> None:
    """One entry of what is followed, out at once; with `--json` an envelope of its own."""
    if manner.json:
        _envelope(success(None, entry), manner)
    elif not manner.quiet:
        text = render(entry if manner.raw else display.tidy_entry(entry, kind))
        _print(display.wrap_untrusted(text) if manner.markers and command.quotes_page else text)
    sys.stdout.buffer.flush()


def rendered(command: Command, result: Result, render: Render, manner: Manner) -> str:
    text = render(result if manner.raw else display.tidy(command, result))
    quotes = manner.markers and _quotes(command, result, render, text)
    if manner.escapes:
        text = display.block(text)
    return display.wrap_untrusted(text) if quotes else text


def _quotes(command: Command, result: Result, render: Render, text: str) -> bool:
    """True if the text is another one without what a page may have written."""
    if not command.quotes_page:
        return False
    declared = {field.name for field in command.result}
    own = {name: value for name, value in result.items() if name in ADDED - declared}
    try:
        return render({**own, **display.facts(command, result)}) != text
    except (KeyError, TypeError, ValueError, AttributeError):
        return True


def fail(problem: ClzError, manner: Manner, line: int | None = None) -> int:
    """Print an error and return its exit code. `line` is the line of a batch that failed."""
    if line is not None:
        problem.details = {**problem.details, "line": line}
    if manner.json:
        envelope = failure(None, problem)
        for name in ("ownWords", "advice"):
            envelope["error"].pop(name, None)
        _envelope(envelope, manner)
        return problem.exit_code
    colour = sys.stderr.isatty()
    head = f"{RED}error:{RESET}" if colour else "error:"
    code = f"[{display.line(problem.code)}]"
    where = "" if line is None else f"line {line}: "
    said, listed, hint = told(problem, manner.markers)
    lines = [f"{head} {where}{said} {f'{DIM}{code}{RESET}' if colour else code}", *listed]
    if hint:
        lines.append(f"hint: {hint}")
    sys.stdout.buffer.flush()  # what was printed before comes before
    print("\n".join(lines), file=sys.stderr)
    return problem.exit_code


def told(problem: ClzError, markers: bool) -> tuple[str, list[str], str]:
    """What happened, what is listed below it, and what to do; with `markers` a page has no word outside of them."""
    message, hint = display.line(problem.message), display.line(_for_a_shell(problem))
    listed = []
    for key in LISTED:
        items = problem.details.get(key)
        if isinstance(items, list):
            listed += [f"  {display.line(_item(item))}" for item in items[:20]]
    if not markers:
        return message, listed, hint
    from clz_core.contract.sentences import sentence

    hint, quoted = hint_apart(problem)
    page = [*([] if "message" in problem.own_words else [message]), *map(display.line, quoted), *listed]
    block = [display.wrap_untrusted("\n".join(page))] if any(page) else []
    said = message if "message" in problem.own_words else sentence(problem.code)
    return said, block, display.line(hint)


def _for_a_shell(problem: ClzError) -> str:
    """What to do, with targets that were meant as a shell takes them: a page has chosen the words in them."""
    import shlex

    parts = list(problem.advice or (problem.hint,))
    for at in range(1, len(parts), 2):
        if parts[at - 1] in ("Did you mean: ", " or "):
            parts[at] = shlex.quote(parts[at])
    return "".join(parts)


class Spoken(Say):
    """What an application says, as the command line shows it: on stderr, and progress on a terminal alone."""

    def __init__(self, manner: Manner) -> None:
        self.quiet, self.silent = manner.quiet, manner.silent
        self._manner = manner

    def line(self, text: str) -> None:
        say(text)

    def note(self, text: str) -> None:
        tell(text)

    def failed(self, problem: ClzError) -> None:
        fail(problem, replace(self._manner, json=False))

    def page(self, text: str) -> None:
        tell_page(text, self._manner)

    def progress(self, label: str | Callable[[], str], after_s: float = 0) -> AbstractContextManager[None]:
        return progress(label, self.silent, after_s)

    def agreed(self, question: str) -> bool:
        import typer

        return typer.confirm(question, default=False, err=True)


def tell_page(text: str, manner: Manner) -> None:
    """Lines on stderr that may quote a page."""
    shown = display.block(text)
    print(display.wrap_untrusted(shown) if manner.markers else shown, file=sys.stderr)


def tell(text: str) -> None:
    """One line on stderr, for people."""
    print(display.line(text), file=sys.stderr)


def say(text: str) -> None:
    """Lines on stdout, out at once: what cannot be seen in them becomes escapes."""
    _print(display.block(text))
    sys.stdout.buffer.flush()


@contextmanager
def progress(text: str | Callable[[], str], quiet: bool, after_s: float = 0) -> Iterator[None]:
    """Show on the terminal what goes on and for how long, from `after_s` on, and take it away again.

    Nothing if stderr is not a terminal. A line within another, such as Firefox's start within `clz open`, replaces it.
    """
    if quiet or not sys.stderr.isatty():
        yield
        return
    from clz_cli.output.progress import Line

    with Line(text, after_s):
        yield


def _item(item: Any) -> str:
    if isinstance(item, dict):
        return "  ".join(
            str(value) for value in item.values() if value not in ("", None) and not isinstance(value, list)
        )
    return str(item)


def _envelope(envelope: JsonObject, manner: Manner) -> None:
    del envelope["id"]
    text = json.dumps(envelope, ensure_ascii=False)
    _print(display.json_text(text) if manner.escapes else text)


def _print(text: str) -> None:
    # Pages can hold lone surrogates, and a terminal may not know every character: neither may stop the output.
    data = (text if text.endswith("\n") or not text else text + "\n").encode("utf-8", "replace")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
