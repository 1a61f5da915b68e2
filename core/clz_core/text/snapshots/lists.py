"""What can be acted on as a list whose lines begin with their refs: `e5 button "Save" disabled`.

Each character is paid for by who reads it: what a name says, its kind does not say again, and only clz writes outside
the quotes of a name, so that states need no brackets.
"""

from __future__ import annotations

import re

_REF = re.compile(r" \[ref=(\w+)\]")
_STRING = r'"(?:[^"\\]|\\.)*"'
_STATE = re.compile(rf"({_STRING})| \[(?:([a-z]+)\]|options: )")
_ONE = re.compile(rf"- [a-z]+(?: ~?{_STRING})?(?! ×)")
_FOLDED = re.compile(r"(.*:)((?: \[ref=\w+\])+)")
_KIND = re.compile(rf"^([a-z]+(?: ~?{_STRING})?) \((?:(tel|email|url)|[a-z-]+: ([^()]+))\)")


def listed(snapshot: str) -> str:
    return "\n".join(_listed(line) for line in snapshot.split("\n"))


def ref_first(line: str) -> str:
    """A line that begins with its ref, if it has one, and without its dash."""
    found = _REF.search(line)
    if not found:
        return line.removeprefix("- ")
    what = _KIND.sub(_kind, line[: found.start()].removeprefix("- "))
    what = _STATE.sub(lambda part: part[1] or (f" {part[2]}" if part[2] else " ["), what)
    return f"{found[1]} {what}{line[found.end() :]}"


def _listed(line: str) -> str:
    """What folds several elements keeps their order; where nothing but refs follows, without their brackets."""
    text = line.lstrip(" ")
    if len(_REF.findall(text)) == 1 and _ONE.match(text):
        text = ref_first(text)
    elif folded := _FOLDED.fullmatch(text):
        text = folded[1] + _REF.sub(r" \1", folded[2])
    return line[: len(line) - len(line.lstrip(" "))] + text.removeprefix("- ")


def _kind(found: re.Match[str]) -> str:
    """How a field is written; what it is for only where its name does not say that."""
    what, kind, form = found.groups()
    is_said = kind == "tel" or (kind is not None and kind in what.lower())
    return what if is_said else f"{what} ({form or kind})"
