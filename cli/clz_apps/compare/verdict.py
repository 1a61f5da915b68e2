"""What differs between two looks at a page."""

from __future__ import annotations

import re
from difflib import unified_diff
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from clz_apps.compare.look import Compared, Look, Sums

if TYPE_CHECKING:
    from clz_core.generated.results import ComparePagesViews, ComparePagesViewsLoadedBefore

T = TypeVar("T")
GRAVE = ("error", "warn")  # other messages are listed, and are no difference: many hold times


def view(before: Look | None, after: Look, compared: Compared) -> ComparePagesViews:
    """The differences in one viewport; of a page that is only kept there are none."""
    was = after if before is None else _moved(before, after.url)
    snapshot = _changes(was.snapshot, after.snapshot)
    messages = _new(was.messages, after.messages)
    failed = _new(was.failed, after.failed)
    grave = any(one.level in GRAVE for one in messages)
    sides = {side: look for side, look in (("before", before), ("after", after)) if look is not None}
    pictures = {side: look.picture for side, look in sides.items()}
    kinds = sorted({*was.loaded, *after.loaded} - {"all"})
    return {
        "viewport": after.viewport,
        "same": not (compared.words or snapshot or failed or grave),
        "picture": compared.words,
        "pictures": pictures if not compared.diff else {**pictures, "diff": compared.diff},
        "films": {side: look.film for side, look in sides.items() if look.film},
        "snapshot": snapshot,
        "messages": [{"level": one.level, "message": one.message} for one in messages],
        "failed": failed,
        "loaded": [
            {"type": kind, "before": _sums(was.loaded.get(kind)), "after": _sums(after.loaded.get(kind))}
            for kind in [*kinds, "all"]
        ],
        "vitals": [
            {"name": name, "before": was.vitals.get(name), "after": value} for name, value in after.vitals.items()
        ],
        "unfinished": [side for side, look in sides.items() if look.unfinished],
    }


def _new(before: list[T], after: list[T]) -> list[T]:
    """What was not there before, each once."""
    return [one for at, one in enumerate(after) if one not in before and one not in after[:at]]


def _sums(of: Sums | None) -> ComparePagesViewsLoadedBefore:
    return {"requests": of.requests if of else 0, "bytes": of.bytes if of else 0}


def _changes(before: list[str], after: list[str]) -> list[str]:
    """The lines that are new and gone, each with the lines around it; `…` marks those that are left out."""
    lines = list(unified_diff(before, after, n=1, lineterm=""))[3:]
    return ["…" if line.startswith("@@") else f"{line[0]} {line[1:]}" for line in lines]


def _moved(look: Look, url: str) -> Look:
    """What it would say at the other address: servers of one site differ in host and port."""
    old, new = _origin(look.url), _origin(url)
    if not old or not new:
        return look
    return Look.model_validate_json(re.sub(rf"{re.escape(old)}(?![\w.:-])", lambda _: new, look.model_dump_json()))


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
