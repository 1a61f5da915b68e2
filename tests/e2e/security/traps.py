"""Traps: servers that a page is not allowed to reach, one for each road there, so that each is told by its port.

A trap hears on TCP and, under the same number, on UDP. A connection alone counts, whether anything is asked over it or
not: a name or an address that leaves is a message too.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterable
from typing import Self

ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n"
    b"Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n"
)

_used: set[int] = set()  # what is left of an earlier page's roads must not fall into another's traps


class Traps:
    """Listens while it is entered. `reached` holds the names of the roads by which something came."""

    def __init__(self, names: Iterable[str]) -> None:
        self._selector = selectors.DefaultSelector()
        self._over, self._end = socket.socketpair()
        self._selector.register(self._over, selectors.EVENT_READ, "")
        self.ports: dict[str, int] = {}
        self.reached: set[str] = set()
        self.asked: list[bytes] = []
        self._came = threading.Condition()
        for name in names:
            self._open(name)
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def wait_for(self, names: set[str], timeout_s: float = 30) -> None:
        """Wait until something has come by each of these roads."""
        with self._came:
            came = self._came.wait_for(lambda: names <= self.reached, timeout_s)
        assert came, f"nothing came by {sorted(names - self.reached)}"

    def _open(self, name: str) -> None:
        while name not in self.ports:
            stream, packets = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
            stream.bind(("127.0.0.1", 0))
            port = stream.getsockname()[1]
            try:
                if port in _used:
                    raise OSError
                packets.bind(("127.0.0.1", port))
            except OSError:  # somebody else's
                stream.close()
                packets.close()
                continue
            stream.listen(32)
            self._selector.register(stream, selectors.EVENT_READ, name)
            self._selector.register(packets, selectors.EVENT_READ, name)
            self.ports[name] = port
            _used.add(port)

    def _listen(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.data == "":
                    return
                with self._came:
                    self.reached.add(key.data)
                    self._came.notify_all()
                place = key.fileobj
                assert isinstance(place, socket.socket)
                with contextlib.suppress(OSError):
                    if place.type == socket.SOCK_DGRAM:
                        place.recv(4096)
                    else:
                        self._answer(place.accept()[0])

    def _answer(self, connection: socket.socket) -> None:
        """Whatever is asked is answered with nothing; by a thread, as nothing may ever be asked."""

        def serve() -> None:
            with connection, contextlib.suppress(OSError):
                connection.settimeout(10)
                if asked := connection.recv(65536):
                    self.asked.append(asked)
                    connection.sendall(ANSWER)

        threading.Thread(target=serve, daemon=True).start()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.send(b"x")
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._end.close()
        self._selector.close()
