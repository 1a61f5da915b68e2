"""Which tests are run, how often and in what: a list of jobs, the same on every machine."""

from __future__ import annotations

import heapq
import os
import re
import shlex
from dataclasses import dataclass

from clz_apps.tests.report.model import title_of
from clz_apps.tests.report.times import Times, name, typical
from clz_apps.tests.script.axes import combinations
from clz_apps.tests.script.model import Row, Script, Test, like, meant
from clz_core.contract.errors import error

SKIPPED = {"@skip", "@fixme"}
FAIL = "@fail"


@dataclass(frozen=True)
class Job:
    """One test in one combination of settings with one row of data, once.

    `script` is the file that was named, `settings` are what it is run in, `number` counts repetitions from 1. It is
    run after the setup that it `needs`, if that has passed.
    """

    id: str
    script: str
    test: Test
    settings: tuple[tuple[str, str], ...] = ()
    number: int = 1
    row: Row | None = None
    needs: Job | None = None

    @property
    def file(self) -> str:
        return self.test.place.file

    @property
    def variant(self) -> str:
        row = [f"row={self.row.name}"] if self.row is not None else []
        return ", ".join([*row, *(f"{name}={value}" for name, value in self.settings)])

    @property
    def title(self) -> str:
        """The test's name, with what tells it from the same test elsewhere."""
        return title_of(self.test.name, self.variant)

    @property
    def skipped(self) -> bool:
        return not SKIPPED.isdisjoint(self.test.tags)

    @property
    def expected_to_fail(self) -> bool:
        return FAIL in self.test.tags

    @property
    def again(self) -> str:
        """The line that runs it again."""
        if self.variant:
            return f"clz run {shlex.quote(self.script)} --only {shlex.quote(self.title)}"
        if self.file == self.script:
            return f"clz run {shlex.quote(f'{self.file}:{self.test.place.line}')}"
        return f"clz run {shlex.quote(self.script)} --only {shlex.quote(self.test.name)}"


@dataclass(frozen=True)
class Shard:
    """The `index`th of `of` parts, from 1."""

    index: int
    of: int


def shard_of(text: str | None) -> Shard | None:
    """Raises: USAGE."""
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,4})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise error("USAGE", f"{text!r} is not a part such as 1/3.", "Type: clz run --shard 1/3")
    return Shard(int(found[1]), int(found[2]))


def jobs(
    scripts: list[Script],
    only: list[str],
    failed: set[tuple[str, str]] | None,
    shard: Shard | None,
    repeat: int,
    times: Times | None = None,
) -> list[Job]:
    """What is to be run, in the order of the files, setups first. `failed` are the only ones wanted, as file and title.

    With `times`, the longest come first. A setup is there once, however many files include it, and in each part whose
    tests need it; one that no test needs is there if nothing else is wanted, or it is named.

    Raises: USAGE if nothing bears the name or tag.
    """
    made: dict[tuple[str, int, str], Job] = {}

    def setup_of(script: Script, test: Test | None) -> Job | None:
        if test is None:
            return None
        key = (os.path.realpath(test.place.file), test.place.line, test.base)
        if key not in made:
            made[key] = Job(os.urandom(8).hex(), script.path, test, needs=setup_of(script, test.needs))
        return made[key]

    setups = [setup_of(script, test) for script in scripts for test in script.tests if test.setup]
    everything = list(dict.fromkeys(filter(None, setups))) + [
        Job(os.urandom(8).hex(), script.path, test, settings, number, row, setup_of(script, test.needs))
        for script in scripts
        for test in script.tests
        if not test.setup
        for settings in combinations(test.axes)
        for row in test.rows or (None,)
        for number in range(1, repeat + 1)
    ]
    chosen = everything
    if only:
        variants = {job.title for job in everything if job.variant}
        chosen = [job for job in everything if any(_is_meant(job, word, word in variants) for word in only)]
        if not chosen and everything:
            raise _nothing(everything, only)
    if failed is not None:
        chosen = [job for job in chosen if (os.path.abspath(job.file), job.title) in failed]
    needed = {one.id for job in chosen for one in _needs(job)}
    unneeded = not only and any(not job.test.setup for job in chosen)
    chosen = [job for job in chosen if job.id not in needed and not (unneeded and job.test.setup)]
    costs = _costs(chosen, times or {})
    order = sorted(range(len(chosen)), key=lambda at: (-costs[at], at))
    if shard is not None:
        own = _parts([(at, costs[at]) for at in order], shard.of)[shard.index - 1]
        order = [at for at in order if at in own]
    return with_needed([chosen[at] for at in (order if times else sorted(order))])


def with_needed(jobs: list[Job]) -> list[Job]:
    """The jobs after the setups that they need."""
    return list({one.id: one for one in [*(one for job in jobs for one in _needs(job)), *jobs]}.values())


def _needs(job: Job) -> list[Job]:
    """What a job needs, each after what that needs itself."""
    return [*_needs(job.needs), job.needs] if job.needs is not None else []


def _costs(jobs: list[Job], times: Times) -> list[int]:
    """How long each is thought to take, in milliseconds: one that nobody has timed as long as half of the others."""
    known = [times.get((name(job.file), job.title)) for job in jobs]
    other = typical([ms for ms in known if ms is not None])
    return [0 if job.skipped else other if ms is None else ms for job, ms in zip(jobs, known, strict=True)]


def _parts(sizes: list[tuple[int, int]], of: int) -> list[set[int]]:
    """Things with their sizes, the largest first, in parts: each in the one that has least so far, of those the first.

    The same on every machine: it depends on the order, whole numbers and nothing else.
    """
    heap = [(0, 0, number) for number in range(of)]  # what it has, how many, which it is
    parts: list[set[int]] = [set() for _ in range(of)]
    for thing, size in sizes:
        has, many, number = heapq.heappop(heap)
        parts[number].add(thing)
        heapq.heappush(heap, (has + size, many + 1, number))
    return parts


def _is_meant(job: Job, word: str, whole: bool) -> bool:
    """True if a tag or a part of its name is meant by a word, which is the `whole` title of a variant or not."""
    if whole:
        return job.title == word
    if word.startswith("@"):
        return word in job.test.tags
    return any(word.lower() in named.lower() for named in (job.title, f"{job.test.name} [{job.variant}]"))


def _nothing(known: list[Job], only: list[str]) -> Exception:
    tags = sorted({tag for job in known for tag in job.test.tags})
    names = list(dict.fromkeys(job.test.name for job in known))
    word = only[0]
    what, there = (f"has the tag {word}", tags) if word.startswith("@") else (f"has {word!r} in its name", names)
    return error("USAGE", meant(f"No test {what}.", word, like(word, there)), _there_are(tags))


def _there_are(tags: list[str]) -> str:
    return f"There are the tags: {', '.join(tags[:20])}" if tags else "See the names: clz run --check --json"
