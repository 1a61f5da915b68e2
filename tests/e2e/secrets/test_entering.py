"""Secrets are entered where they belong, and nowhere else."""

from __future__ import annotations

import json
import time
from itertools import product

import pytest

from clz_core.client.keys import load_key
from clz_core.config.files import user_file
from clz_core.config.paths import private_dir
from clz_core.contract import wire
from clz_core.secrets.store import secrets_file
from clz_core.secrets.totp import code_at
from tests.e2e.secrets.conftest import Keep
from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.peer import Peer
from tests.support.waiting import until

VALUE = "c0rrect horse+battery/ünd"


def value_of(page: Page, target: str) -> str:
    """What a field really holds: told by the page, in a form that no value has."""
    look = f"[...document.querySelector('{target}').value].map((c) => c.codePointAt(0))"
    return "".join(map(chr, page.call("evaluate", expression=look, unsafe=True)["result"]))


def test_a_secret_is_entered_and_not_told(page: Page, keep_secret: Keep, build: str) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    for command, target in product(("fill", "type"), ("#password", "#text", "#notes")):
        result = page.call(command, target=target, text="user-{{PASSWORD}}")
        assert value_of(page, target) == f"user-{VALUE}"
        assert result["currentValue"] == "user-{{PASSWORD}}"
        assert VALUE not in json.dumps(result, ensure_ascii=False)
    assert page.call("get", what="value", target="#text")["value"] != f"user-{VALUE}"


