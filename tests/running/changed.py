"""What a change can break: the files that it touches, and the tests that tests/rooms.toml names for them.

In doubt all tests run: a file that has no room there can break any.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ROOMS = ROOT / "tests/rooms.toml"

ALWAYS = "unit"
"""The folder of tests that run for each change: they read the sources of all rooms."""

KINDS = ("e2e", "integration")

KNOWS_THE_BUILD = re.compile(r"\b(?:MANAGED|[Pp]rivileged)\b|[\"'](?:managed|plain)[\"']")
"""What a source says in which the two builds of the extension differ."""

PLAIN_ALONE = ("extension/src/content/injected", "extension/src/content/synthetic-input")
"""Folders of sources that the plain build alone has, or uses for what the other one has a helper for."""

OF_ALL_PLAIN_TESTS = ("extension/build.mjs", "extension/manifest.json", "tests/builds.toml", "tests/e2e/conftest.py")


@dataclass(frozen=True)
class Change:
    """The files that differ from a base, with their paths from the root of the checkout."""

    base: str
    files: tuple[str, ...]

    def tests(self) -> frozenset[str] | None:
        """The folders, and the files, below tests/ that it can break; None where that may be any."""
        broken = [broken_by(file) for file in self.files]
        return None if None in broken else frozenset[str]().union(*(tests for tests in broken if tests is not None))

    def runs(self, path: Path) -> bool:
        """Whether a folder or a file of tests, or something in that folder, is to run."""
        tests = self.tests()
        if tests is None or not path.is_relative_to(ROOT / "tests"):
            return True
        inner = path.relative_to(ROOT / "tests").as_posix()
        return any(_holds(test, inner) or _holds(inner, test) for test in {ALWAYS, *tests})

    def builds_differ(self, test: str) -> bool:
        """Whether it touches code in which the builds differ, or this file of tests."""
        return any(file == f"tests/e2e/{test}" or _knows_the_build(file) for file in self.files)

    def told(self) -> list[str]:
        """What runs for it, and what does not, for the person who started the run."""
        said = f"{len(self.files)} files differ from {self.base[:10]}: "
        tests = self.tests()
        if tests is None:
            any_of = next(file for file in self.files if broken_by(file) is None)
            return [f"{said}all tests run, since {any_of} can break any"]
        left = sorted(name for name in folders() if not self.runs(ROOT / "tests" / name))
        return [f"{said}{', '.join(sorted({ALWAYS, *tests}))} run", f"left out: {', '.join(left) or 'nothing'}"]


@cache
def since(base: str) -> Change:
    """All that is not in the commit where the work here left `base`. Raises: ValueError, which says what to do."""
    try:
        left_at = _git("merge-base", "HEAD", base).strip()
    except subprocess.CalledProcessError as problem:
        raise ValueError(f"Git knows no commit {base} to compare with. Name another: BASE=COMMIT") from problem
    committed = _git("diff", "--name-only", "--no-renames", "-z", left_at)
    new = _git("ls-files", "--others", "--exclude-standard", "-z")
    return Change(left_at, tuple(sorted({*committed.split("\0"), *new.split("\0")} - {""})))


@cache
def rooms() -> tuple[dict[str, Any], ...]:
    """The entries of rooms.toml: `paths`, `tests`, and the `words` that lead there."""
    entries: list[dict[str, Any]] = tomllib.loads(ROOMS.read_text("utf-8"))["room"]
    return tuple(entries)


def broken_by(file: str) -> frozenset[str] | None:
    """What a change of this file can break; None where that may be any test."""
    if found := {path: room for room in rooms() for path in room["paths"] if _holds(path, file)}:
        room = found[max(found, key=len)]
        return frozenset(room["tests"]).union(*(saying(word) for word in room.get("words", ())))
    parts = Path(file).parts
    if parts[:2] == ("tests", ALWAYS):
        return frozenset({ALWAYS})
    return frozenset({"/".join(parts[1:3])}) if parts[0] == "tests" and parts[1] in KINDS and len(parts) > 3 else None


@cache
def saying(word: str) -> frozenset[str]:
    """The folders of tests in which a command of this word is run, or written down."""
    said = re.compile(rf"""clz(?:_json)?\(\s*["']{word}\b|["'`$ ]clz {word}\b|["'\[(]{word}["'],""")
    texts = ((name, path) for name in folders() for path in (ROOT / "tests" / name).rglob("*.py"))
    return frozenset(name for name, path in texts if said.search(path.read_text("utf-8")))


def folders() -> Iterator[str]:
    """The folders of tests that are left out whole or not at all."""
    for kind in KINDS:
        for path in (ROOT / "tests" / kind).iterdir():
            if path.is_dir() and not path.name.startswith("__"):
                yield f"{kind}/{path.name}"


def _holds(path: str, inner: str) -> bool:
    return path == inner or inner.startswith(f"{path}/")


def _knows_the_build(file: str) -> bool:
    if file in OF_ALL_PLAIN_TESTS or any(_holds(folder, file) for folder in PLAIN_ALONE):
        return True
    if file.partition("/")[0] not in {"extension", "native", "core", "cli"} or ".test." in file:
        return False
    path = ROOT / file
    return not path.is_file() or KNOWS_THE_BUILD.search(path.read_text("utf-8", "replace")) is not None


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
