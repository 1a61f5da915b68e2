"""The journal: what was done, a line of JSON each, in the folder that `CLZ_JOURNAL` names.

    DIR/journal.jsonl      entries, appended by any number of processes at once
    DIR/evidence/ID.png    the picture taken at the command ID; ID.txt is the snapshot

Clients write an entry for each command; runners add those of attempts, tests and runs. Nothing in here is imported
if no journal is kept, and nothing that goes wrong in here is the command's fault: it is reported once, as a warning.
"""

from __future__ import annotations

from clz_core.journal.entries import (
    AttemptEntry,
    CommandEntry,
    Entry,
    Error,
    Evidence,
    Locator,
    Place,
    RunEntry,
    Test,
    TestEntry,
    new_entry,
)
from clz_core.journal.files import Entries, Journal, journal_of, read
from clz_core.journal.notes import without_secrets
from clz_core.journal.place import at
from clz_core.journal.words import line_of

__all__ = [
    "AttemptEntry",
    "CommandEntry",
    "Entries",
    "Entry",
    "Error",
    "Evidence",
    "Journal",
    "Locator",
    "Place",
    "RunEntry",
    "Test",
    "TestEntry",
    "at",
    "journal_of",
    "line_of",
    "new_entry",
    "read",
    "without_secrets",
]
