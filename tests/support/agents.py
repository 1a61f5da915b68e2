"""Agents as programs are: each in a process or with a key of its own, coming, working and going."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from clz_core.client import Client, session
from clz_core.client.keys import new_key
from clz_core.config.paths import SessionPaths
from clz_core.contract.errors import ClzError
from clz_native.firefox.profile import profile_dir

# As an MCP server is one: a key of its own, a heartbeat, and from then on its process is all that speaks for it.
PROGRAM = """
import os, sys
from clz_core.client import Client
from clz_core.client.keys import new_key
with Client(os.environ.get("CLZ_SESSION", "default"), key=new_key("mcp")) as client:
    client.call("heartbeat", {"pid": os.getpid()})
    for url in sys.argv[1:]:
        print(client.call("createWindow", {"url": url, "isolated": True})["tabId"], flush=True)
    print("ready", flush=True)
    input()
"""


@contextmanager
def agent_process(
    *urls: str, env: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """An agent with a tab for each address, and the tabs."""
    command = [sys.executable, "-c", PROGRAM, *urls]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline().strip() for _ in range(len(urls) + 1)]
            assert lines[-1] == "ready"
            yield process, [int(line) for line in lines[:-1]]
        finally:
            process.kill()


def says_goodbye(client: Client) -> None:
    """Have an agent leave, also one that has left already."""
    client.close()  # whose key was taken out comes in again
    client.call("goodbye")


@contextmanager
def agent_named(name: str) -> Iterator[Client]:
    """An agent that has nothing yet, and leaves nothing."""
    with Client("default", key=new_key(name)) as client:
        yield client
        says_goodbye(client)


def opened(client: Client, url: str, **params: object) -> str:
    """Open an address in a container of the agent's own; the title of what came."""
    return str(client.call("createWindow", {"url": url, "isolated": True, **params})["title"])


def refused(client: Client, command: str, **params: object) -> ClzError:
    """The error of a command that must not be done."""
    with pytest.raises(ClzError) as caught:
        client.call(command, params)
    return caught.value


@dataclass(frozen=True)
class Traces:
    """What agents could leave behind."""

    tabs: int
    strays: int
    """Tabs that no agent has, and that no agent's page should have left."""
    waiting: int
    pending: int
    containers: frozenset[str]
    keys: frozenset[str]
    files: frozenset[str]
    host_descriptors: int
    host_threads: int
    host_bytes: int

    def left_since(self, before: Traces) -> dict[str, object]:
        """What is there now and was not before, memory aside."""
        left: dict[str, object] = {
            "tabs": self.tabs - before.tabs,
            "strays": self.strays - before.strays,
            "containers": sorted(self.containers - before.containers),
            "waiting": self.waiting - before.waiting,
            "pending": self.pending - before.pending,
            "keys": sorted(self.keys - before.keys),
            "files": sorted(self.files - before.files),
            "host_descriptors": max(0, self.host_descriptors - before.host_descriptors),
            "host_threads": max(0, self.host_threads - before.host_threads),
        }
        return {name: value for name, value in left.items() if value}


def traces(name: str = "default") -> Traces:
    paths = SessionPaths(name)
    with Client(name) as client:
        pool = client.call("getSlotRequests")
        pending = client.call("status")["pending"]
        windows = client.call("getWindows")["windows"]
    host = psutil.Process(session.read(paths).pid)
    found = {path for path in paths.runtime.rglob("*") if path.parent != paths.agents}
    files = {str(path.relative_to(paths.runtime)) for path in found - {paths.warm}}  # it comes a second after the host
    return Traces(
        tabs=pool["tabCount"],
        strays=sum(window["person"] for window in windows),
        containers=frozenset(_containers(profile_dir(name))),
        waiting=len(pool["requests"]) + len(pool["reservations"]),
        pending=pending,
        keys=frozenset(path.name for path in paths.agents.iterdir()),
        files=frozenset(files),
        host_descriptors=host.num_fds(),
        host_threads=host.num_threads(),
        host_bytes=host.memory_info().rss,
    )


def _containers(profile: Path) -> Iterator[str]:
    """The containers of agents that Firefox keeps. It writes them down a moment after they change."""
    try:
        identities = json.loads((profile / "containers.json").read_text("utf-8"))["identities"]
    except (OSError, ValueError):
        return
    yield from (identity["name"] for identity in identities if str(identity.get("name")).startswith("clz "))


def live_through(cycles: int, url: str, name: str = "default", agents: int = 4, lifetime: int = 10) -> Iterator[int]:
    """Open, act and close `cycles` times, by `agents` that leave after `lifetime` turns; yields each cycle's number.

    Every second agent is isolated, so that containers come and go as well.
    """
    with ExitStack() as stack:
        crew = [stack.enter_context(Client(name, key=new_key(f"soak-{n}"))) for n in range(agents)]
        try:
            for number in range(cycles):
                at = number % agents
                client = crew[at]
                client.call("createWindow", {"url": url, "isolated": at % 2 == 1})
                client.call("click", {"target": "#count"})
                client.call("closeTab")
                if number // agents % lifetime == lifetime - 1:
                    client.call("goodbye")
                    client.close()
                    crew[at] = stack.enter_context(Client(name, key=new_key(f"soak-{number}")))
                yield number
        finally:
            for client in crew:
                client.call("goodbye")
