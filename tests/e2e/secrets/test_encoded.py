"""Servers that answer with a secret, written and sent in every way: what is recorded of it shows it in none."""

from __future__ import annotations

import base64
import binascii
import codecs
import gzip
import html
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest

from clz_core.contract.errors import ClzError
from tests.e2e.secrets.conftest import Keep
from tests.site.serving import LocalServer, serving
from tests.site.socket_site import SocketHandler
from tests.support.browsers import Browser, Page

VALUE = "Vt4&silent/ plüm+9%Tapir"
PAGE = """<!doctype html><title>Encoded</title><link rel=icon href=data:,><input id=field type=password>
<script>
const WAYS = %s;
async function send(value) {
  const given = new TextEncoder().encode(value);
  const at = (way) => `/${way}?v=${encodeURIComponent(value)}`;
  const form = new FormData();
  form.append("file", new Blob([value]), value);
  form.append(value, value);
  await fetch("/sent", { method: "POST", body: form });
  await fetch("/sent", { method: "POST", body: given });
  await fetch("/sent", { method: "POST", body: JSON.stringify({ [value]: [value] }) });
  await fetch("/sent", { method: "POST", body: btoa(String.fromCharCode(...given)) });
  await fetch("/sent", { headers: { "X-One": encodeURIComponent(value), "X-Two": btoa(String.fromCharCode(...given)),
    "Authorization": `Basic ${btoa(`ada:${String.fromCharCode(...given)}`)}` } });
  document.cookie = `kept=${encodeURIComponent(value)}`;
  for (const way of WAYS) await (await fetch(at(way))).arrayBuffer();
  await new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/pieces?text=${encodeURIComponent(value)}`);
    socket.onopen = () => { socket.send(value); socket.send(given); };
    socket.onmessage = () => socket.close();
    socket.onclose = done;
  });
}
</script>"""


def bodies(value: str) -> dict[str, tuple[str, bytes]]:
    """What is answered, by the ways of `WAYS`, and its type."""
    text, data = "text/plain; charset=utf-8", value.encode()
    return {
        "plain": (text, b"before " + data + b" after"),
        "gzip": (text, b"before " + data + b" after"),
        "pieces": (text, b"before " + data + b" after"),
        "utf16": ("text/plain; charset=utf-16le", f"before {value} after".encode("utf-16le")),
        "latin1": ("text/html; charset=iso-8859-1", value.encode("latin-1")),
        "untyped": ("application/octet-stream", b"\0\xff" + data + b"\0"),
        "shifted": ("application/octet-stream", b"\0\xff\0" + data),
        "shifted-more": ("application/octet-stream", b"\0\xff\0\0" + data),
        "json": ("application/json", json.dumps({value: [value]}).encode()),
        "codes": ("application/json", ('{"v": "' + "".join(f"\\u{ord(one):04X}" for one in value) + '"}').encode()),
        "script": ("text/javascript", ("v = '" + "".join(f"\\x{ord(one):02x}" for one in value) + "'").encode()),
        "entities": ("text/html", "".join(f"&#{ord(one)};" for one in value).encode()),
        "hex-entities": ("text/html", "".join(f"&#x{ord(one):X};" for one in value).encode()),
        "percent": (text, "".join(f"%{byte:02X}" for byte in data).encode()),
        "twice": (text, quote(quote(value, safe=""), safe="").encode()),
        "base64": (text, base64.b64encode(data)),
        "base64-mime": (text, base64.encodebytes(b"head: " + data * 6)),
        "base64-twice": (text, base64.b64encode(base64.b64encode(data))),
        "url-safe": (text, base64.urlsafe_b64encode(b"?" + data)),
        "hex": (text, data.hex().encode()),
        "HEX": (text, data.hex().upper().encode()),
        "token": (text, b"eyJhIjoxfQ." + base64.urlsafe_b64encode(json.dumps({"p": value}).encode())),
        "quoted-printable": (text, codecs.encode(data, "quopri")),
    }


