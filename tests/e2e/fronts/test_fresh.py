"""As a new user has it: an empty Debian, no rights, one line, `clz demo`, the example tests. And the container file.

Debian unstable has the newest release of Firefox, and the newest Python.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.running.debian import Machine, can_be_made
from tests.support.machines.wheels import build_wheel

pytestmark = [
    pytest.mark.night,
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("fresh"),
    pytest.mark.skipif(not can_be_made(), reason="takes root and mmdebstrap"),
]

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


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    root = tmp_path / "debian"
    with Machine(root) as made:
        yield made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


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
                dist = machine.root / "tmp/dist"
                dist.mkdir()
                shutil.copy(wheel, dist)
                shutil.copy(wheel, dist / wheel.name.replace("none-any", "none-manylinux_2_17_s390x"))  # `make wheels`
            case "ARG" | "ENV":
                name, _, value = rest.partition("=")
                env[name] = value.replace("$PATH", "/usr/local/bin:/usr/bin:/bin")
            case "USER":
                user = rest
            case "CMD":
                assert user == USER, "it has no rights"
                machine.run(f"tini -s -- {shlex.join(json.loads(rest))}", user, **env)
                assert (machine.root / "tmp/demo.png").read_bytes().startswith(b"\x89PNG")
