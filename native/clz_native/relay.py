"""What a managed Firefox starts as its native host: hands the port over to the host that was started ahead.

It stays until that host ends, since Firefox takes the end of this process for the end of the port. Where no host waits
it becomes one itself. See `clz_native.host.ahead`. Firefox waits for it: it is run as a file, without `site` and
packages, and loads next to nothing.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket

PORT_SOCKET = "CLZ_PORT_SOCKET"  # the path of the socket where the host waits
STANDARD_FILES = (0, 1, 2)
GIVEN, TAKEN = b"P", b"T"
LOADING_S = 10.0  # that the host may still need


def main() -> None:
    path = os.environ.get(PORT_SOCKET, "")
    connection = _handed_over(path) if path and os.path.exists(path) else None
    if connection is None:
        os.execv(sys.executable, [sys.executable, "-I", "-m", "clz_native.host", *sys.argv[1:]])  # noqa: S606
    for number in STANDARD_FILES:  # they are the host's: it may close them while this process lives
        os.close(number)
    try:
        connection.recv(1)
    except OSError:
        pass
    os._exit(0)


def _handed_over(path: str) -> socket | None:
    """The connection to the host that has the port now; None if there is none."""
    import _socket
    from array import array

    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.settimeout(LOADING_S)
    try:
        connection.connect(path)
        connection.sendmsg([GIVEN], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array("i", STANDARD_FILES))])
        if connection.recv(1) != TAKEN:
            return None
    except OSError:
        return None
    connection.settimeout(None)
    return connection


if __name__ == "__main__":
    main()
