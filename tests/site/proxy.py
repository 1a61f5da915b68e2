"""Proxies on loopback, for tests: each notes what it was asked for, and answers it itself."""

from __future__ import annotations

import socket
import socketserver
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

PAGE = b"<!doctype html><title>By proxy</title><link rel=icon href=data:,><h1>By proxy</h1>"
HEAD = b"Content-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(PAGE)
ANSWER = b"HTTP/1.1 200 OK\r\n" + HEAD + PAGE
FORGED = (
    b"<!doctype html><title>Forged</title><link rel=icon href=data:,><form method=post><input></form><p id=done></p>"
)
FORGED += b"""<button onclick="navigator.clipboard.readText().then((text) => done.textContent = `read ${text}`,
() => done.textContent = 'refused')">Read</button>"""
LOGIN = b'HTTP/1.1 407 Log in\r\nProxy-Authenticate: Basic realm="proxy", charset="UTF-8"\r\n' + HEAD + PAGE


class Proxy(socketserver.ThreadingTCPServer):
    """`asked` lists the addresses or hosts, `logins` the Proxy-Authorization headers or users that came with them.

    `authorizations` are the Authorization headers that were for the sites.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, handler: type[socketserver.StreamRequestHandler]) -> None:
        self.asked: list[str] = []
        self.logins: list[str] = []
        self.authorizations: list[str] = []
        super().__init__(("127.0.0.1", 0), handler)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a connection early is not an error of the proxy."""


class HttpProxy(socketserver.StreamRequestHandler):
    server: Proxy
    wants_login = False

    def handle(self) -> None:
        line = self.rfile.readline().decode()
        headers = {}
        while (header := self.rfile.readline().decode().strip()) != "":
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        self.server.asked.append(line.split()[1])
        login = headers.get("proxy-authorization", "")
        self.server.logins += [login] if login else []
        self.wfile.write(LOGIN if self.wants_login and not login else self.answer(line, headers))

    def answer(self, line: str, headers: dict[str, str]) -> bytes:
        return ANSWER


class LoginProxy(HttpProxy):
    """One that asks for a log-in, and takes any."""

    wants_login = True


class Forger(HttpProxy):
    """One that answers for every site with a page of its own that has a field; `/401` asks for a log-in."""

    def answer(self, line: str, headers: dict[str, str]) -> bytes:
        given = headers.get("authorization", "")
        self.server.authorizations += [given] if given else []
        wants = "/401" in line and not given
        status = b'401 Log in\r\nWWW-Authenticate: Basic realm="forged"' if wants else b"200 OK"
        head = b"\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(FORGED)
        return b"HTTP/1.1 " + status + head + FORGED


class TunnelProxy(socketserver.StreamRequestHandler):
    """One that leads to the server that it is asked for, whatever its name, on this machine."""

    server: Proxy

    def handle(self) -> None:
        _, goal, _ = self.rfile.readline().decode().split()
        while self.rfile.readline().strip():
            pass
        self.server.asked.append(goal)
        with socket.create_connection(("127.0.0.1", int(goal.rpartition(":")[2]))) as there:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            back = Thread(target=self._carry, args=(there, self.connection), daemon=True)
            back.start()
            self._carry(self.connection, there)
            back.join()

    def _carry(self, source: socket.socket, goal: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                goal.sendall(data)
            goal.shutdown(socket.SHUT_WR)


class SocksProxy(socketserver.StreamRequestHandler):
    """SOCKS 5 (RFC 1928), with a user and password (RFC 1929) where one is offered."""

    server: Proxy

    def handle(self) -> None:
        _, count = self.rfile.read(2)
        offered = self.rfile.read(count)
        wants_login = 2 in offered
        self.wfile.write(b"\x05" + (b"\x02" if wants_login else b"\x00"))
        if wants_login:
            self.rfile.read(1)
            user, password = (self.rfile.read(self.rfile.read(1)[0]).decode() for _ in range(2))
            self.server.logins.append(f"{user}:{password}")
            self.wfile.write(b"\x01\x00")
        kind = self.rfile.read(4)[3]
        size = {1: 4, 4: 16}.get(kind) or self.rfile.read(1)[0]
        host = self.rfile.read(size)
        (port,) = struct.unpack(">H", self.rfile.read(2))
        name = ".".join(map(str, host)) if kind == 1 else host.decode() if kind == 3 else host.hex()
        self.server.asked.append(f"{name}:{port}")
        self.wfile.write(b"\x05\x00\x00\x01" + bytes(6))
        while self.rfile.readline().strip():
            pass
        self.wfile.write(ANSWER)


@contextmanager
def proxy(handler: type[socketserver.StreamRequestHandler]) -> Iterator[Proxy]:
    server = Proxy(handler)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
