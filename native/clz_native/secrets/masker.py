"""The masker: takes the values of secrets out of whatever leaves the host.

It knows every value that was used since the host began, in the forms in which pages and servers write it (`forms`).
Only the whole value is taken out: were a part of it masked, an agent that tries parts would learn the value from what
is missing. A text that was cut comes with what was beyond the cut (`unseen`).

Where no secret was used, nothing is looked at.
"""

from __future__ import annotations

import base64
import binascii
import re
import time
from collections.abc import Sequence
from typing import Any

from clz_core.contract.shapes import Envelope
from clz_core.generated.messages import ConcealedText, Unseen
from clz_core.secrets.secret import Secret
from clz_native.secrets import unseen
from clz_native.secrets.needle import Needle
from clz_native.secrets.unseen import Text

PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"\x1aE\xdf\xa3")
# What the bytes in base64 may be, what keeps those that are not, and how many make a unit.
CHARSETS = (
    ("utf-8", "surrogateescape", 1),
    ("latin-1", "surrogateescape", 1),
    ("utf-16-le", "surrogatepass", 2),
    ("utf-16-be", "surrogatepass", 2),
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")


class Masker:
    """`mask` names a value that must not be seen from now on; `masked` is a reply without it."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Needle] = {}
        self._until: dict[tuple[str, str], float] = {}
        self._mark = unseen.new_mark()
        self._is_used = False

    def mask(self, secret: Secret) -> None:
        self._add(secret.name, secret.value, secret.domains)

    def mask_code(self, secret: Secret, code: str, until: float) -> None:
        """Mask a one-time code for as long as a site may take it, by `time.time()`."""
        self._add(secret.name, code, secret.domains, is_code=True)
        self._until[secret.name, code] = until

    def concealed(self) -> list[ConcealedText]:
        """What pages of which domains must not show in a picture."""
        self._forget_old()
        return [{"text": needle.value, "domains": list(needle.domains)} for needle in self._known.values()]

    def unseen(self) -> Unseen | None:
        """What is to go along with texts that are cut; None if there is nothing to be found in them."""
        self._forget_old()
        if not self._known:
            return None
        return {"mark": self._mark, "chars": max(needle.longest for needle in self._known.values())}

    def masked(self, reply: Envelope) -> Envelope:
        """A reply without any of the values; the same object if there is none in it. Its own names stay as they are."""
        self._forget_old()
        if not self._is_used:
            return reply
        needles = self._needles()
        for part in ("result", "error", "locator", "moment"):
            if isinstance(inner := reply.get(part), dict):
                clean = {name: one if name == "code" else self._masked(one, needles) for name, one in inner.items()}
                reply = {**reply, part: clean}
        return reply

    def masked_text(self, text: str) -> str:
        """A line of text without any of the values."""
        self._forget_old()
        return self._masked_text(text, self._needles()) if self._is_used else text

    def _add(self, name: str, value: str, domains: Sequence[str], is_code: bool = False) -> None:
        self._is_used = True
        known = self._known.get((name, value))
        if known is None:
            self._known[name, value] = Needle(name, value, domains, is_code)
        else:
            known.domains = tuple(dict.fromkeys((*known.domains, *domains)))

    def _needles(self) -> list[Needle]:
        return list(self._known.values())

    def _forget_old(self) -> None:
        now = time.time()
        for key in [key for key, until in self._until.items() if until < now]:
            del self._until[key]
            del self._known[key]

    def _masked(self, value: Any, needles: Sequence[Needle]) -> Any:
        if isinstance(value, str):
            return self._masked_text(value, needles)
        if isinstance(value, dict):
            changed = {self._masked_text(name, needles): self._masked(one, needles) for name, one in value.items()}
            same = list(changed) == list(value) and all(changed[name] is one for name, one in value.items())
            return value if same else changed
        if isinstance(value, list):
            items = [self._masked(one, needles) for one in value]
            return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return next((needle.mask for needle in needles if needle.is_number(value)), value)
        return value

    def _masked_text(self, given: str, needles: Sequence[Needle]) -> str:
        text = unseen.read(given, self._mark)
        inside = _inside_base64(text, needles)
        if inside is not None:
            return inside
        masks = _masks(text.whole, needles)
        return unseen.shown(text, masks) if masks or text.unseen else given


def _masks(text: str, needles: Sequence[Needle]) -> list[tuple[int, int, str]]:
    """Where values are, and what is shown there. Those that overlap are one place, with the names of all of them."""
    small = text.lower()
    found = sorted(
        ((begin, end, needle.mask) for needle in needles for begin, end in needle.found(text, small)),
        key=lambda place: (place[0], -place[1]),
    )
    masks: list[tuple[int, int, str]] = []
    for begin, end, mask in found:
        if not masks or begin >= masks[-1][1]:
            masks.append((begin, end, mask))
        elif end > masks[-1][1]:
            first, _, names = masks[-1]
            masks[-1] = (first, end, names if mask in names else names + mask)
    return masks


def _inside_base64(text: Text, needles: Sequence[Needle]) -> str | None:
    """A text that is base64 as a whole, which stays so; None for others. Pictures stay: what they show is not text."""
    told = text.unseen[0][0] if text.unseen else len(text.whole)
    shown = text.whole[:told]
    if text.unseen[:1] not in ([], [(told, len(text.whole))]) or told % 4:
        return None
    # What was cut within a group of four ends with `=`, and the unseen has that group once more, as it is.
    is_within = shown.endswith("=") and told < len(text.whole)
    whole = (shown[:-4] if is_within else shown) + text.whole[told:]
    if not _BASE64.fullmatch(whole):
        return None
    if not any(core in whole for needle in needles for core in needle.cores):
        return None
    try:
        data = base64.b64decode(whole[: len(whole) // 4 * 4].replace("-", "+").replace("_", "/"), validate=True)
    except binascii.Error:
        return None
    end = told // 4 * 3 - shown.count("=") if text.unseen else len(data)
    if data.startswith(PICTURES):
        return shown
    if data.startswith(b"%PDF"):
        for needle in needles:
            value = needle.value.encode("utf-8", "surrogatepass")
            data = data.replace(value, b"*" * len(value))
        return base64.b64encode(data[:end]).decode()
    for charset, odd, unit in CHARSETS:
        inner = data[: len(data) // unit * unit].decode(charset, odd)
        if masks := _masks(inner, needles):
            seen = len(data[: end // unit * unit].decode(charset, odd))
            clean = unseen.shown(Text(inner, [(seen, len(inner))] if seen < len(inner) else []), masks)
            return base64.b64encode(clean.encode(charset, odd)).decode()
    return None
