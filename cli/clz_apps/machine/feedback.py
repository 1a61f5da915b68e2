"""`clz feedback`: what a report of a bug needs, with nothing in it that says who or where somebody is."""

from __future__ import annotations

import getpass
import os
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from clz_apps.machine.logs import line, logs
from clz_apps.machine.upgrade import installer
from clz_apps.place import Place
from clz_apps.say import Say
from clz_core import PROTOCOL_VERSION, __version__
from clz_core.config import settings
from clz_core.config.schema import SETTINGS
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Values
from clz_core.text.checks import table
from clz_core.text.redact import redact_text

if TYPE_CHECKING:
    from clz_core.generated.results import FeedbackResult

LAST_ENTRIES = 20
ADDRESS = re.compile(r"\b(https?|wss?|file|ftp)://[^\s\"'<>]+")
HEX_ID = re.compile(r"\b(agent_[0-9a-f]{4})[0-9a-f]{4,}")


def feedback(values: Values, place: Place, say: Say) -> FeedbackResult:
    """The report, as Markdown. Raises nothing for what is broken: that is what it is about."""
    parts = (
        ("What happened", ["Which command did you run, what did it print, and what did you expect?"]),
        ("Versions", _versions()),
        ("Settings", _settings()),
        ("Checks", _checks(place)),
        ("Last warnings of the host", _entries(place)),
    )
    report = "\n\n".join(f"### {title}\n\n" + "\n".join(lines) for title, lines in parts)
    return {"report": anonymous(report).splitlines()}


def anonymous(text: str) -> str:
    """The text without secrets, addresses, and the names of the person and the machine."""
    text = redact_text(ADDRESS.sub(r"\1://…", text))
    text = HEX_ID.sub(r"\1…", text)
    for name, shown in _names():
        text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", shown, text)
    return text


def _names() -> Iterator[tuple[str, str]]:
    """What says who somebody is, the longest first, with what is shown in its place."""
    home = os.path.expanduser("~")
    if len(Path(home).parts) > 1:
        yield home, "~"
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    if len(user) > 2 and user != "root":
        yield user, "USER"
    machine = platform.node()
    if len(machine) > 2 and machine != "localhost":
        yield machine, "MACHINE"


def _versions() -> list[str]:
    return [
        f"- clz {__version__}, protocol {PROTOCOL_VERSION}, installed by {installer().name}",
        f"- Python {platform.python_version()} ({platform.python_implementation()})",
        f"- {platform.system()} {platform.release()}, {platform.machine()}{_distribution()}",
        f"- terminal {'yes' if sys.stdout.isatty() else 'no'}, TERM {os.environ.get('TERM', 'none')}",
    ]


def _distribution() -> str:
    try:
        return f", {platform.freedesktop_os_release()['PRETTY_NAME']}"
    except (OSError, KeyError):
        return ""


def _settings() -> list[str]:
    """Which settings are not the defaults: what a text among them says stays here."""
    known = settings.load(lenient=True)
    out = []
    for key, setting in SETTINGS.items():
        try:
            found = known.find(key)
        except ClzError as problem:
            out.append(f"- {key}: cannot be read ({problem.code})")
            continue
        if found.origin != "default":
            value = str(found.value) if setting.kind in ("boolean", "integer") or setting.choices else "(set)"
            out.append(f"- {key} = {value}, from {found.origin}")
    return out or ["the defaults"]


def _checks(place: Place) -> list[str]:
    from clz_native.doctor import run

    try:
        found = run(place.session, place.agent)
    except ClzError as problem:
        return [f"clz doctor: {problem.message} [{problem.code}]"]
    return ["```", *table(found["checks"]), found["summary"], "```"]


def _entries(place: Place) -> list[str]:
    asked = {"firefox": False, "level": "warning", "follow": False, "lines": LAST_ENTRIES}
    try:
        entries = logs(asked, place, Say())["entries"]
    except ClzError as problem:
        return [f"{problem.message} [{problem.code}]"]
    return ["```", *map(line, entries), "```"] if entries else ["none"]
