"""The installed wheel where machines differ: other users, less room, other paths, other locks.

Each condition is a set of mounts that ends with its processes; it takes root.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.site.server import Site
from tests.support.machines.wheels import build_wheel, install_wheel

MOUNTS = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc"]
PYTHONS = (sys.executable, "/usr/bin/python3")


def can_mount() -> bool:
    words = [*MOUNTS, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return sys.platform == "linux" and os.geteuid() == 0 and subprocess.run(words, capture_output=True).returncode == 0


def open_to_all(program: str) -> bool:
    """Whether other users can run it: a Python in root's home is root's alone."""
    path = Path(program).resolve()
    return path.exists() and all(each.stat().st_mode & stat.S_IXOTH for each in (path, *path.parents))


pytestmark = [
    pytest.mark.night,
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("supported"),
    pytest.mark.skipif(not can_mount(), reason="takes root, and mounts of its own"),
]

SESSION = """
clz open "$SITE/form.html" --json
clz snapshot --json
clz fill '#text' 'Grüße, 東京' --json
clz get value '#text' --json
clz click '#count' --json
clz get text '#total' --json
clz screenshot "$HERE/mine/Übersicht 1.png" --json
clz doctor --json || true
clz browser stop --json
"""

USER = 4321
ENTERED = """
{ cat /etc/passwd; echo "clz:x:4321:4321::$HERE/mine/home:/bin/sh"; } >"$HERE/passwd"
mount --bind "$HERE/passwd" /etc/passwd
"""
WITHOUT_SHM = """
mkdir -p "$HERE/dev" && mount -t tmpfs tmpfs "$HERE/dev"
for each in null zero full random urandom tty; do
  touch "$HERE/dev/$each" && mount --bind "/dev/$each" "$HERE/dev/$each"
done
mkdir "$HERE/dev/pts" && mount --rbind /dev/pts "$HERE/dev/pts"
ln -s /proc/self/fd "$HERE/dev/fd"
mount --rbind "$HERE/dev" /dev
"""
READ_ONLY_HOME = """
mount --bind "$HERE/mine/home" "$HERE/mine/home"
mount -o remount,bind,ro "$HERE/mine/home"
"""
ELSEWHERE = {f"CLZ_{name}_DIR": f"mine/elsewhere/{name.lower()}" for name in ("DATA", "STATE")}

# What locks are on NFS: those of `flock` cover the file as those of `fcntl` do, and take a descriptor that may write.
# Without a service for locks, as on a share that is mounted by itself, there are none.
LOCKS = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef NONE
int flock(int file, int what) { errno = ENOLCK; return -1; }
int fcntl(int file, int what, ...) {
  va_list rest;
  va_start(rest, what);
  void *value = va_arg(rest, void *);
  va_end(rest);
  if (what == F_SETLK || what == F_SETLKW || what == F_OFD_SETLK || what == F_OFD_SETLKW) { errno = ENOLCK; return -1; }
  return syscall(SYS_fcntl, file, what, value);
}
int fcntl64(int file, int what, ...) __attribute__((alias("fcntl")));
#else
int flock(int file, int what) {
  struct flock lock = {.l_type = what & LOCK_UN ? F_UNLCK : what & LOCK_EX ? F_WRLCK : F_RDLCK, .l_whence = SEEK_SET};
  return fcntl(file, what & LOCK_NB ? F_OFD_SETLK : F_OFD_SETLKW, &lock);
}
#endif
"""


@dataclass(frozen=True)
class Condition:
    """`mounts` are made before, by root; `$HERE` is where all of it is."""

    mounts: str = ""
    user: int = 0
    env: Mapping[str, str] = field(default_factory=dict)
    folder: str = "place"
    locks: str = ""


CONDITIONS = {
    "root": Condition(),
    "an ordinary user": Condition(ENTERED, USER),
    "a user without an entry": Condition(user=USER),
    "no /dev/shm": Condition(ENTERED + WITHOUT_SHM, USER),
    "a read-only /dev/shm": Condition(f"{ENTERED}\nmount -t tmpfs -o ro,size=64k tmpfs /dev/shm", USER),
    "a read-only home": Condition(ENTERED + READ_ONLY_HOME, USER, ELSEWHERE),
    "spaces and umlauts": Condition(ENTERED, USER, folder="Gerät (ß) 1"),
    "LANG=C": Condition(ENTERED, USER, {"LANG": "C"}),
    "LC_ALL=POSIX": Condition(ENTERED, USER, {"LC_ALL": "POSIX"}),
    "locks as on NFS": Condition(ENTERED, USER, locks="-DNFS"),
    "64 MB of /tmp": Condition(f"{ENTERED}\nmount -t tmpfs -o size=64m,mode=1777 tmpfs /tmp", USER),
}


