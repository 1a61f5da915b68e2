"""Animated PNGs from still ones: each frame holds only what has changed since the one before it.

The format: https://www.w3.org/TR/png-3/#apngFrame-based-animation
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # of the colour types that Firefox writes
RGB = 2


class Picture(NamedTuple):
    """A picture as rows of red, green and blue bytes."""

    width: int
    rows: list[bytes]


def animation(frames: Sequence[tuple[Picture, int]]) -> bytes:
    """An endless animation of pictures of one size, each shown for so many milliseconds."""
    (first, shown_ms), *others = frames
    size = struct.pack(">II", first.width, len(first.rows))
    out = [
        SIGNATURE,
        _chunk(b"IHDR", size + bytes([8, RGB, 0, 0, 0])),
        _chunk(b"acTL", struct.pack(">II", len(frames), 0)),
    ]
    out += [_control(0, (0, 0, first.width, len(first.rows)), shown_ms), _chunk(b"IDAT", _packed(first.rows))]
    number = 1
    for (before, _), (picture, lasts_ms) in pairwise(frames):
        left, top, right, bottom = _changed(before, picture)
        part = [row[left * 3 : right * 3] for row in picture.rows[top:bottom]]
        out.append(_control(number, (left, top, right - left, bottom - top), lasts_ms))
        out.append(_chunk(b"fdAT", struct.pack(">I", number + 1) + _packed(part)))
        number += 2
    assert number == 2 * len(others) + 1
    return b"".join([*out, _chunk(b"IEND", b"")])


def read(data: bytes) -> Picture:
    """A PNG of eight bits a channel, not interlaced, without its transparency."""
    at, packed, header = len(SIGNATURE), b"", b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        packed += body if kind == b"IDAT" else b""
        header = body if kind == b"IHDR" else header
        at += length + 12
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if depth != 8 or interlaced or colour not in CHANNELS:
        raise ValueError("this is another kind of PNG than Firefox writes")
    size = CHANNELS[colour]
    rows = _unfiltered(zlib.decompress(packed), width * size, height, size)
    return Picture(width, rows if size == 3 else [_without_alpha(row) for row in rows])


def _unfiltered(raw: bytes, stride: int, height: int, size: int) -> list[bytes]:
    rows: list[bytes] = []
    above = bytes(stride)
    for y in range(height):
        kind, *line = raw[y * (stride + 1) : (y + 1) * (stride + 1)]
        row = bytearray(line)
        for x in range(stride) if kind else ():
            left, up = row[x - size] if x >= size else 0, above[x]
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            else:
                guess = _paeth(left, up, above[x - size] if x >= size else 0)
            row[x] = (row[x] + guess) & 255
        above = bytes(row)
        rows.append(above)
    return rows


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda near: abs(guess - near))


def _without_alpha(row: bytes) -> bytes:
    out = bytearray(len(row) // 4 * 3)
    for channel in range(3):
        out[channel::3] = row[channel::4]
    return bytes(out)


def _changed(before: Picture, picture: Picture) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what differs; one pixel if nothing does."""
    pairs = list(zip(before.rows, picture.rows, strict=True))
    lines = [y for y, (old, new) in enumerate(pairs) if old != new]
    if not lines:
        return 0, 0, 1, 1
    columns = [x for old, new in pairs if old != new for x in _ends(old, new)]
    return min(columns) // 3, lines[0], max(columns) // 3 + 1, lines[-1] + 1


def _ends(old: bytes, new: bytes) -> tuple[int, int]:
    """The first and the last byte that differ."""
    differing = [x for x, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    return differing[0], differing[-1]


def _packed(rows: Sequence[bytes]) -> bytes:
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def _control(number: int, box: tuple[int, int, int, int], lasts_ms: int) -> bytes:
    left, top, width, height = box
    return _chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, left, top, lasts_ms, 1000, 0, 0))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
