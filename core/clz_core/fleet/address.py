"""Where a fleet is: an existing scheduler of Dask, or workers that are started for this run alone.

local:4                  four workers on this machine
ssh:host1,host2          a worker on each, by Dask's SSHCluster
tls://host:8786          a scheduler that runs, and the keys of Dask's own settings
tcp://host:8786          the same without TLS: who reaches it can run anything there, on this machine any user of it
"""

from __future__ import annotations

import logging
import re
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any

from clz_core.contract.errors import ClzError, error

MOST_LOCAL = 64
MOST_PORT = 65_535
CONNECT_S = 15
# Dask's own settings, for a scheduler that hands out tests; docs/machines.md lists them for your own scheduler.
SETTINGS: dict[str, object] = {
    "distributed.admin.log-length": 0,
    "distributed.admin.low-level-log-length": 50,  # messages kept of each worker: 1,000 are much, of 1,000 workers
    "distributed.scheduler.work-stealing": False,  # each test is given to one machine, and stays there
    "distributed.scheduler.worker-ttl": "30 s",  # a worker that says nothing for so long is lost
}
FOLDER = "temporary-directory"  # Dask imports from it, and would take one below /tmp that may be another user's
EXTRA = 'Install it: pip install "claudezilla[fleet]"'
# For a shell there: the program of the same path as here, or else that of `clz remote install`.
PYTHON_THERE = '$(command -v {here} || command -v "$HOME/.local/share/clz-remote/bin/python" || echo python3)'
LOCAL = re.compile(r"local:([1-9][0-9]?)")
SSH = re.compile(r"ssh:([A-Za-z0-9_.@-]+(?:,[A-Za-z0-9_.@-]+)*)")
SCHEDULER = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[A-Za-z0-9_.-]+):([0-9]{1,5})")


def check(address: str, insecure: bool) -> None:
    """Raises: USAGE if it is not a fleet's address, or if anybody on the network could command that fleet."""
    if (found := LOCAL.fullmatch(address)) and int(found[1]) <= MOST_LOCAL:
        return
    if SSH.fullmatch(address):
        if not insecure:
            raise _open_to_all("Dask's SSHCluster listens without TLS on the network of its machines")
        return
    found = SCHEDULER.fullmatch(address)
    if not found or int(found[3]) > MOST_PORT:
        raise error(
            "USAGE",
            f"{address!r} is not a fleet.",
            "Give local:N, ssh:HOST,HOST, tls://HOST:PORT or tcp://HOST:PORT of a scheduler of Dask.",
        )
    if found[1] == "tcp" and not insecure:
        raise _open_to_all(f"{address} has no TLS")


def _open_to_all(what: str) -> ClzError:
    return error(
        "USAGE",
        f"{what}: anybody who reaches it runs anything on its machines, and reads what the tests type.",
        "Use tls://, or go on where you trust everybody who reaches it: --insecure",
    )


@contextmanager
def connected(address: str, insecure: bool, threads: bool = False) -> Iterator[Any]:
    """A client of Dask for a fleet; what was started for it has ended afterwards.

    With `threads` the workers of this machine are in this process: what they run has processes of its own.

    Raises: USAGE, FLEET_UNREACHABLE.
    """
    check(address, insecure)
    _reach(address)
    try:
        import dask
        from distributed import Client
    except ImportError as problem:
        raise error("USAGE", "A fleet needs Dask distributed, which is not installed.", EXTRA) from problem
    for name in ("distributed", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    cluster: Any = None
    client: Any = None
    with TemporaryDirectory(prefix="clz-fleet-") as folder, dask.config.set({**SETTINGS, FOLDER: folder}):
        try:
            try:
                cluster = _started(address, threads)
                make: Any = Client
                security = None if cluster else _security(address)
                client = make(cluster or address, security=security, timeout=CONNECT_S, set_as_default=False)
            except (OSError, TimeoutError, RuntimeError, ValueError) as problem:
                why = str(problem).splitlines()[0]
                raise error("FLEET_UNREACHABLE", f"{address} cannot be used: {why}") from problem
            yield client
        finally:
            with suppress(Exception):
                if client is not None:
                    client.close(timeout=5)
            with suppress(Exception):
                if cluster is not None:
                    cluster.close(timeout=10)


def _reach(address: str) -> None:
    """Dask tries a closed port again until its time is up: it is asked first.

    Raises: FLEET_UNREACHABLE.
    """
    if found := SCHEDULER.fullmatch(address):
        try:
            socket.create_connection((found[2].strip("[]"), int(found[3])), CONNECT_S).close()
        except OSError as problem:
            raise error("FLEET_UNREACHABLE", f"{address} cannot be used: {problem}") from problem


def _security(address: str) -> Any:
    """What Dask's own settings say, and with tls:// nothing less than that. Raises: USAGE."""
    import distributed

    dask: Any = distributed
    if not address.startswith("tls:"):
        return dask.Security()
    found = dask.Security(require_encryption=True)
    if not (found.tls_ca_file and found.tls_client_cert):
        raise error(
            "USAGE",
            f"Dask's settings name no certificates for {address}.",
            "Set distributed.comm.tls.ca-file, client.cert and client.key: see docs/machines.md",
        )
    return found


def _started(address: str, threads: bool) -> Any:
    if found := LOCAL.fullmatch(address):
        try:
            from clz_core.fleet.local import cluster

            return cluster(int(found[1]), threads)
        except ImportError as problem:
            raise error("USAGE", f"local: cannot make its certificate: {problem}.", EXTRA) from problem
    if found := SSH.fullmatch(address):
        try:
            from distributed import SSHCluster
        except ImportError as problem:
            raise error("USAGE", "ssh: needs asyncssh.", EXTRA) from problem
        named = [one.rpartition("@") for one in found[1].split(",")]
        users = [{"username": user} if user else {} for user, _, _ in named]
        return SSHCluster(
            [named[0][2], *(host for _, _, host in named)],
            connect_options=[users[0], *users],
            scheduler_options={"port": 0, "dashboard": False},
            remote_python=PYTHON_THERE.format(here=shlex.quote(sys.executable)),
        )
    return None
