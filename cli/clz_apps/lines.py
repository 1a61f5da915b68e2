"""Lines of `clz` as applications see them: the front knows how they are typed, and runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from clz_apps.place import Place
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, Values

Line = list[str] | JsonObject
"""The words of a line, or the object of a line of JSON."""
Tell = Callable[[ClzError], None]


class Mistyped(Exception):
    """What is wrong with a line; `of_value` if it is a value of an option or an argument."""

    def __init__(self, message: str, of_value: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.of_value = of_value


class Lines(Protocol):
    def parsed(self, words: Sequence[str]) -> tuple[Command, Values]:
        """The command of a line, and its values. Raises: Mistyped, ClzError."""

    def prepared(self, command: Command, values: Values) -> Values:
        """The values as they would be sent. Raises: ClzError."""

    def with_arguments_last(self, words: Sequence[str], dashed: set[int]) -> list[str]:
        """The same line, with the words at `dashed` as arguments after `--`. Raises: Mistyped."""

    def meant(self, words: Sequence[str]) -> list[str] | str | None:
        """What a line in the words of another tool means: a line of clz, or what to do; None for one of clz's."""

    def run(self, line: Line, place: Place, number: int, tell: Tell) -> int:
        """Run one line, and return its exit code; a failure is passed to `tell`."""

    def split(self, line: str) -> list[str]:
        """The words of a line that is still being typed."""

    def offers(self, words: list[str], begun: str) -> Iterable[tuple[str, str]]:
        """What `begun` may become after `words`, and what each does."""

    def awaits_target(self, words: list[str]) -> bool:
        """True if the word after these names an element."""

    def help(self, words: str) -> str:
        """The help of the command that words name; empty if they name none."""
