"""The wheel of this checkout, and environments that have it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from clz_generate.files import ROOT


def build_wheel(folder: Path) -> Path:
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, capture_output=True, env={**os.environ, "PYTHONWARNINGS": "ignore"})
    return next(folder.glob("*.whl"))


def install_wheel(wheel: Path, folder: Path, python: str = sys.executable) -> Path:
    """Make an environment with the wheel in it, and return where its programs are."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True, capture_output=True)
    subprocess.run([str(folder / "bin/pip"), "install", "--quiet", str(wheel)], check=True, capture_output=True)
    return folder / "bin"
