"""The end-to-end tests of the plain build on the newest Firefox, which Debian unstable has: a stage of the night.

A release takes no other build. The Debian is made in a folder for this run, shares this checkout, and is then removed.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from clz_generate.files import ROOT
from tests.running.costs import FOLDER
from tests.running.debian import Machine, can_be_made

PACKAGES = ("firefox", "python3-venv", "fonts-dejavu-core", "procps", "git")
INSTALL = """
set -e
python3 -m venv /venv
/venv/bin/pip install --quiet --require-hashes -r {root}/requirements-dev.lock
/venv/bin/pip install --quiet --no-deps --no-build-isolation --editable {root}
firefox --version
"""


def main(argv: Sequence[str] | None = None) -> int:
    chosen = sys.argv[1:] if argv is None else argv
    if not can_be_made():
        print("the newest Firefox: not tried, as that takes root and mmdebstrap")
        return 0
    with tempfile.TemporaryDirectory() as folder, Machine(Path(folder) / "debian", ROOT) as machine:
        machine.install("unstable", *PACKAGES)
        print(machine.run(INSTALL.format(root=shlex.quote(str(ROOT)))), end="", flush=True)
        report = FOLDER / "newest.xml"
        words = ["/venv/bin/python", "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", f"--junitxml={report}"]
        tests = [*words, *(chosen or ["tests/e2e", "-k", "[plain or -plain"])]
        script = f"cd {shlex.quote(str(ROOT))} && {shlex.join(tests)}"
        return subprocess.run(machine.words(script, CLZ_FIREFOX="/usr/bin/firefox"), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
