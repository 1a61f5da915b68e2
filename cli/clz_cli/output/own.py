"""Printing of texts that are clz's own alone, such as the help: they quote nobody, and nothing is loaded for them."""

from __future__ import annotations

import sys


def show(text: str) -> None:
    """Print lines on stdout, in UTF-8 as all that clz prints."""
    sys.stdout.flush()
    sys.stdout.buffer.write((text + "\n").encode())
