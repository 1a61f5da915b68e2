"""The line to one session on another machine: the connection, its host's address here, and who is admitted there.

Whether it is up is not checked at every command: what was noted here holds until a connection fails, and then all of it
is made again. Only the process there (`attend`) that stands for a process here is not shared: each process whose agents
must end with it has its own.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from clz_core import __version__
from clz_core.client import session as sessions
from clz_core.client.keys import AgentKey, authorize, is_kept
from clz_core.client.session import SessionInfo
from clz_core.config.paths import SessionPaths, data_dir, private_dir, write_private
from clz_core.contract import strict_json
from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error, from_wire
from clz_core.contract.limits import ATTEND_PING_S, FAR_HANDSHAKE_MS, SSH_CONNECT_S
from clz_core.contract.shapes import Envelope, JsonObject, Params
from clz_core.remote.machines import machine_of
from clz_core.remote.ssh import GRACE_S, Ssh, there

MOST_GREETING = 64 * 1024  # bytes that a shell there may say before our program does
LINE_S = SSH_CONNECT_S + GRACE_S
ANSWERS = {
    "hello": "clz",
    "admit": "admitted",
    "work": "working",
    "ping": "pong",
}  # what an answer has, by what it is to

_lines: dict[tuple[str, int], Line] = {}


def line_of(paths: SessionPaths) -> Line | None:
    """The line of this process to a session; None for one of this machine."""
    if not paths.on:
        return None
    name = (str(paths.folder), os.getpid())
    if name not in _lines:
        _lines[name] = Line(paths)
    return _lines[name]


class Line:
    """Raises, at whatever needs the machine: MACHINE_UNREACHABLE, MACHINE_REFUSED, MACHINE_NOT_READY, TIMEOUT."""

    HANDSHAKE_MS = FAR_HANDSHAKE_MS

    def __init__(self, paths: SessionPaths) -> None:
        self.paths = paths
        self.machine = machine_of(paths.on)
        self.ssh = Ssh(self.machine, paths.runtime)
        self._note = paths.folder / "line.json"
        self._attend: Attend | None = None
        self._admitted: set[str] = set()
        self._turn = threading.Lock()

    def ready(self, key: AgentKey, deadline: Deadline) -> SessionInfo:
        """The session as it is reached from here, with the key admitted there. Raises: NOT_CONNECTED."""
        with self._turn, _within(deadline):
            if self._passing(key):
                known = self._attend is not None and self._attend.lives and key.agent_id in self._admitted
            else:
                known = (self.paths.agents / key.agent_id).exists()
            if known and self._note.exists() and self.ssh.is_made:
                with suppress(ClzError):
                    return sessions.read(self.paths)
            return self._establish(key, deadline)

    def lost(self, key: AgentKey | None = None) -> None:
        """A connection failed, or the host there would not have a key: nothing noted here holds any more."""
        with self._turn:
            for path in (self._note, self.paths.file):
                path.unlink(missing_ok=True)
            if key is not None:
                (self.paths.agents / key.agent_id).unlink(missing_ok=True)
            else:
                for path in self.paths.agents.glob("agent_*"):
                    path.unlink(missing_ok=True)
            self._admitted.clear()

    def _passing(self, key: AgentKey) -> bool:
        """Whether an agent lives by this process: its key is nowhere kept."""
        return key.owner is None and not is_kept(key.agent_id, key.name)

    def _establish(self, key: AgentKey, deadline: Deadline) -> SessionInfo:
        private_dir(self.paths.runtime.parent)
        self.paths.make()
        try:
            patience = min(2 * LINE_S, deadline.remaining_s)
            with FileLock(self.paths.runtime / "line.lock", mode=0o600, timeout=patience):
                return self._connected(key, deadline)
        except Timeout:
            raise error("BUSY", f"Another clz is still connecting to {self.machine.name}.") from None

    def _connected(self, key: AgentKey, deadline: Deadline) -> SessionInfo:
        if self.ssh.connect(limit_s=deadline.remaining_s):
            for note in self.paths.runtime.glob("*/line.json"):  # what an earlier connection forwarded
                note.unlink(missing_ok=True)
        passing = self._passing(key)
        attend = self._attend if self._attend is not None and self._attend.lives else Attend(self.ssh)
        try:
            hello = attend.ask({"hello": 1, "session": self.paths.name}, deadline)
            info = self._info(hello)
            self._forward(info, hello)
            lives = "process" if passing else "silence" if key.owner is not None else "kept"
            attend.ask({"admit": {"public": key.public.decode(), "name": key.name, "lives": lives}}, deadline)
        except BaseException:
            if attend is not self._attend:
                attend.close()
            raise
        if passing:
            self._attend = attend
            self._admitted.add(key.agent_id)
        else:
            authorize(self.paths, key)
            if attend is not self._attend:
                attend.close()
        return sessions.read(self.paths)

    def _info(self, hello: JsonObject) -> SessionInfo:
        name = self.machine.name
        check_version(name, hello)
        if not isinstance(hello.get("session"), dict):
            self._note.unlink(missing_ok=True)
            raise error(
                "NOT_CONNECTED",
                f"No Firefox answers on {name} for session {self.paths.name!r}.",
                f"Start one there: clz --on {name} browser start",
            )
        try:
            return SessionInfo(**hello["session"])
        except TypeError as problem:
            raise error("PROTOCOL", f"The session of {name} cannot be read.") from problem

    def _forward(self, info: SessionInfo, hello: JsonObject) -> None:
        """Forward the host's socket to here, unless it is already."""
        note = {"endpoint": info.endpoint, "files": hello["files"]}
        with suppress(OSError, ValueError):
            if json.loads(self._note.read_text()) == note and self.paths.socket.exists():
                sessions.write(self.paths, info._replace(endpoint=f"ipc://{self.paths.socket}"))
                return
        self.ssh.forward(self.paths.socket, there(info.endpoint))
        sessions.write(self.paths, info._replace(endpoint=f"ipc://{self.paths.socket}"))
        write_private(self._note, json.dumps(note))

    # Which machine a path is of: what a command sends is read there, what it gives was written there. All other files
    # are read and written by the front, which is here.

    def answered(self, command: str, key: AgentKey) -> JsonObject | None:
        """What needs no host: a key that is kept here lives for good, and is none of those that are kept there."""
        if command == "heartbeat" and not self._passing(key):
            return {"alive": True, "watched": False}
        return None

    def outgoing(self, command: str, params: Params, key: AgentKey, deadline: Deadline) -> Params:
        """Params translated for the other machine: files are copied, and the pid becomes that of our process there."""
        if command == "heartbeat":
            self.ready(key, deadline)
            return {**params, "pid": self._attend.pid} if self._attend is not None and "pid" in params else params
        names = [name for name in far_paths(command) if params.get(name)]
        if not names:
            return params
        self.ready(key, deadline)
        files = str(json.loads(self._note.read_text())["files"])
        sent = dict(params)
        with _within(deadline):
            for name in names:
                given = params[name]
                sent[name] = (
                    [self._put(one, files, deadline) for one in given]
                    if isinstance(given, list)
                    else self._put(given, files, deadline)
                )
        return sent

    def incoming(self, command: str, reply: Envelope, deadline: Deadline) -> Envelope:
        """A reply as it means the same here: a download is fetched."""
        result = reply.get("result")
        if command != "download" or not reply.get("ok") or not isinstance(result, dict):
            return reply
        with _within(deadline):
            return {**reply, "result": {**result, "path": str(self._get(str(result["path"]), deadline))}}

    def _put(self, path: str, files: str, deadline: Deadline) -> str:
        try:
            with open(path, "rb") as file:
                words = ("clz", "remote", "take", files, os.path.basename(path))
                said = self.ssh.run(*words, input=file, timeout_s=deadline.remaining_s)
        except OSError as problem:
            raise error("FILE_ERROR", f"{path} cannot be read: {problem.strerror}.", path=path) from problem
        return said.decode().splitlines()[-1]

    def _get(self, path: str, deadline: Deadline) -> Path:
        folder = data_dir() / "downloads"
        private_dir(folder.parent)
        private_dir(folder)
        place = Path(tempfile.mkdtemp(dir=folder)) / os.path.basename(path)
        try:
            with place.open("xb") as file:
                self.ssh.run("cat", "--", path, output=file, timeout_s=deadline.remaining_s)
        except BaseException:
            shutil.rmtree(place.parent, ignore_errors=True)
            raise
        with suppress(ClzError):
            self.ssh.run("rm", "-f", "--", path)
        return place

    def run(self, *words: str, deadline: Deadline) -> JsonObject:
        """The result of a command of the clz there. Raises: ClzError, as it was said there."""
        with _within(deadline):
            self.ssh.connect(limit_s=deadline.remaining_s)
            command = ("clz", *words, "--session", self.paths.name, "--json")
            code, printed, said = self.ssh.ran(*command, timeout_s=deadline.remaining_s)
        for line in reversed(printed.splitlines()):
            envelope = _envelope(line)
            if envelope is not None and envelope["ok"]:
                return dict(envelope["result"])
            if envelope is not None:
                raise from_wire(envelope["error"])
        raise self.ssh.failed(code, said)


