"""The command line, as the applications that run its lines see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from clz_apps.lines import Line, Mistyped, Tell
from clz_apps.place import Place
from clz_apps.tests.script.model import Meant
from clz_cli import commands, complete
from clz_cli.lines import app
from clz_cli.lines.batch import RunLine, run_read
from clz_cli.parser import help
from clz_cli.parser.foreign import synonyms
from clz_cli.parser.options import Options
from clz_cli.parser.syntax import command_of
from clz_cli.parser.typer_private import BadParameter, ClickException, NoSuchOption
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Values


class CommandLine:
    """`clz_apps.lines.Lines`; `run` runs the words of a line, as `clz_cli.line` does."""

    def __init__(self, run: RunLine) -> None:
        self._run = run

    def parsed(self, words: Sequence[str]) -> tuple[Command, Values]:
        with _mistyped():
            return app.parsed(list(words))

    def prepared(self, command: Command, values: Values) -> Values:
        return commands.prepared(command, values)

    def with_arguments_last(self, words: Sequence[str], dashed: set[int]) -> list[str]:
        with _mistyped():
            return app.with_arguments_last(list(words), dashed)

    def meant(self, words: Sequence[str]) -> list[str] | str | None:
        return synonyms.meant(words)

    def run(self, line: Line, place: Place, number: int, tell: Tell) -> int:
        options = Options(session=place.session, agent_named=place.agent_named)
        return run_read(line, options, self._run, number, tell)

    def split(self, line: str) -> list[str]:
        return complete.split(line)

    def offers(self, words: list[str], begun: str) -> list[complete.Offer]:
        return complete.offers(words, begun)

    def awaits_target(self, words: list[str]) -> bool:
        return complete.awaits_target(words)

    def help(self, words: str) -> str:
        return help.page(words) if command_of(words) else ""


@contextmanager
def _mistyped() -> Iterator[None]:
    try:
        yield
    except ClickException as problem:
        said = problem.format_message()
        if isinstance(problem, NoSuchOption) and problem.possibilities:
            said = Meant(said)
            said.fix = (problem.option_name, problem.possibilities[0])
        raise Mistyped(said, of_value=isinstance(problem, BadParameter)) from problem
