"""The moving picture of the README: a terminal, and the page that its commands drive. `make pictures`.

Each command is run as it is shown, in a real Firefox; what it printed and how the page looked then is a frame.
"""

from __future__ import annotations

import html
import json
import shlex
from pathlib import Path

from bench.apng import Picture, animation, read
from bench.harness import ROOT, Scratch, scratch_session
from clz_apps.machine.demo import served

OUT = ROOT / "docs/pictures/clz.png"
SIZE = (880, 400)
PAGE_SIZE = "540x720"
TYPING_MS, READING_MS, END_MS = 700, 1500, 4000
LINES = (
    "clz open localhost:8000",
    "clz snapshot -i",
    'clz fill @e1 "Ada Lovelace"',
    'clz fill @e2 "ada@example.com"',
    'clz click "text=Sign up"',
    'clz expect text ".answer" "Thank you, Ada Lovelace!"',
)
STAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>clz</title><style>
body { margin: 0 }
main { box-sizing: border-box; width: 880px; height: 400px; display: flex; background: #14171f; overflow: hidden }
pre { flex: 1; margin: 0; padding: 14px; color: #d7dae0; font: 12.5px/1.45 "DejaVu Sans Mono", monospace;
  white-space: pre-wrap; overflow-wrap: anywhere }
b { color: #7ee2a8; font-weight: normal }
img { width: 279px; height: 372px; margin: 14px 14px 14px 0; border-radius: 6px; background: #fff }
</style><main><pre></pre><img alt=""></main></html>"""

SHOW = """async ([text, page]) => {
  document.querySelector("pre").innerHTML = `<div>${text}</div>`;
  document.querySelector("img").src = page;
  await document.querySelector("img").decode().catch(() => 0);
}"""


class Film:
    def __init__(self, scratch: Scratch, stage: str, folder: Path) -> None:
        self.scratch = scratch
        self.folder = folder
        self.screen = ""
        self.page = "data:,"
        self.frames: list[tuple[Picture, int]] = []
        self.camera("open", stage)
        self.camera("viewport", f"{SIZE[0]}x{SIZE[1]}")

    def camera(self, *words: str) -> None:
        self.scratch.must("--agent", "camera", *words)

    def shows(self, lasts_ms: int) -> None:
        """Take a frame of the terminal and the page as they are now."""
        shown = json.dumps([self.screen, self.page])
        self.camera(
            "eval",
            "--unsafe",
            f"({SHOW})({shown})",
        )
        picture = self.folder / "frame.png"
        self.camera("screenshot", str(picture), "--target", "main", "--purpose", "full-detail")
        self.frames.append((read(picture.read_bytes()), lasts_ms))

    def runs(self, line: str, origin: str) -> None:
        self.screen += f"<b>$</b> {html.escape(line)}\n"
        self.shows(TYPING_MS)
        words = shlex.split(line.replace("localhost:8000", origin))[1:]
        said = self.scratch.must(*words).replace(origin, "localhost:8000").strip()
        self.screen += html.escape(said) + "\n"
        if words[0] == "open":
            self.scratch.must("viewport", PAGE_SIZE)
        self.page = f"page-{len(self.frames)}.png"
        self.scratch.must("screenshot", str(self.folder / self.page), "--purpose", "full-detail")
        self.shows(READING_MS)


def main() -> None:
    with scratch_session("film") as scratch, served(ROOT / "examples/smoke/site") as site:
        folder = scratch.root / "film"
        folder.mkdir()
        (folder / "index.html").write_text(STAGE, "utf-8")
        with served(folder) as stage:
            film = Film(scratch, stage, folder)
            for line in LINES:
                film.runs(line, site.partition("//")[2].rstrip("/"))
    *begun, (end, _) = film.frames
    OUT.write_bytes(animation([(end, END_MS), *begun]))  # what does not move shows the first frame
    print(f"wrote {OUT}: {len(film.frames)} frames, {OUT.stat().st_size // 1000} KB")


if __name__ == "__main__":
    main()
