"""The host's log without secrets: what an exception says may quote one."""

from __future__ import annotations

import logging

from clz_native.secrets.masker import Masker


class _Masking(logging.Formatter):
    def __init__(self, inner: logging.Formatter, masker: Masker) -> None:
        super().__init__()
        self._inner = inner
        self._masker = masker

    def format(self, record: logging.LogRecord) -> str:
        return self._masker.masked_text(self._inner.format(record))


def mask_log(masker: Masker) -> None:
    """Pass all that the host logs from now on through the masker."""
    for handler in logging.getLogger("clz").handlers:
        handler.setFormatter(_Masking(handler.formatter or logging.Formatter(), masker))
