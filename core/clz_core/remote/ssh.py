"""OpenSSH, as it is set up on this machine: its settings, keys, agent, jump hosts and known hosts.

All that goes to one machine shares one connection, which OpenSSH itself keeps for some minutes after its last use.
Nothing is asked for on the way: what would be, such as whether a new host key is right, is an error that says what to
type. A host key that has changed is never accepted, whatever the settings say.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from clz_core.config.paths import HAS_IPC, private_dir, write_private
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_SOCKET_PATH, SSH_ALIVE_S, SSH_ALIVE_TRIES, SSH_CONNECT_S, SSH_PERSIST_S
from clz_core.remote.machines import Machine

PROGRAM = "CLZ_SSH"  # another OpenSSH, or options of it: `ssh -F FILE`
GRACE_S = 20  # what a step may take beside connecting
SCRATCH_BYTES = 20  # what OpenSSH adds to the path of a control socket while it makes it
MISSING = 127
QUICK_CIPHER = "aes128-gcm@openssh.com"
# A shell that ssh starts has a short PATH: these are places of people's programs, that of `clz remote install` first.
IN_PATH = 'PATH="$HOME/.local/share/clz-remote/bin:$PATH:$HOME/.local/bin"; export PATH CLZ_WARM=0; exec "$@"'
# A program whose ssh has ended here goes on there: what has a limit is ended there as well, where there is `timeout`.
LIMITED = 'limit=$1; shift; command -v timeout >/dev/null && set -- timeout "$limit" "$@"; '


class Ssh:
    """The connection to one machine. `folder` is where its control socket is."""

    def __init__(self, machine: Machine, folder: Path, persist_s: int = SSH_PERSIST_S) -> None:
        self.machine = machine
        self.folder = folder
        self._persist_s = persist_s
        self.control = folder / "ssh.sock"
        self._to = folder / "machine"  # what the connection was made to

    def words(self, *more: str, asking: bool = False) -> list[str]:
        """The words of an `ssh` that shares the connection, without what it is to do."""
        settings = {
            "ControlPath": f'"{str(self.control).replace("%", "%%")}"',
            "ConnectTimeout": SSH_CONNECT_S,
            "ServerAliveInterval": SSH_ALIVE_S,
            "ServerAliveCountMax": SSH_ALIVE_TRIES,
            "BatchMode": "no" if asking else "yes",
            "ForwardAgent": "no",
            "ForwardX11": "no",
            "StreamLocalBindUnlink": "yes",
            "StreamLocalBindMask": "0177",
            "PermitLocalCommand": "no",
        }
        given = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        return [*program(), *given, "-T", *more, *self.machine.target]

    def connect(self, asking: bool = False, limit_s: float = SSH_CONNECT_S + GRACE_S) -> bool:
        """Make the connection, if there is none. True if it is a new one; `asking` lets OpenSSH ask at the terminal.

        Raises: MACHINE_UNREACHABLE, MACHINE_REFUSED, RUNTIME_UNSAFE, RUNTIME_PATH_TOO_LONG.
        """
        if self.is_made and self.alive():
            return False
        private_dir(self.folder.parent)
        private_dir(self.folder)
        self._check_path()
        if self.control.exists():
            self.close()  # of a machine that had this name before
        self.control.unlink(missing_ok=True)
        own = ["-M", "-N", "-f", "-o", f"ControlPersist={self._persist_s}", "-o", "ClearAllForwardings=yes"]
        words = self.words(*own, *self._by_settings(), asking=asking)
        limit_s = min(limit_s, SSH_CONNECT_S + GRACE_S)
        with tempfile.TemporaryFile() as said:
            try:
                done = subprocess.run(
                    words,
                    stdin=None if asking else subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=said,
                    timeout=None if asking else limit_s,
                    start_new_session=not asking,  # Ctrl-C ends a command, and not what others share
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise self._unreachable(f"it did not answer for {limit_s:.0f} s") from None
            except OSError as problem:
                raise _no_program(problem) from problem
            if done.returncode:
                raise self.explained(_text(said))
        write_private(self._to, shlex.join(self.machine.target))
        return True

    @property
    def is_made(self) -> bool:
        """Whether a connection was made to this very machine, which may be another one under an old name."""
        try:
            return self.control.exists() and self._to.read_text() == shlex.join(self.machine.target)
        except OSError:
            return False

    def _by_settings(self) -> list[str]:
        """What is added to settings, by what they say.

        A host key that has changed is refused where they would take any; a new host still is as they say. Of the
        ciphers that they allow, the one that a processor with AES does twice as fast as the default comes first.
        """
        try:
            words = [*program(), "-G", *self.machine.target]
            done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, timeout=GRACE_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return []
        lines = done.stdout.decode("utf-8", "replace").lower().splitlines()
        settings = dict(line.split(" ", 1) for line in lines if " " in line)
        added = []
        if settings.get("stricthostkeychecking") in ("no", "off", "false"):
            added += ["-o", "StrictHostKeyChecking=accept-new"]
        ciphers = settings.get("ciphers", "").split(",")
        if QUICK_CIPHER in ciphers and _has_aes():
            added += ["-o", f"Ciphers={','.join(sorted(ciphers, key=lambda one: one != QUICK_CIPHER))}"]
        return added

    def alive(self) -> bool:
        """Whether the connection is there. One whose line is cut is, until OpenSSH has noticed."""
        return self.control.exists() and self._ask("check")

    def close(self) -> None:
        """End the connection, and all that goes over it."""
        self._ask("exit")

    def forward(self, here: Path, there: str) -> None:
        """Have what connects to a socket here be connected to an address there. Raises: MACHINE_UNREACHABLE."""
        both = f"{_escaped(str(here))}:{there}"
        self._ask("cancel", "-L", both)  # it would take an earlier one for the same, whatever became of its socket
        here.unlink(missing_ok=True)
        if not self._ask("forward", "-L", both):
            raise self._unreachable("OpenSSH could not forward the host's socket; does the server allow it?")

    def forward_port(self, here: int, there: int) -> None:
        """The same for ports of both loopbacks. Raises: MACHINE_UNREACHABLE."""
        if not self._ask("forward", "-L", f"127.0.0.1:{here}:127.0.0.1:{there}"):
            raise self._unreachable("OpenSSH could not forward a port; does the server allow it?")

    def forward_back(self, here: int) -> int:
        """A port of the loopback there that is connected to one here. Raises: MACHINE_UNREACHABLE."""
        said = self._told("forward", "-R", f"127.0.0.1:0:127.0.0.1:{here}")
        if said is None or not said.strip().isdigit():
            raise self._unreachable("its SSH server does not forward ports to here; does it allow that?")
        return int(said)

    def _ask(self, what: str, *more: str) -> bool:
        return self._told(what, *more) is not None

    def _told(self, what: str, *more: str) -> str | None:
        """What the connection says to a request; None if it cannot do that."""
        words = self.words("-O", what, *more)
        try:
            done = subprocess.run(
                words,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=GRACE_S,
                start_new_session=True,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return None if done.returncode else done.stdout.decode("utf-8", "replace")

    def command(self, *words: str, limit_s: float | None = None) -> list[str]:
        """The words that run a program there, for so long at most: `clz` is that of the machine."""
        program = [self.machine.clz or "clz", *words[1:]] if words[:1] == ("clz",) else list(words)
        script, given = (
            (IN_PATH, program) if limit_s is None else (LIMITED + IN_PATH, [str(math.ceil(limit_s)), *program])
        )
        return [*self.words(), "--", f"exec sh -c {shlex.quote(script)} sh {shlex.join(given)}"]

    def run(
        self,
        *words: str,
        input: bytes | IO[bytes] = b"",
        output: IO[bytes] | None = None,
        timeout_s: float = SSH_CONNECT_S + GRACE_S,
    ) -> bytes:
        """What a program there prints; into `output`, if it is given. Raises: ClzError if it fails."""
        code, printed, said = self.ran(*words, input=input, output=output, timeout_s=timeout_s)
        if code:
            raise self.failed(code, said)
        return printed

    def ran(
        self, *words: str, input: bytes | IO[bytes] = b"", output: IO[bytes] | None = None, timeout_s: float
    ) -> tuple[int, bytes, str]:
        """The exit code of a program there, and what it printed on both streams. Raises: MACHINE_UNREACHABLE."""
        data, file = (input, None) if isinstance(input, bytes) else (None, input)
        with tempfile.TemporaryFile() as said:
            try:
                done = subprocess.run(
                    self.command(*words, limit_s=timeout_s),
                    input=data,
                    stdin=file,
                    stdout=output or subprocess.PIPE,
                    stderr=said,
                    timeout=timeout_s,
                    start_new_session=True,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise self._unreachable(f"{words[0]} there did not end in time") from None
            return done.returncode, bytes(done.stdout or b""), _text(said)

    def failed(self, code: int, said: str) -> ClzError:
        """Why a program there failed."""
        name = self.machine.name
        if code == MISSING:
            return error(
                "MACHINE_NOT_READY", f"There is no clz on {name}.", f"Install it there: clz remote install {name}"
            )
        if code == 255:
            return self.explained(said)
        return error("MACHINE_NOT_READY", f"clz on {name} failed: {_last(said)}", f"See: clz remote doctor {name}")

    def explained(self, said: str) -> ClzError:
        """Why there is no connection, by what OpenSSH has said."""
        name, there = self.machine.name, shlex.join([*program(), *self.machine.target])
        if "HOST IDENTIFICATION HAS CHANGED" in said:
            return error(
                "MACHINE_REFUSED",
                f"The host key of {name} has changed: it may be another machine, or an attacker in between. "
                "Nothing was sent.",
                f"Ask who runs it. If the new key is right: ssh-keygen -R {self.machine.target[-1].rpartition('@')[2]}",
                reason="changed host key",
            )
        if "Host key verification failed" in said or "host key is known" in said:
            return error(
                "MACHINE_REFUSED",
                f"The host key of {name} is not known yet, and clz accepts none by itself.",
                f"Compare its fingerprint once: {there}",
                reason="unknown host key",
            )
        if "Permission denied" in said or "Too many authentication failures" in said:
            return error(
                "MACHINE_REFUSED",
                f"{name} rejected your SSH keys: {_last(said)}",
                f"Let it accept one: ssh-copy-id {shlex.join(self.machine.target)}. One with a passphrase: ssh-add",
                reason="refused key",
            )
        return self._unreachable(_last(said))

    def _unreachable(self, why: str) -> ClzError:
        name = self.machine.name
        return error("MACHINE_UNREACHABLE", f"{name} cannot be reached: {why}", f"See: clz remote doctor {name}")

    def _check_path(self) -> None:
        if not HAS_IPC:
            raise error("MACHINE_UNREACHABLE", "OpenSSH cannot share connections on this system.", "Use WSL.")
        if len(os.fsencode(self.control)) + SCRATCH_BYTES > MAX_SOCKET_PATH:
            raise error("RUNTIME_PATH_TOO_LONG", f"{self.control} is too long for a socket.", path=str(self.control))


def program() -> list[str]:
    """OpenSSH's client, with options that were given it. Raises: MACHINE_UNREACHABLE."""
    return shlex.split(os.environ.get(PROGRAM, "")) or ["ssh"]


def _has_aes() -> bool:
    """Whether the processor does AES by itself, as all do but small ones."""
    if sys.platform == "darwin":
        return True
    try:
        return re.search(r"^(?:flags|Features)\b.*\baes\b", Path("/proc/cpuinfo").read_text(), re.MULTILINE) is not None
    except OSError:
        return False


def _no_program(problem: OSError) -> ClzError:
    return error(
        "MACHINE_UNREACHABLE", f"{program()[0]} cannot be run: {problem.strerror}.", "Install OpenSSH's client."
    )


def _escaped(path: str) -> str:
    return path.replace("\\", "\\\\").replace(":", "\\:")


def there(endpoint: str) -> str:
    """The address of a ZeroMQ endpoint as OpenSSH forwards it."""
    kind, _, place = endpoint.partition("://")
    return _escaped(place) if kind == "ipc" else place


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _last(said: str, lines: int = 1) -> str:
    """The last line that says something."""
    found = [line.strip() for line in said.splitlines() if line.strip()]
    return " ".join(found[-lines:]) or "it says nothing"