def _envelope(line: bytes) -> JsonObject | None:
    """What a line holds, if it is an envelope of `--json`: other programs there may print JSON, too."""
    try:
        found = strict_json.loads(line)
    except ValueError:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("ok"), bool):
        return None
    return found if isinstance(found.get("result" if found["ok"] else "error"), dict) else None


@contextmanager
def _within(deadline: Deadline) -> Iterator[None]:
    """Once the time of a command is up, that is what is wrong: the machine may be well. Raises: TIMEOUT."""
    try:
        yield
    except ClzError as problem:
        if problem.code not in ("MACHINE_UNREACHABLE", "BUSY") or not deadline.passed:
            raise
        raise error("TIMEOUT", f"The time was up: {problem.message}", "Give it longer: --timeout MS") from problem


def check_version(machine: str, hello: JsonObject) -> None:
    """Raises: MACHINE_NOT_READY if the clz there is another one."""
    if hello.get("clz") != __version__:
        raise error(
            "MACHINE_NOT_READY",
            f"clz on {machine} is {hello.get('clz')}, and here it is {__version__}.",
            f"Install this version there: clz remote install {machine}",
            there=str(hello.get("clz")),
            here=__version__,
        )


def far_paths(command: str) -> list[str]:
    """The parameters of a command that name files which the host reads, by their names on the wire."""
    known = COMMANDS.get(command)
    return [one.wire for one in known.params if one.format == "path" and not one.local] if known is not None else []


