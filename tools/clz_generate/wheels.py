"""`python -m clz_generate.wheels WHEEL`: of the pure wheel one for each platform, with `clz` as a compiled program.

They hold what the pure one holds, and `cli/launcher/clz.c` compiled in the place of Python's script `clz`. Zig compiles
it for all of them on any machine. Elsewhere, as on Windows, pip takes the pure wheel. `make wheels` does all of it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from clz_generate.files import ROOT

SOURCE = ROOT / "cli/launcher/clz.c"
TOOLS = ROOT / "build/wheels-venv/bin/python"
SCRIPT = "clz = clz_cli.main:main\n"  # `claudezilla` stays: the program becomes it where it finds no Python
FLAGS = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-s")
CACHE = "ZIG_GLOBAL_CACHE_DIR"


class Platform(NamedTuple):
    """A system that a wheel is made for: as Zig calls it, and as pip does."""

    target: str
    tags: tuple[str, ...]


# On Linux the program holds its C library, so that it runs beside any other.
PLATFORMS = {
    "linux-x86_64": Platform("x86_64-linux-musl", ("manylinux_2_17_x86_64", "musllinux_1_1_x86_64")),
    "linux-arm64": Platform("aarch64-linux-musl", ("manylinux_2_17_aarch64", "musllinux_1_1_aarch64")),
    "macos-x86_64": Platform("x86_64-macos.11.0", ("macosx_11_0_x86_64",)),
    "macos-arm64": Platform("aarch64-macos.11.0", ("macosx_11_0_arm64",)),
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="wheels", description="Make a wheel for each platform of the pure one.")
    parser.add_argument("pure", type=Path, help="the pure wheel; the others are put beside it")
    given = parser.parse_args(argv)
    for platform in PLATFORMS.values():
        print(f"made {platform_wheel(given.pure, platform)}")
    return 0


def platform_wheel(pure: Path, platform: Platform, tools: Path = TOOLS) -> Path:
    """A wheel with the compiled program, beside the pure one. `tools` is a Python that has `ziglang` and `wheel`."""
    with tempfile.TemporaryDirectory(dir=pure.parent) as folder:
        scratch = Path(folder)
        _run(tools, "wheel", "unpack", str(pure), "--dest", folder)
        (unpacked,) = scratch.iterdir()
        (data,) = unpacked.glob("*.data")
        (info,) = unpacked.glob("*.dist-info")
        (data / "scripts").mkdir(exist_ok=True)
        compiled(data / "scripts/clz", platform, tools)
        _replace(info / "entry_points.txt", SCRIPT, "")
        _replace(info / "WHEEL", "Tag: py3-none-any\n", "".join(f"Tag: py3-none-{tag}\n" for tag in platform.tags))
        (scratch / "packed").mkdir()
        _run(tools, "wheel", "pack", str(unpacked), "--dest-dir", str(scratch / "packed"))
        (made,) = (scratch / "packed").iterdir()
        return made.replace(pure.parent / made.name)


def compiled(program: Path, platform: Platform, tools: Path = TOOLS) -> None:
    """Compile `clz` for a platform."""
    _run(tools, "ziglang", "cc", "-target", platform.target, *FLAGS, "-o", str(program), str(SOURCE))
    program.chmod(0o755)


def _replace(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    if text.count(before) != 1:
        raise SystemExit(f"error: {path.name} of the wheel does not say {before!r} once")
    path.write_text(text.replace(before, after), "utf-8")


def _run(python: Path, *module: str) -> None:
    if not python.exists():
        raise SystemExit(f"error: {python} is missing. All at once: make wheels")
    env = {CACHE: str(ROOT / "build/zig"), **os.environ}
    subprocess.run([str(python), "-m", *module], check=True, stdout=subprocess.DEVNULL, env=env)


if __name__ == "__main__":
    sys.exit(main())
