"""Hosts whose certificates are not checked in a managed Firefox: as they are given, and on their way there.

staging.example         this host, at every port; not those below it
staging.example:8443    at this port
*.staging.example       every host below it
127.0.0.1  [::1]:8443   addresses

They go by the environment of Firefox, from which its helper and its host take them: nothing of it is in the profile.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from clz_core.contract.errors import ClzError, error
from clz_core.contract.hosts import host_name, is_address, is_public_suffix

if TYPE_CHECKING:
    from clz_core.generated.results import BrowserStatusResult

VARIABLE = "CLZ_ACCEPT_CERTS"  # spaces between the hosts; extension/src/privileged/…/accepted-certificates.ts
OPTION = "--accept-certs"

_WRITTEN = re.compile(r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<host>[^/?#]*)(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_HOST = re.compile(r"(\*\.)?(\[[0-9a-fA-F:.]+\]|[^\s:@%\\*\[\],]+)(?::(\d{1,5}))?")


def check_hosts(given: Iterable[str]) -> tuple[str, ...]:
    """The hosts in their one spelling. Raises: USAGE."""
    return tuple(dict.fromkeys(_checked(host.strip()) for host in given))


def hosts_of_environment() -> list[str]:
    """Those that the Firefox that started this process has passed on."""
    return os.environ.get(VARIABLE, "").split()


def not_changed(missing: Sequence[str], status: BrowserStatusResult) -> ClzError:
    """Why a Firefox that runs already goes on checking the certificates of some hosts; `status` is its own."""
    session = status["session"]
    clz = "clz" if session == "default" else f"clz --session {session}"
    hosts = [*status["acceptCerts"], *missing]
    start = " ".join(["browser start", *(f"{OPTION} {_quoted(host)}" for host in hosts)])
    what = f"checks the certificates of {', '.join(missing)}"
    if not status["managed"]:
        what = f"The Firefox of session {session!r} was not started by clz: it {what}."
        return error("NEEDS_MANAGED", what, f"Start another one: clz --session other {start}")
    return error("USAGE", f"This Firefox runs already: it {what}.", f"First: {clz} browser stop; then: {clz} {start}")


def _quoted(host: str) -> str:
    return f"'{host}'" if host[0] in "*[" else host


def _checked(given: str) -> str:
    if not given:
        raise _refused("names no host", "Name one: --accept-certs localhost")
    written = _WRITTEN.fullmatch(given)
    assert written is not None
    host = _host(written["host"], given)
    if (written["scheme"] or "https").lower() != "https":
        raise _refused(f"{given!r}: only https has certificates", f"Type: {OPTION} {_quoted(host)}")
    if written["rest"] not in ("", "/"):
        raise _refused(f"{given!r}: it is for hosts, not for their pages", f"Type: {OPTION} {_quoted(host)}")
    return host


def _host(text: str, given: str) -> str:
    if text == "*":
        raise _refused("'*' would have nothing checked at all", "Name the hosts that are your own.")
    found = _HOST.fullmatch(text)
    if found is None and text.count(":") > 1 and "[" not in text:
        raise _refused(f"{given!r} names no host", f"An IPv6 address has brackets: {OPTION} '[::1]'")
    if found is None:
        raise _no_host(given)
    below, name, port = found.groups()
    if port is not None and not 0 < int(port) < 65_536:
        raise _refused(f"{given!r} names no port", "Ports are 1 to 65535.")
    try:
        name = host_name(name)
    except ValueError:
        raise _no_host(given) from None
    if below and is_address(name):
        raise _refused(f"{given!r}: an IP address has no hosts below it", f"Type: {OPTION} {_quoted(name)}")
    if is_public_suffix(name):
        what = f"{given!r}: {name} is a public suffix, below which anybody can have a site"
        raise _refused(what, f"Name your own: {OPTION} yours.{name}")
    return f"{below or ''}{name}{f':{int(port)}' if port else ''}"


def _no_host(given: str) -> ClzError:
    return _refused(
        f"{given[:100]!r} names no host", "Name one, such as localhost, 127.0.0.1:8443 or '*.staging.example'."
    )


def _refused(what: str, hint: str) -> ClzError:
    return error("USAGE", f"{OPTION} {what}.", hint)
