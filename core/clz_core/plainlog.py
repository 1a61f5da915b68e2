"""Entries of a log as people read them: an entry with escapes for what a terminal would obey, each on its own line."""

from __future__ import annotations

import logging

from clz_core.display import block, line


class PlainFormatter(logging.Formatter):
    """A traceback keeps its lines; a message is one."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (its name there)
        return line(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        return block(super().format(record))
