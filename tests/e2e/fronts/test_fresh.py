"""As a new user has it: an empty Debian, no rights, one line, `clz demo`, the example tests. And the container file.

Debian unstable has the newest release of Firefox, and the newest Python.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_generate.files import ROOT

pytestmark = [
    pytest.mark.night,
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("fresh"),
    pytest.mark.skipif(
        shutil.which("mmdebstrap") is None or os.name != "posix" or os.geteuid() != 0,
        reason="takes root and mmdebstrap",
    ),
]

MIRROR = "http://deb.debian.org/debian"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
USER = "clz"
FIRST_STEPS = """
set -e
cd ~
python3 -m venv clz
clz/bin/pip install --quiet /tmp/*.whl
PATH=$HOME/clz/bin:$PATH
clz demo --quiet --json
clz examples --quiet
cd clz-examples/smoke
sed -i s/8000/8765/ signup.clz  # the machine's ports are those of other tests too
clz ready http://localhost:8765 --start "python3 -m http.server 8765 --directory site" -- clz run >&2
clz doctor --json
"""


class Machine:
    """A Debian in a folder, with mounts of its own that end with each command."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def install(self, suite: str, *packages: str) -> None:
        security = [] if suite in ("unstable", "sid") else [f"deb {MIRROR}-security {suite}-security main"]
        words = ["mmdebstrap", "--quiet", "--variant=minbase", "--aptopt=Acquire::Check-Valid-Until false"]
        include = f"--include={','.join(('ca-certificates', *packages))}"
        done = subprocess.run(
            [*words, include, suite, str(self.root), f"deb {MIRROR} {suite} main", *security],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        if Path(CERTIFICATES).is_file():
            shutil.copyfile(CERTIFICATES, self.root / CERTIFICATES.lstrip("/"))

    def run(self, script: str, user: str = "root", **env: str) -> str:
        """What a script prints that ends well."""
        home = "/root" if user == "root" else f"/home/{user}"
        known = {"HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", **env}
        given = {
            name: value for name, value in os.environ.items() if name.startswith("PIP_") and name != "PIP_FIND_LINKS"
        }
        variables = [f"{name}={value}" for name, value in {**given, **known}.items()]
        inside = ["chroot", f"--userspec={user}", str(self.root), "env", "-i", *variables, "bash", "-c", script]
        mounts = [f"mount -t proc proc {self.root}/proc", f"mount --rbind /dev {self.root}/dev"]
        mounts += [f"mount -t tmpfs tmpfs {self.root}{path}" for path in ("/dev/shm", "/run")]
        words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c"]
        done = subprocess.run(
            [*words, f"{' && '.join(mounts)} && {shlex.join(inside)}; exit $?"],
            capture_output=True,
            text=True,
            timeout=400,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
        return done.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    root = tmp_path / "debian"
    yield Machine(root)
    subprocess.run(["rm", "-rf", "--one-file-system", str(root)], check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, capture_output=True, env={**os.environ, "PYTHONWARNINGS": "ignore"})
    return next(folder.glob("*.whl"))


@pytest.mark.parametrize(("suite", "firefox"), [("unstable", "firefox"), ("stable", "firefox-esr")])
def test_one_line_in_an_empty_debian_and_all_of_it_works(
    machine: Machine, wheel: Path, suite: str, firefox: str
) -> None:
    machine.install(suite, "python3-venv", firefox)
    shutil.copy(wheel, machine.root / "tmp")
    machine.run(f"useradd --create-home {USER}")
    said = machine.run(FIRST_STEPS, USER).splitlines()
    demo, doctor = json.loads(said[0])["result"], json.loads(said[-1])["result"]
    assert demo["answer"].startswith("Thank you, Ada Lovelace!")
    assert doctor["ok"], doctor
    assert (machine.root / "home" / USER / demo["picture"]).read_bytes().startswith(b"\x89PNG")


def test_the_container_file_makes_a_machine_where_clz_works(machine: Machine, wheel: Path) -> None:
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text("utf-8"))
    steps = [line.partition(" ") for line in text.splitlines() if line and not line.startswith("#")]
    env: dict[str, str] = {}
    user = "root"
    for word, _, rest in steps:
        match word:
            case "FROM":
                machine.install(re.search(r"debian:(\w+)", rest)[1])  # type: ignore[index]
            case "RUN":
                machine.run(rest, user, **env)
            case "COPY":
                shutil.copy(wheel, machine.root / "tmp")
            case "ENV":
                name, _, value = rest.partition("=")
                env[name] = value.replace("$PATH", "/usr/local/bin:/usr/bin:/bin")
            case "USER":
                user = rest
            case "CMD":
                assert user == USER, "it has no rights"
                machine.run(f"tini -s -- {shlex.join(json.loads(rest))}", user, **env)
                assert (machine.root / "tmp/demo.png").read_bytes().startswith(b"\x89PNG")
