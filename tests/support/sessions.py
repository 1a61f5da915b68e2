"""A host of agents, such as Claude Code: a process that runs commands with its session in their environment."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.scratch import CLZ, Scratch

CODE = """
import json, os, subprocess, sys
for line in sys.stdin:
    words, env = json.loads(line)
    done = subprocess.run(words, env={**os.environ, **env}, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    print(json.dumps([done.returncode, done.stdout, done.stderr]), flush=True)
"""


class AgentHost:
    """Runs `clz` in `project`, with `env` on top of what the process itself was started with."""

    def __init__(self, scratch: Scratch, project: str = "shop", **env: str) -> None:
        self.env = env
        self.folder = scratch.root / project
        self.folder.mkdir(exist_ok=True)
        # What it runs must be that of this tree.
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE],
            env=scratch.env,
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.kill()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([[*CLZ, *words], {**self.env, **env}]) + "\n")
        self.process.stdin.flush()
        return subprocess.CompletedProcess(words, *json.loads(self.process.stdout.readline()))

    def call(self, *words: str, **env: str) -> dict[str, Any]:
        """The result of a command that must succeed."""
        done = self.run(*words, "--json", **env)
        assert done.returncode == 0, done.stdout + done.stderr
        return dict(json.loads(done.stdout)["result"])

    def agent(self, **env: str) -> str:
        """The id of the agent that commands act as."""
        return self.who(**env)[0]

    def who(self, **env: str) -> tuple[str, str]:
        """The id and the name of that agent."""
        listed = self.call("agents", **env)
        return listed["yourId"], next(entry["name"] for entry in listed["agents"] if entry["mine"])


def kept_keys(scratch: Scratch) -> set[str]:
    """The names of the agents whose key is kept."""
    return {path.stem for path in Path(scratch.env["CLZ_DATA_DIR"]).glob("keys/*.json")}
