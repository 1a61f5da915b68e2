"""Another user of this machine, who tries what listens here: `python -m tests.support.machines.stranger PORT …`.

Everything is imported as root, who can read this tree; what it does then, user 65534 does. It prints, for each port,
the ways in which it was answered, or ran a program as whoever listens there.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import socket
import ssl
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import distributed
import distributed.comm
import psutil

ROOT = Path(__file__).parents[3]
NOBODY = 65534
SHORT_S = 5.0
DASK: Any = distributed  # which is typed in part
OPS = {"scheduler": "run_function", "worker or nanny": "run"}  # Dask's own, by which a client runs a program there


def tries(ports: set[int], *inside: str) -> dict[int, list[str]]:
    """What somebody else gets from these ports of 127.0.0.1; `inside` is a command that runs another in a network."""
    words = [*inside, sys.executable, "-m", "tests.support.machines.stranger", *map(str, ports)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    return {int(port): found for port, found in json.loads(done.stdout).items()}


def listeners(processes: list[psutil.Process]) -> dict[str, set[tuple[str, int]]]:
    """The addresses and ports that processes listen on for TCP, by their command lines."""
    found: dict[str, set[tuple[str, int]]] = {}
    for one in processes:
        with suppress(psutil.Error):
            listening = [it.laddr for it in one.net_connections("tcp") if it.status == psutil.CONN_LISTEN]
            if listening:
                found.setdefault(" ".join(one.cmdline()), set()).update((it.ip, it.port) for it in listening)
    return found


def _become_somebody_else() -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    try:
        os.listdir("/root")
    except PermissionError:
        return
    raise SystemExit("this is still root")


async def _dask(port: int, security: Any, who: str) -> str:
    """A way in by Dask: without TLS, or with a certificate of its own."""
    given = security.get_connection_args("client") if security is not None else {}
    scheme = "tls" if security is not None else "tcp"
    asked = {"function": pickle.dumps(os.getuid), "args": pickle.dumps(()), "kwargs": pickle.dumps({})}
    with suppress(Exception):
        async with asyncio.timeout(SHORT_S):
            comm = await DASK.comm.connect(f"{scheme}://127.0.0.1:{port}", timeout=SHORT_S, **given)
            await comm.write({"op": OPS[who], **asked, "wait": True, "reply": True})
            ran = await comm.read()
            if ran == 0 or (isinstance(ran, dict) and ran.get("result") == 0):
                return f"{scheme}: ran as root at the {who}"
    return ""


def _http(port: int, encrypted: bool) -> str:
    anything = ssl.create_default_context()
    anything.check_hostname = False
    anything.verify_mode = ssl.CERT_NONE
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), SHORT_S) as plain:
        plain.settimeout(SHORT_S)
        with anything.wrap_socket(plain) if encrypted else plain as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            if line.recv(100).startswith(b"HTTP/"):
                return "https" if encrypted else "http"
    return ""


async def _all(ports: list[int]) -> dict[int, list[str]]:
    own = DASK.Security.temporary()

    async def ways(port: int) -> list[str]:
        found = await asyncio.gather(
            *(asyncio.to_thread(_http, port, encrypted) for encrypted in (False, True)),
            *(_dask(port, security, who) for security in (None, own) for who in OPS),
        )
        return sorted(filter(None, found))

    return dict(zip(ports, await asyncio.gather(*map(ways, ports)), strict=True))


def main() -> None:
    ssl.create_default_context()
    _become_somebody_else()
    print(json.dumps(asyncio.run(_all([int(word) for word in sys.argv[1:]]))))


if __name__ == "__main__":
    main()
