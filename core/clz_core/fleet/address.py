"""Where a fleet is: an existing scheduler of Dask, or workers that are started for this run alone.

local:4                  four workers on this machine
ssh:host1,host2          a worker on each, over OpenSSH
tls://host:8786          a scheduler that runs, and the keys of Dask's own settings
tcp://host:8786          the same without TLS: who reaches it can run anything there, on this machine any user of it
"""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any

from clz_core.contract.errors import error, not_installed
from clz_core.remote.machines import ADDRESS

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
LOCAL = re.compile(r"local:([1-9][0-9]?)")
SSH = re.compile(rf"ssh:({ADDRESS.pattern}(?:,{ADDRESS.pattern})*)")
SCHEDULER = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[A-Za-z0-9_.-]+):([0-9]{1,5})")


def check(address: str, insecure: bool) -> None:
    """Raises: USAGE if it is not a fleet's address, or if anybody on the network could command that fleet."""
    if (found := LOCAL.fullmatch(address)) and int(found[1]) <= MOST_LOCAL:
        return
    if SSH.fullmatch(address):
        return
    found = SCHEDULER.fullmatch(address)
    if not found or int(found[3]) > MOST_PORT:
        raise error(
            "USAGE",
            f"{address!r} is not a fleet.",
            "Give local:N, ssh:HOST,HOST, tls://HOST:PORT or tcp://HOST:PORT of a scheduler of Dask.",
        )
    if found[1] == "tcp" and not insecure:
        raise error(
            "USAGE",
            f"{address} has no TLS: anybody who reaches it runs anything on its machines and reads what is typed.",
            "Use tls://, or, if you trust everybody who reaches it, add --insecure",
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
        raise not_installed("A fleet", "Dask distributed", "fleet") from problem
    quiet()
    with ExitStack() as ended:
        folder = ended.enter_context(TemporaryDirectory(prefix="clz-fleet-"))
        ended.enter_context(dask.config.set({**SETTINGS, FOLDER: folder}))
        try:
            make: Any = Client
            if SCHEDULER.fullmatch(address):
                client = make(address, security=_security(address), timeout=CONNECT_S, set_as_default=False)
            else:
                cluster = ended.enter_context(_started(address, threads))
                client = make(cluster, timeout=CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError, RuntimeError, ValueError) as problem:
            why = (str(problem) or type(problem).__name__).splitlines()[0]
            raise error("FLEET_UNREACHABLE", f"{address} cannot be used: {why}") from problem
        try:
            yield client
        finally:
            with suppress(Exception):
                client.close(timeout=5)


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


@contextmanager
def _started(address: str, threads: bool) -> Iterator[Any]:
    """A cluster for this run. Raises: USAGE; MACHINE_UNREACHABLE and the like for `ssh:`."""
    try:
        from clz_core.fleet.local import cluster

        far = SSH.fullmatch(address)
        made = cluster(0) if far else cluster(int(address.removeprefix("local:")), threads)
    except ImportError as problem:
        raise error("USAGE", f"The certificate of a fleet cannot be made: {problem}.", EXTRA) from problem
    try:
        if far:
            from clz_core.fleet.tunnels import workers_on

            with workers_on(far[1].split(","), made):
                yield made
        else:
            yield made
    finally:
        with suppress(Exception):
            made.close(timeout=10)


def quiet() -> None:
    """Dask says nothing by itself."""
    for name in ("distributed", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
