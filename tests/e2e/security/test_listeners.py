"""What listens while a command runs that goes on for long: what the documents name, and on loopback alone."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, browser_home
from tests.support.machines.stranger import listeners
from tests.support.scratch import CLZ, processes_of
from tests.support.waiting import until

pytestmark = [pytest.mark.xdist_group("fleet"), pytest.mark.timeout(240)]

HELLO = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
WAITS = 'base $SITE\ntest "waits"\n  open /form.html?test\n  wait "#never" --wait-ms 100000\n'
READS = "def map(page): page.wait('#never', wait_ms=100_000)\n"


@pytest.fixture(scope="module")
def home() -> Iterator[Browser]:
    with browser_home(used="managed", sessions=("run-1", "map-1")) as made:
        root = made.scratch.root / "suite"  # all of it is sent to a fleet
        root.mkdir()
        (root / "waits.clz").write_text(WAITS)
        (root / "reads.py").write_text(READS)
        assert made.clz("browser", "start").returncode == 0
        yield made


def listening(browser: Browser) -> set[tuple[int, str]]:
    """How many ports, and on what address."""
    found = [address for each in listeners(processes_of(browser.scratch.root)).values() for address, _ in each]
    return {(found.count(address), address) for address in found}


def test_firefox_and_its_host_listen_nowhere(home: Browser) -> None:
    assert home.clz("open", "about:blank").returncode == 0
    assert listening(home) == set()


@pytest.mark.parametrize(
    ("words", "given", "said", "expected"),
    [
        ("show", "", "http://127.0.0.1", {(1, "127.0.0.1")}),
        ("mcp", HELLO, '"id":1', set()),
        ("mcp --http 0", "", "http://127.0.0.1", {(1, "127.0.0.1")}),
        ("ready SITE/form.html -- sh -c 'echo now; sleep 100'", "", "now", set()),
        ("record made.clz", "", "made.clz", set()),
        ("run waits.clz --fleet local:1", "", "?test", set()),
        ("map reads.py - --out out --fleet local:1", "SITE/form.html?map\n", "?map", {(3, "127.0.0.1")}),
    ],
)
def test_a_command_listens_for_what_is_documented_on_loopback(
    home: Browser, site: Site, words: str, given: str, said: str, expected: set[tuple[int, str]]
) -> None:
    command = f'exec "$@" {words}'.replace("SITE", site.origin)
    with subprocess.Popen(
        ["sh", "-c", command, "sh", *CLZ],
        cwd=home.scratch.root / "suite",
        env={**home.scratch.env, "SITE": site.origin, "CLZ_WARM": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(given.replace("SITE", site.origin))
            process.stdin.flush()
            if "fleet" in words:
                until(lambda: any(said in path for path in site.seen), 150)
            else:
                assert any(said in line for line in iter(process.stdout.readline, ""))
            assert listening(home) == expected
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=100)
