"""One-time codes (RFC 6238), from the base32 secret or the otpauth:// address that a site shows once."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from clz_core.contract.errors import error

LEAST_LEFT_S = 2.0  # a code that ends sooner is not entered any more
LATE_PERIODS = 2  # so many periods after its own a site may still take it


class Code(NamedTuple):
    text: str
    left_s: float
    """How long it is the current one."""
    secret_until: float
    """When no site can take it any more, by `time.time()`."""


def check_totp(value: str) -> str:
    """The value as it is kept. Raises: INVALID_PARAMS."""
    _generator(value)
    return value


def code_at(value: str, now: float | None = None) -> Code:
    """The code of this moment. Raises: INVALID_PARAMS."""
    generator = _generator(value)
    at = time.time() if now is None else now
    period = float(generator.interval)
    ends = (at // period + 1) * period
    return Code(str(generator.at(int(at))), ends - at, ends + LATE_PERIODS * period)


def _generator(value: str) -> Any:
    import pyotp

    try:
        if value.lower().startswith("otpauth://"):
            made = pyotp.parse_uri(value)
            if not isinstance(made, pyotp.TOTP):
                raise ValueError("not a time-based code")
        else:
            made = pyotp.TOTP(value.replace(" ", "").replace("-", "").upper())
        made.at(0)
    except Exception:  # noqa: BLE001 - whatever it says may quote the value
        raise error(
            "INVALID_PARAMS",
            "One-time codes cannot be made from this.",
            "Give the base32 secret (letters and the digits 2 to 7), or the whole otpauth://totp/… address.",
        ) from None
    return made
