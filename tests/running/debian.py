"""A Debian of its own in a folder, made by mmdebstrap, for what is tried on another system than this."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Self

CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def can_be_made() -> bool:
    """It takes root and mmdebstrap."""
    return shutil.which("mmdebstrap") is not None and os.name == "posix" and os.geteuid() == 0


class Machine:
    """A Debian in a folder. Folders of this machine that it shares are where they are here."""

    def __init__(self, root: Path, *shared: Path) -> None:
        self.root = root
        self.shared = shared

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["rm", "-rf", "--one-file-system", str(self.root)], check=True)

    def install(self, suite: str, *packages: str) -> None:
        """From where mmdebstrap gets it by itself, security updates included."""
        words = ["mmdebstrap", "--quiet", "--variant=minbase", "--aptopt=Acquire::Check-Valid-Until false"]
        include = f"--include={','.join(('ca-certificates', *packages))}"
        done = subprocess.run([*words, include, suite, str(self.root)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]
        if Path(CERTIFICATES).is_file():
            shutil.copyfile(CERTIFICATES, self.root / CERTIFICATES.lstrip("/"))

    def run(self, script: str, user: str = "root", **env: str) -> str:
        """What a script prints that ends well."""
        done = subprocess.run(self.words(script, user, **env), capture_output=True, text=True, timeout=400)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
        return done.stdout

    def words(self, script: str, user: str = "root", **env: str) -> list[str]:
        """The command that runs a script in it, with mounts that end with the command."""
        home = "/root" if user == "root" else f"/home/{user}"
        known = {"HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", **env}
        given = {
            name: value for name, value in os.environ.items() if name.startswith("PIP_") and name != "PIP_FIND_LINKS"
        }
        variables = [f"{name}={value}" for name, value in {**given, **known}.items()]
        inside = ["chroot", f"--userspec={user}", str(self.root), "env", "-i", *variables, "bash", "-c", script]
        mounts = [f"mount -t proc proc {self.root}/proc", f"mount --rbind /dev {self.root}/dev"]
        mounts += [f"mount -t tmpfs tmpfs {self.root}{path}" for path in ("/dev/shm", "/run")]
        for folder in self.shared:
            goal = shlex.quote(f"{self.root}{folder}")
            mounts.append(f"mkdir -p {goal} && mount --rbind {shlex.quote(str(folder))} {goal}")
        words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c"]
        return [*words, f"{' && '.join(mounts)} && {shlex.join(inside)}; exit $?"]
