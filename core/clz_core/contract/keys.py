"""Keys: the names that they have here, which are those of the DOM, and what X11, Selenium, Emacs and others call them.

A spelling stands for one key whatever its case, with or without blanks, `-` and `_`: `Page_Up`, `page up`, `PGUP`.
"""

from __future__ import annotations

import re

MODIFIERS = ("Control", "Shift", "Alt", "Meta", "ControlOrMeta")
MARKS = {
    "Minus": "-",
    "Equal": "=",
    "BracketLeft": "[",
    "BracketRight": "]",
    "Backslash": "\\",
    "Semicolon": ";",
    "Quote": "'",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
    "Backquote": "`",
}
NAMES = (
    *"Enter Tab Escape Backspace Delete Insert ArrowLeft ArrowUp ArrowRight ArrowDown Home End PageUp PageDown".split(),
    *"Space ContextMenu CapsLock NumLock ScrollLock PrintScreen Pause AltGraph".split(),
    *MODIFIERS,
    *(f"{key}{side}" for key in MODIFIERS[:4] for side in ("Left", "Right")),
    *(f"F{number}" for number in range(1, 25)),
    *(f"Numpad{key}" for key in (*range(10), "Enter", "Multiply", "Add", "Subtract", "Decimal", "Divide")),
    *MARKS,
)
_OTHERS = {
    "Enter": "return ret cr",
    "Escape": "esc",
    "Backspace": "bs bksp",
    "Delete": "del",
    "Insert": "ins",
    "Space": "spacebar spc",
    "ArrowLeft": "left leftarrow",
    "ArrowUp": "up uparrow",
    "ArrowRight": "right rightarrow",
    "ArrowDown": "down downarrow",
    "PageUp": "pgup prior",
    "PageDown": "pgdn pgdown next",
    "ContextMenu": "menu apps",
    "PrintScreen": "prtsc prtscn prntscrn sysrq",
    "Pause": "break",
    "AltGraph": "altgr isolevel3shift",
    "Control": "ctrl ctl",
    "Alt": "option opt",
    "Meta": "cmd command super win windows os",
    "ControlOrMeta": "mod cmdorctrl commandorcontrol ctrlorcmd",
    "Minus": "hyphen",
    "Equal": "equals",
    "Quote": "apostrophe",
    "Period": "dot",
    "Backquote": "grave backtick",
}
_SIDES = {
    "Control": ("control", "ctrl"),
    "Shift": ("shift",),
    "Alt": ("alt", "option"),
    "Meta": ("meta", "super", "win", "windows", "cmd", "command"),
}
_CHARACTERS = {
    "+": "plus",
    "*": "asterisk",
    "!": "exclam exclamation",
    "?": "question",
    "_": "underscore",
    ":": "colon",
    '"': "quotedbl doublequote",
    "&": "ampersand",
    "%": "percent",
    "$": "dollar",
    "#": "numbersign hash",
    "@": "at",
    "<": "less",
    ">": "greater",
    "(": "parenleft",
    ")": "parenright",
    "{": "braceleft",
    "}": "braceright",
    "|": "bar",
    "~": "asciitilde tilde",
    "^": "asciicircum caret",
}


def _spellings() -> dict[str, str]:
    """The key for each spelling, without its case and what parts its words."""
    known = {name.lower(): name for name in NAMES}
    for names in (_OTHERS, _CHARACTERS):
        known.update({other: name for name, others in names.items() for other in others.split()})
    for key, words in _SIDES.items():
        for side in ("Left", "Right"):
            for word in words:
                for spelling in (
                    side.lower() + word,
                    word + side.lower(),
                    word + side[0].lower(),
                    side[0].lower() + word,
                ):
                    known.setdefault(spelling, key + side)
    for key in (*map(str, range(10)), "Enter", "Multiply", "Add", "Subtract", "Decimal", "Divide"):
        known[f"kp{key.lower()}"] = f"Numpad{key}"
        known.setdefault(key.lower() if len(key) > 1 else f"num{key}", f"Numpad{key}")
    return known


SPELLINGS = _spellings()


def key_name(word: str) -> str | None:
    """The key that a word names: its name here, or a character. None if it names none."""
    if len(word) == 1 or word in NAMES or re.fullmatch(r"Key[A-Z]|Digit\d", word):
        return word
    bare = re.sub(r"^(?:[<{](.+)[>}]|keys?\.(.+))$", r"\1\2", word, flags=re.IGNORECASE)
    return SPELLINGS.get(re.sub(r"[\s_-]", "", bare.lower()))


_HOLDS = r"ctrl|control|cmd|command|meta|alt|option|shift"
_SHORT = {"C": "Control", "M": "Alt", "A": "Alt", "S": "Shift", "s": "Meta", "D": "Meta"}
_WORDS = (
    (
        re.compile(
            r"\b(page|arrow|back|caps|num|scroll|print)[ _-](up|down|left|right|space|lock|screen)\b", re.IGNORECASE
        ),
        r"\1\2",
    ),
    (re.compile(rf"^((?:(?:{_HOLDS}) )+)(?=\S+$)", re.IGNORECASE), lambda found: found[1].replace(" ", "+")),
    (re.compile(rf"(?<!\S)((?:(?:{_HOLDS})-)+)(?=\S)", re.IGNORECASE), lambda found: found[1].replace("-", "+")),
    (
        re.compile(r"(?<!\S)<?((?:[CMASsD]-)+)([^\s>]+|>)>?(?!\S)"),
        lambda found: "+".join([*(_SHORT[letter] for letter in found[1].replace("-", "")), found[2]]),
    ),
)


def chords_of(text: str) -> list[tuple[list[str], str]]:
    """The words for the keys that a text names, each with those that are held meanwhile."""
    named = text.strip()
    for pattern, meant in _WORDS:
        named = pattern.sub(meant, named)
    chords = []
    for word in named.split():
        rest = re.sub(r"\+{1,2}$", "", word)
        *held, name = [*(rest.split("+") if rest else []), *(["+"] if rest != word else [])]
        chords.append((held, name))
    return chords


def holds(word: str) -> bool:
    """True for the name of a key that others are pressed with."""
    name = key_name(word) or ""
    return name.removesuffix("Left").removesuffix("Right") in MODIFIERS
