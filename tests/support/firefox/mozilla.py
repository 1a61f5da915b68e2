"""A server that offers Firefox as Mozilla's does, on loopback, and can fail in every way that the real one can."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tarfile
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from pysequoia import SignatureMode, Tsk, sign

from tests.site.serving import LocalServer

INI = "[App]\nVendor=Mozilla\nName=Firefox\nRemotingName=firefox-esr\nVersion={version}\n"


def packed(version: str, size: int = 1 << 20, *more: tarfile.TarInfo) -> bytes:
    """A small Firefox that only says what it is, and whatever else is to be in its archive."""
    program = b"#!/bin/sh\necho 'Mozilla Firefox %s'\n#" % version.encode() + b"." * size
    files = {
        "firefox/firefox": program,
        "firefox/application.ini": INI.format(version=version.removesuffix("esr")).encode(),
    }
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o755
            archive.addfile(entry, io.BytesIO(content))
        for entry in more:
            archive.addfile(entry, io.BytesIO(b"." * entry.size))
    return data.getvalue()


class Mozilla(LocalServer):
    """`files` by path. A file is cut off after `cut[path]` bytes once for each number there; `statuses` answer instead.

    `pause_s` is waited between two chunks; one that is `silent` says nothing after the head. `asked` lists paths with
    the range that was asked for. `moved` leads to another address, and `sized` says another size than a file has.
    `then` is done with the path once an answer has ended.
    """

    def __init__(self, key: Any) -> None:
        self.key = key
        self.files: dict[str, bytes] = {}
        self.cut: dict[str, list[int]] = {}
        self.statuses: dict[str, int] = {}
        self.pause_s = 0.0
        self.silent = False
        self.asked: list[tuple[str, str]] = []
        self.moved: dict[str, str] = {}
        self.sized: dict[str, int] = {}
        self.then: Callable[[str], None] = lambda _path: None
        super().__init__(Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def release(self, version: str, data: bytes | None = None) -> str:
        """Have this version as the newest, and say where its file is."""
        path = f"/{version}/linux-x86_64/en-US/firefox-{version}.tar.xz"
        self.files[path] = packed(version) if data is None else data
        sums = f"{hashlib.sha512(self.files[path]).hexdigest()}  linux-x86_64/en-US/firefox-{version}.tar.xz\n".encode()
        self.files[f"/{version}/SHA512SUMS"] = sums
        self.sign(version)
        self.files["/firefox_versions.json"] = json.dumps({"FIREFOX_ESR": version}).encode()
        return path

    def sign(self, version: str, key: Any = None) -> None:
        sums = self.files[f"/{version}/SHA512SUMS"]
        signature = sign((key or self.key).signer(), sums, mode=SignatureMode.DETACHED)
        self.files[f"/{version}/SHA512SUMS.asc"] = signature


class Handler(BaseHTTPRequestHandler):
    server: Mozilla

    def do_GET(self) -> None:
        path = re.sub(r"^http://[^/]*", "", self.path)
        ranged = self.headers.get("Range", "")
        self.server.asked.append((path, ranged))
        if goal := self.server.moved.get(path):
            self.send_response(302)
            self.send_header("Location", goal)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        data = self.server.files.get(path)
        status = self.server.statuses.get(path, 404 if data is None else 200)
        if data is None or status != 200:
            self.send_error(status)
            return
        begin = int(ranged.removeprefix("bytes=").removesuffix("-") or 0)
        if begin and begin >= len(data):
            self.send_error(416)
            return
        self.send_response(206 if begin else 200)
        self.send_header("Content-Length", str(self.server.sized.get(path, len(data) - begin)))
        self.end_headers()
        if self.server.silent:
            self.server.go_on.wait()
        cuts = self.server.cut.get(path)
        end = begin + cuts.pop(0) if cuts else len(data)
        for at in range(begin, min(end, len(data)), 1 << 18):
            self.wfile.write(data[at : min(at + (1 << 18), end)])
            if self.server.pause_s:
                self.server.go_on.wait(self.server.pause_s)
        self.close_connection = True
        self.server.then(path)

    def log_message(self, format: str, *args: Any) -> None:
        """It is quiet."""


def new_key() -> Any:
    return Tsk.generate("Test <test@example.com>")


def public(key: Any, folder: Path) -> Path:
    """The key as clz has Mozilla's."""
    file = folder / "key.asc"
    file.write_text(str(key.extract_certificate()))
    return file
