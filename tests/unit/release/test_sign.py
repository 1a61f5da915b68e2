"""`make sign`, with a server on loopback in the place of Mozilla's: what is sent, and what becomes of the answer."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from clz_generate.files import ROOT
from clz_generate.release import ADDON_ID
from tests.site.serving import LocalServer, serving

pytestmark = [pytest.mark.night, pytest.mark.timeout(400)]

SIGNED = b"signed by nobody"


class Addons(LocalServer):
    """What addons.mozilla.org answers to `web-ext sign`; `asked` is what came."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str, bytes]] = []
        super().__init__(Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def sent(self, method: str, path: str) -> bytes:
        (body,) = [body for seen, where, _, body in self.asked if (seen, where) == (method, path)]
        return body


class Handler(BaseHTTPRequestHandler):
    server: Addons

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        self.server.asked.append((self.command, self.path, self.headers.get("Authorization", ""), body))
        if self.path.endswith(".xpi"):
            self._send(SIGNED)
            return
        file = {"status": "public", "url": f"{self.server.address}/clz-signed-by-mozilla.xpi"}
        version = {"id": 7, "edit_url": "http://edit.test", "file": file}
        answer = {"uuid": "u1", "processed": True, "valid": True, "id": 7, "guid": ADDON_ID, "file": file}
        self._send(json.dumps({**answer, "version": version}).encode())

    do_GET = do_POST = do_PUT = do_PATCH = _answer  # noqa: N815 - the protocol's names

    def _send(self, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """It is quiet."""


@pytest.fixture
def addons() -> Iterator[Addons]:
    with serving(Addons()) as server:
        yield server


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """This tree as it was committed, with its packages and what make does now."""
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(folder)], check=True)
    shutil.copyfile(ROOT / "Makefile", folder / "Makefile")
    (folder / "extension/node_modules").symlink_to(ROOT / "extension/node_modules")
    return folder


def zips_in(body: bytes) -> list[zipfile.ZipFile]:
    """Those of a form that was sent."""
    boundary = body.partition(b"\r\n")[0]
    parts = [part.partition(b"\r\n\r\n")[2].removesuffix(b"\r\n") for part in body.split(boundary)]
    return [zipfile.ZipFile(io.BytesIO(part)) for part in parts if part.startswith(b"PK")]


def test_mozilla_gets_the_signed_flavour_with_its_source_and_the_wheel_what_comes_back(
    addons: Addons, clone: Path
) -> None:
    keys = {"AMO_JWT_ISSUER": "user:1:2", "AMO_JWT_SECRET": "0" * 64}
    env = {**os.environ, **keys, "WEB_EXT_AMO_BASE_URL": f"{addons.address}/api/v5/"}
    words = ["make", "-o", "extension/node_modules/.stamp", "sign", "REPOSITORY=example/claudezilla"]
    done = subprocess.run(words, cwd=clone, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr + str([asked[:2] for asked in addons.asked])
    assert (clone / "native/clz_native/extension/clz-signed.xpi").read_bytes() == SIGNED

    upload = addons.sent("POST", "/api/v5/addons/upload/")
    assert re.search(rb'name="channel"\r\n\r\nunlisted\r\n', upload)
    (extension,) = zips_in(upload)
    manifest = json.loads(extension.read("manifest.json"))
    gecko = manifest["browser_specific_settings"]["gecko"]
    assert gecko["id"] == ADDON_ID
    assert gecko["update_url"] == "https://github.com/example/claudezilla/releases/latest/download/updates.json"
    assert "experiment_apis" not in manifest
    (source,) = zips_in(addons.sent("PATCH", f"/api/v5/addons/addon/{ADDON_ID}/versions/7/"))
    assert {"extension/build.mjs", "extension/package-lock.json"} <= set(source.namelist())
    assert all(who.startswith("JWT ") for _, path, who, _ in addons.asked if "/api/" in path)
    sent = b"".join(body for *_, body in addons.asked)
    assert keys["AMO_JWT_SECRET"].encode() not in sent, "it signs, and is not sent"
    assert keys["AMO_JWT_SECRET"] not in done.stdout + done.stderr


def test_without_a_repository_it_says_what_is_missing(clone: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != "GITHUB_REPOSITORY"}
    done = subprocess.run(
        ["make", "-o", "extension/node_modules/.stamp", "sign"], cwd=clone, env=env, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "make sign REPOSITORY=OWNER/NAME" in done.stderr
