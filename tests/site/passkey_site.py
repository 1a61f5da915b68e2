"""A relying party: it registers passkeys and logs in with them, and checks each by the library of Yubico's `fido2`.

/           a page whose script has `register(name, options)`, `logIn(name, options)` and `choose()`, which waits until
            its user chooses a passkey; `name` is empty for a log-in without a user name
/plain      a page of the same site without any of it
POST /begin/register, /end/register, /begin/log-in, /end/log-in: JSON, as `navigator.credentials` takes and gives it
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tests.site.serving import LocalServer, serving

VERIFIED = UserVerificationRequirement.REQUIRED
PAGE = """<!doctype html><title>Passkeys</title><link rel=icon href=data:,>
<h1>Passkeys</h1><p id=said>logged out</p>
<p><label>Name <input id=user value=ada></label>
<button id=register onclick="register(user.value)">Register</button>
<button id=log-in onclick="logIn('')">Log in with a passkey</button>
<script>
const { PublicKeyCredential: passkeys } = window;
const post = async (path, body) => {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};
const tell = (work) => work.then((text) => (said.textContent = text), (thrown) => (said.textContent = thrown.name));
const made = async (name, { publicKey = {}, ...options } = {}) => {
  const begun = await post("/begin/register", { name });
  const asked = passkeys.parseCreationOptionsFromJSON(begun.publicKey);
  const credential = await navigator.credentials.create({ ...options, publicKey: { ...asked, ...publicKey } });
  return (await post("/end/register", { name, state: begun.state, credential: credential.toJSON() })).said;
};
const used = async (name, { publicKey = {}, ...options } = {}) => {
  const begun = await post("/begin/log-in", { name });
  const asked = passkeys.parseRequestOptionsFromJSON(begun.publicKey);
  const credential = await navigator.credentials.get({ ...options, publicKey: { ...asked, ...publicKey } });
  return (await post("/end/log-in", { name, state: begun.state, credential: credential.toJSON() })).said;
};
const register = (name, options) => tell(made(name, options));
const logIn = (name, options) => tell(used(name, options));
const choose = () => tell(used("", { mediation: "conditional" }));
</script>"""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        plain = self.path == "/plain"
        self.answer(200, (b"<!doctype html><title>Plain</title>" if plain else PAGE.encode()), "text/html")

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        ways: dict[str, Callable[..., Any]] = {
            "/begin/register": self.server.begin_register,
            "/end/register": self.server.end_register,
            "/begin/log-in": self.server.begin_log_in,
            "/end/log-in": self.server.end_log_in,
        }
        try:
            self.answer(200, json.dumps(ways[self.path](**asked)).encode(), "application/json")
        except ValueError as refused:
            self.answer(403, str(refused).encode(), "text/plain")

    def answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing: what fails is in the test."""


class _Server(LocalServer):
    def __init__(self) -> None:
        super().__init__(_Handler)
        self.origin = f"http://localhost:{self.server_port}"
        rp = PublicKeyCredentialRpEntity(name="Passkeys", id="localhost")
        self.party = Fido2Server(rp, verify_origin=lambda origin: origin == self.origin)
        self.users: dict[str, list[AttestedCredentialData]] = {}
        self.counters: dict[bytes, int] = {}

    def begin_register(self, name: str) -> dict[str, Any]:
        user = PublicKeyCredentialUserEntity(id=name.encode(), name=name, display_name=name)
        options, state = self.party.register_begin(
            user,
            self.users.get(name),
            resident_key_requirement=ResidentKeyRequirement.REQUIRED,
            user_verification=VERIFIED,
        )
        return {**options, "state": state}

    def end_register(self, name: str, state: Any, credential: Any) -> dict[str, str]:
        data = self.party.register_complete(state, credential).credential_data
        assert data is not None
        self.users.setdefault(name, []).append(data)
        return {"said": f"registered {name}"}

    def begin_log_in(self, name: str) -> dict[str, Any]:
        options, state = self.party.authenticate_begin(self.users.get(name), user_verification=VERIFIED)
        return {**options, "state": state}

    def end_log_in(self, name: str, state: Any, credential: Any) -> dict[str, str]:
        known = [data for user, held in self.users.items() for data in held if name in ("", user)]
        found = self.party.authenticate_complete(state, known, credential)
        user = next(user for user, held in self.users.items() if found in held)
        return {"said": f"welcome {user}"}


@contextmanager
def passkey_site() -> Iterator[_Server]:
    server = _Server()
    with serving(server):
        yield server
