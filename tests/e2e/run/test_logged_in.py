"""Tests that begin logged in: one logs in by a secret and saves its state, all others begin with that."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import parse_qs, quote
from zipfile import ZipFile

import pytest

from tests.e2e.run.conftest import Folder
from tests.site.passkey_site import passkey_site
from tests.site.serving import LocalServer, serving

TOKEN = "a1b2c3d4e5f6"
PASSWORD = "corr3ct-h0rse&battery"
LOGIN = """
base $SHOP
test "logs in"
  open /login
  fill "[name=user]" "ada"
  fill "[name=password]" "{{SHOP_PASSWORD}}"
  click "button"
  expect text "h1" "Welcome ada"
  state save login.json
"""
SHOP = "base $SHOP\nstate login.json\n" + "".join(
    f'test "page {number}"\n  open /page/{number}\n  expect text "h1" "Welcome ada"\n  expect text "#theme" "dark"\n'
    for number in range(8)
)


SETUP = """
setup "logs in"
  open /login
  fill "[name=user]" "ada"
  fill "[name=password]" "{{SHOP_PASSWORD}}"
  click "button"
  expect text "h1" "Welcome ada"
  eval --unsafe "localStorage.theme = 'light'"
"""
NEEDS = """base $SHOP
include setup.clz
needs "logs in"
test "orders of %s"
  open /orders
  expect text "h1" "Welcome ada"
  expect text "#theme" "light"
test "basket of %s"
  needs "fills a basket"
  open /basket
  expect text "h1" "Welcome ada"
test "looks around as a guest of %s"
  with state guest.json
  open /
  expect text "h1" "Log in"
setup "fills a basket"
  needs "logs in"
  open /basket
  expect text "h1" "Welcome ada"
"""
GUEST = '{"cookies": [], "origins": []}'


class Shop(LocalServer):
    """Shows its pages to whoever has logged in; `logins` are the passwords that were tried."""

    def __init__(self) -> None:
        super().__init__(_Shop)
        self.logins: list[str] = []

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Shop(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        self._look()

    def _order(self) -> None:
        size = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(size))
        known = "session=ada" in self.headers.get("Cookie", "") and self.headers["X-One"] == "1"
        order = {"id": 7, "of": body.get("of"), "lines": [1, 2]}
        data = json.dumps({"order": order} if known else {"error": {"token": TOKEN}}).encode()
        self.send_response(201 if known else 403)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _look(self) -> None:
        if "session=ada" not in self.headers.get("Cookie", ""):
            self._page(
                '<h1>Log in</h1><form method="post" action="/login"><input name="user">'
                '<input type="password" name="password"><button>Log in</button></form>'
            )
        else:
            self._page(
                f'<h1>Welcome ada</h1><p>{self.path}</p><p id="theme"></p><script>localStorage.theme ??= "dark";'
                "document.querySelector('#theme').textContent = localStorage.theme</script>"
            )

    def do_POST(self) -> None:
        if self.path.startswith("/api/"):
            self._order()
            return
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.server.logins.append(form["password"][0])
        self.send_response(303)
        if form["password"] == [PASSWORD]:
            self.send_header("Set-Cookie", "session=ada; HttpOnly; Max-Age=3600")
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _page(self, body: str) -> None:
        data = f"<!doctype html><title>Shop</title>{body}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def shop() -> Iterator[Shop]:
    with serving(Shop()) as server:
        yield server


def test_one_test_logs_in_by_a_secret_and_all_others_begin_logged_in(folder: Folder, shop: Shop) -> None:
    folder.write(LOGIN, "login.clz")
    folder.write(SHOP, "shop.clz")
    secret = {"CLZ_SECRET_SHOP_PASSWORD": PASSWORD, "CLZ_SECRET_SHOP_PASSWORD_FOR": "127.0.0.1"}
    report = ("--html", "report", "--junit", "junit.xml")
    journal = str(folder.path / "journal")
    said = folder.run("login.clz", *report, SHOP=shop.origin, CLZ_JOURNAL=journal, **secret)
    assert said.returncode == 0, said.stdout + said.stderr
    assert (folder.path / "login.json").stat().st_mode & 0o777 == 0o600
    later = folder.run("shop.clz", SHOP=shop.origin, CLZ_JOURNAL=journal)
    assert later.returncode == 0, later.stdout + later.stderr
    assert "8 passed" in later.stdout
    assert shop.logins == [PASSWORD], "nobody logged in again"
    forms = [PASSWORD, quote(PASSWORD), quote(PASSWORD, safe=""), base64.b64encode(PASSWORD.encode()).decode()]
    written = [file for file in folder.path.rglob("*") if file.is_file()]
    assert len(written) > 5
    kept = [file for file in (folder.browser.scratch.root / "state").rglob("*") if file.is_file()]
    texts = [said.stdout, said.stderr, later.stdout, *(file.read_bytes().decode("latin-1") for file in written + kept)]
    assert not [text[:200] for text in texts if any(form in text for form in forms)]


def test_a_setup_is_run_once_before_those_that_need_it_and_they_begin_where_it_ended(
    folder: Folder, shop: Shop
) -> None:
    secret = {"CLZ_SECRET_SHOP_PASSWORD": PASSWORD, "CLZ_SECRET_SHOP_PASSWORD_FOR": "127.0.0.1", "SHOP": shop.origin}
    folder.write(SETUP, "setup.clz")
    folder.write(GUEST, "guest.json")
    for name in ("ada", "grace"):
        folder.write(NEEDS % (name, name, name), f"{name}.clz")
    done = folder.run(".", "--workers", "4", **secret)
    assert done.returncode == 0, done.stdout
    assert (done.stdout.splitlines()[-1][:9], shop.logins) == ("9 passed ", [PASSWORD])
    for words, many in ((["--only", "basket of ada"], 3), (["ada.clz:5"], 2), (["--shard", "1/2"], None)):
        shop.logins.clear()
        outcomes = folder.outcomes(*words, **secret)
        assert set(outcomes.values()) == {"passed"}
        assert shop.logins == [PASSWORD]
        assert many is None or len(outcomes) == many, outcomes


BY_API = """base $SHOP
test "logs in by its API"
  request POST /login --form user=ada --form "password=$PASSWORD"
  expect status 2xx
  request POST /api/orders --json '{"of": "ada"}' --header 'X-One: 1' --save ORDER=order.id --save WHO=order.of
  expect status 201
  expect header content-type json --contains
  expect json order.id "$ORDER"
  expect json order.lines '[1,2]'
  expect json order.gone --not
  open "/orders/$ORDER"
  expect text h1 "Welcome $WHO"
  expect text "/orders/7"
