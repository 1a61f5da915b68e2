"""The Firefox that clz has fetched: installing it, a newer one in its place, and removing it.

DATA/firefox/VERSION/…    what Mozilla packs, as it is
DATA/firefox/.fetched/    what is under way; a transfer that broke off is resumed
"""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
from filelock import FileLock, Timeout

from clz_core.config import settings
from clz_core.config.paths import data_dir, private_dir
from clz_core.contract.errors import error
from clz_native.download.release import Source
from clz_native.download.transfer import Report, Transfer
from clz_native.download.unpack import unpack
from clz_native.machine.builds import PROGRAMS, firefoxes_dir, version_key

if TYPE_CHECKING:
    from clz_core.generated.results import BrowserInstallResult, BrowserRemoveResult


def versions() -> list[str]:
    """Those that are there, the newest first."""
    folder = firefoxes_dir(data_dir())
    there = [path.name for path in folder.glob("[0-9]*") if (path / PROGRAMS[sys.platform]).is_file()]
    return sorted(there, key=version_key, reverse=True)


def install(report: Report, newer: bool = False) -> BrowserInstallResult:
    """Fetch Firefox ESR where there is none, with `newer` also where Mozilla has a newer one.

    Raises: DOWNLOAD_FAILED, FIREFOX_NOT_GENUINE, FIREFOX_UNSUPPORTED, FILE_ERROR, BUSY.
    """
    with _alone() as folder:
        there = versions()
        if there and not newer:
            return _result(folder, there[0], [], False)
        source = Source.at(str(settings.load().value("browser.mirror")))
        with Transfer() as transfer:
            version = source.newest(transfer)
            if there and version_key(version) <= version_key(there[0]):
                return _result(folder, there[0], [], False)
            _fetch(source, version, transfer, folder, report)
        removed = [old for old in there if _remove(folder / old)]
        return _result(folder, version, removed, True)


def remove() -> BrowserRemoveResult:
    """Remove every one that clz has fetched, with what is left of transfers. Raises: SESSION_HELD, FILE_ERROR."""
    with _alone() as folder:
        there = versions()
        for version in there:
            if not _remove(folder / version):
                what = f"Firefox {version} of clz's own is running."
                raise error("SESSION_HELD", what, "First: clz browser stop, for each session that uses it")
        shutil.rmtree(folder, ignore_errors=True)
        return {"removed": there, "folder": str(folder)}


def _fetch(source: Source, version: str, transfer: Transfer, folder: Path, report: Report) -> None:
    under_way = private_dir(folder / ".fetched")
    file = source.file(version, transfer)
    packed = under_way / file.name
    unpacked = under_way / version
    for other in under_way.iterdir():  # of an earlier version
        if other != packed:
            shutil.rmtree(other) if other.is_dir() else other.unlink()
    transfer.file(file.url, packed, file.sha512, report)
    unpack(packed, private_dir(unpacked))
    if not (unpacked / PROGRAMS[sys.platform]).is_file():
        raise error("DOWNLOAD_FAILED", f"{file.name} holds no {PROGRAMS[sys.platform]}.")
    shutil.rmtree(folder / version, ignore_errors=True)  # one that is not whole
    unpacked.rename(folder / version)
    shutil.rmtree(under_way)


def _remove(version: Path) -> bool:
    """False if it is running: its files are what it still reads from."""
    for pid in psutil.pids():  # `process_iter` would say of one that has ended what it was
        with contextlib.suppress(psutil.Error, OSError):
            if Path(psutil.Process(pid).exe()).is_relative_to(version):
                return False
    shutil.rmtree(version)
    return True


@contextlib.contextmanager
def _alone() -> Iterator[Path]:
    """The folder, with nobody else at work in it."""
    private_dir(data_dir())
    folder = private_dir(firefoxes_dir(data_dir()))
    try:
        with FileLock(data_dir() / "firefox.lock", mode=0o600, timeout=0):
            yield folder
    except Timeout:
        raise error("BUSY", "Another clz is fetching Firefox.") from None
    except OSError as problem:
        what = f"Cannot write {problem.filename or folder}: {problem.strerror}."
        raise error(
            "FILE_ERROR", what, "Make room on the disk, or see that the folder is yours to write to."
        ) from problem


def _result(folder: Path, version: str, removed: list[str], changed: bool) -> BrowserInstallResult:
    path = folder / version / PROGRAMS[sys.platform]
    return {"version": version, "path": str(path), "removed": removed, "changed": changed}
