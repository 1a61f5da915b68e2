"""The forms in which pages, servers and clz itself write a value: as expressions, and as what base64 makes of it.

A character is written as it is, or with its code: in an address or a form (`%C3%BC`, `%fc`, twice), in markup
(`&uuml;`, `&#xfc;`), in JSON, a script or a selector (`\\u00fc`, `\\xfc`, `\\fc `), after a backslash as in Markdown.
White space of every kind is one space on a page, and none at the ends.
"""

from __future__ import annotations

import base64
import json
import re
import unicodedata
from collections.abc import Iterable
from html.entities import codepoint2name
from urllib.parse import quote, quote_plus

_PLAIN = re.compile(r"[A-Za-z0-9]")
_BACKSLASHES = r"\\{1,8}"  # each JSON around another doubles them
_SHORT = 4  # characters that are not white space: with fewer, it is the white space that tells a value from others


def expression_of(value: str, any_case: bool, coded: bool = False, once: bool = False) -> str:
    """An expression for the value in all of its forms.

    With `coded`, also where its letters and digits are codes. Where the value's end is its own beginning it may begin
    there once more, as `abab` does in `ababab`: that belongs to it, unless it is to be found `once`.
    """
    wholes = dict.fromkeys((unicodedata.normalize("NFC", value), value))
    expressions = [_expression(whole, any_case, coded) for whole in wholes]
    if not once:
        expressions += [_expression(end, any_case, coded) for end in _ends(value, any_case)]
        whole = "|".join(expressions[: len(wholes)])
        again = "|".join(expressions[len(wholes) :])
        return f"(?:{whole})(?:{again})*" if again else f"(?:{whole})"
    return f"(?:{'|'.join(expressions)})"


def _ends(value: str, any_case: bool) -> list[str]:
    """What is left of the value after each prefix that is also a suffix, but for repetitions of a shorter such rest."""
    folded = value.lower() if any_case and len(value.lower()) == len(value) else value
    ends: list[str] = []
    for length in range(1, len(value)):
        if not folded.startswith(folded[length:]):
            continue
        end = folded[-length:]
        if not any(length % len(known) == 0 and end == known * (length // len(known)) for known in ends):
            ends.append(end)
    return ends


def _expression(value: str, any_case: bool, coded: bool) -> str:
    runs: list[str] = re.findall(r"\s+|\S", value)
    pages = sum(not run.isspace() for run in runs) >= _SHORT
    out = []
    for place, run in enumerate(runs):
        if not run.isspace():
            out.append(_character(run, any_case, coded))
        elif not pages:
            out.append(f"{_SPACE}{{{len(run)}}}")
        else:
            out.append(f"{_SPACE}{{0,{len(run)}}}" if place in (0, len(runs) - 1) else f"{_SPACE}+")
    return "".join(out)


def _character(character: str, any_case: bool, coded: bool) -> str:
    """An expression for a character in all the forms in which it is written."""
    if _PLAIN.fullmatch(character):
        if not coded:
            return character
        cases = {character, character.upper(), character.lower()} if any_case else {character}
        codes = [form for case in sorted(cases) for form in _codes(case)]
        return f"(?:{character}|(?i:{'|'.join(codes)}))"
    cases = {character, character.upper(), character.lower()} if any_case else {character}
    forms = [form for case in sorted(cases) for form in _forms(case)]
    # The longest form first: what begins with a backslash may be written with two.
    return f"(?i:{'|'.join(sorted(dict.fromkeys(forms), key=len, reverse=True))})"


def _forms(text: str) -> list[str]:
    """Those of one character, or of the few that it is in the other case (`SS`) or taken apart (`u` and its dots)."""
    forms = []
    for variant in dict.fromkeys((text, unicodedata.normalize("NFD", text))):
        forms.append(re.escape(variant))
        forms.append("".join(rf"(?:{'|'.join(_codes(one))})" for one in variant))
        if len(variant) == 1 and variant.isascii():
            forms.append(f"{_BACKSLASHES}{re.escape(variant)}")
    return forms


def _codes(character: str) -> list[str]:
    """A character by its code."""
    number = ord(character)
    data = character.encode("utf-8", "surrogatepass")
    codes = ["".join(f"%(?:25)?{byte:02x}" for byte in data), "".join(f"={byte:02x}" for byte in data)]
    units = character.encode("utf-16-be", "surrogatepass")
    escaped = [f"u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)]
    codes.append("".join(f"{_BACKSLASHES}{unit}" for unit in escaped))
    codes.append("".join(rf"%(?:25)?{unit}" for unit in escaped))
    codes += [rf"{_BACKSLASHES}u\{{0*{number:x}\}}", rf"&(?:amp;)?#(?:0*{number}|x0*{number:x});"]
    codes.append(rf"\\0*{number:x} ?+")  # the space ends the code, and belongs to nothing else
    if number < 256:
        codes += [f"{_BACKSLASHES}x{number:02x}", f"%(?:25)?{number:02x}"]
    name = "apos" if character == "'" else codepoint2name.get(number)
    return [*codes, f"&(?:amp;)?{name};"] if name else codes


_SPACES = (" ", "\t", "\u00a0")
_SPACE = "|".join(
    [r"[\s\u200b]", r"\+", rf"{_BACKSLASHES}[t ]", *(code for space in _SPACES for code in _codes(space))]
)
_SPACE = f"(?i:{_SPACE})"


def base64_cores(value: str) -> tuple[str, ...]:
    """What the base64 of any text with the value in it contains: the value's offset decides which of three forms."""
    cores: list[str] = []
    for data in _texts(value):
        for shift in range(3):
            text = base64.b64encode(b"\0" * shift + data).decode().rstrip("=")
            bits = 8 * (shift + len(data))
            core = text[-(-8 * shift // 6) : bits // 6]  # without the characters that its neighbours share
            if len(core) >= 4:
                cores += [core, core.replace("+", "-").replace("/", "_")]
    return tuple(dict.fromkeys(cores))


def _texts(value: str) -> Iterable[bytes]:
    """How the value may be in a text before that is made base64: as in a token, a header, a form."""
    texts = [value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], quote(value, safe="")]
    texts += [quote(value, safe="!'()*~"), quote_plus(value)] if value.isprintable() else []
    for text in dict.fromkeys(texts):
        yield text.encode("utf-8", "surrogatepass")
    if not value.isascii() and max(map(ord, value)) < 256:
        yield value.encode("latin-1")
    for charset in ("utf-16-le", "utf-16-be"):
        yield value.encode(charset, "surrogatepass")


def spoken(value: str) -> str:
    """As a snapshot says what a program calls a thing that has no name (`spoken` in the extension's guess.ts)."""
    parted = re.sub(r"([a-z\d])([A-Z])", r"\1 \2", value)
    return " ".join(re.sub(r"[-_.:/]+", " ", parted).split()).lower()


def hex_forms(value: str) -> tuple[str, ...]:
    """The bytes of the value in small hexadecimal digits: in one piece, and separated as in dumps."""
    data = value.encode("utf-8", "surrogatepass")
    return tuple(data.hex(by) if by else data.hex() for by in ("", " ", ":"))
