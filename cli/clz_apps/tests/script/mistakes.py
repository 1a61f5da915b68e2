"""Values that Firefox is sure to refuse, whatever the page: keys, viewports, targets and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from clz_apps.tests.script.model import meant
from clz_core.contract.commands.tabs.window import PRESETS
from clz_core.contract.keys import NAMES, chords_of, holds, key_name
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Values

_SIZE = re.compile(r"\d+\s*[x×]\s*\d+", re.IGNORECASE)
_NAMED = re.compile(r"\*?(?:internal:)?[a-z][a-z-]*\s*=")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\\.", re.DOTALL)
_PAIRS = {")": "(", "]": "[", "}": "{"}
_SCRIPT_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{))*`", re.DOTALL)
_UNENDED = re.compile(r"(?:(?<!\+)\+|(?<!-)-|(?<!\d)\.|[=*%&|^<>!~?:,]+)$")


def mistakes_in(command: Command, given: Values) -> Iterator[tuple[str, str]]:
    """Such values, and what is wrong with each."""
    said = {
        "pressKey": ("key", key_mistake),
        "setViewport": ("preset", viewport_mistake),
        "waitFor": ("url", address_mistake),
    }.get(command.name)
    if said is not None and isinstance(given.get(said[0]), str):
        yield given[said[0]], said[1](given[said[0]])
    for param in command.params:
        if param.format == "target" and isinstance(given.get(param.name), str):
            yield given[param.name], target_mistake(given[param.name])
        if param.format == "expression" and isinstance(given.get(param.name), str):
            yield given[param.name], expression_mistake(given[param.name])
    match given.get("words") if command.name == "expect" else None:
        case ["url", str(glob)] if given.get("match") is None:
            yield glob, address_mistake(glob)


def key_mistake(text: str) -> str:
    """What is wrong with the keys of `clz press`; empty if nothing is."""
    for held, name in chords_of(text):
        for one in held:
            if not holds(one):
                return meant(f"There is no key {one} to hold.", one, _near(one, ["Control", "Shift", "Alt", "Meta"]))
        if key_name(name) is None:
            return meant(f"There is no key {name}.", name, _near(name, NAMES))
    return ""


def viewport_mistake(preset: str) -> str:
    """What is wrong with a device; empty if nothing is."""
    known = PRESETS.split(", ")
    name = re.sub(r"[\s_]+", "-", preset.strip().lower())
    if name in known or _SIZE.fullmatch(preset.strip()):
        return ""
    return meant(f"There is no viewport {preset}.", preset, _near(name, known))


def target_mistake(target: str) -> str:
    """What is wrong with how a target is written, where Firefox need not be asked; empty if nothing is sure to be."""
    if re.fullmatch(r"\d+(?:ms|s)?", target.strip()):
        return f"{target} is not a target: a test waits for what happens, and not for a time."
    for step in target.split(">>"):
        if _NAMED.match(step.strip()) or step.strip().startswith(("/", "(", ".", "@", '"', "'")):
            return ""  # what it holds is not CSS
    bare = _STRING.sub('""', target)
    if said := _unpaired(bare, "([", ")]"):
        return f"{target} is not a valid CSS selector: {said}."
    if (found := re.search(r":::|::?(?=[\s>+~,)]|$)|[#.](?=[\s>+~,)#.\[]|$)", bare)) is not None:
        return f"{target} is not a valid CSS selector: no name is after {found[0]}."
    return ""


def expression_mistake(source: str) -> str:
    """What is wrong with an expression, where Firefox need not be asked; empty if nothing is sure to be."""
    bare = _SCRIPT_STRING.sub("0", source).rstrip()
    if source == "-" or "/" in bare or "`" in bare:  # from standard input; or brackets may be text: of a comment, say
        return ""
    if (quote := re.search(r"[\"']", bare)) is not None:
        return f"The expression has no end: nothing closes {quote[0]}."
    if said := _unpaired(bare, "([{", ")]}"):
        return f"The expression is not JavaScript: {said}."
    end = _UNENDED.search(bare)
    return f"The expression has no end: nothing is after {end[0]}." if end else ""


def _unpaired(text: str, opening: str, closing: str) -> str:
    """Which bracket of a text has no other; empty if all have."""
    opened: list[str] = []
    for sign in text:
        if sign in opening:
            opened.append(sign)
        elif sign in closing and (not opened or opened.pop() != _PAIRS[sign]):
            return f"{sign} closes nothing"
    return f"nothing closes {opened[-1]}" if opened else ""


def address_mistake(glob: str) -> str:
    """What is wrong with a glob for an address; empty if one may be like it."""
    if glob == "" or "*" in glob or ":" in glob or glob.startswith(("/", ".", "?", "#")):
        return ""
    return meant(f"{glob} matches no address: a glob must match all of it.", glob, [f"**{glob}**"])


def _near(word: str, known: Sequence[str]) -> list[str]:
    return get_close_matches(word, known, 1) or [one for one in known if one.lower().startswith(word.lower())][:1]
