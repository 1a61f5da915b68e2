"""The soak and the chaos, each in short: what they are for takes them minutes or an hour."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def holds(module: str, *words: str) -> str:
    """Run one of the two to its end, and return what it printed."""
    command = [sys.executable, "-m", module, "--quick", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.night
def test_a_short_soak_leaves_nothing_behind() -> None:
    said = holds("bench.soak", "--cycles", "12", "--lanes", "2")
    assert "12 cycles" in said
    assert "left behind: nothing" in said


@pytest.mark.night
@pytest.mark.timeout(300)  # what an agent that cannot say goodbye has is taken back after two minutes
def test_every_command_is_answered_in_time_while_processes_are_killed_and_stopped() -> None:
    faults = ("host killed", "page killed", "Firefox stopped", "extension killed", "disk full")
    only = [word for fault in faults for word in ("--only", fault)]
    said = holds("bench.chaos", "--agents", "3", "--seed", "7", *only)
    assert all(fault in said for fault in faults[:-1])
    assert "BROKEN" not in said
