"""The warm process is no reason to differ: all that is tested of the command line by day holds with it too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.warm.launchers import BIN, COMPILER
from tests.support.scratch import LAUNCHER, WARM

HERE = Path(__file__).parent
# Of both ways, and of what `clz` does itself in either.
OTHERS = {"test_both_ways", "test_warm", "test_completion", "test_ready", "test_setup"}


@pytest.mark.night
@pytest.mark.timeout(1200)
@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
def test_every_test_of_the_command_line_passes_with_the_warm_process_and_without() -> None:
    files = sorted(str(path) for path in HERE.glob("test_*.py") if path.stem not in OTHERS)
    assert len(files) >= 8
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files]
    done = subprocess.run(
        run, env={**own, WARM: "wait", LAUNCHER: str(BIN / "clz")}, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout[-4_000:]
    assert " passed" in done.stdout
