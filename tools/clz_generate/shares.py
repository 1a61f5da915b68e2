"""Fields that many results have alike: a type for each such group, which their own types extend."""

from __future__ import annotations

from collections.abc import Iterable

from clz_core.contract.commands.actions.shared import EFFECTS, ELEMENT
from clz_core.contract.commands.shared import DIALOGS, PAGE, REQUEST, TAB, URL
from clz_core.contract.registry import Field

# Each with what it is about. A group that holds all of another comes first.
FIELDS: dict[str, tuple[str, tuple[Field, ...]]] = {
    "Effects": ("What an action led to.", tuple(field for field in EFFECTS if field not in (*DIALOGS, REQUEST))),
    "Meanwhile": ("Dialogs that came meanwhile, and the awaited request.", (*DIALOGS, REQUEST)),
    "OfElement": ("The element that the command found.", ELEMENT),
    "OfPage": ("The page in the tab.", PAGE),
    "InPage": ("The tab, and its page.", (TAB, URL)),
}


def shares(fields: Iterable[Field]) -> tuple[list[str], list[Field]]:
    """The groups that are among a result's fields, and its other fields."""
    others, found = list(fields), []
    for name, (_, group) in FIELDS.items():
        if all(field in others for field in group):
            found.append(name)
            others = [field for field in others if field not in group]
    return found, others
