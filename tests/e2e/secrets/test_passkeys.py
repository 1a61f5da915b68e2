"""A passkey that is a secret: it logs its site in, and its private key leaves Firefox for no agent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clz_core.contract.errors import ClzError
from tests.e2e.secrets.conftest import Keep
from tests.site.passkey_site import passkey_site
from tests.support.browsers import Browser, Page
from tests.support.cases.passkeys import KEY, PASSKEY
from tests.support.waiting import until


def saved(page: Page) -> dict[str, object]:
    (kept,) = page.client.call("saveCredentials")["credentials"]
    return dict(kept)


def test_it_logs_in_and_is_not_saved(page: Page, browser: Browser, keep_secret: Keep, tmp_path: Path) -> None:
    def logs_in() -> str:
        page.call("evaluate", expression="(said.textContent = 'logged out', void logIn(''))", unsafe=True)
        return until(lambda: text if (text := page.text("#said")) != "logged out" else None)

    def clz(*words: str, code: int = 0) -> str:
        done = browser.clz(*words, CLZ_AGENT="tester")
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    with passkey_site() as site:
        page.client.call("addVirtualAuthenticator")
        page.open(f"{site.origin}/")
        page.call("click", target="#register")
        until(lambda: page.text("#said") == "registered ada")
        ada = saved(page)
        keep_secret("ADA_PASSKEY", json.dumps({"credentials": [ada]}), "localhost")
        page.client.call("removeCredentials", {"all": True})
        assert clz("passkey", "add", "--secret", "ADA_PASSKEY").endswith("(from ADA_PASSKEY)\n")
        assert logs_in() == "welcome ada"
        assert clz("passkey", "list").endswith("(from ADA_PASSKEY)\n")
        assert "from a secret" in clz("passkey", "save", str(tmp_path / "ada.json"), code=5)
        state = tmp_path / "state.json"
        assert "0 passkeys, without 1 from a secret" in clz("state", "save", str(state), "--passkeys")
        page.client.call("addCredentials", {"credentials": [{"rpId": "localhost"}]})
        assert saved(page)["credentialId"] != ada["credentialId"]
        said = "".join(clz(*line) for line in (("logs",), ("passkey", "list", "--json"), ("status",), ("console",)))
        assert str(ada["privateKey"]) not in said + state.read_text()
        assert str(ada["privateKey"])[-40:] not in said
        asks = "(async () => { for (let n = 0; n < 20; n += 1) await used('').catch(() => {}); return 'all'; })()"
        page.call("evaluate", expression=f"(said.textContent = 'logged out', void tell({asks}))", unsafe=True)
        page.client.call("addCredentials", {"credentials": [{**PASSKEY, "credentialId": ada["credentialId"]}]})
        until(lambda: page.text("#said") == "all")
        kept = {one["privateKey"] for one in page.client.call("saveCredentials")["credentials"]}
        assert KEY in kept, "what takes its place while it logs in stays there"
        assert ada["privateKey"] not in kept
    clz("passkey", "remove", "--all")
    assert clz("passkey", "add", "--secret", "ADA_PASSKEY").endswith("(from ADA_PASSKEY)\n")
    clz("secret", "delete", "ADA_PASSKEY")
    until(lambda: "ADA_PASSKEY" not in clz("passkey", "list"))


def test_what_is_no_passkey_of_its_sites_is_refused(page: Page, keep_secret: Keep) -> None:
    keep_secret("ELSEWHERE", json.dumps(PASSKEY), "example.com")
    keep_secret("A_WORD", "correct horse", "localhost")
    for name, code in (
        ("ELSEWHERE", "SECRET_NOT_FOR_SITE"),
        ("A_WORD", "INVALID_PARAMS"),
        ("NONE", "SECRET_NOT_FOUND"),
    ):
        with pytest.raises(ClzError) as caught:
            page.client.call("addCredentials", {"secret": name})
        assert caught.value.code == code
        assert KEY not in str(caught.value.to_wire())
    assert page.client.call("getCredentials")["authenticator"] is None
