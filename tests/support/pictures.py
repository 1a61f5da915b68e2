"""Pixels of a PNG, for tests that look at what was pictured."""

from __future__ import annotations

import base64
import struct
import zlib

Pixel = tuple[int, int, int]


class Png:
    """An 8-bit PNG without interlacing, as Firefox writes them (https://www.w3.org/TR/png-3/)."""

    def __init__(self, text: str) -> None:
        data = base64.b64decode(text)
        assert data.startswith(b"\x89PNG")
        self.width, self.height, depth, colour = struct.unpack(">IIBB", data[16:26])
        assert depth == 8
        self._channels = {2: 3, 6: 4}[colour]
        packed, at = b"", 8
        while at < len(data):
            (size,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
            packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
            at += 12 + size
        self._rows = self._unfilter(zlib.decompress(packed))

    def _unfilter(self, raw: bytes) -> list[bytearray]:
        step, stride = self._channels, self.width * self._channels
        rows: list[bytearray] = []
        above = bytearray(stride)
        for y in range(self.height):
            kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
            if kind == 2:
                row = bytearray((a + b) & 255 for a, b in zip(row, above, strict=True))
            elif kind:
                for x in range(stride):
                    left = row[x - step] if x >= step else 0
                    corner = above[x - step] if x >= step else 0
                    row[x] = (row[x] + self._guess(kind, left, above[x], corner)) & 255
            rows.append(row)
            above = row
        return rows

    @staticmethod
    def _guess(kind: int, left: int, above: int, corner: int) -> int:
        if kind == 1:
            return left
        if kind == 3:
            return (left + above) // 2
        best = left + above - corner
        return min((left, above, corner), key=lambda value: abs(best - value))

    def at(self, x: int, y: int) -> Pixel:
        begin = x * self._channels
        red, green, blue = self._rows[y][begin : begin + 3]
        return red, green, blue
