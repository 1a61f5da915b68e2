"""Parts of the extension that need no browser, run by Node for tests with hypothesis."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
ESBUILD = ROOT / "extension/node_modules/.bin/esbuild"


class PoolError(Exception):
    """The pool threw a CommandError."""

    def __init__(self, code: str, details: dict[str, Any] | None) -> None:
        super().__init__(code)
        self.code = code
        self.details = details or {}


class Driver:
    """Answers of the TypeScript under test, one line each way."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __call__(self, name: str, *arguments: Any) -> Any:
        """Raises: PoolError."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, *arguments]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise PoolError(answer["error"], answer["details"])
        return answer["value"]


@contextmanager
def driver(name: str, folder: Path) -> Iterator[Driver]:
    """Bundle `tests/unit/extension/NAME.mjs` with the sources it imports, and run it."""
    bundle = folder / f"{name}.mjs"
    source = ROOT / "tests/unit/extension" / f"{name}.mjs"
    subprocess.run(
        [ESBUILD, source, "--bundle", "--platform=node", "--format=esm", f"--outfile={bundle}", "--log-level=warning"],
        check=True,
        timeout=30,
    )
    with subprocess.Popen(["node", bundle], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Driver(process)
        finally:
            process.kill()
