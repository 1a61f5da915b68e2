"""Fetching files over HTTPS: through the proxy of the environment, resumed where a transfer broke off."""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

from clz_core.contract.errors import ClzError, error

CONNECT_S, SILENCE_S = 15.0, 30.0  # a slow line is waited for, a silent one is not
TRIES = 5  # in a row that bring nothing
MOST_BYTES = 1 << 30  # of a Firefox: far more than one has
AS_IT_IS = {"Accept-Encoding": "identity"}  # what is packed could unpack to anything
Report = Callable[[int, int], None]
"""Called with the bytes that are there, and those there will be; 0 where nobody knows."""


class Transfer:
    """A client for a few files. Raises: DOWNLOAD_FAILED, FILE_ERROR."""

    def __init__(self, silence_s: float = SILENCE_S) -> None:
        limits = httpx.Timeout(silence_s, connect=CONNECT_S)
        self._secure = False
        hooks = {"request": [self._stay_secure]}
        try:
            self._client = httpx.Client(timeout=limits, follow_redirects=True, event_hooks=hooks, headers=AS_IT_IS)
        except (ValueError, ImportError, OSError, httpx.InvalidURL) as problem:
            what = f"The proxy or the certificates that the environment names cannot be used: {problem}"
            hint = "See HTTPS_PROXY, HTTP_PROXY, ALL_PROXY (http: proxies work, socks5: does not), SSL_CERT_FILE."
            raise error("DOWNLOAD_FAILED", what.rstrip(".") + ".", hint) from problem

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._client.close()

    def _stay_secure(self, request: httpx.Request) -> None:
        """A redirect may lead to another host, and not from https: to http:."""
        if self._secure and request.url.scheme != "https":
            raise error(
                "DOWNLOAD_FAILED", f"The server redirects from https: to {request.url}, which is not encrypted."
            )

    def bytes(self, url: str, most: int) -> builtins.bytes:
        """A small file."""
        self._secure = url.startswith("https:")
        for left in reversed(range(TRIES)):
            try:
                with self._client.stream("GET", url) as response:
                    _check(url, response)
                    data = bytearray()
                    for chunk in response.iter_raw():
                        data += chunk
                        _check_size(url, len(data), most)
                    return builtins.bytes(data)
            except (httpx.HTTPError, httpx.InvalidURL) as problem:
                if not left or not isinstance(problem, httpx.TransportError):
                    raise _failed(url, problem) from problem
        raise AssertionError("the last try ends it")

    def text(self, url: str, most: int) -> str:
        return self.bytes(url, most).decode("utf-8", "replace")

    def file(self, url: str, path: Path, sha512: str, report: Report) -> None:
        """Fetch the file to `path`, from where an earlier try left off. Raises: FIREFOX_NOT_GENUINE as well."""
        self._secure = url.startswith("https:")
        whole = False
        if path.exists() and path.stat().st_size:
            self._rest(url, path, report)
            whole = _sha512(path) == sha512
            if not whole:
                path.unlink()  # what was there was of another file: from the beginning, once
        if not whole:
            self._rest(url, path, report)
            if _sha512(path) != sha512:
                path.unlink()
                raise error("FIREFOX_NOT_GENUINE", f"What {url} sends is not the file that Mozilla lists.")

    def _rest(self, url: str, path: Path, report: Report) -> None:
        left = TRIES
        while True:
            there = path.stat().st_size if path.exists() else 0
            try:
                self._part(url, path, there, report)
                return
            except OSError as problem:
                raise error(
                    "FILE_ERROR", f"Cannot write {path}: {problem.strerror}.", "Make room on the disk."
                ) from problem
            except httpx.InvalidURL as problem:
                raise _failed(url, problem) from problem
            except httpx.HTTPError as problem:
                left = TRIES if path.exists() and path.stat().st_size > there else left - 1
                if not left or not isinstance(problem, httpx.TransportError):
                    raise _failed(url, problem) from problem

    def _part(self, url: str, path: Path, there: int, report: Report) -> None:
        with self._client.stream("GET", url, headers={"Range": f"bytes={there}-"} if there else {}) as response:
            if there and response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
                return  # it is all there, or it is of another file: the sum tells
            _check(url, response)
            if response.status_code != httpx.codes.PARTIAL_CONTENT:
                there = 0
            total = there + int(response.headers.get("Content-Length") or 0)
            _check_size(url, total, MOST_BYTES)
            with open(path, "ab" if there else "wb") as file:
                for chunk in response.iter_raw():
                    there += len(chunk)
                    _check_size(url, there, MOST_BYTES)
                    file.write(chunk)
                    report(there, total)


def _check(url: str, response: httpx.Response) -> None:
    if not response.is_success:
        raise error("DOWNLOAD_FAILED", f"{url} answered {response.status_code} {response.reason_phrase}.".strip())


def _check_size(url: str, size: int, most: int) -> None:
    if size > most:
        raise error("DOWNLOAD_FAILED", f"{url} is longer than it can be: more than {most >> 20} MB.")


def _failed(url: str, problem: Exception) -> ClzError:
    what = str(problem) or type(problem).__name__
    hint = "Run it again: the download resumes. Behind a proxy, set HTTPS_PROXY."
    if "CERTIFICATE_VERIFY_FAILED" in what:
        hint = "Behind a proxy that has certificates of its own, set SSL_CERT_FILE to a file with its authority."
    return error("DOWNLOAD_FAILED", f"{url} could not be fetched: {what}.", hint)


def _sha512(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha512").hexdigest()
