"""Drawing a picture in the terminal, where that can: the protocols of kitty and of iTerm2, which others speak too.

https://sw.kovidgoyal.net/kitty/graphics-protocol/ and https://iterm2.com/documentation-images.html; kitty takes PNG.
"""

from __future__ import annotations

import base64
import os
import sys
from pathlib import Path
from typing import Literal

from clz_cli.output.printing import tell

CHUNK = 4096  # kitty reads no longer ones
Protocol = Literal["kitty", "iterm2"]


def protocol(env: dict[str, str] | None = None) -> Protocol | None:
    """What the terminal speaks; None if it cannot draw."""
    known = os.environ if env is None else env
    program = known.get("TERM_PROGRAM", "")
    if known.get("KITTY_WINDOW_ID") or known.get("TERM") == "xterm-kitty" or program == "ghostty":
        return "kitty"
    if program in ("iTerm.app", "WezTerm", "mintty", "vscode") or known.get("LC_TERMINAL") == "iTerm2":
        return "iterm2"
    return None


def sequence(data: bytes, spoken: Protocol) -> str:
    """The escape sequence that draws a picture."""
    text = base64.b64encode(data).decode("ascii")
    if spoken == "iterm2":
        return f"\x1b]1337;File=inline=1;size={len(data)};preserveAspectRatio=1:{text}\x07\n"
    chunks = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
    parts = []
    for at, chunk in enumerate(chunks):
        head = "a=T,f=100," if at == 0 else ""
        parts.append(f"\x1b_G{head}m={int(at < len(chunks) - 1)};{chunk}\x1b\\")
    return "".join(parts) + "\n"


def show(path: str, format: str) -> None:
    """Draw the picture on stdout, or say on stderr why not."""
    spoken = protocol()
    if not sys.stdout.isatty() or spoken is None:
        tell("--show: this is not a terminal that draws pictures (kitty, Ghostty, iTerm2, WezTerm)")
    elif spoken == "kitty" and format != "png":
        tell("--show: this terminal draws PNG only; add --format png")
    else:
        sys.stdout.write(sequence(Path(path).read_bytes(), spoken))
