"""One secret, and what can be one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_SECRET_BYTES, MIN_SECRET_CHARS

NAME = re.compile(r"[A-Z][A-Z0-9_]{0,63}")


class Secret(NamedTuple):
    """A value and the domains whose pages may get it; with `totp`, what one-time codes are made from."""

    name: str
    value: str
    domains: tuple[str, ...]
    totp: bool = False


def check_name(name: str) -> str:
    """Raises: INVALID_PARAMS."""
    if NAME.fullmatch(name):
        return name
    better = re.sub(r"[^A-Z0-9_]", "_", name.upper()).lstrip("_0123456789")[:64] or "PASSWORD"
    raise error(
        "INVALID_PARAMS",
        f"{name[:80]!r} cannot name a secret: use capital letters, digits and _, a letter first.",
        f"Name it: {better}",
    )


def check_value(value: str) -> str:
    """Raises: INVALID_PARAMS. The value is in no message."""
    if "\n" in value or "\r" in value or "\0" in value:
        raise error("INVALID_PARAMS", "A secret is one line of text.", "Give one line.")
    if len(value) < MIN_SECRET_CHARS:
        raise error(
            "INVALID_PARAMS",
            f"A secret needs {MIN_SECRET_CHARS} characters: a shorter one could not be masked in what pages show.",
            "Give a longer one.",
        )
    if len(value.encode("utf-8", "surrogatepass")) > MAX_SECRET_BYTES:
        raise error("INVALID_PARAMS", f"A secret has at most {MAX_SECRET_BYTES} bytes.", "Give a shorter one.")
    return value


def not_found(name: str, known: Iterable[str]) -> ClzError:
    """The error for a name that no secret has, with similar names."""
    names = sorted(known)
    near: Sequence[str] = difflib.get_close_matches(name, names, 3) or names[:5]
    hint = f"Did you mean: {', '.join(near)}? " if near else ""
    return error(
        "SECRET_NOT_FOUND",
        f"There is no secret {name}.",
        f"{hint}Keep it first: clz secret set {name} --for DOMAIN. To enter these very words: \\{{{{{name}}}}}",
        name=name,
        known=names,
    )
