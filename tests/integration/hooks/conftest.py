"""The real Claude Code, for the tests of the plugin."""

from __future__ import annotations

import subprocess
from pathlib import Path

import filelock
import pytest

HERE = Path(__file__).resolve().parent / "claude"
STAMP = HERE / "node_modules/.stamp"


@pytest.fixture(scope="session")
def claude() -> Path:
    """The `claude` command of the pinned version, installed from npm when it is first needed."""
    with filelock.FileLock(HERE / ".lock"):
        lock = (HERE / "package-lock.json").read_text()
        if not STAMP.exists() or STAMP.read_text() != lock:
            command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
            try:
                done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=100)
            except (OSError, subprocess.TimeoutExpired) as problem:
                pytest.skip(f"Claude Code cannot be installed from npm: {problem}")
            if done.returncode != 0:
                pytest.skip(f"Claude Code cannot be installed from npm: {done.stderr.strip()[-300:]}")
            STAMP.write_text(lock)
    return HERE / "node_modules/.bin/claude"
