"""Text that somebody else wrote, made fit to be among ours: on a terminal, in a line, before a model.

A page chooses its title, names, messages and addresses, and could so move the cursor, write the clipboard, turn the
direction of a line, hide words, or begin a line that looks like one of ours. Three things hold it:

    escapes         control and bidi characters and what cannot be seen are shown as `\\x1b`, `\\u202e`, `\\U000e0041`
    tidy            each string of a result is one line, but for the fields that are declared to have lines of their own
    wrap_untrusted  what a page wrote is between markers with a nonce that is drawn for each result

What is kept although it cannot be seen, where it has a meaning: the joiners U+200C and U+200D after letters of scripts
that need them, such as Persian and Hindi, and within emoji; variation selectors after what has variants. Elsewhere, and
in a run, which no script has and which can carry hidden words, they are escapes as well. The flags of England, Scotland
and Wales, which consist of tag characters, are shown as such.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, RawResult, Result

_UNSEEN = (
    "\x7f-\x9f"  # DEL and C1: CSI is one character there
    "\xad\u034f"  # soft hyphen, grapheme joiner
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidi
    "\u2028\u2029"  # line and paragraph separators
    "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"  # unseen
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # unseen; tags
    "\ud800-\udfff"  # lone surrogates
)
_RUNS = "[\u200c\u200d]{2,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
# What joiners and variation selectors may follow, in coarse ranges.
_JOINED = "\u0600-\u0fff\u1000-\u109f\u1700-\u1cff\ua800-\uabff\U00010a00-\U00011fff"  # Arabic, Indic and their kin
_EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_STRAY = "|".join(
    (
        f"\u200c(?<![{_JOINED}].)",
        f"\u200d(?<![{_JOINED}{_EMOJI}\ufe0f].)|\u200d(?<=[{_EMOJI}\ufe0f].)(?![{_EMOJI}])",
        f"[\ufe0e\ufe0f](?<![#*0-9\xa9\xae\u203c-\u3299{_EMOJI}].)",
        f"[\ufe00-\ufe0d](?<![\u1000-\u109f\u2200-\u2aff\u3000-\u33ff\ua840-\ua87f\uff00-\uffef{_IDEOGRAPHS}].)",
        f"[\U000e0100-\U000e01ef](?<![{_IDEOGRAPHS}].)",
    )
)
_BLOCK = f"[\x00-\x08\x0b-\x1f{_UNSEEN}]|{_RUNS}|{_STRAY}"
_LINE = f"[\x00-\x1f{_UNSEEN}]|{_RUNS}|{_STRAY}"
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Compiled when first used: what prints nothing of others need not wait for it."""
    return re.compile(text)


def block(text: str) -> str:
    """`text` with its line breaks and tabs, all else that cannot be seen as escapes."""
    return _pattern(_BLOCK).sub(_escape, text)


def line(text: str) -> str:
    """`text` as one line: line breaks and tabs are escapes too."""
    return _pattern(_LINE).sub(_escape, text)


def json_text(text: str) -> str:
    """JSON that means the same and shows what cannot be seen as its own escapes."""
    return _pattern(_BLOCK).sub(_json_escape, text)


def quote(text: str, most: int = 300) -> str:
    """`text` in double quotes that it cannot close, cut at `most` characters."""
    short = text if len(text) <= most else text[: most - 1] + "…"
    return '"' + line(short).replace('"', '\\"') + '"'


def _escape(match: re.Match[str]) -> str:
    return "".join(_SHORT.get(char) or _code(ord(char)) for char in match[0])


def _code(point: int) -> str:
    return f"\\x{point:02x}" if point < 0x80 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _json_escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def tidy(command: Command, result: Result) -> RawResult:
    """A result whose strings cannot leave their line, but for the fields that have lines of their own.

    Payloads stay as they are: what shows them asks for a `block` of all.
    """
    kinds = {field.name: field.text for field in command.result}
    return {line(name): _tidy(value, kinds.get(name, "line")) for name, value in result.items()}


def tidy_entry(entry: Result, kind: str = "line") -> JsonObject:
    """One entry of a result's list, made so; `kind` is that of the list's field."""
    return {line(name): _tidy(value, kind) for name, value in entry.items()}


def _tidy(value: Any, kind: str) -> Any:
    if isinstance(value, str):
        return line(value) if kind == "line" else block(value) if kind == "lines" else value
    if kind == "payload":
        return value
    if isinstance(value, list):
        return [_tidy(item, kind) for item in value]
    if isinstance(value, Mapping):
        return {line(str(name)): _tidy(item, kind) for name, item in value.items()}
    return value


_AGENT = re.compile(r"agent_[0-9a-f]{1,32}")


@cache
def _declared(command: Command) -> dict[str, tuple[frozenset[str], frozenset[str], tuple[str, ...]]]:
    """Of each field the words that its type names, the names of what is in it, and which of them the person writes."""
    return {
        field.name: (
            frozenset(re.findall(r"'([^']*)'", field.type)),
            frozenset(re.findall(r"(\w+)\??:", field.type)),
            field.persons,
        )
        for field in command.result
    }


def facts(command: Command, result: Result) -> RawResult:
    """What of a result no page can have written: numbers, yes and no, words that its type names, ids of agents, and
    what the person has written.

    Every other string is empty there, so that a list still has its length.
    """
    known = _declared(command)
    return {name: _fact(value, *known[name]) for name, value in result.items() if name in known}


def _fact(value: Any, words: frozenset[str], names: frozenset[str], persons: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        return value if value in words or _AGENT.fullmatch(value) else ""
    if isinstance(value, list):
        return [_fact(item, words, names, persons) for item in value]
    if isinstance(value, Mapping):
        own = {name: item for name, item in value.items() if name in names}
        return {name: item if name in persons else _fact(item, words, names, persons) for name, item in own.items()}
    return value


def wrap_untrusted(text: str) -> str:
    """`text` of a page between markers that it cannot close: their number is drawn for it, and is nowhere in it."""
    nonce = next(drawn for digits in _DIGITS if (drawn := _number(digits)) not in text)
    return f"<page-{nonce}>\n{text}\n</page-{nonce}>"


# Six digits cost a model least. A page may say many numbers; the longest ones nobody can say all of.
_DIGITS = (6, 6, 6, 6, 12, 24, 48)


def _number(digits: int) -> str:
    return f"{int.from_bytes(os.urandom(32)) % 10**digits:0{digits}}"


MARK_CHARS = len(wrap_untrusted(""))
