"""What is long and seldom breaks, one stage after the other: `make night`; some by name: `make night ARGS="soak load"`.

Every stage is a command of its own, which is printed before it runs. Those that fail are named at the end, and the exit
code is then 1. `load` runs all tests in a real Firefox several times beside busy loops, and lists those that wavered.
`ways` runs all tests of a change without the warm process, and once more through the compiled `clz`.
Words for pytest stand after two dashes: `make night ARGS="load -- tests/e2e/actions -k drag"`.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from junitparser import JUnitXml, TestSuite

from tests.running.costs import FOLDER
from tests.support.scratch import LAUNCHER

PYTEST = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup"]
ROUNDS = 3
BUSY = 2
"""Loops that keep a processor busy each."""


def command(*words: str) -> Callable[[], bool]:
    """A stage that runs these words of Python, and succeeds with them."""
    return lambda: run([sys.executable, "-m", *words]) == 0


def tests(*words: str) -> bool:
    """All that is marked `night`."""
    return run([*PYTEST, "-m", "night", f"--junitxml={FOLDER / 'night.xml'}", *words]) == 0


def load(*words: str) -> bool:
    """The tests in a real Firefox, `ROUNDS` times beside busy loops; none may fail in any."""
    failures: Counter[str] = Counter()
    with busy(BUSY):
        for number in range(1, ROUNDS + 1):
            report = FOLDER / f"load-{number}.xml"
            report.unlink(missing_ok=True)
            run([*PYTEST, "-m", "firefox and not night", f"--junitxml={report}", *words])
            if not report.exists():
                return False
            failures.update(failed(JUnitXml.fromfile(str(report))))
    for name, times in failures.most_common():
        print(f"{'failed' if times == ROUNDS else 'wavered'}: {name} ({times} of {ROUNDS})")
    return not failures


def ways(*words: str) -> bool:
    """All tests of a change, with the command line compiled, as users have it."""
    compiled = Path(sys.executable).with_name("clz")
    if compiled.read_bytes()[:2] == b"#!":
        return True
    return run([*PYTEST, "-m", "not night", *words], {**os.environ, LAUNCHER: str(compiled)}) == 0


STAGES: dict[str, Callable[..., bool]] = {
    "tests": tests,
    "soak": command("bench.soak", "--minutes", "4"),
    "soak-large": command("bench.soak_large", "--commands", "4000", "--minutes", "15"),
    "soak-warm": command("bench.soak_warm", "--commands", "2000"),
    "chaos": command("bench.chaos", "--minutes", "5"),
    "peers": command("bench.peers", "--runs", "7", "--test-runs", "3"),
    "newest": command("tests.running.newest"),
    "release": command("clz_generate.release_check"),
    "load": load,
    "ways": ways,
}

OF_PYTEST = {"tests", "load", "ways"}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="night", description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=f"one of {', '.join(STAGES)}; all if none is named")
    given = list(sys.argv[1:] if argv is None else argv)
    words = given[given.index("--") + 1 :] if "--" in given else []
    chosen = parser.parse_args(given[: given.index("--")] if "--" in given else given).stages or list(STAGES)
    if words and not set(chosen) <= OF_PYTEST:
        parser.error(f"words for pytest are for {' and '.join(sorted(OF_PYTEST))} alone")
    if unknown := [name for name in chosen if name not in STAGES]:
        parser.error(f"there is no stage {unknown[0]}: {', '.join(STAGES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    bad = []
    for name in chosen:
        begun = time.monotonic()
        if not STAGES[name](*words):
            bad.append(name)
        print(
            f"{name}: {'failed' if name in bad else 'done'} after {(time.monotonic() - begun) / 60:.1f} min\n",
            flush=True,
        )
    if bad:
        print(f"failed: {', '.join(bad)}. One alone: make night ARGS={bad[0]}")
    return 1 if bad else 0


def run(words: Sequence[str], env: Mapping[str, str] | None = None) -> int:
    print("$", shlex.join(words), flush=True)
    return subprocess.run(words, env=env, check=False).returncode


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Processes that do nothing, as fast as they can."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def failed(report: JUnitXml) -> Iterator[str]:
    """The names of the tests that did not pass."""
    for suite in report:
        assert isinstance(suite, TestSuite)
        for case in suite:
            if not (case.is_passed or case.is_skipped):
                yield f"{case.classname}::{case.name}"


if __name__ == "__main__":
    sys.exit(main())
