"""The difference of two page states: items are paired by what they are, so that a change is not two strangers."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject

if TYPE_CHECKING:
    from clz_core.generated.results import DiffPageStateChanged, DiffPageStateChangedFields, DiffPageStateResult

Item = JsonObject

# What tells one item of a list from the others, the surest first. Refs count within one page only.
KEYS = {
    "headings": ("text",),
    "links": ("href", "text"),
    "buttons": ("text",),
    "inputs": ("name", "label", "placeholder"),
    "images": ("src", "alt"),
    "landmarks": ("name", "role"),
}
PAGE_FIELDS = ("url", "title", "viewport", "counts")
ALIKE = 0.6  # texts that have this much in common are one text that changed
MAX_COMPARED = 200  # beyond this many strangers on a side, texts are not compared


def page_state(data: Any, which: str) -> Item:
    """The page state in `data`, which may be the envelope that --json prints. Raises: INVALID_PARAMS."""
    state = data.get("result", data) if isinstance(data, dict) else None
    if not isinstance(state, dict) or not isinstance(state.get("headings"), list):
        raise error("INVALID_PARAMS", f"{which} is not a page state.", "Make one with: clz page-state --json")
    return state


def diff(before: Item, after: Item) -> DiffPageStateResult:
    """What differs between two page states, as `page_state` has read them."""
    added: dict[str, list[Any]] = {}
    removed: dict[str, list[Any]] = {}
    same_page = before.get("url") == after.get("url") and before.get("tabId") == after.get("tabId")
    changed: list[DiffPageStateChanged] = []
    fields = _fields(_page(before), _page(after))
    if fields:
        changed.append({"list": "page", "what": str(after.get("url", "")), "fields": fields})
    for name, keys in KEYS.items():
        old, new, pairs = _pair(_items(before, name), _items(after, name), keys, same_page)
        changed += [
            {"list": name, "what": _title(b), "fields": found} for a, b in pairs if (found := _fields(_own(a), _own(b)))
        ]
        added |= {name: new} if new else {}
        removed |= {name: old} if old else {}
    errors = ([str(e) for e in before.get("errors", [])], [str(e) for e in after.get("errors", [])])
    if came := [{"text": e} for e in errors[1] if e not in errors[0]]:
        added["errors"] = came
    if went := [{"text": e} for e in errors[0] if e not in errors[1]]:
        removed["errors"] = went
    return {"same": not (added or removed or changed), "added": added, "removed": removed, "changed": changed}


def _items(state: Item, name: str) -> list[Item]:
    found = state.get(name)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _page(state: Item) -> Item:
    return {name: state.get(name) for name in PAGE_FIELDS}


def _own(item: Item) -> Item:
    return {name: value for name, value in item.items() if name != "ref"}


def _fields(before: Item, after: Item) -> dict[str, DiffPageStateChangedFields]:
    names = [*before, *(name for name in after if name not in before)]
    pairs = ((name, before.get(name), after.get(name)) for name in names)
    return {name: {"before": a, "after": b} for name, a, b in pairs if a != b}


def _title(item: Item) -> str:
    return str(next((item[k] for k in ("text", "label", "name", "alt", "placeholder", "src") if item.get(k)), "?"))


def _pair(
    old: list[Item], new: list[Item], keys: tuple[str, ...], same_page: bool
) -> tuple[list[Item], list[Item], list[tuple[Item, Item]]]:
    """What is left on either side, and the pairs: the same element first, then equals, the same key, a like text."""
    pairs: list[tuple[Item, Item]] = []
    steps: list[Callable[[Item], Any]] = [lambda item: item.get("ref")] if same_page else []
    steps.append(lambda item: repr(sorted(_own(item).items(), key=str)))
    steps += [_value_of(key) for key in keys]
    for key_of in steps:
        waiting: dict[Any, list[Item]] = {}
        for item in new:
            if key := key_of(item):
                waiting.setdefault(key, []).append(item)
        left = []
        for item in old:
            partners = waiting.get(key_of(item))
            if partners:
                pairs.append((item, partners.pop(0)))
            else:
                left.append(item)
        taken = {id(b) for _, b in pairs}
        old, new = left, [item for item in new if id(item) not in taken]
    return *_pair_alike(old, new, pairs), pairs


def _value_of(key: str) -> Callable[[Item], Any]:
    return lambda item: item.get(key)


def _pair_alike(old: list[Item], new: list[Item], pairs: list[tuple[Item, Item]]) -> tuple[list[Item], list[Item]]:
    if len(old) > MAX_COMPARED or len(new) > MAX_COMPARED:
        return old, new
    left = []
    for item in old:
        matcher = SequenceMatcher(b=_title(item))
        best, score = None, ALIKE
        for other in new:
            matcher.set_seq1(_title(other))
            if matcher.real_quick_ratio() >= score and (ratio := matcher.ratio()) >= score:
                best, score = other, ratio
        if best is None:
            left.append(item)
        else:
            pairs.append((item, best))
            new = [other for other in new if other is not best]
    return left, new
