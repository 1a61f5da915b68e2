"""A site with TLS on loopback: each host shows the certificate that it was given, all others one of nobody's.

/             a page
/parts?HOST   a page that loads a frame, a script, a picture, an answer to fetch and a WebSocket, each from a host below
              HOST of its own, and writes into #log what has come
"""

from __future__ import annotations

import datetime as dt
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.site.server import png
from tests.site.serving import LocalServer, serving
from tests.site.socket_site import SocketHandler

LONG_AGO = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
PAGE = "<!doctype html><title>Over TLS</title><link rel=icon href=data:,><p id='p'>Over TLS"
PARTS = """<!doctype html><title>Parts</title><link rel=icon href=data:,><pre id="log"></pre><script>
const host = (name) => `//${name}.${location.search.slice(1)}:${location.port}`;
const loaded = (element, src) => new Promise((come, fail) => {
  Object.assign(element, { src, onload: come, onerror: fail });
  document.body.append(element);
});
const heard = (target, kind) => new Promise((come, fail) => {
  target.addEventListener(kind, come);
  target.onerror = fail;
  setTimeout(fail, 3000);
});
const parts = {
  frame: () => {
    const src = host("frame") + "/frame";
    document.body.append(Object.assign(document.createElement("iframe"), { src }));
    return heard(window, "message");
  },
  script: () => loaded(document.createElement("script"), host("script") + "/script.js"),
  image: () => loaded(new Image(), host("image") + "/image.png"),
  fetch: () => fetch(host("fetch") + "/answer"),
  socket: () => heard(new WebSocket("wss:" + host("socket") + "/greets"), "message"),
};
Promise.all(Object.entries(parts).map(([name, load]) =>
  load().then(() => `${name} came`, () => `${name} did not come`),
)).then((lines) => { document.querySelector("#log").textContent = lines.join("\\n"); });
</script>"""


class TlsSite(LocalServer):
    """`seen` lists the requests as `METHOD HOST/PATH`, `greeted` the hosts that handshakes were begun with.

    `headers` come with every answer. An address is the host "", as it is in a handshake.
    """

    def __init__(self) -> None:
        self.authority = trustme.CA()
        self.headers: dict[str, str] = {}
        self.seen: list[str] = []
        self.greeted: list[str] = []
        self._contexts: dict[str, ssl.SSLContext] = {}
        super().__init__(_Handler)
        context = self._context(trustme.CA().issue_cert("nobody.localhost"))
        context.sni_callback = self._greeted
        # A client that is slow in its handshake delays only itself.
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    def url(self, host: str, path: str = "/") -> str:
        return f"https://{host}:{self.server_port}{path}"

    def shows(self, host: str, certificate: trustme.LeafCert) -> None:
        """Show this certificate for a host from now on."""
        self._contexts[host] = self._context(certificate)

    def trusted(self, host: str, name: str = "", expired: bool = False) -> trustme.LeafCert:
        """A certificate of the authority for a host, or for another name, or of another time."""
        return self.authority.issue_cert(name or host, not_after=LONG_AGO if expired else None)

    @staticmethod
    def _context(certificate: trustme.LeafCert) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # no session is resumed: each connection looks at the certificate
        certificate.configure_cert(context)
        return context

    def _greeted(self, connection: Any, name: str | None, _context: ssl.SSLContext) -> None:
        self.greeted.append(name or "")
        for host in (name or "", "*." + (name or "").partition(".")[2]):
            if host in self._contexts:
                connection.context = self._contexts[host]
                return


def self_signed(host: str) -> trustme.LeafCert:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8
    private = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    return trustme.LeafCert(private, made.public_bytes(serialization.Encoding.PEM), [])


class _Handler(SocketHandler):
    server: TlsSite

    def do_GET(self) -> None:  # noqa: N802 - the protocol's name
        host, path = self.headers["Host"].partition(":")[0], urlsplit(self.path).path
        self.server.seen.append(f"{self.command} {host}{path}")
        self.close_connection = True  # each request shakes hands itself
        if path == "/parts":
            self._answer("text/html", PARTS)
        elif path == "/frame":
            self._answer("text/html", "<!doctype html><script>parent.postMessage('here', '*')</script>")
        elif path == "/script.js":
            self._answer("text/javascript", "")
        elif path == "/answer":
            self._answer("text/plain", "here")
        elif path == "/image.png":
            self._answer("image/png", png())
        elif "Sec-WebSocket-Key" in self.headers:
            super().do_GET()
        else:
            self._answer("text/html", PAGE)

    def end_headers(self) -> None:
        if "Sec-WebSocket-Key" not in self.headers:
            self.send_header("Connection", "close")
            self.send_header("Access-Control-Allow-Origin", "*")
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()


@contextmanager
def tls_site() -> Iterator[TlsSite]:
    with serving(TlsSite()) as site:
        yield site
