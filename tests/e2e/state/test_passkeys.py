"""Passkeys: pages register and log in with their agent's virtual authenticator, and with no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_core.contract.errors import ClzError
from clz_core.files.state import save_state
from tests.site.passkey_site import _Server, passkey_site
from tests.support.browsers import Browser, Page
from tests.support.cases.passkeys import ED25519, KEY, P384, PASSKEY
from tests.support.waiting import until


@pytest.fixture(scope="module")
def party() -> Iterator[_Server]:
    with passkey_site() as site:
        yield site


@pytest.fixture
def rp(party: _Server) -> _Server:
    party.users.clear()
    return party


def said(page: Page) -> str:
    return until(lambda: text if (text := page.text("#said")) != "logged out" else None)


def does(page: Page, script: str) -> str:
    """What the page says once its script is done."""
    page.call("evaluate", expression=f"(said.textContent = 'logged out', void {script})", unsafe=True)
    return said(page)


def test_a_page_registers_and_logs_in(page: Page, rp: _Server) -> None:
    page.client.call("addVirtualAuthenticator")
    page.open(f"{rp.origin}/")
    clicked = page.call("click", target="#register")
    assert said(page) == "registered ada"
    told = clicked.get("dialog") or until(lambda: page.call("dialogStatus")["answered"])[-1]
    assert (told["type"], told["message"], told["accepted"]) == ("passkey", 'made for "ada" at localhost', True)
    (kept,) = page.client.call("getCredentials")["credentials"]
    assert (kept["rpId"], kept["userName"], kept["isResidentCredential"]) == ("localhost", "ada", True)
    page.call("reload")
    clicked = page.call("click", target="#log-in")
    waited = page.call("waitFor", text="welcome ada")
    (told,) = [clicked["dialog"]] if "dialog" in clicked else waited.get("lateDialogs") or [waited["dialog"]]
    assert told["message"] == 'logged in as "ada" at localhost', "a wait tells of what the page asked for only then"
    assert does(page, "logIn('ada')") == "welcome ada"
    assert does(page, "register('ada')") == "InvalidStateError", "it has one for this user"
    assert does(page, "register('grace')") == "registered grace"
    assert does(page, "logIn('')") == "welcome grace", "the one that was used last"
    assert does(page, "logIn('ada')") == "welcome ada"
    assert does(page, "logIn('')") == "welcome ada"


def test_pages_ask_in_all_the_ways_that_sites_do(page: Page, rp: _Server) -> None:
    page.client.call("addVirtualAuthenticator")
    page.open(f"{rp.origin}/")
    available = "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"
    assert page.call("evaluate", expression=available, unsafe=True)["result"] is True
    platform = "{publicKey: {authenticatorSelection: {authenticatorAttachment: 'platform', residentKey: 'required'}}}"
    assert does(page, f"register('ada', {platform})") == "registered ada"
    kept = page.client.call("saveCredentials")["credentials"]
    page.client.call("removeCredentials", {"all": True})
    page.call("evaluate", expression="(said.textContent = 'logged out', void choose())", unsafe=True)
    page.client.call("addCredentials", {"credentials": kept})
    assert said(page) == "welcome ada", "whose user is to choose gets it once it is there"
    assert does(page, "register('grace', {publicKey: {attestation: 'direct'}})") == "registered grace"
    stopped = "(stop = new AbortController(), setTimeout(() => stop.abort(), 50), stop.signal)"
    waits = "mediation: 'conditional', publicKey: {rpId: 'localhost', allowCredentials: []}"
    page.client.call("removeCredentials", {"all": True})
    assert does(page, f"logIn('', {{{waits}, signal: {stopped}}})") == "AbortError"
    assert does(page, "logIn('')") == "NotAllowedError"
    assert does(page, "register('x', {publicKey: {rp: {name: 'x', id: 'example.com'}}})") == "SecurityError"
    assert page.call("evaluate", expression="String(navigator.credentials.get)", unsafe=True)["result"].endswith(
        "{\n    [native code]\n}"
    )


# What a page asks for, and what it gets: the same as from a virtual authenticator of Firefox's own.
GETS = "navigator.credentials.get({publicKey: {challenge: new Uint8Array(16), %s}, %s}).then(({type}) => type)"
MAKES = """navigator.credentials.create({publicKey: {challenge: new Uint8Array(16), rp: {name: 'x'},
    user: {id: new Uint8Array(4), name: 'ada', displayName: 'Ada'},
    pubKeyCredParams: [{type: 'public-key', alg: -7}], %s}, %s}).then(({type}) => type)"""
ELSEWHERE = "allowCredentials: [{type: 'public-key', id: new Uint8Array(16)}]"
STOPPED = "(stop = new AbortController(), setTimeout(() => stop.abort()), stop.signal)"
ASKED = {
    "navigator.credentials.get()": "NotSupportedError",
    GETS % ("", "mediation: 'none such'"): "TypeError",
    GETS % ("", "mediation: 'silent'"): "NotSupportedError",
    GETS % ("rpId: 'com'", ""): "SecurityError",
    GETS % ("rpId: 'LOCALHOST'", ""): "SecurityError",
    GETS % ("", f"signal: {STOPPED}"): "AbortError",
    GETS % ("", "signal: AbortSignal.abort()"): "AbortError",
    GETS % (ELSEWHERE, ""): "NotAllowedError",
    GETS % ("allowCredentials: new Set([{type: 'public-key', id: new Uint8Array([1, 2, 3])}])", ""): "public-key",
    MAKES % ("", "mediation: 'conditional'"): "NotSupportedError",
    MAKES % ("rp: {name: 'x', id: 'a.localhost'}", ""): "SecurityError",
    MAKES % ("user: {id: new Uint8Array(65), name: 'x', displayName: 'x'}", ""): "TypeError",
    MAKES % ("pubKeyCredParams: [{type: 'public-key', alg: -257}]", ""): "NotAllowedError",
    MAKES % ("excludeCredentials: [{type: 'public-key', id: new Uint8Array([1, 2, 3])}]", ""): "InvalidStateError",
    f"Promise.allSettled([1, 2].map(() => {GETS % ('', '')})).then((all) => all.map((one) => one.status).join())": (
        "rejected,fulfilled"
    ),
    "new Promise((done) => (new Worker('data:,postMessage(typeof PublicKeyCredential)').onmessage = done))"
    ".then(({data}) => data)": "undefined",
    GETS % ("", ""): "public-key",
}
WITHIN = "publickey-credentials-get; publickey-credentials-create"
FORBIDDEN = "publickey-credentials-get 'none'; publickey-credentials-create 'none'"


def test_a_page_is_answered_as_the_platform_answers_it(page: Page, rp: _Server) -> None:
    page.client.call("addCredentials", {"credentials": [PASSKEY]})
    page.open(f"{rp.origin}/")
    assert {asked: does(page, f"tell({asked})") for asked in ASKED} == ASKED


def test_a_frame_is_answered_where_its_page_allows_it(page: Page, rp: _Server) -> None:
    at = {"localhost": rp.origin, "a.localhost": rp.origin.replace("localhost", "a.localhost")}
    page.client.call("addCredentials", {"credentials": [{"rpId": site} for site in at]})
    page.open(f"{rp.origin}/")
    for site, allow, answers in (
        ("localhost", "", ("public-key", "public-key")),
        ("localhost", FORBIDDEN, ("NotAllowedError", "NotAllowedError")),
        ("a.localhost", None, ("NotAllowedError", "NotAllowedError")),
        # Another site's frame makes none unless the user has just acted in it.
        ("a.localhost", WITHIN, ("public-key", "NotAllowedError")),
    ):
        framed = f"""(frame => {{
            Object.assign(frame, {{ id: "framed", src: "{at[site]}/", allow: {json.dumps(allow)} }});
            window.framed?.remove(); document.body.append(frame);
        }})(document.createElement("iframe"))"""
        page.call("evaluate", expression=framed, unsafe=True)
        page.call("waitFor", target="#log-in", frame="#framed")
        for asked, answer in zip((GETS, MAKES, GETS), (*answers, answers[0]), strict=True):
            asks = f"(said.textContent = 'logged out', void tell({asked % ('', '')}))"
            page.call("evaluate", expression=asks, frame="#framed", unsafe=True)
            page.call("expect", condition="text", target="#said", value=answer, frame="#framed")


def test_an_authenticator_is_as_it_was_asked_to_be(page: Page, rp: _Server) -> None:
    page.open(f"{rp.origin}/")
    refused = page.call("click", target="#register")
    assert said(page) == "NotAllowedError"
    told = refused.get("dialog") or page.call("dialogStatus")["last"]
    assert (told["type"], told["accepted"]) == ("passkey", False)
    page.client.call("addVirtualAuthenticator", {"consent": False})
    assert does(page, "register('ada')") == "NotAllowedError"
    page.client.call("addVirtualAuthenticator", {"transport": "usb", "protocol": "ctap2"})
    assert does(page, "register('ada')") == "registered ada"
    page.client.call("setUserVerified", {"state": "off"})
    assert does(page, "logIn('ada')") == "NotAllowedError", "its site requires a verified user"
    page.client.call("setUserVerified", {"state": "on"})
    assert does(page, "logIn('ada')") == "welcome ada"
    assert page.client.call("removeVirtualAuthenticator") == {"removed": True}
    assert does(page, "logIn('ada')") == "NotAllowedError"
    assert page.client.call("getCredentials") == {"authenticator": None, "credentials": []}


def test_no_page_is_answered_by_the_authenticator_of_another_agent(page: Page, other_page: Page, rp: _Server) -> None:
    page.client.call("addVirtualAuthenticator")
    page.open(f"{rp.origin}/")
    other_page.open(f"{rp.origin}/")
    assert does(page, "register('ada')") == "registered ada"
    asks = "for (let n = 0; n < 20; n += 1) all.push(await used('').catch(({ name }) => name)); return all.join();"
    for one in (page, other_page):
        one.call(
            "evaluate",
            expression=f"(said.textContent = 'logged out', void tell((async (all) => {{ {asks} }})([])))",
            unsafe=True,
        )
    assert set(said(other_page).split(",")) == {"NotAllowedError"}
    assert set(said(page).split(",")) == {"welcome ada"}
    other_page.client.call("addVirtualAuthenticator")
    assert does(other_page, "logIn('')") == "NotAllowedError"
    assert does(other_page, "register('grace')") == "registered grace"
    assert [does(one, "logIn('')") for one in (page, other_page)] == ["welcome ada", "welcome grace"]
    available = "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"
    other_page.client.call("removeVirtualAuthenticator")
    assert other_page.call("evaluate", expression=available, unsafe=True)["result"] is False


def test_passkeys_go_to_a_file_and_come_back_from_it(page: Page, rp: _Server, browser: Browser, tmp_path: Path) -> None:
    def clz(*words: str, code: int = 0) -> str:
        done = browser.clz(*words, CLZ_AGENT="tester")
        assert done.returncode == code, done.stderr
        return done.stdout or done.stderr

    file = tmp_path / "ada.json"
    assert clz("passkey", "list") == "no virtual authenticator: turn one on: clz passkey on\n"
    assert "clz passkey on" in clz("passkey", "save", str(file), code=1)
    assert clz("passkey", "on") == "passkeys on: internal, ctap2_1, resident keys, user verified\n"
    page.open(f"{rp.origin}/")
    assert does(page, "register('ada')") == "registered ada"
    assert clz("passkey", "save", str(file)) == f"{file}  1 passkey\n"
    assert file.stat().st_mode & 0o777 == 0o600
    (kept,) = json.loads(file.read_text())["credentials"]
    assert kept["privateKey"] not in clz("passkey", "list", "--json")
    assert clz("passkey", "remove", "--all") == "removed 1 passkey\n"
    assert does(page, "logIn('ada')") == "NotAllowedError"
    clz("passkey", "off")
    assert clz("passkey", "add", str(file)).startswith("localhost  ada  ")
    assert does(page, "logIn('')") == "welcome ada"
    (again,) = page.client.call("saveCredentials")["credentials"]
    assert (again["credentialId"], again["signCount"] > kept["signCount"]) == (kept["credentialId"], True)
    assert "ada.json" not in clz("logs") or kept["privateKey"] not in clz("logs")


def test_a_state_contains_them_on_request(page: Page, other_page: Page, rp: _Server, tmp_path: Path) -> None:
    page.client.call("addVirtualAuthenticator")
    page.open(f"{rp.origin}/", isolated=True)
    assert does(page, "register('ada')") == "registered ada"
    assert "credentials" not in page.call("saveState")
    file = tmp_path / "login.json"
    told = save_state(page.call("saveState", passkeys=True), {"path": str(file)})
    assert (told["credentials"], told["withheld"]) == (1, 0)
    state = json.loads(file.read_text())
    (kept,) = state["credentials"]
    playwrights = {"id", "rpId", "userHandle", "privateKey", "publicKey", "signCount"}
    assert kept.keys() == playwrights | {"userName", "isResidentCredential"}
    other_page.open(f"{rp.origin}/", isolated=True, storageState=state)
    assert does(other_page, "logIn('')") == "welcome ada"
    other_page.client.call("removeVirtualAuthenticator")
    state["credentials"] = [{name: kept[name] for name in playwrights}]
    assert other_page.call("loadState", state=state)["passkeys"] == 1
    assert does(other_page, "logIn('ada')") == "welcome ada"
    state["credentials"] = [{**kept, "privateKey": KEY[:-8]}]
    for held, code in ((state["credentials"], "INVALID_PARAMS"), ([{}], "STATE_INVALID"), ({}, "STATE_INVALID")):
        with pytest.raises(ClzError) as caught:
            other_page.call("loadState", state={**state, "credentials": held})
        assert caught.value.code == code


def test_a_passkey_is_made_of_no_more_than_its_site(page: Page) -> None:
    (added,) = page.client.call("addCredentials", {"credentials": [{"rpId": "localhost"}]})["added"]
    (kept,) = page.client.call("saveCredentials")["credentials"]
    assert (kept["credentialId"], len(kept["publicKey"])) == (added["credentialId"], 122)


def test_a_file_that_holds_no_passkey_is_refused_before_firefox_has_it(page: Page) -> None:
    for change, why in (
        ({"privateKey": "AAAA"}, "privateKey"),
        ({"privateKey": KEY[:-8]}, "privateKey"),
        ({"privateKey": "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----"}, "privateKey"),
        ({"credentialId": "not base64!"}, "credentialId"),
        ({"credentialId": ""}, "credentialId is empty"),
        ({"rpId": "https://localhost/"}, "rpId"),
        ({"signCount": -1}, "signCount"),
        ({"isResidentCredential": "yes"}, "isResidentCredential"),
        ({"userHandle": "A" * 100}, "userHandle"),
        ({"privateKey": ED25519}, "P-256"),
        ({"privateKey": P384}, "P-256"),
    ):
        with pytest.raises(ClzError) as caught:
            page.client.call("addCredentials", {"credentials": [{**PASSKEY, **change}]})
        assert (caught.value.code, why in caught.value.message) == ("INVALID_PARAMS", True), caught.value.message
        assert KEY not in str(caught.value.to_wire())
    with pytest.raises(ClzError, match="Passkey 2: its credentialId is that of passkey 1"):
        page.client.call("addCredentials", {"credentials": [PASSKEY, {**PASSKEY, "rpId": "example.com"}]})
    pem = "-----BEGIN PRIVATE KEY-----\n" + KEY.replace("-", "+").replace("_", "/") + "\n-----END PRIVATE KEY-----\n"
    (added,) = page.client.call("addCredentials", {"credentials": [{**PASSKEY, "privateKey": pem}]})["added"]
    assert added["credentialId"] == "AQID"


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_in_a_persons_firefox_there_is_no_authenticator(build: str, page: Page) -> None:
    with pytest.raises(ClzError) as caught:
        page.client.call("addVirtualAuthenticator")
    assert (caught.value.code, "clz browser install" in caught.value.hint) == ("NEEDS_MANAGED", True)


FRAMES = {
    "blank": "",
    "srcdoc": "frame.srcdoc = '<p>x';",
    "blob": "frame.src = URL.createObjectURL(new Blob(['<p>x'], {type: 'text/html'}));",
    "rewritten": "setTimeout(() => { frame.contentDocument.open(); frame.contentDocument.close(); });",
}


def test_no_frame_of_a_page_is_a_way_past_the_turns(page: Page, rp: _Server) -> None:
    page.client.call("addVirtualAuthenticator")
    page.open(f"{rp.origin}/")
    for kind, change in FRAMES.items():
        for when in ("", "await new Promise((done) => setTimeout(done, 300));"):
            frame = f"const frame = document.createElement('iframe'); {change} document.body.append(frame); {when}"
            given = "{value: frame.contentWindow.navigator.credentials, configurable: true}"
            asks = f"Object.defineProperty(navigator, 'credentials', {given}); await register('{kind}')"
            ends = "delete navigator.credentials; frame.remove();"
            gets = f"(async () => {{ {frame} try {{ {asks} }} finally {{ {ends} }} }})()"
            rp.users.clear()
            assert does(page, gets) == f"registered {kind}", when
