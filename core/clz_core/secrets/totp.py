"""One-time codes (RFC 6238), from the base32 secret or the otpauth:// address that a site shows once."""

from __future__ import annotations

import base64
import hmac
import time
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from clz_core.contract.errors import error

LEAST_LEFT_S = 2.0  # a code that ends sooner is not entered any more
LATE_PERIODS = 2  # for this many periods after its own a site may still take it
DIGESTS = ("SHA1", "SHA256", "SHA512")
MOST_DIGITS = 10


class Code(NamedTuple):
    text: str
    left_s: float
    """How long it is the current one."""
    secret_until: float
    """When no site can take it any more, by `time.time()`."""


class _Generator(NamedTuple):
    """What a site and its user share. Secrets of 80 bits are common, and shorter ones are the site's affair."""

    key: bytes
    digest: str = "SHA1"
    digits: int = 6
    period: int = 30

    def at(self, now: float) -> str:
        mac = hmac.digest(self.key, (int(now) // self.period).to_bytes(8, "big"), self.digest)
        start = mac[-1] & 0xF  # RFC 4226, 5.3
        number = int.from_bytes(mac[start : start + 4], "big") & 0x7FFF_FFFF
        return str(number % 10**self.digits).zfill(self.digits)


def check_totp(value: str) -> str:
    """The value as it is kept. Raises: INVALID_PARAMS."""
    _generator(value)
    return value


def code_at(value: str, now: float | None = None) -> Code:
    """The code of this moment. Raises: INVALID_PARAMS."""
    generator = _generator(value)
    at = time.time() if now is None else now
    ends = float(at // generator.period + 1) * generator.period
    return Code(generator.at(at), ends - at, ends + LATE_PERIODS * generator.period)


def _generator(value: str) -> _Generator:
    try:
        return _of_address(value) if value.lower().startswith("otpauth:") else _Generator(_key(value))
    except ValueError:
        raise error(
            "INVALID_PARAMS",
            "One-time codes cannot be made from this.",
            "Give the base32 secret (letters and the digits 2 to 7), or the whole otpauth://totp/… address.",
        ) from None


def _of_address(address: str) -> _Generator:
    """What an address says (https://github.com/google/google-authenticator/wiki/Key-Uri-Format)."""
    parts = urlsplit(address)
    given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    digest = given.get("algorithm", "SHA1").upper()
    digits, period = int(given.get("digits", 6)), int(given.get("period", 30))
    known = digest in DIGESTS and 0 < digits <= MOST_DIGITS and period > 0 and "encoder" not in given
    if parts.netloc.lower() != "totp" or not known:
        raise ValueError("codes of another kind")
    return _Generator(_key(given.get("secret", "")), digest, digits, period)


def _key(secret: str) -> bytes:
    letters = secret.replace(" ", "").replace("-", "").rstrip("=").upper()
    key = base64.b32decode(letters + "=" * (-len(letters) % 8))
    if not key:
        raise ValueError("no secret")
    return key