test "is a guest"
  request POST /api/orders --json '{}'
  expect status 403
test "expects what is not so"
  request POST /api/orders --json '{}' --header 'Cookie2: x'
  expect json error.token nothing
"""


def test_a_test_logs_in_by_an_api_and_looks_by_a_page(folder: Folder, shop: Shop) -> None:
    folder.write(BY_API)
    journal = str(folder.path / "journal")
    words = ("--html", "report", "--trace", "on")
    tests = folder.tests(*words, SHOP=shop.origin, PASSWORD=PASSWORD, CLZ_JOURNAL=journal)
    by, guest, wrong = tests
    assert (by["outcome"], guest["outcome"], wrong["outcome"]) == ("passed", "passed", "failed"), tests
    said = 'Expected error.token of the answer to be "nothing"; found "***"'
    assert (wrong["error"]["code"], wrong["error"]["message"]) == ("EXPECTATION_FAILED", said)
    assert any(folder.path.rglob("*.zip"))
    for file in folder.path.rglob("*"):
        for text in [*texts_of(file)] if file.is_file() else []:
            assert not any(secret in text for secret in (PASSWORD, quote(PASSWORD), TOKEN)), file


def texts_of(file: Path) -> Iterator[str]:
    """What a file holds, that of an archive by its members."""
    if file.suffix != ".zip":
        yield file.read_bytes().decode("latin-1")
        return
    with ZipFile(file) as archive:
        for name in archive.namelist():
            yield archive.read(name).decode("latin-1")


def test_those_that_need_a_setup_which_failed_are_skipped_and_say_so(folder: Folder, shop: Shop) -> None:
    folder.write(
        SETUP.replace("{{SHOP_PASSWORD}}", "wrong").replace('"Welcome ada"', '"Welcome ada" --wait-ms 100'), "setup.clz"
    )
    folder.write(GUEST, "guest.json")
    folder.write(NEEDS % (("ada",) * 3), "ada.clz")
    done = folder.run(".", "--junit", "junit.xml", "--html", "report", SHOP=shop.origin)
    assert (done.returncode, shop.logins) == (1, ["wrong"])
    assert "skipped ada.clz:4  orders of ada  (its setup 'logs in' has failed)" in done.stdout
    assert "skipped ada.clz:8  basket of ada  (its setup 'fills a basket' was skipped)" in done.stdout
    assert "\n1 failed, 4 skipped in " in done.stdout
    assert "its setup 'logs in' has failed" in (folder.path / "report/index.html").read_text()
    assert "its setup 'logs in' has failed" in (folder.path / "junit.xml").read_text().replace("&apos;", "'")


def test_a_state_that_is_not_there_is_said_by_each_test(folder: Folder, shop: Shop) -> None:
    folder.write('base $SHOP\nstate gone.json\ntest "a"\n  open /\n')
    done = folder.run(SHOP=shop.origin)
    assert done.returncode == 1
    assert "Cannot read" in done.stdout
    folder.write('state a.json\nstate b.json\ntest "a"\n  open /\n')
    assert "There is a second `state`" in folder.run(SHOP=shop.origin).stderr
    folder.write("state show gone.json\n")
    assert f"Cannot read {folder.path}/gone.json" in folder.run(SHOP=shop.origin).stdout


PASSKEYS = """base $SHOP
setup "registers"
  passkey on
  open /
  click "#register"
  expect text "#said" "registered ada"
  passkey save ada.json
test "logs in as the setup did"
  needs "registers"
  open /
  click "#log-in"
  expect text "#said" "welcome ada"
test "logs in by a file"
  with passkey ada.json
  needs "registers"
  open /
  click "#log-in"
  expect text "#said" "welcome ada"
test "has no passkey yet"
  with passkey
  open /
  click "#log-in"
  expect text "#said" "NotAllowedError"
  expect text "#said" "nobody" --not
test "has no authenticator"
  open /
  click "#log-in"
  expect text "#said" "NotAllowedError"
"""


def test_a_test_begins_with_passkeys(folder: Folder) -> None:
    with passkey_site() as site:
        folder.write(PASSKEYS)
        done = folder.run("a.clz", SHOP=site.origin, CLZ_JOURNAL=str(folder.path / "journal"))
        assert (done.returncode, done.stdout.splitlines()[-1][:9]) == (0, "5 passed "), done.stdout
        (kept,) = json.loads((folder.path / "ada.json").read_text())["credentials"]
        written = [file for file in folder.path.rglob("*") if file.is_file() and file.name != "ada.json"]
        kept_by_clz = [file for file in (folder.browser.scratch.root / "state").rglob("*") if file.is_file()]
        assert not [file for file in written + kept_by_clz if kept["privateKey"].encode() in file.read_bytes()]
