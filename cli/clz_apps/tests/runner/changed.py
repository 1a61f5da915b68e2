"""Which tests a change touches: `clz run --changed` runs those whose files differ from a commit of git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Set as AbstractSet
from dataclasses import replace

from clz_apps.tests.script import words
from clz_apps.tests.script.axes import PASSKEY, file_of
from clz_apps.tests.script.check import STATE
from clz_apps.tests.script.model import Script, Step, Test
from clz_core.contract.errors import ClzError, error
from clz_core.files.beside import beside

TIMEOUT_S = 60
OF_HOOKS = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"}  # where a hook of git runs the tests


def touched(scripts: list[Script], ref: str) -> list[Script]:
    """The scripts with the tests that are in a changed file, include one, or name one in their steps.

    Raises: USAGE without git or a repository of it, or where it knows no such commit.
    """
    known: dict[str, frozenset[str]] = {}
    made: list[Script] = []
    for script in scripts:
        files = _changed(os.path.dirname(os.path.abspath(script.path)), ref, known)
        tests = of_files(script, files)
        if tests:
            made.append(replace(script, tests=tests))
    return made


def of_files(script: Script, files: AbstractSet[str]) -> tuple[Test, ...]:
    """The tests of a script that are in one of these files, include one, or name one in their steps."""
    whole = not files.isdisjoint(own_files(script))
    return script.tests if whole else tuple(test for test in script.tests if not files.isdisjoint(named_files(test)))


def own_files(script: Script) -> set[str]:
    """The files that the lines of a script are from."""
    return {os.path.realpath(script.path), *script.included}


def named_files(test: Test) -> set[str]:
    """What may be files of a test: its states and passkeys, and the words of its steps, as seen from here."""
    files = [axis for axis in test.axes if axis.name in (STATE, PASSKEY)]
    begun = [file_of(test.axes, axis.name, value) for axis in files for value in axis.values]
    named = [*begun, *([test.state] if test.state else [])]
    for step in (*test.before, *test.steps, *test.after):
        for word in _words(step):
            named += [word, beside(step.place.file, word)]
    return {os.path.realpath(name) for name in named if name and "\0" not in name}


def without_ignored(files: AbstractSet[str], folder: str) -> set[str]:
    """The files that git does not ignore; all of them where there is no git, or no repository."""
    try:
        done = _run(folder, "check-ignore", "-z", "--stdin", given="\0".join(sorted(files)))
    except (OSError, subprocess.TimeoutExpired):
        return set(files)
    return set(files) - set(done.stdout.split("\0"))


def _words(step: Step) -> list[str]:
    line = words.read(step.command)
    if isinstance(line, dict):
        params = line.get("params")
        return [value for value in params.values() if isinstance(value, str)] if isinstance(params, dict) else []
    return [part for word in line for part in (word.text, word.text.partition("=")[2]) if part]


def _changed(folder: str, ref: str, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """The files of the repository around a folder that are not as in a commit, with those that git does not know."""
    top = os.path.realpath(_git(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
    if top not in known:
        commit = _commit(top, ref)
        listed = _git(top, "diff", "--no-ext-diff", "--no-renames", "--name-only", "-z", commit, "--")
        listed += _git(top, "ls-files", "--others", "--exclude-standard", "-z")
        known[top] = frozenset(os.path.realpath(os.path.join(top, name)) for name in listed.split("\0") if name)
    return known[top]


def _commit(top: str, ref: str) -> str:
    try:
        return _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").strip()
    except ClzError:
        if ref == "HEAD":
            raise error(
                "USAGE", f"The git repository {top} has no commit yet.", "Leave --changed out, or commit first."
            ) from None
        raise error("USAGE", f"There is no commit {ref!r} in {top}.", "See the branches: git branch --all") from None


def _git(folder: str, *args: str) -> str:
    """What git prints. Raises: USAGE."""
    try:
        done = _run(folder, *args)
    except (OSError, subprocess.TimeoutExpired) as problem:
        said = "git is not installed" if isinstance(problem, FileNotFoundError) else "git did not answer"
        raise error("USAGE", f"clz cannot find out what has changed: {said}.", "Leave --changed out.") from problem
    if done.returncode == 0:
        return done.stdout
    said = done.stderr.strip().partition("\n")[0]
    if "not a git repository" in said:
        raise error(
            "USAGE",
            f"{folder} is not in a git repository, so clz cannot tell what has changed.",
            "Leave --changed out.",
        )
    raise error(
        "USAGE", f"git says: {said.removeprefix('fatal: ') or f'exit code {done.returncode}'}", "Leave --changed out."
    )


def _run(folder: str, *args: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """What git answers. Raises: OSError, TimeoutExpired."""
    return subprocess.run(
        ["git", "-C", folder, *args],
        capture_output=True,
        input=given,
        text=True,
        errors="surrogateescape",
        timeout=TIMEOUT_S,
        check=False,
        env={**{name: value for name, value in os.environ.items() if name not in OF_HOOKS}, "LC_ALL": "C"},
    )
