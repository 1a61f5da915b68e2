"""What Claude's toolsets call things, and what clz calls them: keys, refs, and elements that are described in words."""

from __future__ import annotations

import re

from clz_core.contract.errors import error
from clz_core.contract.keys import key_name

MODIFIERS = {"Alt": "alt", "Control": "ctrl", "ControlOrMeta": "ctrl", "Meta": "meta", "Shift": "shift"}
MOST_FOUND = 20
_REF = re.compile(r"\[ref=((?:f\d+)?e\d+)\]")
_GIVEN = re.compile(r"\[?(?:ref[_=])?@?((?:f\d+)?e\d+)\]?")
_STOP = frozenset("a an and at for from in into is of on or that the this to which with".split())
_KINDS = {
    "bar": ("searchbox", "textbox"),
    "box": ("textbox", "searchbox", "checkbox", "combobox"),
    "checkbox": ("checkbox", "switch"),
    "dropdown": ("combobox", "listbox"),
    "field": ("textbox", "searchbox", "combobox", "spinbutton"),
    "input": ("textbox", "searchbox", "combobox", "spinbutton", "checkbox"),
    "link": ("link",),
    "list": ("list", "listbox", "combobox"),
    "login": ("log", "sign"),
    "picture": ("image", "img"),
    "search": ("searchbox",),
    "select": ("combobox", "listbox"),
}


def keys(text: str) -> str:
    """Chords with spaces between, as `clz press` takes them: `ctrl+a BackSpace` is `Control+a Backspace`."""
    return " ".join(_chord(chord) for chord in text.split()) or "Space"


def _chord(chord: str) -> str:
    if chord == "+":
        return "+"
    whole = chord.removesuffix("++")
    parts = [_key(part) for part in whole.split("+")]
    return "+".join([*parts, "+"] if chord.endswith("++") else parts)


def _key(word: str) -> str:
    """What Claude calls Command is the key that copies, on whichever machine it is pressed."""
    name = key_name(word) or word
    return "ControlOrMeta" if name == "Meta" and word.lower() in ("cmd", "command") else name


def modifiers(text: str | None) -> list[str]:
    """The keys that are held during an action. Raises: INVALID_PARAMS for an unknown key."""
    held = []
    for part in (text or "").replace("+", " ").split():
        name = MODIFIERS.get(_key(part))
        if name is None:
            raise error("INVALID_PARAMS", f"{part!r} is not a modifier.", "Use ctrl, shift, alt or cmd.")
        held.append(name)
    return list(dict.fromkeys(held))


def shown_refs(snapshot: str) -> str:
    """A snapshot with its refs as Claude writes them: `[ref_e12]`."""
    return _REF.sub(r"[ref_\1]", snapshot)


def target(ref: str) -> str:
    """The target that a ref names. Raises: INVALID_PARAMS."""
    found = _GIVEN.fullmatch(ref.strip())
    if found is None:
        raise error(
            "INVALID_PARAMS",
            f"{ref[:80]!r} is not a reference.",
            "Use one that read_page or find returned, such as ref_e12.",
        )
    return f"@{found[1]}"


def matching(snapshot: str, query: str) -> list[str]:
    """The lines of a snapshot with a ref that say most of what is asked for, the best first."""
    asked = [word for word in _words(query) if word not in _STOP] or _words(query)
    scored = []
    for at, line in enumerate(snapshot.splitlines()):
        if _REF.search(line):
            there = _words(_REF.sub("", line))
            score = sum(_fits(word, there) for word in asked)
            if score > 0:
                scored.append((-score, at, line.strip().removeprefix("- ").rstrip(":")))
    best = min(scored, default=(0, 0, ""))[0]
    return [line for score, _, line in sorted(scored)[:MOST_FOUND] if score < best / 2]


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"\w+", text)]


def _fits(word: str, there: list[str]) -> float:
    if word in there:
        return 2
    if any(kind in there for kind in _KINDS.get(word, ())):
        return 1.5
    begins = len(word) > 3 and any(
        len(other) > 3 and (other.startswith(word) or word.startswith(other)) for other in there
    )
    return 1 if begins else 0
