"""The Node.js system that clz replaces, from a checkout of it, in a Firefox of its own beside that of clz.

Its extension and host are run as they are, with the preferences of a Firefox that clz starts; what it logs it logs.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.harness import CommandFailed
from clz_native.firefox.profile import user_js
from tests.support.scratch import end_processes_of, scratch_home
from tests.support.waiting import until

EXTENSION = "claudezilla@boot.industries"
HOST = "claudezilla"
START_S = 30.0


class Original:
    """A connection to its host; the first tab shows `url`."""

    def __init__(self, checkout: Path, env: dict[str, str], sock: Path, token: str) -> None:
        self.env = env
        self.cli = ["node", str(checkout / "host/cli.js")]
        self.mcp = ["node", str(checkout / "mcp/server.js")]
        self._token = token
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(START_S)
        self._socket.connect(str(sock))
        self._lines = self._socket.makefile("rb")

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def call(self, command: str, params: Mapping[str, Any]) -> Any:
        """The result of one command. Raises: CommandFailed."""
        asked = {"command": command, "params": params, "authToken": self._token}
        self._socket.sendall(json.dumps(asked).encode() + b"\n")
        answer = json.loads(self._lines.readline() or b"{}")
        if not answer.get("success"):
            raise CommandFailed(f"the original's {command}: {answer.get('error')}")
        return answer["result"]


@contextmanager
def original(checkout: Path, url: str) -> Iterator[Original]:
    """It at work on `url`; afterwards nothing of it is left."""
    with scratch_home() as home:
        copy = home.root / "original"
        shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns(".git", "node_modules", "website", "marketing"))
        install = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(install, cwd=copy / "mcp", check=True)
        env = {**home.env, "XDG_RUNTIME_DIR": str(home.runtime), "MOZ_HEADLESS": "1"}
        home.runtime.mkdir(0o700)
        profile = _profile(copy, home.root)
        _manifest(copy, Path(env["HOME"]))
        with (home.root / "firefox.log").open("wb") as log:
            words = ["firefox-esr", "--no-remote", "--profile", str(profile), "about:blank"]
            subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield from _connected(copy, env, home.runtime, url)
        finally:
            end_processes_of(home.root)


def _connected(copy: Path, env: dict[str, str], runtime: Path, url: str) -> Iterator[Original]:
    sock, token = (runtime / f"{HOST}{end}" for end in (".sock", "-auth.token"))
    until(lambda: sock.exists() and token.exists() and token.stat().st_size, START_S)
    one = Original(copy, env, sock, token.read_text())
    try:
        one.call("createWindow", {"url": url, "private": False})
        until(lambda: _answers(one), START_S)
        yield one
    finally:
        one.close()


def _answers(one: Original) -> bool:
    """Whether its content script is in the page."""
    try:
        return bool(one.call("getPageState", {})["inputs"])
    except (CommandFailed, KeyError):
        return False


def _profile(copy: Path, root: Path) -> Path:
    profile = root / "profile"
    (profile / "extensions").mkdir(parents=True)
    (profile / "user.js").write_text(user_js("managed"), "utf-8")
    source = copy / "extension"
    with zipfile.ZipFile(profile / "extensions" / f"{EXTENSION}.xpi", "w") as xpi:
        for file in sorted(source.rglob("*")):
            xpi.write(file, file.relative_to(source))
    return profile


def _manifest(copy: Path, home: Path) -> None:
    """What tells Firefox of its host, and the script that runs that, as its installer makes them."""
    run = copy / "host/run.sh"
    run.write_text(f'#!/bin/sh\nexec "{shutil.which("node")}" "{copy / "host/index.js"}" "$@"\n')
    run.chmod(0o755)
    folder = home / ".mozilla/native-messaging-hosts"
    folder.mkdir(parents=True)
    told = {"name": HOST, "description": "", "path": os.fspath(run), "type": "stdio", "allowed_extensions": [EXTENSION]}
    (folder / f"{HOST}.json").write_text(json.dumps(told))
