"""The tutorials: each is followed from its first line to its last, in one Firefox, at the example shop."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.e2e.fronts.readme import Shown, console_blocks, shown
from tests.e2e.fronts.test_readme import Shell, is_shown
from tests.site.passkey_site import passkey_site
from tests.site.server import Site
from tests.support.browsers import browser_home

pytestmark = [pytest.mark.night, pytest.mark.timeout(600), pytest.mark.xdist_group("tutorials")]

TUTORIALS = sorted((ROOT / "docs/tutorials").glob("*.md"))
FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```', re.MULTILINE | re.DOTALL)
NOT_RUN = {
    "clz setup claude": "takes Claude Code, with which `integration/hooks` sets it up",
    "clz browser start --headed": "takes a screen",
    "pip install django": "it is installed with what develops clz",
    "clz setup --undo": "`integration/cli/test_setup.py` does and undoes it",
}
SERVER = "python3 manage.py runserver"
TYPED = {"clz secret set SHOP_PASSWORD --for localhost": "correct horse"}


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    folder = tmp_path_factory.mktemp("tutorials")
    words = [sys.executable, str(ROOT / "examples/shop/server.py"), "0"]
    with (
        Site() as site,
        passkey_site() as passkeys,
        browser_home("managed", warm=True) as browser,
        subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server,
    ):
        assert server.stdout is not None
        address = server.stdout.readline().split("/")[2]
        react = site.origin.partition("//")[2]
        yield Shell(
            browser,
            folder,
            {
                "localhost:8000/react-form/": f"{react}/react-form/",
                "localhost:8000": address,
                "localhost:8080": passkeys.origin.partition("//")[2],
                "https://example.com": f"{site.origin}/index.html",
            },
        )
        server.terminate()


def test_all_of_them_are_listed_on_the_first_page() -> None:
    listed = re.findall(r"\(tutorials/([\w-]+\.md)\)", (ROOT / "docs/index.md").read_text("utf-8"))
    assert sorted(listed) == [path.name for path in TUTORIALS]


@pytest.mark.parametrize("path", TUTORIALS, ids=[path.stem for path in TUTORIALS])
def test_a_tutorial_can_be_followed(path: Path, shell: Shell) -> None:
    page = path.read_text("utf-8")
    write_files(page, shell)
    with shell.as_agent(f"reader-{path.stem}"), ExitStack() as servers:
        for block in console_blocks(page):
            for line in shown(block):
                if line.line == SERVER:
                    servers.enter_context(serving(shell, page))
                elif line.line not in NOT_RUN:
                    follow(line, shell)


@contextmanager
def serving(shell: Shell, page: str) -> Iterator[None]:
    """A server of the reader's in place of the shop."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shop = shell.addresses["localhost:8000"]
    shell.addresses["localhost:8000"] = f"localhost:{port}"
    write_files(page, shell)
    words = [*SERVER.split(), str(port), "--noreload"]
    with subprocess.Popen(words, cwd=shell.folder, env=shell.env, stderr=subprocess.DEVNULL) as server:
        try:
            follow(Shown(f"clz ready localhost:{port}", ""), shell)
            yield
        finally:
            server.terminate()
            shell.addresses["localhost:8000"] = shop


def write_files(page: str, shell: Shell) -> None:
    for name, text in FILE.findall(page):
        file = shell.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(shell.written(text), "utf-8")


def follow(line: Shown, shell: Shell) -> None:
    done = shell.run(line.line, TYPED.get(line.line, ""))
    said = done.stdout + done.stderr
    assert done.returncode == 0, f"{line.line}\n{said}"
    if line.output.strip("…\n"):
        assert is_shown(said, shell.written(line.output)), f"{line.line}\n{said}"
    if line.line.endswith("--json"):
        assert json.loads(done.stdout)["ok"]
