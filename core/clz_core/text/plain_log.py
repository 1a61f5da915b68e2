"""Entries of a log as people read them: an entry with escapes for what a terminal would obey, each on its own line.

What belongs to an entry, such as a traceback, is set in: an error's own text may have lines, and none of them can pass
for an entry.
"""

from __future__ import annotations

import logging
import textwrap
from typing import Any

from clz_core.text.display import block, line


class PlainFormatter(logging.Formatter):
    """A traceback keeps its lines; a message is one."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (its name there)
        return line(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 (its name there)
        return textwrap.indent(super().formatException(ei), "    ", lambda _: True)

    def format(self, record: logging.LogRecord) -> str:
        return block(super().format(record))
