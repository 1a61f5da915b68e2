"""Requests that come from no page of another site.

A page could make its own name lead to 127.0.0.1 (DNS rebinding), or send a form there. What it sends names its own
host, or says where it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

HOST = "127.0.0.1"
_HOST = re.compile(rb"(?:127\.0\.0\.1|localhost|\[::1\])(?::([0-9]{1,5}))?")


def is_own(headers: Iterable[tuple[bytes, bytes]], port: int | None = None) -> bool:
    """Whether a request names this machine, and comes from there or from no page. `port` is the only one it may name.

    Names of headers are in lower case.
    """
    given: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        given.setdefault(name, []).append(value)
    hosts = given.get(b"host", [])
    if len(hosts) != 1 or (found := _HOST.fullmatch(hosts[0])) is None:
        return False
    named = int(found[1] or b"80")
    if named > 65_535 or (port is not None and named != port):
        return False
    if any(origin != b"http://" + hosts[0] for origin in given.get(b"origin", [])):
        return False
    return all(site in (b"same-origin", b"none") for site in given.get(b"sec-fetch-site", []))
