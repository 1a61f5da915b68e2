"""Addresses that pages may have: what people mean by what they write. Whether it can be read is for Firefox to say."""

from __future__ import annotations

import re

from clz_core.contract.errors import error
from clz_core.contract.limits import URL_SCHEMES

DATA = "data:"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_BEGIN = re.compile(r"(?>(?:[A-Za-z][A-Za-z0-9+.-]*://)?)[^\s/?#]*(?:/[^?#]*)?(?=[?#]|$)")  # what is before ? and #
_HOST_PORT = re.compile(r"[A-Za-z0-9.-]+:\d{1,5}(?:[/?#]|$)")
_LOCAL = re.compile(r"(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:[/?#]|$)", re.IGNORECASE)


def check_url(text: str, *, data: bool = False) -> str:
    """The full address that `text` means; with `data` also one that is a page itself.

    Raises: as `_full_address`.
    """
    return _data_address(text) if data and is_data(text) else _full_address(text)


def is_data(url: str) -> bool:
    """True for an address that holds its page itself: `data:text/html,<h1>Hello</h1>`."""
    return url.lstrip()[: len(DATA)].lower() == DATA


def _data_address(text: str) -> str:
    """Raises: INVALID_PARAMS for one without content."""
    url = text.strip()
    if "," not in url:
        raise error(
            "INVALID_PARAMS",
            f"{url[:200]!r} has no page: it would come after the comma.",
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
