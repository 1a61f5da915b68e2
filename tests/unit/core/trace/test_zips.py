"""Zips made to fill the memory of whoever reads them."""

from __future__ import annotations

import bz2
import lzma
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clz_apps.watch.trace.read import read
from clz_core.files import zips

BOMB = bytes(64 << 20)
MOST = 16 << 20


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def lzma_in_zip(data: bytes) -> bytes:
    """https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 5.8.8"""
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 0}]
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=filters)
    return struct.pack("<BBH", 9, 4, 5) + struct.pack("<BI", 93, 1 << 18) + packed


WAYS: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "stored": (zipfile.ZIP_STORED, bytes),
    "deflate": (zipfile.ZIP_DEFLATED, deflated),
    "bzip2": (zipfile.ZIP_BZIP2, bz2.compress),
    "lzma": (zipfile.ZIP_LZMA, lzma_in_zip),
}


def liar(path: Path, method: int, packed: bytes, name: bytes = b"clz.trace", says: int = 10) -> None:
    """A zip with one file, which is much larger than it `says`."""
    about = struct.pack("<HHHHHIIIHH", 20, 0, method, 0, 0, 0, len(packed), says, len(name), 0)
    file = b"PK\3\4" + about + name + packed
    listed = b"PK\1\2\x14\0" + about + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(listed), len(file), 0)
    path.write_bytes(file + listed + end)


@contextmanager
def within(most: int) -> Iterator[None]:
    """What is done in it takes no more memory than so many bytes."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("way", WAYS)
def test_no_zip_is_unpacked_beyond_the_size_that_it_tells(tmp_path: Path, way: str) -> None:
    method, pack = WAYS[way]
    liar(tmp_path / "a.zip", method, pack(BOMB if way != "stored" else b"0123456789abc"))
    with within(MOST), zipfile.ZipFile(tmp_path / "a.zip") as archive, pytest.raises(zips.BROKEN):
        zips.unpacked(archive, "clz.trace", MOST)


def test_what_tells_a_large_size_is_not_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("large", bytes(1_001))
        archive.writestr("small", bytes(1_000))
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert zips.unpacked(archive, "large", 1_000) is None
        assert zips.unpacked(archive, "small", 1_000) == bytes(1_000)
        with pytest.raises(KeyError):
            zips.unpacked(archive, "none", 1_000)


@pytest.mark.parametrize("way", ["bzip2", "lzma"])
def test_a_trace_that_is_a_bomb_says_nothing(tmp_path: Path, way: str) -> None:
    method, pack = WAYS[way]
    liar(tmp_path / "a.zip", method, pack(BOMB))
    with within(MOST):
        assert read(tmp_path / "a.zip").steps == []
