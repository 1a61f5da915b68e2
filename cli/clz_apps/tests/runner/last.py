"""What failed in the last run of a folder, for `--last-failed`."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from clz_apps.tests.runner.outcomes import Finished
from clz_core.config.paths import private_dir, read_private, state_dir, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError

Failed = set[tuple[str, str]]  # file and title


def load() -> Failed:
    """The tests that failed when they were last run from here."""
    with suppress(OSError, ValueError, TypeError, ClzError):
        return {(str(file), str(title)) for file, title in strict_json.loads(read_private(_file()))}
    return set()


def save(finished: list[Finished]) -> None:
    """Note which failed now; those that were not run stay as they were. A full disk is ignored."""
    known = load()
    for one in finished:
        name = (os.path.abspath(one.job.file), one.job.title)
        if one.bad:
            known.add(name)
        elif one.outcome != "skipped":
            known.discard(name)
    with suppress(ClzError, OSError):
        path = _file()
        private_dir(path.parent.parent)
        private_dir(path.parent)
        write_private(path, json.dumps(sorted(known)))


def _file() -> Path:
    here = hashlib.blake2b(os.getcwd().encode(), digest_size=8).hexdigest()
    return state_dir() / "runs" / f"failed-{here}.json"
