"""`clz` as a compiled program, made of this tree's source: one, and one for tests that says whether it was run warm."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[3] / "cli/launcher/clz.c"
COMPILER = shutil.which(os.environ.get("CC", "cc"))
BIN = Path(sys.executable).parent
STRICT = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
NOT_RUN = 70


def compiled(name: str, folder: Path, *flags: str) -> Path:
    """It belongs beside its Python, as the installed one."""
    program = folder / name
    subprocess.run([str(COMPILER), *STRICT, *flags, "-o", str(program), str(SOURCE)], check=True)
    return program


@cache
def only_warm(folder: Path = BIN) -> Path:
    """One that does nothing where the warm process does not run the command; it is there until this process ends."""
    program = compiled(f"clz-{os.getpid()}-only-warm", folder, "-DONLY_WARM", "-Wno-unused")
    atexit.register(program.unlink, missing_ok=True)
    return program


@contextmanager
def launchers(*flags: str) -> Iterator[tuple[Path, Path]]:
    """The program, and one that is as `only_warm`."""
    name = f"clz-{os.getpid()}-{len(flags)}"
    programs = compiled(name, BIN, *flags), compiled(f"{name}-warm", BIN, *flags, "-DONLY_WARM", "-Wno-unused")
    try:
        yield programs
    finally:
        for program in programs:
            program.unlink()
