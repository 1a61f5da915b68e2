"""Workers on other machines, over OpenSSH: nothing listens there or here but on loopback.

Each machine has a connection of its own for the run, which forwards two ports: from there to the scheduler here, and
from here to the worker there. The `clz` there runs the worker, and ends it with the connection.
"""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from os import urandom
from typing import Any

from clz_core.config.paths import runtime_dir
from clz_core.contract.errors import ClzError, error
from clz_core.remote.line import Attend, check_version
from clz_core.remote.machines import machine_of
from clz_core.remote.ssh import Ssh

PERSIST_S = 5  # that a connection waits for its end, if this process was killed


@contextmanager
def workers_on(names: list[str], cluster: Any) -> Iterator[None]:
    """Workers for a cluster's scheduler. Raises: MACHINE_UNREACHABLE, MACHINE_REFUSED, MACHINE_NOT_READY."""
    fars = [_Far(name) for name in names]
    with ThreadPoolExecutor(len(fars)) as at_once:
        try:
            list(at_once.map(lambda far: far.begin(cluster), fars))
            yield
        finally:
            list(at_once.map(_Far.end, fars))


class _Far:
    def __init__(self, name: str) -> None:
        self._name = name
        self._ssh = Ssh(machine_of(name), runtime_dir() / ".on" / f"fleet-{urandom(4).hex()}", PERSIST_S)
        self._attend: Attend | None = None

    def begin(self, cluster: Any) -> None:
        try:
            self._ssh.connect()
            self._attend = attend = Attend(self._ssh)
            check_version(self._name, attend.ask({"hello": 1, "session": "default"}))
            contact = _free_port()
            work = {
                "scheduler": self._ssh.forward_back(int(cluster.scheduler_address.rpartition(":")[2])),
                "contact": contact,
                "name": self._name,
                "certificate": cluster.security.tls_worker_cert,
                "key": cluster.security.tls_worker_key,
            }
            self._ssh.forward_port(contact, int(attend.ask({"work": work})["working"]))
        except ClzError as problem:
            if self._name not in problem.message:
                raise error(problem.code, f"{self._name}: {problem.message}", problem.hint) from problem
            raise

    def end(self) -> None:
        if self._attend is not None:
            self._attend.close()
        self._ssh.close()
        shutil.rmtree(self._ssh.folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
