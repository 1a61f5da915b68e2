"""The masker: takes the values of secrets out of whatever leaves the host.

It knows every value that was used since the host began, in the forms in which pages and servers write it: as it is,
with its special characters encoded as in addresses, forms, markup, JSON and scripts, in either case, and in base64 at
any place. Before anything is searched, a part of each value that no encoding changes is looked for, which costs next to
nothing; where no secret was used, nothing is looked at.
"""

from __future__ import annotations

import base64
import binascii
import re
import time
from collections.abc import Sequence
from typing import Any

from clz_core.contract.shapes import Envelope, JsonObject
from clz_core.secrets.secret import Secret

ANY_CASE_FROM = 6  # characters: in shorter values, both cases stand in too much that is none
CUT_FROM = 8  # characters that are left of a value which a text was cut in; and at least half of it
NUMBER_FROM = 6  # digits
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")


class Masker:
    """`hide` what must not be seen from now on; `masked` is a value without it."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], _Needle] = {}
        self._until: dict[tuple[str, str], float] = {}

    def hide(self, secret: Secret) -> None:
        self._add(secret.name, secret.value, secret.domains)

    def hide_code(self, secret: Secret, code: str, until: float) -> None:
        """Hide a one-time code for as long as a site may take it, by `time.time()`."""
        self._add(secret.name, code, secret.domains, is_code=True)
        self._until[secret.name, code] = until

    def drawn(self) -> list[JsonObject]:
        """What pages of which domains must not show in a picture."""
        self._forget_old()
        return [{"text": needle.value, "domains": list(needle.domains)} for needle in self._known.values()]

    def masked(self, reply: Envelope) -> Envelope:
        """A reply without any of the values; the same object if there is none in it. Its own names stay as they are."""
        self._forget_old()
        for needle in self._needles():
            for part in ("result", "error", "locator"):
                if isinstance(inner := reply.get(part), dict):
                    clean = {name: one if name == "code" else _masked(one, needle) for name, one in inner.items()}
                    reply = {**reply, part: clean}
        return reply

    def masked_text(self, text: str) -> str:
        """A line of text without any of the values."""
        self._forget_old()
        for needle in self._needles():
            text = needle.masked(text)
        return text

    def _add(self, name: str, value: str, domains: Sequence[str], is_code: bool = False) -> None:
        known = self._known.get((name, value))
        if known is None:
            self._known[name, value] = _Needle(name, value, domains, is_code)
        else:
            known.domains = tuple(dict.fromkeys((*known.domains, *domains)))

    def _needles(self) -> list[_Needle]:
        """The longest first: one may be a part of another."""
        return sorted(self._known.values(), key=lambda needle: -len(needle.value))

    def _forget_old(self) -> None:
        now = time.time()
        for key in [key for key, until in self._until.items() if until < now]:
            del self._until[key]
            del self._known[key]


class _Needle:
    """One value, and what it is searched by."""

    def __init__(self, name: str, value: str, domains: Sequence[str], is_code: bool) -> None:
        self.value = value
        self.domains = tuple(domains)
        self.mask = f"{{{{{name}}}}}"
        self._any_case = len(value) >= ANY_CASE_FROM
        whole = "".join(map(_forms, value))
        # A code is digits: others stand in many numbers.
        self._pattern = re.compile(
            rf"(?<!\d){whole}(?!\d)" if is_code else whole, re.IGNORECASE if self._any_case else 0
        )
        runs = re.findall(r"[A-Za-z0-9]+", value)
        longest = max(runs, key=len, default="")
        self._run = longest.lower() if self._any_case else longest
        self._cores = _base64_cores(value)
        self._is_code = is_code

    def stands_in(self, text: str) -> bool:
        """False if the value is certainly not in it."""
        return self._run in (text.lower() if self._any_case else text) or any(core in text for core in self._cores)

    def is_number(self, number: float) -> bool:
        return len(self.value) >= NUMBER_FROM and self.value.isdigit() and str(number) == self.value

    def masked(self, text: str) -> str:
        if len(text) < len(self._run):
            return self._without_cut(text)
        if self.stands_in(text):
            text = self._pattern.sub(lambda _: self.mask, text)
            if any(core in text for core in self._cores):
                text = self._without_base64(text)
        return self._without_cut(text)

    def _without_base64(self, text: str) -> str:
        """Whole texts in base64 stay texts in base64; pictures are left alone: what they show is no text."""
        if len(text) % 4 == 0 and _BASE64.fullmatch(text):
            standard = text.replace("-", "+").replace("_", "/")
            try:
                data = base64.b64decode(standard, validate=True)
            except binascii.Error:
                data = b""
            if data.startswith(PICTURES):
                return text
            if data.startswith(b"%PDF"):
                return base64.b64encode(data.replace(self.value.encode(), b"*" * len(self.value.encode()))).decode()
            inner = data.decode("utf-8", "surrogateescape")
            clean = self._pattern.sub(lambda _: self.mask, inner)
            if clean != inner:
                return base64.b64encode(clean.encode("utf-8", "surrogateescape")).decode()
        for core in self._cores:
            text = text.replace(core, self.mask)
        return text

    def _without_cut(self, text: str) -> str:
        """A text that was cut may end in the first half of the value, or begin with the second."""
        least = max(CUT_FROM, -(-len(self.value) // 2))
        if len(self.value) <= least or len(text) < least or self._is_code:
            return text
        begin = text.rfind(self.value[:least], max(0, len(text) - len(self.value) - 3))
        if begin >= 0:
            rest = text[begin:].rstrip("….")
            if self.value.startswith(rest):
                text = text[:begin] + self.mask + text[begin + len(rest) :]
        end = text.find(self.value[-least:], 0, len(self.value))
        if end >= 0 and self.value.endswith(text[: end + least].lstrip("…")):
            text = self.mask + text[end + least :]
        return text


def _masked(value: Any, needle: _Needle) -> Any:
    if isinstance(value, str):
        return needle.masked(value)
    if isinstance(value, dict):
        changed = {needle.masked(name): _masked(one, needle) for name, one in value.items()}
        same = list(changed) == list(value) and all(changed[name] is one for name, one in value.items())
        return value if same else changed
    if isinstance(value, list):
        items = [_masked(one, needle) for one in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if isinstance(value, int | float) and not isinstance(value, bool) and needle.is_number(value):
        return needle.mask
    return value


_ENTITIES = {'"': "quot", "&": "amp", "<": "lt", ">": "gt", "'": "apos", "\u00a0": "nbsp"}


def _forms(character: str) -> str:
    """An expression for a character in all the forms in which it is written."""
    if re.fullmatch(r"[A-Za-z0-9]", character):
        return character
    forms = [re.escape(character)]
    data = character.encode("utf-8", "surrogatepass")
    forms += ["".join(f"%{byte:02x}" for byte in data), "".join(f"%25{byte:02x}" for byte in data)]
    units = character.encode("utf-16-be", "surrogatepass")
    escaped = "".join(rf"\\\\?u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
    forms += [escaped, rf"&\#{ord(character)};", rf"&\#x0*{ord(character):x};"]
    if ord(character) < 256:
        forms.append(rf"\\\\?x{ord(character):02x}")
    if name := _ENTITIES.get(character):
        forms.append(f"&(?:amp;)?{name};")
    if character in "\"'\\/`$":
        forms.append(rf"\\+{re.escape(character)}")
    if character == "\\":
        forms.append(r"\\\\")
    if character == " ":
        forms += [r"\+", "&nbsp;", "\u00a0"]
    # The longest form first: what begins with a backslash may be written with two.
    return f"(?i:{'|'.join(sorted(forms, key=len, reverse=True))})"


def _base64_cores(value: str) -> tuple[str, ...]:
    """What base64 of any text has in it that has the value in it: its place decides in which of three ways."""
    data = value.encode("utf-8", "surrogatepass")
    cores: list[str] = []
    for shift in range(3):
        text = base64.b64encode(b"\0" * shift + data).decode().rstrip("=")
        bits = 8 * (shift + len(data))
        core = text[-(-8 * shift // 6) : bits // 6]  # without what its neighbours have a part in
        if len(core) >= 4:
            cores += [core, core.replace("+", "-").replace("/", "_")]
    return tuple(dict.fromkeys(cores))
