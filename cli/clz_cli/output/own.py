"""What is printed of clz's own making alone, such as the help: nobody else has a word in it, and nothing is loaded."""

from __future__ import annotations

import sys


def show(text: str) -> None:
    """Print lines on stdout, in UTF-8 as all that clz prints."""
    sys.stdout.flush()
    sys.stdout.buffer.write((text + "\n").encode())
