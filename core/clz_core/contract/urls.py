"""Addresses that pages may have."""

from __future__ import annotations

import re

from clz_core.contract.errors import error
from clz_core.contract.limits import URL_SCHEMES

DATA = "data:"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_BEGIN = re.compile(r"(?>(?:[A-Za-z][A-Za-z0-9+.-]*://)?)[^\s/?#]*(?:/[^?#]*)?(?=[?#]|$)")  # what is before ? and #
_HOST_PORT = re.compile(r"[A-Za-z0-9.-]+:\d{1,5}(?:[/?#]|$)")
_LOCAL = re.compile(r"(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:[/?#]|$)", re.IGNORECASE)
_PLAIN_HOST = re.compile(r"[A-Za-z0-9._-]+")
_FORBIDDEN = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")


def check_url(text: str, *, data: bool = False) -> str:
    """The full address that `text` means, one that every parser takes; with `data` also one that is a page itself.

    Raises: as `_full_address`.
    """
    from urllib.parse import urlsplit  # not for those who only import this

    if data and is_data(text):
        return _data_address(text)
    url = _full_address(text)
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - what cannot be read as a host or as a port raises
        if parts.scheme in ("http", "https"):
            _check_host(parts.hostname or "")
    except ValueError as problem:
        why = str(problem)
        raise error(
            "INVALID_PARAMS", f"{text[:200]!r} is not an address: {why}.", "Give one such as https://example.com"
        ) from None
    return url


def _check_host(host: str) -> None:
    """Refuse a host that no browser reads (https://url.spec.whatwg.org/#host-parsing). Raises: ValueError."""
    if _PLAIN_HOST.fullmatch(host) or ":" in host:  # an IPv6 address, which urlsplit has read
        return
    from urllib.parse import unquote

    import idna

    name = unquote(host, errors="strict")
    try:
        name = idna.uts46_remap(name, std3_rules=False, transitional=False)
    except idna.IDNAError:
        raise ValueError("its host has a character that no name has") from None
    if not name or _FORBIDDEN.search(name):
        raise ValueError("its host has a character that no name has")


def is_data(url: str) -> bool:
    """True for an address that holds its page itself: `data:text/html,<h1>Hello</h1>`."""
    return url.lstrip()[: len(DATA)].lower() == DATA


def _data_address(text: str) -> str:
    """Raises: INVALID_PARAMS for one without content."""
    url = text.strip()
    if "," not in url:
        raise error(
            "INVALID_PARAMS",
            f"{url[:200]!r} holds no page: what comes after its comma would be one.",
            "Write it like 'data:text/html,<h1>Hello</h1>'",
        )
    return url


def _full_address(text: str) -> str:
    """The full address that `text` means: `example.com` is https, `localhost:8000` http.

    Raises: URL_NOT_ALLOWED for other schemes than http, https, about and file; INVALID_PARAMS for no address at all.
    """
    url = text.strip()
    begin = _BEGIN.match(url)
    if not url or any(ord(c) < 32 for c in url) or begin is None:
        raise error("INVALID_PARAMS", f"{text[:200]!r} is not an address.", "Give one such as https://example.com")
    path = begin[0].replace(" ", "%20")
    url = path + url[begin.end() :]
    if _LOCAL.match(url):
        return f"http://{url}"
    scheme = _SCHEME.match(url)
    if scheme is None or _HOST_PORT.match(url):
        return f"https://{url}"
    if scheme[1].lower() not in URL_SCHEMES:
        raise error("URL_NOT_ALLOWED", f"{scheme[1].lower()}: addresses are not opened.", scheme=scheme[1].lower())
    if scheme[1].lower() in ("http", "https") and not re.match(r"https?://[^/?#]", url, re.IGNORECASE):
        raise error("INVALID_PARAMS", f"{text[:200]!r} names no host.", "Give one such as https://example.com")
    return url
