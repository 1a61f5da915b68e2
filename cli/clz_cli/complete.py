"""What Tab offers in bash, zsh and fish, made from the registry.

The shells ask by Typer's scripts, which `script` gives, and get what Typer would answer, without waiting for it: words
of commands, options, and the values that a parameter is limited to. An empty answer makes the shell offer files.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from clz_cli.output import own
from clz_cli.parser.syntax import (
    GLOBALS,
    HELP,
    OF_TYPER,
    arguments,
    command_of,
    global_options,
    listed,
    members,
    options,
    takes_arguments,
)
from clz_core.contract.commands import GROUPS
from clz_core.contract.registry import Command, Param

ASKED = "_CLZ_COMPLETE"


class Offer(NamedTuple):
    word: str
    help: str = ""


def answer() -> int | None:
    """Answer the shell that asks, and return the exit code; None if no shell asks that is known here."""
    asked = _SHELLS.get(os.environ.get(ASKED, ""))
    return None if asked is None else asked()


def offers(words: list[str], begun: str) -> list[Offer]:
    """What `begun`, the word that is being typed, may become after `words`."""
    place = _place_after(words)
    if begun == "=":
        begun = ""
    elif begun.startswith("-") and "=" in begun and not place.dashes:
        name, _, begun = begun.partition("=")
        place.take(name)
    return [offer for offer in place.offered(begun) if offer.word.startswith(begun)]


def awaits_target(words: list[str]) -> bool:
    """True if the word after these names an element."""
    awaited = _place_after(words).awaited
    return awaited is not None and awaited.format == "target"


def _place_after(words: list[str]) -> _Place:
    """Where a line is after these words."""
    place = _Place()
    for word in words:
        place.take(word)
    return place


class _Place:
    """How far a half-typed line has got."""

    def __init__(self) -> None:
        self._words = ""
        self._command: Command | None = None
        self._group = True
        self._lost = False  # there is no such command
        self._seen: set[str] = set()
        self._arguments = 0
        self._value_of: Param | None = None  # the option whose value comes next
        self.dashes = False

    def take(self, word: str) -> None:
        if self._value_of is not None:
            self._value_of = None
        elif word == "--":
            self.dashes = True
        elif word.startswith("-") and word != "-" and not self.dashes:
            self._option(word)
        elif self._group:
            self._member(word)
        else:
            self._arguments += 1

    def _option(self, word: str) -> None:
        name, _, joined = word.partition("=")
        param = next((param for param in self._options() if name in param.spellings), None)
        if param is not None:
            self._seen.add(param.name)
            if param.kind != "boolean" and not param.bare and not joined:
                self._value_of = param

    def _member(self, word: str) -> None:
        words = f"{self._words} {word}".lstrip()
        if word in members(self._words) or command_of(words) is not None:
            self._words, self._command, self._group = words, command_of(words), words in GROUPS
            self._seen.clear()
        elif self._command is not None and takes_arguments(self._command):
            self._group = False
            self._arguments += 1
        else:
            self._lost = True

    def _options(self) -> list[Param]:
        if self._command is None:
            return [HELP] if self._words else [*GLOBALS, *OF_TYPER, HELP]
        return [*options(self._command), *global_options(self._command), HELP]

    def offered(self, begun: str) -> list[Offer]:
        if self._lost:
            return []
        if begun.startswith("-") and not self.dashes:
            new = [param for param in self._options() if param.kind == "array" or param.name not in self._seen]
            return [Offer(word, param.help) for param in new for word in param.spellings]
        members = self._group and self._value_of is None
        found = [Offer(*row) for row in listed(self._words, begun).items()] if members else []
        if (param := self.awaited) is not None:
            found += [Offer(word) for word in (*param.choices, *(() if self._is_further else param.suggested))]
        return found

    @property
    def awaited(self) -> Param | None:
        """The parameter that the next word is for, unless it is an option or the name of a command."""
        if self._value_of is not None or self._command is None:
            return self._value_of
        left = arguments(self._command)
        if self._arguments < len(left):
            return left[self._arguments]
        return left[-1] if left and left[-1].kind == "array" else None

    @property
    def _is_further(self) -> bool:
        """True for a word of an array that has some."""
        return self._value_of is None and self._arguments >= len(arguments(self._command) if self._command else [])


def _typed() -> list[Offer]:
    """For zsh and fish, which send the line up to the cursor."""
    line = os.environ.get("_TYPER_COMPLETE_ARGS", "")
    words = split(line)[1:]
    begun = words.pop() if words and not line.endswith(" ") else ""
    return offers(words, begun)


def _bash() -> int:
    words = split(os.environ["COMP_WORDS"])
    at = int(os.environ["COMP_CWORD"])
    begun = words[at] if at < len(words) else ""
    own.show("\n".join(offer.word for offer in offers(words[1:at], begun)))
    return 0


def _zsh() -> int:
    found = [f'"{_quoted(word)}":"{_quoted(help)}"' if help else f'"{_quoted(word)}"' for word, help in _typed()]
    own.show("_arguments '*: :((" + "\n".join(found) + "))'" if found else "_files")
    return 0


def _quoted(text: str) -> str:
    """For zsh, in double quotes within single ones."""
    for old, new in (('"', '""'), ("'", "''"), ("$", "\\$"), ("`", "\\`"), (":", r"\\:")):
        text = text.replace(old, new)
    return text


def _fish() -> int:
    found = _typed()
    if os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":  # it asks whether we know more than files
        return 0 if found else 1
    own.show("\n".join(f"{word}\t{help}" if help else word for word, help in found))
    return 0


def split(line: str) -> list[str]:
    """As a shell splits it; a quote may still be open."""
    import shlex

    words = shlex.shlex(line, posix=True)
    words.whitespace_split = True
    words.commenters = ""
    found: list[str] = []
    try:
        found.extend(words)
    except ValueError:
        found.append(words.token)
    return found


_SHELLS: dict[str, Callable[[], int]] = {"complete_bash": _bash, "complete_zsh": _zsh, "complete_fish": _fish}


def script(shell: str) -> str:
    """What completes `clz` in bash, zsh or fish: Typer's own."""
    from clz_cli.parser.typer_private import completion_script

    return completion_script(shell) + "\n"


def show(shell: str) -> int:
    """Print the script of the shell that was named, and return the exit code."""
    from clz_apps.machine.setup.completion import SHELLS
    from clz_cli.failures import failed
    from clz_cli.output import printing
    from clz_core.contract.errors import error

    if shell in SHELLS:
        printing.say(script(shell).rstrip())
        return 0
    what = f"There is no completion for {shell}; it exists for bash, zsh and fish"
    problem = error("USAGE", what, "Print it: clz --show-completion bash")
    return failed(problem, printing.asked_for([]))
