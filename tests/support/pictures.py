"""Pixels of a PNG and of films, for tests that look at what was pictured."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clz_core.files.films import FilmFile
from tests.support.browsers import Page

Pixel = tuple[int, int, int]

PLAYER = """(() => {
  const file = Object.assign(document.createElement("input"), { type: "file", id: "film" });
  const video = Object.assign(document.createElement("video"), { muted: true });
  file.onchange = () => { video.src = URL.createObjectURL(file.files[0]); };
  document.body.replaceChildren(file, video);
})()"""
LOOK = """(async (moments, points) => {
  const video = document.querySelector("video");
  const event = (name) => new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));
  if (video.readyState < 2) await event("loadeddata");
  const { videoWidth: width, videoHeight: height, duration } = video;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  const frames = [];
  const darkest = (data) => {
    const sum = (at) => data[at] + data[at + 1] + data[at + 2];
    let found = 0;
    for (let at = 4; at < data.length; at += 4) if (sum(at) < sum(found)) found = at;
    return [...data.slice(found, found + 3)];
  };
  for (const moment of moments) {
    const sought = event("seeked");
    video.currentTime = moment * duration;
    await sought;
    context.drawImage(video, 0, 0);
    frames.push(points.map(([x, y, width = 1, height = 1]) => darkest(context.getImageData(x, y, width, height).data)));
  }
  return { width, height, duration, frames };
})"""


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


def filmed(page: Page) -> int:
    """How many bytes there are of the film that is on its way."""
    return FilmFile.of("default", page.client.key.agent_id).film.stat().st_size


def stop_film(page: Page, file: Path) -> dict[str, Any]:
    """End it, and write it; returns what else is reported."""
    result = page.client.call("stopFilm")
    file.write_bytes(base64.b64decode(result.pop("film")))
    return result


def played(page: Page, film: Path, moments: list[float], points: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """Play a film in another tab of the page's agent: colours at points, at moments from 0 to 1.

    Of a point with a width and a height it is the darkest colour of that area.
    """
    tab = page.client.call("createWindow", {"url": f"{page.origin}/form.html"})["tabId"]

    def run(expression: str) -> Any:
        return page.client.call("evaluate", {"expression": expression, "unsafe": True, "tabId": tab})["result"]

    run(PLAYER)
    page.client.call("upload", {"target": "#film", "files": [str(film)], "tabId": tab})
    result: dict[str, Any] = run(f"{LOOK}({json.dumps(moments)}, {json.dumps(points)})")
    page.client.call("closeTab", {"tabId": tab})
    return result
