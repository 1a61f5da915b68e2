"""The domains that a secret is for, as they are written; which address is one of theirs the extension decides.

example.com             that host and every host below it, by https
*.example.com           every host below it
example.com:8443        on this port only
http://intranet.example a host whose pages come without https, which has to be said
localhost 127.0.0.1     this machine, with https or without
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from clz_core.contract.errors import ClzError, error
from clz_core.contract.hosts import host_name, is_address, is_public_suffix
from clz_core.contract.limits import MAX_SECRET_DOMAINS

_WRITTEN = re.compile(r"(?:(https?)://)?(\*\.)?(\[[0-9a-fA-F:.]+\]|[^\s/:@?#%\\*\[\]]+)(?::(\d{1,5}))?/?")


def check_domains(domains: Iterable[str]) -> tuple[str, ...]:
    """The domains in their one spelling. Raises: INVALID_PARAMS."""
    checked = tuple(dict.fromkeys(_checked(domain.strip()) for domain in domains))
    if not 0 < len(checked) <= MAX_SECRET_DOMAINS:
        raise error(
            "INVALID_PARAMS",
            f"A secret is for 1 to {MAX_SECRET_DOMAINS} domains.",
            "Say whose pages may get it: --for example.com",
        )
    return checked


def _checked(domain: str) -> str:
    found = _WRITTEN.fullmatch(domain)
    if found is None:
        raise _refused(domain, "names no host")
    scheme, below, host, port = found.groups()
    if port is not None and not 0 < int(port) < 65_536:
        raise _refused(domain, "names no port")
    try:
        host = host_name(host)
    except ValueError:
        raise _refused(domain, "names no host") from None
    if below and is_address(host):
        raise _refused(domain, "names an address, which has nothing below it")
    if is_public_suffix(host):
        raise error(
            "INVALID_PARAMS",
            f"{host} is a public suffix: anybody can have a site below it.",
            f"Name the site itself: --for yours.{host}",
            domain=domain[:200],
        )
    return f"{'http://' if scheme == 'http' else ''}{below or ''}{host}{f':{int(port)}' if port else ''}"


def _refused(domain: str, why: str) -> ClzError:
    return error("INVALID_PARAMS", f"--for {domain[:100]} {why}.", "Name a host, such as example.com or *.example.com.")
