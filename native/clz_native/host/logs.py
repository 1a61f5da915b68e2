"""The host's log: rotating, without page content, parameters or addresses."""

from __future__ import annotations

import logging
import logging.handlers
from pathlib import Path

from clz_core.config import settings
from clz_core.config.paths import private_dir, state_dir
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import LOG_BYTES, LOG_FILES
from clz_core.text.plain_log import PlainFormatter


def log_file(session: str) -> Path:
    return state_dir() / "logs" / f"host-{session}.log"


def open_log(session: str) -> Path:
    """Send the `clz` loggers to the session's log file; the level is a setting, `log.level`.

    Raises: RUNTIME_UNSAFE, FILE_ERROR; OSError if the file cannot be opened.
    """
    path = log_file(session)
    private_dir(path.parent.parent)
    private_dir(path.parent)
    handler = logging.handlers.RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8")
    handler.setFormatter(PlainFormatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    logger = logging.getLogger("clz")
    logger.addHandler(handler)
    logger.propagate = False
    try:
        logger.setLevel(str(settings.load(project=False, lenient=True).value("log.level")).upper())
    except ClzError:  # a level that is none must not keep a host from its work
        logger.setLevel(logging.INFO)
    return path
