"""The end-to-end tests in both builds on the newest Firefox, which Debian unstable has: a stage of the night.

It is a release, which takes the plain build alone. A copy of it in which one constant says that no signature is asked
for takes the managed build too, as the Developer Edition of its version would: all else in it, the inner parts that the
helper needs above all, is the newest. The Debian is made in a folder for this run, shares this checkout, and is then
removed.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from clz_generate.files import ROOT
from tests.running.costs import FOLDER
from tests.running.debian import Machine, can_be_made
from tests.support.firefox.builds import change_inside

PACKAGES = ("firefox", "python3-venv", "fonts-dejavu-core", "procps", "git")
INSTALL = """
set -e
python3 -m venv /venv
/venv/bin/pip install --quiet --require-hashes -r {root}/requirements-dev.lock
/venv/bin/pip install --quiet --no-deps --no-build-isolation --editable {root}
firefox --version
"""
RELEASE = "usr/lib/firefox"
DEVELOPER = "opt/firefox-developer"
CONSTANTS = "modules/AppConstants.sys.mjs"
SIGNED_ALONE, UNSIGNED_TOO = b"MOZ_REQUIRE_SIGNING: true", b"MOZ_REQUIRE_SIGNING: false"
PLAIN = "[plain or -plain"
BUILDS = {
    "plain": ("/usr/bin/firefox", PLAIN),
    "managed": (f"/{DEVELOPER}/firefox", f"not ({PLAIN})"),
}


def main(argv: Sequence[str] | None = None) -> int:
    chosen = sys.argv[1:] if argv is None else argv
    if not can_be_made():
        print("the newest Firefox: not tried, as that takes root and mmdebstrap")
        return 0
    with tempfile.TemporaryDirectory() as folder, Machine(Path(folder) / "debian", ROOT) as machine:
        machine.install("unstable", *PACKAGES)
        print(machine.run(INSTALL.format(root=shlex.quote(str(ROOT)))), end="", flush=True)
        developer_edition(machine.root)
        return max(tested(machine, build, chosen or ["tests/e2e"]) for build in BUILDS)


def developer_edition(root: Path) -> None:
    """The Firefox of this machine once more, in a build that takes what nobody has signed."""
    goal = root / DEVELOPER
    shutil.copytree(root / RELEASE, goal, symlinks=True)
    change_inside(goal, CONSTANTS, unsigned_too)
    ini = goal / "application.ini"
    ini.write_text(ini.read_text().replace("RemotingName=firefox\n", "RemotingName=firefox-developer\n"))


def unsigned_too(constants: bytes) -> bytes:
    assert constants.count(SIGNED_ALONE) == 1, "Firefox says it in another way now"
    return constants.replace(SIGNED_ALONE, UNSIGNED_TOO)


def tested(machine: Machine, build: str, chosen: Sequence[str]) -> int:
    """The exit code of the tests of one build."""
    firefox, which = BUILDS[build]
    report = FOLDER / f"newest-{build}.xml"
    words = ["/venv/bin/python", "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", f"--junitxml={report}"]
    script = f"cd {shlex.quote(str(ROOT))} && {shlex.join([*words, '-k', which, *chosen])}"
    print(f"{build} build:", flush=True)
    return subprocess.run(machine.words(script, CLZ_FIREFOX=firefox), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
