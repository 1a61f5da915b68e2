"""The command lines of README and `docs`: each is run as it is shown, or named here with the reason why it is not."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clz_apps.machine.demo import served
from clz_generate.files import ROOT
from clz_native.machine.find import find_firefox
from tests.e2e.fronts.readme import Shown, blocks, shop
from tests.site.server import Site
from tests.site.tls_site import self_signed, tls_site
from tests.support.browsers import Browser, browser_home
from tests.support.scratch import end_processes_of

pytestmark = pytest.mark.xdist_group("readme")

BLOCKS = {block[0].line: block for block in blocks()}
README = (ROOT / "README.md").read_text("utf-8")
PERSON = "takes a screen and a person at it, whom `test_person.py` plays"

MACHINES = "takes other machines, which `e2e/run/test_shards.py` and `e2e/remote` and `e2e/fleet` play"

NOT_RUN = {
    **dict.fromkeys(
        (
            "clz remote add desk me@desk.example.com:2222",
            "clz remote doctor desk",
            "clz open example.com --on desk",
            "clz open example.com --on me@other.example.com",
            "clz run smoke/ --shard 1/3 --times times.json",
            "clz run smoke/ --fleet local:2 --times times.json",
            "clz run smoke/ --fleet tls://scheduler.example.com:8786",
            "clz report parts --html report --junit smoke.xml --times times.json",
        ),
        MACHINES,
    ),
    **dict.fromkeys(
        (
            "clz map titles.py urls.txt --out titles --retries 2 --per-site 1",
            "clz map titles.py - --out titles --workers 8 < urls.txt",
            "clz map titles.py urls.txt --out titles --fleet local:2",
        ),
        "`e2e/fleet/` runs it, with a file of its own",
    ),
    **dict.fromkeys(
        (
            "clz compare http://localhost:8000 --markdown before --viewport 1366x768 --viewport 390x844",
            "clz compare before http://localhost:8000 --markdown after --html after.html",
            "git worktree add ../main main",
            (
                "clz compare http://localhost:5173 http://localhost:5173 "
                '--start-before "npm --prefix ../main run dev" --start-after "npm run dev"'
            ),
        ),
        "takes a change of the page, or a project of npm; `e2e/run/test_compare.py` has pages of its own",
    ),
    "pipx install claudezilla": "`test_packages.py` installs what is built here, by pipx, uv and pip",
    "npm install && npm run package && code --install-extension claudezilla-*.vsix": "takes the editor",
    "clz demo": "`test_packages.py` runs it where clz was installed",
    "clz setup claude": "takes Claude Code, with which `integration/hooks` sets it up",
    "python3 -m http.server 8000 --directory clz-examples/smoke/site": "goes on until Ctrl-C; here the tests serve it",
    "git clone <this repository> claudezilla && cd claudezilla": "the address is that of whoever publishes it",
    "make demo": "installs what is missing on the machine, and builds all of this",
    "clz browser start --headed && clz open localhost:8000": PERSON,
    "clz record signup.clz --person": PERSON,
    "clz record test_signup.py --from journal/ --as playwright": "`e2e/record/test_record.py` runs it, with a journal",
    "clz pick": PERSON,
    "clz pick --note": PERSON,
    "clz notes --markdown": "lists what only a person writes; `e2e/record` reads it",
    'clz notes resolve 1 --text "It is green now"': "takes a note, which only a person writes",
    "clz pick --point 120,80": "the place is that of a page of the reader's; `e2e/record` picks at one",
    "claude mcp add clz -- clz mcp": "takes Claude Code, with which `integration/hooks` runs the server",
}

RECORDED = "clz open localhost:9000; clz network record on; clz reload; clz network har shop.har --bodies"

SHOP_OPEN = "clz open localhost:9000"

# How each block begins: its first line, and what was typed before it.
BEFORE = {
    "clz open http://localhost:8000/": "",
    "clz open localhost:8000/": "",
    "clz reload": "clz open localhost:8000/",
    "clz snapshot -i": "clz open localhost:8000/",
    'clz fill "label=Name" "Ada Lovelace"': "clz open localhost:8000/react-form/",
    "clz emulate --locale de-DE --timezone Europe/Berlin --color-scheme dark": "clz open localhost:9000",
    "clz trace start checkout.zip": "clz open localhost:9000",
    "echo 'for link in page.eval(\"[...document.links].map(a => a.href)\"): print(link)' | clz py -": SHOP_OPEN,
    "clz film start checkout.webm --captions": "clz open localhost:9000",
    "clz profile start": "clz open localhost:9000",
    "clz trace export checkout.zip": (
        "clz open localhost:9000; clz trace start checkout.zip --force; clz reload; clz trace stop"
    ),
    "clz setup": "",
    "clz doctor": "clz open localhost:9000",
    "clz network --status failed": "clz open localhost:9000; clz network record on",
    "clz network record on --all-types": "clz open localhost:9000",
    "clz secret set SHOP_PASSWORD --for shop.example": "clz open localhost:9000",
    "clz state save login.json": "clz open localhost:9000",
    "clz browser start --accept-certs localhost:8443 --accept-certs '*.staging.example'": "clz browser stop",
    "clz route '**/api/users' --json '[{\"name\": \"Ann\"}]'": RECORDED,
    "clz route --har shop.har --miss fail": RECORDED,
    "clz init add fixtures.js": "echo 'window.ready = true' > fixtures.js",
    "clz network headers set 'X-Feature: new-cart' 'Accept-Language: de'": "clz open localhost:9000",
    'clz ready http://localhost:8000 --start "python3 -m http.server 8000 --directory site" -- clz run smoke/': "",
    'clz expect text "Thank you"': (
        "clz open localhost:9000/orders/17; "
        "clz expect snapshot form.aria --update; clz expect picture form.png --update"
    ),
    "clz vitals": "clz open localhost:8000/",
    "clz console --level error": "clz open localhost:8000/",
    'clz loop start "Make the tests pass" --promise "ALL GREEN" --verify "make test" --max-iterations 5': "",
}
EXIT_CODES = {
    "clz setup": 2,  # it would ask, and nobody is there
    "clz doctor": 3,  # something is broken
}
TYPED = {
    "clz secret set SHOP_PASSWORD --for shop.example": "correct horse",
    "clz secret set SHOP_CODE --totp --for shop.example": "JBSWY3DPEHPK3PXP",
}
ENDLESS = "clz network sockets --url '**/chat' --follow"
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def test_every_command_line_is_run_or_named_with_its_reason() -> None:
    shown = {known.line for first, block in BLOCKS.items() for known in block if first not in BEFORE}
    assert shown == set(NOT_RUN)
    assert set(BEFORE) <= set(BLOCKS), "a block begins with another line now"
    assert not {known.line for first in BEFORE for known in BLOCKS[first]} & set(NOT_RUN)


class Shell:
    """A shell in a project's folder, where the pages' addresses are those of the tests' own servers."""

    def __init__(self, browser: Browser, folder: Path, addresses: dict[str, str]) -> None:
        self.browser = browser
        self.folder = folder
        self.addresses = addresses
        self.env = {
            **browser.scratch.env,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "CLAUDECODE": "1",
            "CLAUDE_CODE_SESSION_ID": "demo",
            "CLZ_MARKERS": "off",
            "CLZ_AGENT": "reader",
        }

    def written(self, line: str) -> str:
        for shown, real in self.addresses.items():
            line = line.replace(shown, real)
        return line

    def run(self, line: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        words = ["sh", "-c", self.written(line)]
        return subprocess.run(
            words, cwd=self.folder, env=self.env, input=typed, capture_output=True, text=True, timeout=90, check=False
        )

    def interrupted(self, line: str) -> tuple[int, str]:
        """The exit code and the first line of what goes on until Ctrl-C."""
        words = shlex.split(self.written(line))
        with subprocess.Popen(words, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            first = running.stdout.readline()
            running.send_signal(signal.SIGINT)
            running.stdout.read()
        return running.returncode, first

    def numbers(self, line: str, listed: str, name: str, **wanted: object) -> list[object]:
        """What entries that a line lists are numbered, of those that are as wanted."""

        def field(entry: dict[str, Any], path: str) -> object:
            for part in path.split("."):
                entry = entry.get(part, {})
            return entry

        entries = json.loads(self.run(f"{line} --json").stdout)["result"][listed]
        return [entry[name] for entry in entries if all(field(entry, path) == value for path, value in wanted.items())]

    @contextmanager
    def as_agent(self, name: str) -> Iterator[None]:
        """What an agent set up and opened is nobody else's, and gone afterwards."""
        self.env["CLZ_AGENT"] = name
        try:
            yield
        finally:
            self.run(f"clz agents forget {name}")


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    folder = tmp_path_factory.mktemp("project")
    (folder / ".venv").symlink_to(ROOT / ".venv")
    smoke = ROOT / "examples/smoke/site"
    with (
        Site() as site,
        served(smoke) as smoke_url,
        shop() as port,
        browser_home("managed", warm=True) as browser,
        tls_site() as tls,
    ):
        tls.shows("", self_signed("localhost"))
        form = site.origin.partition("//")[2]
        yield Shell(
            browser,
            folder,
            {
                "Firefox ESR 153.7.0, /usr/bin/firefox-esr": f"{find_firefox().title}, {find_firefox().path}",
                "localhost:8000/react-form/": f"{form}/react-form/",
                "localhost:8000/": smoke_url.partition("//")[2],
                "https://example.com": f"{site.origin}/index.html",
                "https://shop.example": f"http://localhost:{port}",
                "shop.example": "localhost",
                "localhost:3000": f"localhost:{port}",
                "localhost:9000": f"localhost:{port}",
                "localhost:8443": f"localhost:{tls.server_port}",
                '"Shop"': '"Over TLS"',
                "/run/user/1000/clz": str(browser.scratch.runtime),
            },
        )


def is_shown(said: str, shown: str) -> bool:
    """Whether this is what a line prints, whatever the numbers in it, and whatever is where the page has `…`."""
    said, shown = (NUMBER.sub("N", text).strip() for text in (said, shown))
    return re.fullmatch(".*".join(re.escape(part) for part in shown.split("…")), said, re.DOTALL) is not None


@pytest.mark.parametrize(
    "first",
    [first if first in README else pytest.param(first, marks=pytest.mark.night) for first in BEFORE],
    ids=range(len(BEFORE)),
)
def test_what_the_pages_show_can_be_typed(first: str, shell: Shell) -> None:
    with shell.as_agent(f"reader{list(BEFORE).index(first)}"):
        for line in filter(None, BEFORE[first].split("; ")):
            done = shell.run(line)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        ready(first, shell)
        for shown in BLOCKS[first]:
            check(shown, shell)


def check(shown: Shown, shell: Shell) -> None:
    line = shown.line
    if line == ENDLESS:
        code, event = shell.interrupted(line)
        assert (code, "/chat" in event) == (130, True), event
        return
    if "--tab 4" in line:
        line = line.replace("--tab 4", f"--tab {shell.numbers('clz tabs', 'tabs', 'tabId', mine=True)[0]}")
    if "body 57" in line:
        whole = {"responseBody.state": "whole"}
        line = line.replace("57", str(shell.numbers("clz network --bodies", "requests", "id", **whole)[0]))
    done = shell.run(line, TYPED.get(shown.line, ""))
    said = done.stdout + done.stderr
    assert done.returncode == EXIT_CODES.get(shown.line, 0), f"{line}\n{said}"
    if shown.output:
        assert is_shown(said, shell.written(shown.output)), f"{line}\n{said}"


def ready(first: str, shell: Shell) -> None:
    """What is the case already where no line says so."""
    if first == "clz doctor":
        end_processes_of(shell.browser.scratch.root)
    if first.startswith("clz ready"):
        with socket.create_server(("localhost", 0)) as free:
            shell.addresses["8000"] = str(free.getsockname()[1])
        shutil.copytree(ROOT / "examples/smoke", shell.folder, dirs_exist_ok=True)
        tests = shell.folder / "smoke"
        tests.mkdir()
        text = (shell.folder / "signup.clz").read_text("utf-8")
        (tests / "signup.clz").write_text(shell.written(text), "utf-8")
