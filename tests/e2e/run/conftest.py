"""A folder of tests, and `clz run` in it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.running.commands import run_clz
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.scratch import CLZ


class Folder:
    """A folder of tests, which run in the Firefox of all tests unless another session is named."""

    def __init__(self, path: Path, browser: Browser, site: Site) -> None:
        self.path = path
        self.browser = browser
        self.site = site
        self._started: list[subprocess.Popen[str]] = []

    def end(self) -> None:
        """Leave no run behind, however far the test came."""
        for process in self._started:
            process.kill()
            process.communicate()

    def write(self, text: str, name: str = "a.clz") -> Path:
        file = self.path / name
        file.write_text(text)
        return file

    def start(
        self, *words: str, session: str | None = "default", program: Sequence[str] = CLZ, **env: str
    ) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*program, "run", *words, *_in(session)],
            cwd=self.path,
            env={**self.browser.scratch.env, "SITE": self.site.origin, **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._started.append(process)
        return process

    def run(self, *words: str, session: str | None = "default", **env: str) -> subprocess.CompletedProcess[str]:
        env = {**self.browser.scratch.env, "SITE": self.site.origin, **env}
        return run_clz("run", *words, *_in(session), env=env, cwd=self.path, timeout=90)

    def outcomes(self, *words: str, session: str | None = "default", **env: str) -> dict[str, str]:
        """What became of each test, by its name and variant."""
        return {
            f"{one['name']} {one['variant']}".strip(): one["outcome"]
            for one in self.tests(*words, session=session, **env)
        }

    def tests(self, *words: str, session: str | None = "default", **env: str) -> list[dict[str, Any]]:
        done = self.run(*words, "--json", session=session, **env)
        envelope = json.loads(done.stdout)
        assert envelope["ok"], envelope
        return list(envelope["result"]["tests"])


def _in(session: str | None) -> list[str]:
    return ["--session", session] if session else []


@pytest.fixture
def folder(tmp_path: Path, browser: Browser, site: Site) -> Iterator[Folder]:
    folder = Folder(tmp_path, browser, site)
    yield folder
    folder.end()


@pytest.fixture
def written(folder: Folder) -> Callable[[str], Folder]:
    """The folder, with one file in it whose pages are those of the test site."""

    def write(text: str) -> Folder:
        folder.write("base $SITE\n" + text)
        return folder

    return write
