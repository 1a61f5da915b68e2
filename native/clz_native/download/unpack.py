"""Taking Firefox out of what Mozilla packs it in: an archive, a disk image or an installer that only unpacks itself."""

from __future__ import annotations

import lzma
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

from clz_core.contract.errors import error
from clz_native import programs

SECONDS = 300


def unpack(packed: Path, goal: Path) -> None:
    """Raises: DOWNLOAD_FAILED if it cannot be unpacked; OSError if it cannot be written."""
    ways: dict[str, Callable[[Path, Path], None]] = {".xz": _archive, ".bz2": _archive, ".dmg": _image, ".exe": _setup}
    ways[packed.suffix](packed, goal)


def _archive(packed: Path, goal: Path) -> None:
    if not hasattr(tarfile, "data_filter"):  # Python before 3.11.4
        _run("tar", "-x", "--no-same-owner", "-f", str(packed), "-C", str(goal))
        return
    try:
        with tarfile.open(packed) as archive:
            archive.extractall(goal, filter="data")
    except (tarfile.TarError, lzma.LZMAError, EOFError, ValueError) as problem:
        raise error("DOWNLOAD_FAILED", f"{packed.name} cannot be unpacked: {problem}.") from problem


def _image(packed: Path, goal: Path) -> None:
    mounted = goal / "mounted"
    _run("hdiutil", "attach", "-nobrowse", "-readonly", "-mountpoint", str(mounted), str(packed))
    try:
        shutil.copytree(mounted / "Firefox.app", goal / "Firefox.app", symlinks=True)
    finally:
        _run("hdiutil", "detach", str(mounted))


def _setup(packed: Path, goal: Path) -> None:
    """https://firefox-source-docs.mozilla.org/browser/installer/windows/installer/FullConfig.html"""
    _run(str(packed), f"/ExtractDir={goal / 'setup'}")
    program = next((goal / "setup").rglob("firefox.exe"), None)
    if program is None:
        raise error("DOWNLOAD_FAILED", f"{packed.name} holds no firefox.exe.")
    program.parent.rename(goal / "firefox")


def _run(*words: str) -> None:
    done = programs.run(list(words), SECONDS)
    if done.returncode:
        raise error("DOWNLOAD_FAILED", f"{words[0]} failed with exit code {done.returncode}: {done.stdout.strip()}")
