"""What is known of an element that is gone: what its target says, and how it was in the last run that found it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ROLES_OF_TAGS = {
    "a": "link",
    "button": "button",
    "input": "textbox",
    "textarea": "textbox",
    "select": "combobox",
    "option": "option",
    "img": "img",
}
ROLES_OF_TYPES = {
    "checkbox": "checkbox",
    "radio": "radio",
    "submit": "button",
    "button": "button",
    "search": "searchbox",
}
NAMED = re.compile(r"(text|label|placeholder|title|alt)\s*=\s*(.*)", re.DOTALL)
MARKED = re.compile(r"(?:testid|id)\s*=\s*(.*)", re.DOTALL)
ROLE = re.compile(r"role\s*=\s*([a-zA-Z]+)(.*)", re.DOTALL)
TAG = re.compile(r"([a-z][a-z0-9]*)(?=[.#:\[\s]|$)")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'')
MARK = re.compile(r"[#.]([A-Za-z_][\w-]+)|\[[\w-]+[~|^$*]?=\s*[\"']?([\w -]+)[\"']?\]")


@dataclass(frozen=True)
class Fingerprint:
    """`names` are words that people read, `marks` those of the page's source, such as ids; `near` was around it."""

    role: str = ""
    names: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    near: Mapping[str, str] = field(default_factory=dict)
    seen: bool = False  # a run has found it

    @property
    def empty(self) -> bool:
        return not (self.names or self.marks or self.near)


def fingerprint_of(target: str, known: Mapping[str, Any] | None = None) -> Fingerprint:
    """What a target says of its element, with what a run has known of it: the locator of its journal."""
    said = _said(target.rpartition(">>")[2].strip())
    if not known:
        return said
    names = (known["name"],) if known.get("name") else said.names
    near = {side: words for side, words in (known.get("near") or {}).items() if isinstance(words, str)}
    return Fingerprint(known.get("role") or said.role, names, said.marks, near, seen=True)


def _said(target: str) -> Fingerprint:
    if found := ROLE.match(target):
        return Fingerprint(found[1].lower(), _quoted(found[2]))
    if found := NAMED.match(target):
        return Fingerprint("", (found[2].strip().strip("\"'"),))
    if found := MARKED.match(target):
        return Fingerprint("", (), (found[1].strip().strip("\"'"),))
    if re.match(r"(?:xpath=|//)", target):
        return Fingerprint("", _quoted(target))
    last = re.split(r"[\s>+~]+(?![^\[(]*[\])])", target)[-1]
    tag = found[1] if (found := TAG.match(last)) else ""
    kind = found[1] if (found := re.search(r"\[type=[\"']?(\w+)", last)) else ""
    marks = tuple(one or other for one, other in MARK.findall(re.sub(r"\[type=[^\]]*\]", "", last)))
    role = ROLES_OF_TYPES.get(kind, ROLES_OF_TAGS.get(tag, ""))
    return Fingerprint(role, _quoted(re.sub(r"\[[^\]]*\]", "", last)), marks)


def _quoted(text: str) -> tuple[str, ...]:
    return tuple(one or other for one, other in QUOTED.findall(text) if one or other)
