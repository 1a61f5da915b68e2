"""The wheel is the product: installed bare, by each tool that people have, it does all that the checkout does."""

from __future__ import annotations

import json
import os
import platform
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from clz_core import __version__
from clz_generate.files import ROOT
from clz_generate.wheels import CACHE, PLATFORMS, platform_wheel
from tests.support.scratch import Scratch, processes_of, words_of
from tests.support.waiting import until

pytestmark = [pytest.mark.night, pytest.mark.timeout(900), pytest.mark.xdist_group("packages")]


def run(*words: str | Path, env: dict[str, str], cwd: Path) -> str:
    done = subprocess.run(
        [str(word) for word in words], env=env, cwd=cwd, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    words = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    run(*words, env={**os.environ, "PYTHONWARNINGS": "ignore"}, cwd=folder)
    return {"wheel": next(folder.glob("*.whl")), "sdist": next(folder.glob("*.tar.gz"))}


@pytest.fixture(scope="module")
def wheels(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each platform."""
    folder = tmp_path_factory.mktemp("compilers")
    env = dict(os.environ)
    run(sys.executable, "-m", "venv", folder, env=env, cwd=folder)
    lock = ROOT / "requirements-wheels.lock"
    run(folder / "bin/pip", "install", "--quiet", "--require-hashes", "-r", lock, env=env, cwd=folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, str(folder / "cache"))
        return {
            name: platform_wheel(packages["wheel"], each, folder / "bin/python") for name, each in PLATFORMS.items()
        }


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip, uv and pipx are."""
    folder = tmp_path_factory.mktemp("tools")
    run(sys.executable, "-m", "venv", folder, env=dict(os.environ), cwd=folder)
    run(folder / "bin/pip", "install", "--quiet", "uv", "pipx", env=dict(os.environ), cwd=folder)
    return folder / "bin"


@pytest.fixture
def env(scratch: Scratch, tools: Path) -> dict[str, str]:
    """A bare user: no checkout on the path, a home of its own."""
    home = Path(scratch.env["HOME"])
    wanted = {name: value for name, value in scratch.env.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return {
        **wanted,
        "PATH": f"{home}/bin:{tools}:/usr/local/bin:/usr/bin:/bin",
        "PIPX_HOME": str(home / "pipx"),
        "PIPX_BIN_DIR": str(home / "bin"),
        "PIPX_DEFAULT_PYTHON": sys.executable,
        "UV_TOOL_DIR": str(home / "uv"),
        "UV_TOOL_BIN_DIR": str(home / "bin"),
        "UV_PYTHON": sys.executable,
        "UV_PYTHON_DOWNLOADS": "never",
    }


WAYS = {
    "pip": (["{python}", "-m", "venv", "{home}/pip"], ["{home}/pip/bin/pip", "install", "--quiet", "{package}"]),
    "pipx": (["pipx", "install", "--quiet", "{package}"],),
    "uv": (["uv", "tool", "install", "--quiet", "{package}"],),
}
SHARED = (
    "man/man1/clz.1",
    "bash-completion/completions/clz",
    "zsh/site-functions/_clz",
    "fish/vendor_completions.d/clz.fish",
)
AWAY = {
    "pip": ["{home}/pip/bin/pip", "uninstall", "--quiet", "--yes", "claudezilla"],
    "pipx": ["pipx", "uninstall", "claudezilla"],
    "uv": ["uv", "tool", "uninstall", "claudezilla"],
}


ELF, MACH_O = b"\x7fELF", b"\xcf\xfa\xed\xfe"
CPUS = {"linux-x86_64": 62, "linux-arm64": 183, "macos-x86_64": 0x0100_0007, "macos-arm64": 0x0100_000C}
INTERPRETER = 3  # of a program's headers: what loads the libraries that it is linked to
SIGNATURE = 0x1D  # of a program's load commands: without one a Mac with Apple's processor runs nothing


def headers(program: bytes) -> list[int]:
    """The kinds of an ELF file's program headers."""
    offset, size, count = (
        struct.unpack_from(kind, program, at)[0] for kind, at in (("<Q", 32), ("<H", 54), ("<H", 56))
    )
    return [struct.unpack_from("<I", program, offset + number * size)[0] for number in range(count)]


def commands(program: bytes) -> list[int]:
    """The kinds of a Mach-O file's load commands."""
    found, at = [], 32
    for _ in range(struct.unpack_from("<I", program, 16)[0]):
        kind, size = struct.unpack_from("<II", program, at)
        found.append(kind)
        at += size
    return found


@pytest.mark.parametrize("name", PLATFORMS)
def test_the_wheel_of_a_platform_holds_its_program_in_the_place_of_the_script(
    wheels: dict[str, Path], packages: dict[str, Path], name: str
) -> None:
    with zipfile.ZipFile(wheels[name]) as wheel, zipfile.ZipFile(packages["wheel"]) as pure:
        (at,) = (file for file in wheel.namelist() if file.endswith(".data/scripts/clz"))
        assert {*wheel.namelist()} - {at} == {*pure.namelist()}
        program = wheel.read(at)
        (scripts,) = (file for file in wheel.namelist() if file.endswith(".dist-info/entry_points.txt"))
        named = [line.partition(" = ")[0] for line in wheel.read(scripts).decode().splitlines()]
    assert "clz" not in named[: named.index("claudezilla")]
    if name.startswith("linux"):
        assert (program[:4], struct.unpack_from("<H", program, 18)[0]) == (ELF, CPUS[name])
        assert INTERPRETER not in headers(program), "it needs no C library"
    else:
        assert (program[:4], struct.unpack_from("<I", program, 4)[0]) == (MACH_O, CPUS[name])
        assert (SIGNATURE in commands(program)) or name != "macos-arm64"


@pytest.mark.parametrize("way", ["pip", "uv"])
@pytest.mark.skipif((sys.platform, platform.machine()) != ("linux", "x86_64"), reason="its program does not run here")
def test_from_the_wheel_of_the_platform_commands_go_to_the_warm_process(
    env: dict[str, str], scratch: Scratch, wheels: dict[str, Path], way: str
) -> None:
    home = Path(env["HOME"])
    names = {"home": str(home), "python": sys.executable, "package": str(wheels["linux-x86_64"])}
    for words in WAYS[way]:
        run(*(word.format(**names) for word in words), env=env, cwd=home)
    clz = home / ("pip/bin/clz" if way == "pip" else "bin/clz")
    assert clz.read_bytes()[:4] == ELF
    assert __version__ in run(clz, "--version", env=env, cwd=home), "without a warm process it becomes Python"
    run(clz, "open", "about:blank", env=env, cwd=home)
    until((scratch.runtime / "default/warm.sock").exists)
    run(clz, "ping", env={**env, "CLZ_WARM": "wait"}, cwd=home)
    python = clz.resolve().with_name("python")
    kept = python.rename(python.with_name("python-kept"))
    try:
        python.symlink_to("/bin/false")
        assert run(clz, "ping", env={**env, "CLZ_WARM": "wait"}, cwd=home).startswith("pong")
    finally:
        kept.replace(python)
    run(clz, "browser", "stop", env=env, cwd=home)
    run(*(word.format(**names) for word in AWAY[way]), env=env, cwd=home)
    assert not clz.exists()


@pytest.mark.parametrize(("way", "package"), [("pip", "sdist"), ("pip", "wheel"), ("pipx", "wheel"), ("uv", "wheel")])
def test_what_is_installed_does_it_all_and_leaves_nothing(
    env: dict[str, str], scratch: Scratch, packages: dict[str, Path], way: str, package: str
) -> None:
    home = Path(env["HOME"])
    names = {"home": str(home), "python": sys.executable, "package": str(packages[package])}
    for words in WAYS[way]:
        run(*(word.format(**names) for word in words), env=env, cwd=home)
    place = home / ("pip/bin" if way == "pip" else "bin")
    clz, full_name = place / "clz", place / "claudezilla"
    assert __version__ in run(full_name, "--version", env=env, cwd=home)
    assert json.loads(run(clz, "upgrade", "--dry-run", "--json", env=env, cwd=home))["result"]["installer"] == way
    prefix = clz.resolve().parents[1]
    assert [file for file in SHARED if not (prefix / "share" / file).is_file()] == []
    shown = json.loads(run(clz, "demo", "demo.png", "--json", env=env, cwd=home))["result"]
    assert shown["answer"].startswith("Thank you, Ada Lovelace!")
    assert (home / "demo.png").read_bytes().startswith(b"\x89PNG")
    run(clz, "examples", env=env, cwd=home)
    smoke = home / "clz-examples/smoke"
    server = f"{sys.executable} -m http.server 8000 --directory site"
    run(clz, "ready", "http://localhost:8000", "--start", server, "--", clz, "run", env=env, cwd=smoke)
    assert "plugin" in run(clz, "setup", "claude", "--print", env=env, cwd=home)
    if way == "pip":
        run(clz, "open", "about:blank", env=env, cwd=home)
        again = (place / "pip", "install", "--quiet", "--force-reinstall", "--no-deps", packages[package])
        run(*again, env=env, cwd=home)
        tabs = json.loads(run(clz, "tabs", "--json", env=env, cwd=home))["result"]["tabs"]
        assert len(tabs) == 1, "a session goes on over an upgrade"
    run(clz, "browser", "stop", env=env, cwd=home)
    run(*(word.format(**names) for word in AWAY[way]), env=env, cwd=home)
    assert not clz.exists()
    assert not full_name.exists()
    left = [words_of(process) for process in processes_of(scratch.root)]
    assert [words for words in left if "python" in "".join(words[:1])] == []
