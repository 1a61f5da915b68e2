"""One value that is masked, and where it is in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clz_native.secrets.forms import base64_cores, expression_of, hex_forms, spoken

ANY_CASE_FROM = 6  # characters: in a shorter value, both cases occur in too much that is none
NUMBER_FROM = 6  # digits
LONGEST_FORM = 12  # characters for each byte: `&amp;#x00e9;` for half an é
CODED_UP_TO = 200  # characters: what is longer nobody writes in capitals, or as codes one by one
_CODED = re.compile(r"[%&\\=]")
_BASE64_END = re.compile(r"[A-Za-z0-9+/_-]?={0,2}")

Span = tuple[int, int]


class Needle:
    """A value, and what it is searched by.

    A part of the value that hardly any encoding changes is looked for first, which costs next to nothing.
    """

    def __init__(self, name: str, value: str, domains: Sequence[str], is_code: bool = False) -> None:
        self.name = name
        self.value = value
        self.domains = tuple(domains)
        self.mask = f"{{{{{name}}}}}"
        self.cores = base64_cores(value)
        self.longest = LONGEST_FORM * len(value.encode("utf-8", "surrogatepass"))
        self._any_case = ANY_CASE_FROM <= len(value) <= CODED_UP_TO
        self._is_code = is_code
        self._plain = self._compiled(coded=False)
        self._coded: re.Pattern[str] | None = None  # made when it is first needed, which may be never
        runs = re.findall(r"[A-Za-z0-9]+", value)
        longest = max(runs, key=len, default="")
        self._run = longest.lower() if self._any_case else longest
        self._told = hex_forms(value)
        words = spoken(value)
        if len(words) >= len(value) > ANY_CASE_FROM and words != value.lower():
            self._told += (words,)
        first = re.search(r"[A-Za-z0-9]", value)
        # A letter or digit as a code: where there is none, no form has one.
        self._codes = _codes_of(first[0]) if first and len(value) <= CODED_UP_TO else ()

    def _compiled(self, coded: bool) -> re.Pattern[str]:
        whole = expression_of(self.value, self._any_case, coded, once=self._is_code)
        # A one-time code is digits: others occur in many numbers.
        return re.compile(rf"(?<!\d){whole}(?!\d)" if self._is_code else whole, re.IGNORECASE if self._any_case else 0)

    def is_number(self, number: float) -> bool:
        return len(self.value) >= NUMBER_FROM and self.value.isdigit() and str(number) == self.value

    def found(self, text: str, small: str) -> Iterator[Span]:
        """Where it is in `text`, which in small letters is `small`."""
        if self._run in (small if self._any_case else text):
            yield from (match.span() for match in self._plain.finditer(text))
        if self._codes and _CODED.search(text) and any(code in small for code in self._codes):
            self._coded = self._coded or self._compiled(coded=True)
            yield from (match.span() for match in self._coded.finditer(text))
        for core in self.cores:
            if core in text:
                # The next character has the value's last bits, and what fills up the group says how many.
                ends = ((start, _BASE64_END.match(text, end)) for start, end in _places(text, core))
                yield from ((start, rest.end()) for start, rest in ends if rest)
        for form in self._told:
            if form in small and len(small) == len(text):
                yield from _places(small, form)


_CODES = (
    "%{0:02x}",
    "%25{0:02x}",
    "={0:02x}",
    "u00{0:02x}",
    "\\x{0:02x}",
    "\\{0:x}",
    "{{{0:x}}}",
    "0{0:x} ",
    "{0:x};",
    "{0:d};",
)


def _codes_of(character: str) -> tuple[str, ...]:
    """A part of each code of a letter or digit, in small letters."""
    numbers = {ord(character.upper()), ord(character.lower())}
    return tuple(form.format(number) for number in numbers for form in _CODES)


def _places(text: str, part: str) -> Iterator[Span]:
    at = text.find(part)
    while at >= 0:
        yield at, at + len(part)
        at = text.find(part, at + 1)