def test_what_a_page_makes_of_a_secret_in_its_field_is_masked_too(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", "l0ng-7hx-qzv")
    page.open("form.html")
    result = page.call("type", target="#short", text="{{PASSWORD}}")
    assert value_of(page, "#short") == "l0ng-"
    assert result["currentValue"] == "•••••"
    assert page.call("get", what="value", target="#short")["value"] == "•••••"
    page.call("fill", target="#short", text="plain")
    assert page.call("get", what="value", target="#short")["value"] == "plain"


def test_the_words_themselves_are_entered_after_a_backslash(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", "{{OTHER}}")
    page.open("form.html")
    page.call("fill", target="#text", text="\\{{PASSWORD}} {{lower}} {{}}")
    assert page.call("get", what="value", target="#text")["value"] == "{{PASSWORD}} {{lower}} {{}}"
    page.call("fill", target="#empty", text="{{PASSWORD}}")
    assert value_of(page, "#empty") == "{{OTHER}}"


def test_a_form_is_filled_in_with_secrets(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    result = page.call("fillForm", fields={"#text": "ada", "#password": "{{PASSWORD}}", "#agree": True})
    assert value_of(page, "#password") == VALUE
    assert [field["currentValue"] for field in result["fields"]] == ["ada", "{{PASSWORD}}", "true"]


def test_a_name_that_no_secret_has_is_refused_with_those_like_it(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    problem = page.fails("fill", target="#text", text="{{PASSWROD}}")
    assert problem.code == "SECRET_NOT_FOUND"
    assert "Did you mean: PASSWORD?" in problem.hint
    assert page.call("get", what="value", target="#text")["value"] == "before"


def test_a_page_of_another_site_does_not_get_it(page: Page, keep_secret: Keep, site: Site) -> None:
    keep_secret("PASSWORD", VALUE, "example.com", "login.example.org:8443")
    page.open("form.html")
    problem = page.fails("fill", target="#password", text="{{PASSWORD}}")
    assert (problem.code, problem.exit_code) == ("SECRET_NOT_FOR_SITE", 5)
    assert "example.com, login.example.org:8443" in problem.message
    assert site.origin in problem.message
    assert "clz secret set PASSWORD --for example.com" in problem.hint
    assert value_of(page, "#password") == ""


def test_frames_get_it_by_their_origin(page: Page, keep_secret: Keep, build: str) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("secret-frames.html")
    for target in ("label=In srcdoc", "label=In blank"):
        assert page.call("fill", target=target, text="{{PASSWORD}}")["currentValue"] == "{{PASSWORD}}"
    for frame in ("#boxed", "#other"):
        problem = page.fails("fill", target="#text", text="{{PASSWORD}}", frame=frame)
        assert problem.code == "SECRET_NOT_FOR_SITE", (frame, problem.message, problem.details)
        assert page.call("get", what="value", target="#text", frame=frame)["value"] == "before"
    problem = page.fails("fill", target="label=In data", text="{{PASSWORD}}", waitMs=300)
    assert problem.code in ("SECRET_NOT_FOR_SITE", "ELEMENT_NOT_FOUND"), "Firefox keeps extensions out of it"


def test_a_document_that_takes_the_place_of_another_does_not_get_it(page: Page, keep_secret: Keep, site: Site) -> None:
    """The field of the first page is gone before it is ready; the second page is of another site."""
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    elsewhere = f"{site.origin.replace('127.0.0.1', 'elsewhere.localhost')}/form.html"
    leave = f"document.querySelector('#text').disabled = true; setTimeout(() => location = '{elsewhere}', 300)"
    page.call("evaluate", expression=leave, unsafe=True)
    problem = page.fails("fill", target="#text", text="{{PASSWORD}}")
    assert problem.code == "SECRET_NOT_FOR_SITE"
    assert "elsewhere.localhost" in problem.message
    assert page.call("get", what="value", target="#text")["value"] == "before"


def test_secrets_go_into_fields_alone(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    for target in ("#agree", "#fruit", "#submit"):
        assert page.fails("fill", target=target, text="{{PASSWORD}}").code == "NOT_EDITABLE"


def test_addresses_expressions_and_keys_keep_the_words(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", VALUE)
    assert "{{PASSWORD}}" in page.open("form.html?q={{PASSWORD}}")["url"].replace("%7B", "{").replace("%7D", "}")
    assert page.call("evaluate", expression="'{{PASSWORD}}'.length")["result"] == len("{{PASSWORD}}")
    assert page.fails("pressKey", target="#text", key="{{PASSWORD}}").code == "UNKNOWN_KEY"


def test_one_time_codes_are_those_of_the_moment(page: Page, keep_secret: Keep) -> None:
    secret = "JBSWY3DPEHPK3PXP"
    keep_secret("CODE", secret, totp=True)
    page.open("form.html")
    result = page.call("fill", target="#text", text="{{CODE}}")
    assert value_of(page, "#text") in {code_at(secret, time.time() - ago).text for ago in (0, 30, 60)}
    assert result["currentValue"] == "{{CODE}}"


def test_secrets_of_the_environment_go_before_those_that_are_kept(
    page: Page, keep_secret: Keep, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_secret("PASSWORD", "k3pt-w0rd-9qz")
    page.open("form.html")
    words = ("fill", "#text", "{{PASSWORD}}", "--agent", "tester", "--tab", str(page.tab))
    done = browser.clz(*words, CLZ_SECRET_PASSWORD="fr0m-0uts1de")
    assert done.returncode == 0, done.stderr
    assert value_of(page, "#text") == "fr0m-0uts1de"
    monkeypatch.setenv("CLZ_SECRET_CI_KEY", "from-ci")
    problem = page.fails("fill", target="#text", text="{{CI_KEY}}")
    assert (problem.exit_code, "CLZ_SECRET_CI_KEY_FOR" in problem.hint) == (2, True)
    monkeypatch.setenv("CLZ_SECRET_CI_KEY_FOR", "example.com, localhost")
    assert page.fails("fill", target="#text", text="{{CI_KEY}}").code == "SECRET_NOT_FOR_SITE"
    monkeypatch.setenv("CLZ_SECRET_CI_KEY_FOR", "example.com, localhost 127.0.0.1")
    page.call("fill", target="#text", text="{{CI_KEY}}")
    assert value_of(page, "#text") == "from-ci"


def test_the_right_to_enter_secrets_can_be_taken_away(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    file = user_file()
    private_dir(file.parent)
    file.write_text("[policy]\nsecrets = false\n")
    try:
        problem = page.fails("fill", target="#text", text="{{PASSWORD}}")
        assert (problem.code, problem.details["right"]) == ("RIGHT_DENIED", "secrets")
        assert page.call("fill", target="#text", text="plain")["currentValue"] == "plain"
    finally:
        file.unlink()


def test_a_list_that_others_can_read_is_refused(browser: Browser, page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    secrets_file().chmod(0o644)
    try:
        assert page.fails("fill", target="#text", text="{{PASSWORD}}").code == "RUNTIME_UNSAFE"
        assert browser.clz("secret", "list").returncode == 5
    finally:
        secrets_file().chmod(0o600)
    until(lambda: page.call("fill", target="#text", text="{{PASSWORD}}"))


def test_no_look_goes_along_with_a_command_once_a_secret_was_entered(page: Page, keep_secret: Keep) -> None:
    keep_secret("PASSWORD", VALUE)
    page.open("form.html")
    field = {"target": "#text", "tabId": page.tab}
    with Peer(page.client.paths, load_key(page.client.agent)) as peer:
        for command, params in (("fill", {**field, "text": "{{PASSWORD}}"}), ("click", field)):
            reply = peer.ask(wire.encode_request(command, command, params, 20_000, {"moment": {"wait": False}}))
            assert (reply["ok"], "moment" in reply) == (True, False), command