@dataclass(frozen=True)
class Place:
    root: Path
    wheel: Path
    python: str
    programs: dict[str, Path] = field(default_factory=dict)

    def run(self, condition: Condition, site: Site, script: str) -> list[dict[str, Any]]:
        """What a script prints under a condition, in a home that nothing was in."""
        here = self.root / condition.folder
        if condition.folder not in self.programs:
            here.mkdir()
            self.programs[condition.folder] = install_wheel(self.wheel, here / "venv", self.python)
        shutil.rmtree(here / "mine", ignore_errors=True)
        for folder in ("mine", "mine/home", "mine/elsewhere"):
            (here / folder).mkdir(0o700)
            os.chown(here / folder, condition.user, condition.user)
        env = {
            "PATH": f"{self.programs[condition.folder]}:/usr/local/bin:/usr/bin:/bin",
            "HOME": f"{here}/mine/home",
            "HERE": str(here),
            "SITE": site.origin,
            "LANG": "C.UTF-8",
            **{name: f"{here}/{value}" if name in ELSEWHERE else value for name, value in condition.env.items()},
        }
        if condition.locks:
            env["LD_PRELOAD"] = str(self.library(condition.locks))
        who = ["setpriv", f"--reuid={condition.user}", f"--regid={condition.user}", "--clear-groups"]
        inside = [*who, "env", "-i", *(f"{name}={value}" for name, value in env.items()), "sh", "-ec", script]
        words = [*MOUNTS, "sh", "-ec", f"{condition.mounts}\ncd /\nexec {shlex.join(inside)}"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=400, env={**os.environ, "HERE": str(here)})
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return [json.loads(line) for line in done.stdout.splitlines()]

    def library(self, how: str) -> Path:
        """Other locks, for programs that are loaded with it."""
        goal = self.root / f"locks{how}.so"
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("other locks take a C compiler")
        words = [compiler, how, "-shared", "-fPIC", "-O2", "-x", "c", "-o", str(goal), "-"]
        subprocess.run(words, input=LOCKS, text=True, check=True)
        return goal


def broken(doctor: dict[str, Any]) -> list[str]:
    return [row["name"] for row in doctor["checks"] if row["state"] == "broken"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Open to other users, and not below /tmp, which one condition replaces."""
    python = next((each for each in PYTHONS if open_to_all(each)), None)
    if python is None:
        pytest.skip("other users can run no Python here")
    root = Path(tempfile.mkdtemp(prefix="clz-", dir="/var/tmp"))
    root.chmod(0o755)
    yield Place(root, build_wheel(tmp_path_factory.mktemp("wheel")), python)
    shutil.rmtree(root)


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS.keys())
def test_a_page_is_opened_read_used_and_pictured(place: Place, site: Site, condition: Condition) -> None:
    said = place.run(condition, site, SESSION)
    _, snapshot, _, value, _, total, _, doctor, _ = (each["result"] for each in said)
    assert "heading" in json.dumps(snapshot)
    assert (value["value"], total["value"]) == ("Grüße, 東京", "1")
    picture = place.root / condition.folder / "mine/Übersicht 1.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert broken(doctor) == []


def test_a_home_that_cannot_be_written_to_is_named_with_what_to_set(place: Place, site: Site) -> None:
    script = 'clz open "$SITE" --json || true; clz doctor --json || true'
    opened, doctor = place.run(Condition(ENTERED + READ_ONLY_HOME, USER), site, script)
    assert "export CLZ_DATA_DIR=FOLDER CLZ_STATE_DIR=FOLDER" in opened["error"]["hint"]
    assert "Read-only file system" in opened["error"]["message"]
    assert broken(doctor["result"]) == ["folders"]


def test_a_disk_without_locks_is_named(place: Place, site: Site) -> None:
    (opened,) = place.run(Condition(ENTERED, USER, locks="-DNONE"), site, 'clz open "$SITE" --json || true')
    assert "No locks available" in opened["error"]["message"]
    assert "export CLZ_DATA_DIR=FOLDER CLZ_STATE_DIR=FOLDER" in opened["error"]["hint"]