class _Handler(SocketHandler):
    def do_GET(self) -> None:  # noqa: N802 - its base class calls it so
        split = urlsplit(self.path)
        way = split.path.strip("/")
        value = parse_qs(split.query).get("v", [""])[0]
        if way == "":
            self._answer("text/html", PAGE % json.dumps(list(bodies("é"))))
        elif way == "sent":
            self._answer("text/plain", "sent")
        elif value and way in bodies(value):
            self._encoded(way, *bodies(value)[way])
        else:
            super().do_GET()

    def do_POST(self) -> None:  # noqa: N802 - its base class calls it so
        self._answer("application/octet-stream", self.rfile.read(int(self.headers["Content-Length"])))

    def _encoded(self, way: str, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("X-Value", quote(data))
        if way == "gzip":
            data = gzip.compress(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in [data[at : at + 5] for at in range(0, len(data), 5)] if way in ("gzip", "pieces") else [data]:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")


def readings(text: str) -> Iterator[tuple[str, str]]:
    """A text as it is, and as one reads it who takes it for an encoding."""
    yield "as it is", text
    yield "as JSON", re.sub(r"\\+u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    yield "as a script", re.sub(r"\\+x([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), text)
    yield "as an address", unquote(text.replace("+", " "))
    yield "as a path", unquote(text)
    yield "as an address of an address", unquote(unquote(text))
    yield "as markup", html.unescape(text)
    yield "as quoted-printable", codecs.decode(text.encode(), "quopri").decode("utf-8", "replace")
    for found in re.findall(r"[A-Za-z0-9+/_-]{12,}=*", re.sub(r"(?<=\S)\\n", "", text)):
        for skip in range(4):
            part = found[skip:].rstrip("=")
            part = part[: len(part) // 4 * 4] if len(part) % 4 == 1 else part + "=" * (-len(part) % 4)
            try:
                data = base64.b64decode(part.replace("-", "+").replace("_", "/"))
            except binascii.Error:
                continue
            yield "as base64", data.decode("utf-8", "replace")
            yield "as base64 of UTF-16", data.decode("utf-16le", "replace")
            yield "as base64 of Latin-1", data.decode("latin-1")
    for found in re.findall(r"(?:[0-9a-fA-F]{2}){8,}", text):
        yield "as hex", bytes.fromhex(found).decode("utf-8", "replace")


def leaks(said: str, name: str) -> list[str]:
    seen = {way for way, reading in readings(said) if VALUE in reading or VALUE.lower() in reading.lower()}
    return [f"{name} {way}" for way in sorted(seen)]


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with serving(LocalServer(_Handler)) as server:
        yield f"http://127.0.0.1:{server.server_port}"


def test_no_encoding_of_a_body_shows_it(
    page: Page, origin: str, keep_secret: Keep, browser: Browser, tmp_path: Path
) -> None:
    assert leaks(json.dumps({"v": base64.b64encode(b"ab" + VALUE.encode()).decode()}), ""), "it is seen where it is"
    keep_secret("ENCODED", VALUE)
    page.open(f"{origin}/")
    page.call("recordBodies", state="on")
    page.call("fill", target="#field", text="{{ENCODED}}")
    told = page.call("evaluate", expression="send(field.value).then(() => 'done')", timeout_ms=60_000, unsafe=True)
    assert told["result"] == "done", told
    found: list[str] = []
    listed = page.call("getNetworkRequests", includeHeaders=True, bodies=True, limit=200)["requests"]
    for entry in listed:
        name = f"{entry['method']} {urlsplit(entry['url']).path}"
        found += leaks(json.dumps(entry, ensure_ascii=False), f"list {name}")
        with suppress(ClzError):  # one that was not seen
            found += leaks(json.dumps(page.call("getRequestBody", id=entry["id"]), ensure_ascii=False), f"body {name}")
    found += leaks(json.dumps(page.call("getSocketMessages"), ensure_ascii=False), "sockets")
    found += leaks(json.dumps(page.call("getHar", bodies=True), ensure_ascii=False), "getHar")
    line = ("--agent", "tester", "--tab", str(page.tab))
    for name in ("all.har", "all.zip"):
        done = browser.clz("network", "har", str(tmp_path / name), "--bodies", *line)
        assert done.returncode == 0, done.stderr
    found += leaks((tmp_path / "all.har").read_text(), "all.har")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        for one in archive.namelist():
            data = archive.read(one)
            found += leaks(data.decode("utf-8", "replace"), f"zip {one}")
            found += leaks(data.decode("utf-16le", "replace"), f"zip {one} utf16")
    assert not found
    assert len(listed) > len(bodies("é"))
