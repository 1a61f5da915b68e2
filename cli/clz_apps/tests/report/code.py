"""What journals say as code: a test of each, in one of the forms of `clz record`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, cast

from clz_apps.tests.report.model import journals
from clz_core.journal.files import read
from clz_core.journal.recording import Recording


def code(folders: Iterable[str | os.PathLike[str]], form: str) -> str:
    """The tests of some journals, in the order in which they began. Raises: FILE_ERROR."""
    tests: dict[str, Recording] = {}
    names: dict[str, str] = {}
    for folder in folders:
        for journal in journals(folder):
            for entry in cast("Iterable[Any]", read(journal)):
                if entry["kind"] == "command":
                    test = entry.get("test") or entry.get("group") or ""
                    tests.setdefault(test, Recording(form=form)).add(entry)
                elif entry["kind"] == "test":
                    names[entry["test"]] = entry["name"]
    return "\n\n".join(one.text(names.get(id) or id or "steps") for id, one in tests.items() if one.lines)
