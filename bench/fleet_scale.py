"""A large fleet in small: Dask's own scheduler, with workers that hold no Firefox and end each test at once.

`python -m bench.fleet_scale [--workers N] [--tasks N] [--steps N] [--result BYTES]` prints the processor time that
scheduler and client take a test. The scheduler is a process of its own, each worker has its own connection to it, sends
heartbeats as often as the scheduler asks, and reports that a test began, its steps, and its result, as events; the
client does what `clz run --fleet` does: it submits a test for each free place, and another once it has a result.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil
from distributed import Client
from distributed.comm.core import connect
from distributed.core import Server
from distributed.versions import get_versions

from clz_core.fleet.address import SETTINGS

SLOTS = 1  # of a machine, for the tests of one Firefox
TOPIC = "clz"
STR = pickle.dumps(str)
IDLE_S = 10.0  # to see what the workers alone cost, by their heartbeats


def run_test(number: int) -> str:
    """A task that is sent; a stand-in worker does not run it."""
    return str(number)


class StandIns(Server):
    """Workers without Firefox: one listener for all, at an address of its own for each (127.0.0.0/8 is all ours)."""

    def __init__(self, scheduler: str, steps: int, result: bytes) -> None:
        super().__init__({})
        self._scheduler = scheduler
        self._steps = steps
        self._result = result
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, count: int) -> None:
        await self.rpc.start()
        await self.listen("tcp://0.0.0.0:0")
        first = self.port
        versions = get_versions()
        for number in range(count):
            address = f"tcp://127.{1 + number // 65_025}.{number // 255 % 255}.{1 + number % 255}:{first}"
            await self._join(address, versions)

    async def _join(self, address: str, versions: dict[str, Any]) -> None:
        comm = await connect(self._scheduler)
        hello = {
            "op": "register-worker",
            "reply": False,
            "address": address,
            "status": "running",
            "nthreads": SLOTS,
            "name": address,
            "now": time.time(),
            "resources": {},
            "memory_limit": 0,
            "local_directory": "",
            "services": {},
            "nanny": None,
            "pid": os.getpid(),
            "versions": versions,
            "metrics": metrics(),
            "extra": {},
            "stimulus_id": "join",
            "server_id": address,
        }
        await comm.write(hello, serializers=["msgpack"])
        told = await comm.read(deserializers=["msgpack"])
        assert told["status"] == "OK", told
        work, live = self._work(comm), self._live(address, told["heartbeat-interval"])
        self._tasks += [asyncio.create_task(work), asyncio.create_task(live)]

    async def _work(self, comm: Any) -> None:
        with contextlib.suppress(OSError):
            while True:
                tasks = [told for told in await comm.read() if told.get("op") == "compute-task"]
                for told in tasks:
                    await comm.write([*self._events(told["key"]), ended(told)])

    def _events(self, key: str) -> list[dict[str, Any]]:
        steps = [{"event": "step", "id": key, "text": 'click "#save"'} for _ in range(self._steps)]
        both = {"event": "began", "id": key, "where": "there"}, {"event": "over", "key": key, "given": self._result}
        return [{"op": "log-event", "topic": TOPIC, "msg": one} for one in (both[0], *steps, both[1])]

    async def _live(self, address: str, every_s: float) -> None:
        scheduler = self.rpc(self._scheduler)
        while True:
            await asyncio.sleep(every_s)
            with contextlib.suppress(OSError):
                told = await scheduler.heartbeat_worker(
                    address=address, now=time.time(), metrics=metrics(), executing={}, extensions={}
                )
                every_s = told["heartbeat-interval"]


def metrics() -> dict[str, Any]:
    return {
        "task_counts": {},
        "bandwidth": {"total": 1e8, "workers": {}, "types": {}},
        "digests_total_since_heartbeat": {},
        "managed_bytes": 0,
        "spilled_bytes": {"memory": 0, "disk": 0},
        "transfer": {"incoming_bytes": 0, "incoming_count": 0, "outgoing_bytes": 0, "outgoing_count": 0},
        "event_loop_interval": 0.02,
        "cpu": 0,
        "memory": 0,
        "time": time.time(),
        "host_net_io": {},
        "host_disk_io": {},
        "num_fds": 0,
    }


def ended(told: dict[str, Any]) -> dict[str, Any]:
    now = time.time()
    return {
        "op": "task-finished",
        "status": "OK",
        "key": told["key"],
        "run_id": told["run_id"],
        "nbytes": 100,
        "type": STR,
        "typename": "str",
        "metadata": {},
        "thread": 1,
        "startstops": [{"action": "compute", "start": now, "stop": now}],
        "stimulus_id": "ended",
    }


@contextlib.contextmanager
def scheduler() -> Iterator[tuple[str, psutil.Process]]:
    """A scheduler on loopback with the settings of docs/machines.md, and its address."""
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    settings = {f"DASK_{name.upper().replace('.', '__').replace('-', '_')}": str(v) for name, v in SETTINGS.items()}
    env = {**os.environ, **settings}
    with subprocess.Popen([*command, "--no-dashboard"], stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stderr is not None
            line = next(line for line in process.stderr if "Scheduler at:" in line)
            reader = threading.Thread(target=process.stderr.read)
            reader.start()
            yield line.split()[-1], psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait()
    reader.join()


def drive(client: Client, tasks: int) -> None:
    """Run so many tests, as many at once as there are places."""
    over: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    given: dict[str, bytes] = {}

    def said(event: Any) -> None:
        if event[1]["event"] == "over":
            given[event[1]["key"]] = event[1]["given"]

    def submit(number: int, address: str) -> None:
        future = client.submit(run_test, number, key=f"clz-{number}", workers=[address], pure=False)
        future.add_done_callback(lambda future: over.put((address, future)))

    client.subscribe_topic(TOPIC, said)
    places = list(client.scheduler_info(n_workers=-1)["workers"]) * SLOTS
    begun = min(tasks, len(places))
    for number in range(begun):
        submit(number, places[number])
    for _ in range(tasks):
        address, future = over.get()
        assert given.pop(future.key)
        if begun < tasks:
            submit(begun, address)
            begun += 1


def seconds(process: psutil.Process) -> float:
    return float(sum(process.cpu_times()[:2]))


def stand_in(address: str, workers: int, steps: int, result: int) -> None:
    """Be all the workers, in a process of its own."""

    async def work() -> None:
        crew = StandIns(address, steps, bytes(result))
        await crew.begin(workers)
        print("ready", flush=True)
        await asyncio.Event().wait()

    asyncio.run(work())


def measure(workers: int, tasks: int, steps: int, result: int) -> dict[str, float]:
    """Milliseconds of processor time a test, of scheduler and client, and tests a second."""
    with scheduler() as (address, process):
        crew = [sys.executable, "-m", "bench.fleet_scale", "--stand-in", address]
        crew += ["--workers", str(workers), "--steps", str(steps), "--result", str(result)]
        with subprocess.Popen(crew, stdout=subprocess.PIPE) as them:
            try:
                assert them.stdout is not None
                assert them.stdout.readline() == b"ready\n"
                with Client(address) as client:
                    own = psutil.Process()
                    before = seconds(process)
                    time.sleep(IDLE_S)
                    idle = (seconds(process) - before) / IDLE_S
                    before, began, ours = seconds(process), time.monotonic(), seconds(own)
                    drive(client, tasks)
                    took = time.monotonic() - began
                    return {
                        "scheduler ms a test": (seconds(process) - before - idle * took) / tasks * 1000,
                        "client ms a test": (seconds(own) - ours) / tasks * 1000,
                        "tests a second": tasks / took,
                        "idle scheduler, % of a core": idle * 100,
                        "scheduler MB": process.memory_info().rss / 1e6,
                    }
            finally:
                them.kill()


def main() -> None:
    parser = argparse.ArgumentParser(prog="fleet_scale", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--workers", type=int, default=1_000)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--steps", type=int, default=1, help="steps of a test that are slow enough to be reported")
    parser.add_argument("--result", type=int, default=2_000, help="bytes that a test's result has")
    parser.add_argument("--stand-in", metavar="ADDRESS", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.stand_in:
        stand_in(given.stand_in, given.workers, given.steps, given.result)
        return
    for name, value in measure(given.workers, given.tasks, given.steps, given.result).items():
        print(f"{name:<28} {value:8.2f}")


if __name__ == "__main__":
    main()
