"""Headers as they are typed: `Name: value`, checked before any request bears them."""

from __future__ import annotations

import re

from clz_core.contract import limits
from clz_core.contract.errors import error

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # a token of RFC 9110
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
# Firefox itself says them of the connection, or they would lead it to a server that no policy has seen.
OF_THE_CONNECTION = frozenset(
    "host connection content-length expect keep-alive te trailer transfer-encoding upgrade alt-used".split()
)
# What an answer from memory has no use for: it is not encoded, and must not outlive its route.
NOT_ANSWERED = frozenset(
    "connection content-encoding content-length keep-alive trailer transfer-encoding upgrade alt-svc "
    "strict-transport-security public-key-pins".split()
)


def check_headers(given: list[str], param: str, refused: frozenset[str] = OF_THE_CONNECTION) -> None:
    """Raises: INVALID_PARAMS for what is not `Name: value`, and for names that Firefox or clz must set."""
    for text in given:
        name, colon, value = text.partition(":")
        if not colon:
            raise error(
                "INVALID_PARAMS", f"{param} {_brief(text)!r} has no colon.", "Write it as 'Name: value'.", param=param
            )
        check_names([name], param, refused)
        if len(text) > limits.MAX_HEADER_CHARS:
            raise error(
                "INVALID_PARAMS",
                f"{param} {name}: it has {len(text)} characters; the maximum is {limits.MAX_HEADER_CHARS}.",
                param=param,
            )
        if not _VALUE.fullmatch(value):
            raise error(
                "INVALID_PARAMS",
                f"{param} {name}: the value has characters that no header can have.",
                "Use one line of Latin letters; encode others, as with %C3%A9.",
                param=param,
            )


def check_names(names: list[str], param: str, refused: frozenset[str] = OF_THE_CONNECTION) -> None:
    """Raises: INVALID_PARAMS for what is not the name of a header, and for those that are not to be changed."""
    for name in names:
        if not _NAME.fullmatch(name.strip()):
            raise error("INVALID_PARAMS", f"{param} {_brief(name)!r} is not the name of a header.", param=param)
        if name.strip().lower() in refused:
            raise error(
                "INVALID_PARAMS",
                f"{param} {name.strip()}: Firefox sets this header itself.",
                "Leave it out.",
                param=param,
            )


def names_of(headers: list[str] | None) -> set[str]:
    """The names of headers, in lower case; each header may be a name alone."""
    return {header.partition(":")[0].strip().lower() for header in headers or ()}


def _brief(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:80]}…"
