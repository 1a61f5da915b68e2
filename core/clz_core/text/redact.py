"""Redaction: the secrets in addresses and texts that never pass through Firefox, such as an address typed in a shell.

What leaves Firefox is masked by `extension/src/shared/secrets/redact.ts`, which says why what counts as a secret. This
is the same for addresses and texts; both are held to the list in `redactions.json` beside that.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

MASK = "***"

_WITHIN = re.compile(
    r"passw|passphrase|pwd|token|apikey|secret|credential|signature|session|jwt|csrf|xsrf|saml|assertion|bearer|hmac"
    r"|wresult"
)
_ALONE = frozenset(
    "auth oauth key keys pass pin otp totp code sig sid authorization authentication cookie dpop ott".split()
)
_MAYBE = frozenset(
    "ticket refresh relaystate state nonce invite invitation magic reset verify verification grant hash sso ctx wctx "
    "proof".split()
)
_BEFORE = re.compile(
    r"reset|invite|invitation|magic|verify|verification|confirm|activate|unsubscribe|token|secret|session|auth|password"
)
_JWT = re.compile(r"\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*){1,3}", re.ASCII)
_PREFIXED = re.compile(
    r"\b(?:gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abeprs]-[\w-]{10,}|sk-[\w-]{20,}"
    r"|[prs]k_(?:live|test)_\w{10,}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|pypi-[\w-]{30,})",
    re.ASCII,
)
_BEARER = re.compile(
    r"\b(bearer|basic|dpop)(\s+)(?!realm=|\*)(?=[\w+/=.~-]*\d)[\w+/=.~-]{12,}", re.ASCII | re.IGNORECASE
)
_ADDRESS = re.compile(r"""\b[a-z][a-z0-9+.-]{1,20}://[^\s"'<>`\\]+""", re.ASCII | re.IGNORECASE)
_NAMED = re.compile(
    r"""(["']?)(?<![\w$.-])([\w$.-]{3,})\1(\s*[:=]\s*)"""
    r"""(?:"([^"\n]{4,})"|'([^'\n]{4,})'|([^\s"',;&{}[\]()]{4,}))""",
    re.ASCII,
)
_PARTS = re.compile(r"([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_PAIR = re.compile(r"([?#&;]|^)([^=&;#?]+)=([^&;#]*)((?:[&;][^=&;#]*(?=[&;#]|$))*)")
_DATA_CHARS = 200
_AS_IS = "-_.!~*'()"  # what encodeURIComponent leaves


def redact_url(address: str) -> str:
    """The address, also a relative one, without its password and with the secrets in path, query, fragment masked."""
    if address[:5].lower() == "data:":
        return f"{address[:_DATA_CHARS]}…" if len(address) > _DATA_CHARS else address
    found = _PARTS.fullmatch(address)
    bare, search, fragment = found.groups("") if found else (address, "", "")
    place = re.sub(r"^([a-z][a-z0-9+.-]*://)[^/@]*@", rf"\1{MASK}@", bare, flags=re.IGNORECASE)
    return _redact_looks(_redact_path(place) + _redact_pairs(search) + _redact_pairs(fragment))


def redact_text(text: str) -> str:
    """The text with what looks like a secret masked, and the secrets of the addresses in it."""
    addresses = _ADDRESS.sub(lambda found: redact_url(found[0]), text)
    return _BEARER.sub(rf"\1\2{MASK}", _redact_looks(addresses))


def redact_line(text: str) -> str:
    """A line of a program, which writes down what it has under its name: `token=…`."""
    return _NAMED.sub(_without_value, redact_text(text))


def redact_header(text: str) -> str:
    """`Name: value` as it is typed, with the value masked where the name says that it is a secret."""
    name, colon, value = text.partition(":")
    return f"{name}: {MASK}" if colon and is_secret(name, value.strip()) else redact_text(text)


def is_secret(name: str, value: str = "") -> bool:
    """True for the name of a parameter whose value is a secret, or, given the value, may be one."""
    words = _words(name)
    every = [*words, "".join(words)]
    if _WITHIN.search("".join(words)) or any(word in _ALONE for word in every):
        return True
    return any(word in _MAYBE for word in every) and _looks_made(value)


def _words(name: str) -> list[str]:
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name).lower()
    return [word for word in re.split(r"[^a-z0-9]+", spaced) if word]


def _looks_made(value: str) -> bool:
    bare = _decoded(value)
    if len(bare) < 16 or re.search(r"[\s/?&]", bare):
        return False
    mixed = re.search(r"[0-9]", bare) and re.search(r"[a-z]", bare, re.IGNORECASE)
    return bool(mixed) and not re.match(r"\d{4}-\d\d-\d\d", bare)


def _without_value(found: re.Match[str]) -> str:
    mark, name, between, double, single, _ = found.groups()
    if MASK in found[0] or not _WITHIN.search("".join(_words(name))):
        return found[0]
    around = '"' if double is not None else "'" if single is not None else ""
    return f"{mark}{name}{mark}{between}{around}{MASK}{around}"


def _redact_looks(text: str) -> str:
    return _PREFIXED.sub(MASK, _JWT.sub(MASK, text))


def _redact_path(place: str) -> str:
    parts = place.split("/")
    return "/".join(
        MASK if at and _BEFORE.match(parts[at - 1].lower()) and _looks_made(part) else part
        for at, part in enumerate(parts)
    )


def _redact_pairs(part: str) -> str:
    def masked(found: re.Match[str]) -> str:
        before, name, value, rest = found.groups()
        if value and is_secret(_decoded(name), value):
            return f"{before}{name}={MASK}"
        inner = _decoded(value)
        if not re.match(r"[a-z][a-z0-9+.-]*://|/[^?]*\?", inner, re.IGNORECASE):
            return found[0]
        clean = redact_url(inner)
        return found[0] if clean == inner else f"{before}{name}={quote(clean, safe=_AS_IS)}{rest}"

    return _PAIR.sub(masked, part)


def _decoded(text: str) -> str:
    if re.search(r"%(?![0-9a-fA-F]{2})", text):
        return text
    try:
        return unquote(text.replace("+", " "), errors="strict")
    except UnicodeDecodeError:
        return text