class Attend:
    """`clz remote attend` there, which lives as long as this object or its process."""

    def __init__(self, ssh: Ssh) -> None:
        self._ssh = ssh
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        self._process = subprocess.Popen(
            ssh.command("clz", "remote", "attend"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
            bufsize=0,
        )
        self._turn = threading.Lock()
        self._left = b""
        self._pinging = False
        self.pid = 0

    @property
    def lives(self) -> bool:
        return self._process.poll() is None

    def ask(self, message: JsonObject, deadline: Deadline | None = None) -> JsonObject:
        """Raises: ClzError."""
        longest = Deadline.after(LINE_S * 1000)
        with self._turn:
            answer = self._asked(message, longest if deadline is None else min(longest, deadline))
        if isinstance(answer.get("error"), dict):
            raise from_wire(answer["error"])
        if "pid" in answer:
            self.pid = int(answer["pid"])
        if not self._pinging:
            self._pinging = True
            threading.Thread(target=self._ping, daemon=True).start()
        return answer

    def _asked(self, message: JsonObject, deadline: Deadline) -> JsonObject:
        assert self._process.stdin is not None
        expected = {"error", *(answer for asked, answer in ANSWERS.items() if asked in message)}
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
        seen = 0
        while seen < MOST_GREETING:
            line = self._line(deadline)
            if line is None:
                break
            seen += len(line)
            with suppress(ValueError):  # a shell's greeting
                answer = strict_json.loads(line)
                if isinstance(answer, dict) and expected & answer.keys():
                    return answer
        return self._give_up()

    def _line(self, deadline: Deadline) -> bytes | None:
        assert self._process.stdout is not None
        while b"\n" not in self._left:
            if not select.select([self._process.stdout], [], [], deadline.remaining_s)[0]:
                return None
            data = os.read(self._process.stdout.fileno(), 65536)
            if not data:
                return None
            self._left += data
        line, _, self._left = self._left.partition(b"\n")
        return line

    def _give_up(self) -> JsonObject:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.poll()
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace")
        self.close()
        if code is None:
            raise error(
                "MACHINE_UNREACHABLE", f"clz on {self._ssh.machine.name} does not answer: the line may be cut.", None
            )
        if code == 2 or "No such command" in said or "There is no command" in said:
            name = self._ssh.machine.name
            raise error(
                "MACHINE_NOT_READY",
                f"clz on {name} is an older version, which cannot use other machines.",
                f"Install this version there: clz remote install {name}",
            )
        raise self._ssh.failed(code, said)

    def _ping(self) -> None:
        while self.lives:
            time.sleep(ATTEND_PING_S)
            with suppress(ClzError, OSError, ValueError):
                self.ask({"ping": 1})

    def close(self) -> None:
        """End it there, and the `ssh` here."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(b'{"bye":1}\n')
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        with suppress(OSError):
            self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._errors.close()
