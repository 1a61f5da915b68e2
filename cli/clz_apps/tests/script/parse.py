"""The parser of `.clz` files.

    base http://localhost:8000          pages that begin with / are there
    state login.json                    the first page of each test begins with this state, of `clz state save`
    with viewport iphone-14, desktop    each test runs once in each: `clz_apps.tests.script.axes`

    setup "logs in"                     run once, before those that need it; its state is what they begin with
        open /login
    before                              what each test begins with
        open /login
    after                               what it ends with, failed or not
        eval --unsafe "localStorage.clear()"

    test "signs in" @smoke              a name and tags; indented below it the steps
        needs "logs in"                 or at the left, for all tests of the file
        with EMAIL, ROLE                runs it once with each row below, or of a file: with people.csv
          ada@example.com, admin
        include sign-in.clz             the lines of another file
        let NUMBER = get text "#order"  the output of a step
        expect text "#title" "Order $NUMBER"

A step is a line of `clz batch`. A file of steps alone is one test. All mistakes are reported at once, with places.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from clz_apps.lines import Lines
from clz_apps.tests.script import axes, variants, words
from clz_apps.tests.script.blocks import Block, File, Needs, indentation
from clz_apps.tests.script.check import KEYWORDS, STATE, saved_names, wrong_in
from clz_apps.tests.script.model import Mistake, Place, Script, Step, Test, like, meant, script_invalid
from clz_apps.tests.script.variants import CSV, NAME, Table
from clz_apps.tests.script.words import Word
from clz_core.config.paths import open_file
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.files.beside import beside, line_of

TAG = re.compile(r"@[A-Za-z0-9_][A-Za-z0-9_.-]*")
LET = re.compile(r"let\s+(\S+?)\s*=\s*(.*)", re.DOTALL)
MAX_BYTES = 10_000_000
MAX_INCLUDED = 50  # files within each other
MAX_INCLUDES = 1_000  # of one file, with those of the files that it includes


def parse(path: str, known: Lines, env: Mapping[str, str] | None = None) -> Script:
    """The tests of a file. Raises: SCRIPT_INVALID with every mistake in it."""
    script, mistakes = examine(path, known, env)
    if mistakes:
        raise script_invalid(mistakes)
    return script


def examine(
    path: str, known: Lines, env: Mapping[str, str] | None = None, texts: Mapping[str, str] | None = None
) -> tuple[Script, list[Mistake]]:
    """The tests of a file, and every mistake in it; `texts` are those of files that are not what the disk has."""
    reader = _Reader(os.environ if env is None else env, known, texts or {})
    whole = reader.read(path, ())
    if whole is not None:
        reader.finish(path, whole)
    tests = tuple(reader.tests)
    return Script(path, tests, frozenset(reader.included)), sorted(set(reader.mistakes), key=lambda one: one.place)


class _Made(NamedTuple):
    """What is made of the tests of a file: their blocks, and the tests of the setups by name."""

    blocks: list[Block]
    base: str
    setups: dict[str, Test]


class _Reader:
    def __init__(self, env: Mapping[str, str], known: Lines, texts: Mapping[str, str]) -> None:
        self.env = env
        self.texts = texts
        self.known = known
        self.mistakes: list[Mistake] = []
        self.included: set[str] = set()
        self.includes = 0
        self.tests: list[Test] = []

    def wrong(self, place: Place, message: str) -> None:
        self.mistakes.append(Mistake(place, message))

    # reading

    def lines(self, path: str, asked: Place) -> list[str] | None:
        """The lines of a file; None if it cannot be read, which is a mistake if it was asked for."""
        if path in self.texts:
            return [line.removesuffix("\r") for line in self.texts[path].split("\n")]
        try:
            file, _ = open_file(path)
            with file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            name, there = os.path.basename(path), [] if asked.file == path else _beside(path)
            self.wrong(asked, meant(f"Cannot read {path}: {reason}.", name, like(name, there)))
            return None
        if len(data) > MAX_BYTES:
            self.wrong(asked, f"{path} is larger than {MAX_BYTES // 1_000_000} MB.")
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            line = data.count(b"\n", 0, problem.start) + 1
            self.wrong(Place(path, line), "This is not UTF-8.")
            return None
        return [line.removesuffix("\r") for line in text.split("\n")]

    def read(self, path: str, within: tuple[str, ...], asked: Place | None = None) -> File | None:
        """A file whose blocks begin at the left; `within` are the files that include it."""
        lines = self.lines(path, asked or Place(path, 1))
        if lines is None:
            return None
        made = File()
        block: Block | None = None
        within = (*within, os.path.realpath(path))
        for number, line in enumerate(lines, 1):
            if words.is_empty(line):
                continue
            text = line.lstrip(" \t")
            indent = line[: len(line) - len(text)]
            place = Place(path, number, len(indent) + 1)
            if indent:
                self._inner(block, indent, text.rstrip(), place, within)
            else:
                block = self._outer(made, text.rstrip(), place, within)
        for one in (*made.before, *made.after, *made.tests):
            if not one.lines and one.place.file == path:
                self.wrong(one.place, f"There are no steps below this {one.what}.")
            if one.table and not one.table.lines and not one.table.broken and one.place.file == path:
                self.wrong(one.table.place, "There are no rows for these names: they go below, indented further.")
        return made

    def _outer(self, made: File, text: str, place: Place, within: tuple[str, ...]) -> Block | None:
        """A line at the left; the block that it opens."""
        keyword = text.split(None, 1)[0]
        if keyword in ("test", "setup"):
            block = self._test(text, place, keyword)
            made.tests.append(block)
            return block
        if keyword in ("before", "after"):
            block = Block(place, keyword)
            there = made.before if keyword == "before" else made.after
            if there and there[0].place.file == place.file:
                self.wrong(place, f"There is a second `{keyword}`; the first is in line {there[0].place.line}.")
            if text != keyword:
                self.wrong(place, f"Nothing else goes in the line of `{keyword}`: its steps go below, indented.")
            there.append(block)
            return block
        if keyword == "base":
            self._base(made, text, place)
        elif keyword == STATE and self._is_file_of_state(text, place):
            self._state(made, text, place)
        elif keyword == "with":
            self._of_all(made, text, place)
        elif keyword == "needs":
            made.needs = self._needs(made.needs, text, place)
        elif keyword == "include":
            self._include_all(made, text, place, within)
        else:
            made.steps += self._step(text, place)
        return None

    def _inner(self, block: Block | None, indent: str, text: str, place: Place, within: tuple[str, ...]) -> None:
        """An indented line."""
        if block is None:
            self.wrong(place, "This line is indented, and no test, before or after is above it.")
            return
        if block.open is not None and len(indent) > len(block.indent):
            self._row(block.open, indent, text, place)
            return
        block.open = None
        block.lines += 1
        block.indent = block.indent or indent
        if indent != block.indent:
            self.wrong(place, indentation(indent, block.indent))
        keyword = text.split(None, 1)[0]
        if keyword == "with" and block.what == "test" and not block.steps:
            self._with(block, text, place)
        elif keyword == "needs" and block.what in ("test", "setup") and not block.steps:
            block.needs = self._needs(block.needs, text, place)
        elif keyword == "include":
            block.steps += self._include_steps(text, place, within)
        elif keyword in KEYWORDS and keyword != "let":
            both = keyword in ("with", "needs")
            where = "before the steps of a test, or at the left" if both else "at the left, not indented"
            self.wrong(place, f"`{keyword}` goes {where}.{' A setup runs once.' * (block.what == 'setup')}")
        else:
            block.steps += self._step(text, place)

    def _step(self, text: str, place: Place) -> list[Step]:
        if text.split(None, 1)[0] != "let":
            return [Step(text, text, place)]
        found = LET.fullmatch(text)
        if not found or not found[2]:
            self.wrong(place, 'Write it like: let NAME = get text "#order"')
            return []
        if not NAME.fullmatch(found[1]):
            column = place.column + found.start(1)
            self.wrong(place._replace(column=column), f"{found[1]!r} is not a name: use letters, digits and _.")
            return []
        if found[2].startswith("-"):
            column = place.column + found.start(2)
            message = "`let NAME =` takes a step, whose output is the value. Write fixed values where you need them."
            self.wrong(place._replace(column=column), message)
            return []
        return [Step(text, found[2], place, found[1])]

    def _test(self, text: str, place: Place, what: str) -> Block:
        line = self._words(text, place)
        block = Block(place, what)
        if len(line) < 2:
            self.wrong(place, f'A {what} has a name: {what} "{"signs up" if what == "test" else "logs in"}"')
            return block
        block.name = line[1].text
        if not block.name.strip():
            self.wrong(place.within(line[1].column), f"The name of a {what} is not empty.")
        for word in line[2:]:
            if not TAG.fullmatch(word.text):
                hint = (
                    "put a name of several words in quotes"
                    if not word.text.startswith("@")
                    else "letters, digits, . _ -"
                )
                self.wrong(place.within(word.column), f"{word.text!r} is not a tag such as @smoke ({hint}).")
        block.tags = tuple(word.text for word in line[2:])
        if what == "setup" and "@fail" in block.tags:
            self.wrong(place, "A setup must not be marked @fail: tests need what it leaves.")
        return block

    def _needs(self, first: Needs | None, text: str, place: Place) -> Needs | None:
        line = self._words(text, place)
        if len(line) != 2:
            self.wrong(place, '`needs` takes one name: needs "logs in". A setup can have a `needs` of its own.')
            return first
        if first is not None:
            self.wrong(place, f"There is a second `needs`; the first is in {first.place.file}:{first.place.line}.")
        return first or Needs(line[1].text, place.within(line[1].column))

    def _base(self, made: File, text: str, place: Place) -> None:
        line = self._words(text, place)
        if len(line) != 2:
            self.wrong(place, "`base` takes one address, such as: base http://localhost:8000")
            return
        if made.base is not None:
            self.wrong(place, f"There is a second `base`; the first is in {made.base[1].file}:{made.base[1].line}.")
            return
        lost = self._lost(line[1], place)
        url = line[1].filled(self.env)
        if not lost and not re.match(r"https?://[^/\s]+", url):
            self.wrong(place.within(line[1].column), f"{url!r} is not an http: or https: address.")
        made.base = (url, place)

    def _lost(self, word: Word, place: Place) -> bool:
        """True if a word refers to what is not in the environment, which is reported."""
        lost = [name for name in word.names if name not in self.env]
        for name in lost:
            said = f"There is no ${name} in the environment."
            self.wrong(place.within(word.column), meant(said, f"${name}", like(name, self.env, "$")))
        return bool(lost)

    def _is_file_of_state(self, text: str, place: Place) -> bool:
        """True for `state FILE`; `state load FILE` is a step."""
        line = self._words(text, place)
        return len(line) == 2 and f"{STATE} {line[1].text}" not in COMMANDS.cli_words()

    def _state(self, made: File, text: str, place: Place) -> None:
        if made.state is not None:
            self.wrong(place, f"There is a second `state`; the first is in {made.state[1].file}:{made.state[1].line}.")
            return
        word = self._words(text, place)[1]
        if not self._lost(word, place):
            made.state = (beside(place.file, word.filled(self.env)), place)

    def _of_all(self, made: File, text: str, place: Place) -> None:
        """What `with` says at the left, of all tests of a file."""
        line = self._words(text, place)
        if axes.is_axis(line):
            axes.add(made.axes, text, line, place, self.wrong, self.known)
        else:
            self.wrong(place, "Rows of data belong to one test: put this `with` below its name, indented.")

    def _with(self, block: Block, text: str, place: Place) -> None:
        """What `with` says of one test."""
        line = self._words(text, place)
        if axes.is_axis(line):
            axes.add(block.axes, text, line, place, self.wrong, self.known)
            return
        if len(line) == 2 and line[1].text.lower().endswith(CSV):
            table = self._csv(line[1], place)
        else:
            table = block.open = variants.table_of(line, place, self.wrong)
        if block.table is not None:
            self.wrong(place, f"There is a second table for this test; the first is in line {block.table.place.line}.")
        block.table = block.table or table

    def _csv(self, word: Word, place: Place) -> Table | None:
        """The table in a file."""
        path = beside(place.file, word.text)
        lines = self.lines(path, place.within(word.column))
        if lines is None:
            return None
        self.included.add(os.path.realpath(path))
        table = variants.csv_table(lines, path, place, self.wrong)
        if table is not None and not table.lines:
            self.wrong(place.within(word.column), f"There are no rows in {path}.")
            table.lines = 1  # said
        return table

    def _row(self, table: Table, indent: str, text: str, place: Place) -> None:
        table.indent = table.indent or indent
        if indent != table.indent:
            self.wrong(place, indentation(indent, table.indent))
        table.add(text, place, self.wrong)

    def _words(self, text: str, place: Place) -> list[Word]:
        try:
            return words.split(text)
        except words.NotClosed as problem:
            self.wrong(place.within(problem.column), f"In these words, {problem}.")
            return []

    # including

    def _file_of(self, text: str, place: Place, within: tuple[str, ...]) -> str | None:
        """The file that an `include` names; None if it cannot be included."""
        line = self._words(text, place)
        if len(line) != 2:
            self.wrong(place, "`include` takes one file, such as: include sign-in.clz")
            return None
        path = beside(place.file, line[1].text)
        if "\0" in path:
            self.wrong(place.within(line[1].column), "The name of a file cannot contain NUL.")
            return None
        self.includes += 1
        if self.includes > MAX_INCLUDES:
            if self.includes == MAX_INCLUDES + 1:
                self.wrong(
                    place, f"This is more than {MAX_INCLUDES:,} includes: files that include others twice double them."
                )
            return None
        if len(within) > MAX_INCLUDED:
            self.wrong(place, f"Files include each other more than {MAX_INCLUDED} deep.")
            return None
        real = os.path.realpath(path)
        if real in within:
            circle = " → ".join(os.path.basename(one) for one in (*within[within.index(real) :], real))
            self.wrong(place.within(line[1].column), f"This includes itself: {circle}.")
            return None
        self.included.add(real)
        return path

    def _include_all(self, made: File, text: str, place: Place, within: tuple[str, ...]) -> None:
        """The lines of another file, as if they were written here."""
        path = self._file_of(text, place, within)
        inner = self.read(path, within, place) if path is not None else None
        if inner is None:
            return
        if inner.steps:
            self.wrong(place, f"{path} has only steps: include it in a test, in `before` or in `after`, indented.")
        if inner.base is not None and made.base is not None:
            self.wrong(place, f"{path} has a `base` as well as {made.base[1].file}:{made.base[1].line}.")
        if inner.state is not None and made.state is not None:
            self.wrong(place, f"{path} has a `state` as well as {made.state[1].file}:{made.state[1].line}.")
        if inner.needs is not None and made.needs is not None:
            self.wrong(place, f"{path} has a `needs` as well as {made.needs.place.file}:{made.needs.place.line}.")
        made.base = made.base or inner.base
        made.state = made.state or inner.state
        made.needs = made.needs or inner.needs
        made.axes = {**inner.axes, **made.axes}
        made.before += inner.before
        made.after += inner.after
        made.tests += inner.tests

    def _include_steps(self, text: str, place: Place, within: tuple[str, ...]) -> list[Step]:
        """The steps of another file, as if they were written here."""
        path = self._file_of(text, place, within)
        lines = self.lines(path, place) if path is not None else None
        if path is None or lines is None:
            return []
        steps: list[Step] = []
        within = (*within, os.path.realpath(path))
        for number, line in enumerate(lines, 1):
            if words.is_empty(line):
                continue
            inner = line.strip()
            column = len(line) - len(line.lstrip()) + 1
            keyword = inner.split(None, 1)[0]
            there = Place(path, number, column)
            if keyword == "include":
                steps += self._include_steps(inner, there, within)
            elif keyword in KEYWORDS and keyword != "let":
                self.wrong(place, f"{path} has more than steps (`{keyword}` in line {number}): include it at the left.")
                return []
            else:
                steps += self._step(inner, there)
        return steps

    # checking

    def finish(self, path: str, whole: File) -> None:
        """Make the tests, and check every step of them."""
        base = whole.base[0] if whole.base else ""
        state = whole.state[0] if whole.state else ""
        if whole.tests and whole.steps:
            for step in whole.steps:
                word = step.text.split(None, 1)[0]
                self.wrong(step.place, meant("This step belongs to no test: indent it.", word, like(word, KEYWORDS)))
                self._check((step,), set(words.OWN), base)
        elif whole.steps:
            name = os.path.basename(path).removesuffix(".clz")
            whole.tests.append(Block(whole.steps[0].place, "test", name, steps=whole.steps))
        elif not whole.tests:
            self.wrong(Place(path, 1), 'There are no tests in this file. Write one: test "signs up"')
        before = tuple(step for block in whole.before for step in block.steps)
        after = tuple(step for block in whole.after for step in block.steps)
        names = self._check(before, set(words.OWN), base)
        self._check(after, names, base)
        made = _Made(whole.tests, base, {})
        seen: dict[str, Place] = {}
        for block in whole.tests:
            rows = block.table.rows if block.table is not None else ()
            own = names.union(block.table.names if block.table else ()) if block.what == "test" else set(words.OWN)
            self._check(tuple(block.steps), own, base)
            if block.name in seen:
                first = seen[block.name]
                where = f"line {first.line}" if first.file == block.place.file else f"{first.file}:{first.line}"
                self.wrong(block.place, f"There is another test {block.name!r}, in {where}.")
            elif block.name:
                seen[block.name] = block.place
            if block.what == "setup":
                self.tests.append(self._setup(block, made))
                continue
            matrix = tuple({**whole.axes, **block.axes}.values())
            steps = tuple(block.steps)
            wanted = block.needs or whole.needs
            needs = wanted and self._needed(wanted, made)
            self.tests.append(
                Test(block.name, block.tags, block.place, base, before, steps, after, matrix, state, rows, needs=needs)
            )

    def _setup(self, block: Block, made: _Made, within: tuple[str, ...] = ()) -> Test:
        """The test of a setup. It takes its own steps alone: what goes around the others is theirs."""
        if block.name not in made.setups:
            needs = block.needs and self._needed(block.needs, made, (*within, block.name))
            steps = tuple(block.steps)
            made.setups[block.name] = Test(
                block.name, block.tags, block.place, made.base, (), steps, (), setup=True, needs=needs
            )
        return made.setups[block.name]

    def _needed(self, needs: Needs, made: _Made, within: tuple[str, ...] = ()) -> Test | None:
        """The setup that is needed; None if that is a mistake."""
        named = next((block for block in made.blocks if block.name == needs.name), None)
        if needs.name in within:
            self.wrong(needs.place, f"{needs.name!r} needs itself.")
        elif named is None:
            setups = [block.name for block in made.blocks if block.what == "setup"]
            self.wrong(needs.place, meant(f"There is no setup {needs.name!r}.", needs.name, like(needs.name, setups)))
        elif named.what != "setup":
            self.wrong(needs.place, f"{needs.name!r} is a test: begin it with `setup` in place of `test`.")
        else:
            return self._setup(named, made, within)
        return None

    def _check(self, steps: tuple[Step, ...], names: set[str], base: str) -> set[str]:
        """Check steps in their order; the names that are known after them."""
        for step in steps:
            line = None
            shift = step.place.column + len(step.text) - len(step.command) - 1
            try:
                line = words.read(step.command)
                with line_of(step.place.file):
                    found = list(wrong_in(line, self.env, frozenset(names), base, self.known))
            except ClzError as problem:
                found = [(problem.details.get("column", 1), problem.message)]
            if step.command.startswith(("{", "[")):
                found += self._references(step.command, names)
            for column, message in found:
                self.wrong(step.place._replace(column=column + shift), message)
            names = names.union(() if line is None else saved_names(line))
            if step.name:
                names = names | {step.name}
        return names

    def _references(self, json: str, names: set[str]) -> list[tuple[int, str]]:
        """The references in a line of JSON, where each is a whole word."""
        return [
            (one.start() + 1, f"In JSON {one[0]} is plain text. Write the step in words, or $ as \\u0024 to mean that.")
            for one in words.REFERENCE.finditer(json)
            if (one[1] or one[2]) in names or (one[1] or one[2]) in self.env
        ]


def _beside(path: str) -> list[str]:
    try:
        return os.listdir(os.path.dirname(path) or ".")
    except (OSError, ValueError):
        return []
