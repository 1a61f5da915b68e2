"""Hosts as people write them, in the one spelling that addresses have."""

from __future__ import annotations

import ipaddress
import re
from functools import cache
from typing import Any

_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def host_name(text: str) -> str:
    """A name in lower case and in ASCII, an IPv4 address, or an IPv6 address in brackets. Raises: ValueError."""
    try:
        if text.startswith("["):
            address = ipaddress.IPv6Address(text[1:-1])
            if address.ipv4_mapped is not None:  # since Python 3.13 the rest of it would be written as IPv4
                return f"[::ffff:{int(address) >> 16 & 0xFFFF:x}:{int(address) & 0xFFFF:x}]"
            return f"[{address.compressed}]"
        name = _ascii(text.lower()).removesuffix(".")
    except ValueError:
        raise ValueError(f"{text!r} names no host") from None
    labels = name.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels) or (labels[-1].isdigit() and not is_ipv4(name)):
        raise ValueError(f"{text!r} names no host")
    return name


def _ascii(name: str) -> str:
    if name.isascii():
        return name
    import idna

    return idna.encode(name, uts46=True).decode("ascii")  # as browsers do; its errors are a ValueError


def is_address(host: str) -> bool:
    """True for the address of a machine, which has no hosts below it."""
    return host.startswith("[") or is_ipv4(host)


def is_ipv4(host: str) -> bool:
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def is_public_suffix(host: str) -> bool:
    """True for a name below which anybody can have a site, such as co.uk."""
    return not is_address(host) and bool(_public_suffixes().is_public(host))


@cache
def _public_suffixes() -> Any:
    """The list that comes with its package (https://publicsuffix.org), of private domains such as github.io too."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=False)
