"""The scheduler and the workers that are started for one run, open only to those who have its certificate.

They listen on loopback alone and speak TLS, of which both sides show the certificate; its key is only in the memory of
these processes. In one process they speak through memory, and listen nowhere. Dask's HTTP server, which would answer
everybody on this machine, is not started. The folder that Dask imports from and spills to is the run's own: its usual
one below /tmp may be another user's.
"""

from __future__ import annotations

import logging
import os
from typing import Any

import distributed
from distributed import Nanny, Scheduler, Worker

DASK: Any = distributed  # which is typed in part
LOOPBACK = "127.0.0.1"


class QuietScheduler(Scheduler):
    """A scheduler without HTTP: Dask has no setting that keeps it from listening for it."""

    def start_http_server(self, *_: object, **__: object) -> None:
        """Nothing."""


class QuietWorker(Worker):
    """A worker without HTTP."""

    def start_http_server(self, *_: object, **__: object) -> None:
        """Nothing."""


def security_of(certificate: str, key: str) -> Any:
    """What takes and shows one certificate on all sides."""
    roles = ("client", "scheduler", "worker")
    shown = {f"tls_{role}_{what}": text for role in roles for what, text in (("cert", certificate), ("key", key))}
    return DASK.Security(require_encryption=True, tls_ca_file=certificate, **shown)


def cluster(count: int, threads: bool = False) -> Any:
    """A scheduler in this process, and so many workers: in processes of their own, or with `threads` in this one."""
    security = DASK.Security.temporary()
    where = {"protocol": "inproc://"} if threads else {"protocol": "tls://", "host": LOOPBACK}
    every: dict[str, Any] = {**where, "security": security}
    place = {**every, "nthreads": max(1, (os.cpu_count() or 1) // max(1, count)), "memory_limit": 0}
    if not threads:
        place |= {"worker_class": QuietWorker, "silence_logs": logging.CRITICAL}
    worker = {"cls": QuietWorker if threads else Nanny, "options": place}
    return DASK.SpecCluster(
        workers=dict.fromkeys(range(count), worker),
        scheduler={"cls": QuietScheduler, "options": {**every, "port": 0, "dashboard": False}},
        security=security,
        silence_logs=logging.CRITICAL,
    )
