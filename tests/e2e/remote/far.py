"""Other machines, on this one: network namespaces, each with its own sshd, home and user. Needs root and sshd."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.running.commands import run_clz
from tests.support.scratch import Scratch, end_processes_of, scratch_home
from tests.support.waiting import until

SSHD = "/usr/sbin/sshd"
USER = "ann"
ROOT = Path(__file__).parents[2]
# `ann` has the number of whoever runs the tests, who can read this tree, and a home of her own.
START = """
mount --bind {etc}/passwd /etc/passwd
mount -t tmpfs tmpfs /run
mkdir -m 755 /run/sshd
exec {sshd} -D -e -f {etc}/sshd_config
"""


def why_not() -> str:
    """Why there can be no such machines here; empty if there can."""
    if sys.platform != "linux" or os.getuid():
        return "network namespaces take root on Linux"
    if not (os.path.exists(SSHD) and shutil.which("ip") and shutil.which("ssh") and shutil.which("unshare")):
        return "there is no sshd, ssh or ip: .ci/system-deps machines"
    name = f"clz-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
    if not made.returncode:
        made = subprocess.run(
            ["ip", "link", "add", name, "type", "bridge"], capture_output=True, text=True, check=False
        )
        subprocess.run(["ip", "link", "delete", name], capture_output=True, check=False)
    return f"no network namespace can be made here: {made.stderr.strip()}" if made.returncode else ""


@dataclass
class Far:
    """One machine. `name` is its Host in the ssh_config of this side, `link` the end of its cable here."""

    name: str
    root: Path
    network: str
    link: str
    address: str

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def clz(self) -> Path:
        return self.home / ".local/bin/clz"

    def install(self, before: str = "") -> None:
        """Have this tree's clz there; `before` is Python that it runs first."""
        env = {f"CLZ_{kind}_DIR": str(self.root / kind.lower()) for kind in ("RUNTIME", "DATA", "STATE", "CONFIG")}
        given = shlex.join(f"{name}={value}" for name, value in env.items())
        code = f"{before}\nfrom clz_cli.main import main\nmain()"
        self.clz.parent.mkdir(parents=True, exist_ok=True)
        self.clz.write_text(f'#!/bin/sh\nexec env {given} {sys.executable} -c {shlex.quote(code)} "$@"\n')
        self.clz.chmod(0o755)

    def page(self, html: str) -> str:
        """The address of a page on its disk."""
        file = self.home / "page.html"
        file.write_text(html)
        return file.as_uri()

    def start(self, *words: str, **env: str) -> subprocess.Popen[bytes]:
        """A program there, that was not started over SSH."""
        given = {**os.environ, "HOME": str(self.home), **env}
        command = ["ip", "netns", "exec", self.network, *words]
        with (self.root / "log").open("ab") as log:
            return subprocess.Popen(command, cwd=self.home, env=given, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def lose_power(self) -> None:
        """It is gone from one moment to the next, and nobody is told."""
        self.cut()
        _end_all(self.network)

    def cut(self) -> None:
        _run("ip", "link", "set", self.link, "down")

    def mend(self) -> None:
        _run("ip", "link", "set", self.link, "up")

    @contextmanager
    def cut_for(self, seconds: float) -> Iterator[None]:
        """Its cable is pulled, and put back after so many seconds."""
        timer = threading.Timer(seconds, self.mend)
        self.cut()
        timer.start()
        try:
            yield
        finally:
            timer.join()

    def running(self, words: str) -> list[int]:
        """The processes there whose command line has these words."""
        found = []
        for pid in map(int, _run("ip", "netns", "pids", self.network).split()):
            with suppress(OSError):  # it has ended since
                if words in Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace"):
                    found.append(pid)
        return found

    def listening(self) -> set[str]:
        """Addresses that anything there listens on, but for its sshd."""
        lines = _run("ip", "netns", "exec", self.network, "ss", "-Hltn").splitlines()
        return {line.split()[3] for line in lines} - {f"{self.address}:22"}


@dataclass
class Near:
    """This side: a home of its own, with an ssh_config that knows the machines."""

    scratch: Scratch
    env: dict[str, str]
    config: Path
    known: Path
    address: str

    def clz(self, *words: str, timeout: float = 90, **env: str) -> subprocess.CompletedProcess[str]:
        return run_clz(*words, env={**self.env, **env}, cwd=self.scratch.root, timeout=timeout)


@contextmanager
def machines(*names: str, settings: str = "") -> Iterator[tuple[Near, list[Far]]]:
    """Machines of these names, and this side; `settings` of their sshd. What was started there has ended afterwards."""
    made: list[Far] = []
    own = os.getpid() % 10_000
    network = f"10.{201 + own // 250}.{own % 250}"
    bridge = f"clz{own}"
    servers: list[subprocess.Popen[bytes]] = []
    with scratch_home() as scratch:
        try:
            keys = scratch.root / "ssh"
            keys.mkdir(mode=0o700)
            _key(keys / "key")
            near = Near(scratch, {**scratch.env}, keys / "config", keys / "known_hosts", f"{network}.1")
            near.env["CLZ_SSH"] = f"ssh -F {near.config}"
            _run("ip", "link", "add", bridge, "type", "bridge")
            _run("ip", "addr", "add", f"{near.address}/24", "dev", bridge)
            _run("ip", "link", "set", bridge, "up")
            for number, name in enumerate(names, 1):
                given = f"clz-{own}-{number}", f"{bridge}-{number}", f"{network}.{1 + number}", bridge, near.address
                far = _machine(name, *given)
                made.append(far)
                servers.append(_sshd(far, keys / "key.pub", settings))
            near.config.write_text("".join(_host(far, near, keys / "key") for far in made))
            near.known.write_text("".join(f"{far.address} {(far.root / 'etc/host.pub').read_text()}" for far in made))
            yield near, made
        finally:
            for far in made:
                with suppress(subprocess.CalledProcessError):
                    far.mend()
                subprocess.run(
                    [*shlex.split(near.env["CLZ_SSH"]), "-O", "exit", far.name], capture_output=True, check=False
                )
            _end_masters(scratch.root)
            for far in made:
                end_processes_of(far.root)
            for server in servers:
                server.kill()
                server.wait()
            for far in made:
                _end_all(far.network)
                subprocess.run(["ip", "netns", "delete", far.network], capture_output=True, check=False)
                shutil.rmtree(far.root, ignore_errors=True)
            subprocess.run(["ip", "link", "delete", bridge], capture_output=True, check=False)


def _machine(name: str, network: str, link: str, address: str, bridge: str, gateway: str) -> Far:
    far = Far(name, Path(tempfile.mkdtemp(prefix="clz-", dir="/tmp")), network, link, address)
    far.home.mkdir()
    inside = ["ip", "-n", far.network]
    _run("ip", "netns", "add", far.network)
    _run("ip", "link", "add", far.link, "type", "veth", "peer", "name", "eth0", "netns", far.network)
    _run("ip", "link", "set", far.link, "master", bridge, "up")
    _run(*inside, "addr", "add", f"{far.address}/24", "dev", "eth0")
    _run(*inside, "link", "set", "eth0", "up")
    _run(*inside, "link", "set", "lo", "up")
    _run(*inside, "route", "add", "default", "via", gateway)
    return far


def _sshd(far: Far, public: Path, settings: str) -> subprocess.Popen[bytes]:
    etc = far.root / "etc"
    etc.mkdir()
    _key(etc / "host")
    (etc / "keys").write_bytes(public.read_bytes())
    users = [line for line in Path("/etc/passwd").read_text().splitlines() if not line.startswith(f"{USER}:")]
    own = f"{USER}:x:{os.getuid()}:{os.getgid()}::{far.home}:/bin/sh"
    (etc / "passwd").write_text("\n".join([own, *users]) + "\n")
    (etc / "sshd_config").write_text(
        f"ListenAddress {far.address}\nHostKey {etc}/host\nAuthorizedKeysFile {etc}/keys\nStrictModes no\n"
        "PermitRootLogin yes\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nUsePAM no\nPidFile none\n"
        f"{settings}\n"
    )
    script = START.format(etc=etc, sshd=SSHD)
    words = ["ip", "netns", "exec", far.network, "unshare", "--mount", "--propagation", "private", "sh", "-ec", script]
    with (etc / "log").open("wb") as log:
        server = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    until(lambda: "listening on" in (etc / "log").read_text() or server.poll() is not None)
    assert server.poll() is None, (etc / "log").read_text()
    far.install()
    return server


def _host(far: Far, near: Near, key: Path) -> str:
    return (
        f"Host {far.name}\n  HostName {far.address}\n  User {USER}\n  IdentityFile {key}\n  IdentitiesOnly yes\n"
        f"  UserKnownHostsFile {near.known}\n  GlobalKnownHostsFile /dev/null\n"
    )


def _key(path: Path) -> None:
    _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path))


def _end_masters(root: Path) -> None:
    """The connections of this side, which outlive the commands that made them."""
    for control in root.glob("run/.on/*/ssh.sock"):
        subprocess.run(["ssh", "-o", f"ControlPath={control}", "-O", "exit", "x"], capture_output=True, check=False)


def _end_all(network: str) -> None:
    """Whatever is left in a namespace."""
    pids = subprocess.run(["ip", "netns", "pids", network], capture_output=True, text=True, check=False).stdout.split()
    for pid in pids:
        with suppress(OSError):
            os.kill(int(pid), 9)


def _run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
