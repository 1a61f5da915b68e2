"""What the host knows of secrets, and what of it outlives it: the test plays the extension."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.errors import ClzError
from clz_core.secrets import store
from clz_core.secrets.secret import Secret
from clz_core.secrets.used import sessions_that_hold, used_file, used_secrets
from clz_native.secrets.masker import Masker
from clz_native.secrets.used import UsedSecrets
from tests.integration.native.test_person import ask
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import until

VALUE = "Xk9-quiet-örange"


@pytest.fixture(autouse=True)
def allowed(scratch: Scratch) -> None:
    private_dir(config_dir())
    (config_dir() / "config.toml").write_text("[policy]\nsecrets = true\n")


def keep(name: str, value: str = VALUE, domain: str = "example.com", totp: bool = False) -> None:
    store.keep(Secret(name, value, (domain,), totp))


def echo(_message: dict[str, Any]) -> dict[str, Any]:
    return {"text": f"it is {VALUE}", "title": VALUE[:-1]}


def text_of(host: HostProcess) -> str:
    with host.client() as client:
        return str(client.call("getContent")["text"])


def test_a_value_is_hidden_by_the_next_host_too(scratch: Scratch) -> None:
    keep("PASSWORD")
    with HostProcess(scratch, echo) as host:
        assert text_of(host) == f"it is {VALUE}", "a secret that was never used is not looked for"
        assert "unseen" not in host.of_type("command")[-1]
        with host.client() as client:
            client.call("fill", {"target": "#a", "text": "{{PASSWORD}}"})
        assert text_of(host) == "it is {{PASSWORD}}"
        first = host.of_type("command")[-1]["unseen"]
        host.process.kill()
    assert used_secrets("default") == {"PASSWORD": False}
    assert VALUE not in used_file("default").read_text()
    assert used_file("default").stat().st_mode & 0o777 == 0o600
    with HostProcess(scratch, echo) as host:
        assert text_of(host) == "it is {{PASSWORD}}"
        second = host.of_type("command")[-1]["unseen"]
    assert second["chars"] == first["chars"]
    assert second["mark"] != first["mark"]
    with HostProcess(scratch, echo, session="other") as host:
        assert text_of(host) == f"it is {VALUE}", "a session has its own"


def test_what_is_deleted_is_hidden_by_this_host_and_forgotten_by_the_next(scratch: Scratch) -> None:
    keep("PASSWORD")
    keep("OTHER", "another-value-7kx")
    with HostProcess(scratch, echo) as host, host.client() as client:
        client.call("fill", {"target": "#a", "text": "{{PASSWORD}}{{OTHER}}"})
        store.delete("PASSWORD")
        assert client.call("getContent")["text"] == "it is {{PASSWORD}}"
    with HostProcess(scratch, echo) as host:
        text_of(host)
    assert used_secrets("default") == {"OTHER": False}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"v": 2}', '{"v": 1, "secrets": {"A": 1}}', "{" * 999])
def test_a_list_of_used_secrets_that_clz_did_not_write_names_none(scratch: Scratch, text: str) -> None:
    private_dir(used_file("default").parent)
    used_file("default").write_text(text)
    used_file("default").chmod(0o600)
    assert used_secrets("default") == {}


def test_what_was_given_for_later_ends_with_its_secret(scratch: Scratch) -> None:
    for name in ("DELETED", "CHANGED", "MOVED", "SAME", "ENTERED"):
        keep(name, f"{name.lower()}-value-7kx")

    def gone(host: HostProcess) -> list[str]:
        return [message["name"] for message in host.of_type("secretGone")]

    with HostProcess(scratch, echo) as host, host.client() as client:
        for name in ("DELETED", "CHANGED", "MOVED", "SAME"):
            client.call("setAuth", {"origin": "https://example.com", "user": "ada", "secret": name})
        client.call("fill", {"target": "#a", "text": "{{ENTERED}}"})
        assert sessions_that_hold("SAME") == ["default"]
        assert sessions_that_hold("ENTERED") == []
        keep("SAME", "same-value-7kx")
        store.delete("ENTERED")
        store.delete("DELETED")
        until(lambda: gone(host) == ["DELETED"])
        keep("CHANGED", "new-value-7kx")
        until(lambda: gone(host) == ["DELETED", "CHANGED"])
        keep("MOVED", "moved-value-7kx", "example.org")
        until(lambda: gone(host) == ["DELETED", "CHANGED", "MOVED"])
        client.call("setAuth", {"origin": "https://example.com", "user": "ada", "secret": "CHANGED"})
        store.delete("CHANGED")
        until(lambda: gone(host) == ["DELETED", "CHANGED", "MOVED", "CHANGED"])
        assert sessions_that_hold("CHANGED") == []
        assert sessions_that_hold("SAME") == ["default"]
    assert sessions_that_hold("SAME") == [], "there is no host"
    with HostProcess(scratch, echo) as host:
        text_of(host)
        assert sessions_that_hold("SAME") == [], "its log-ins ended with the first"


def test_a_secret_that_is_given_anew_ends_what_had_its_old_value_and_nothing_else(scratch: Scratch) -> None:
    with HostProcess(scratch, echo) as host, host.client() as client:
        for value in ("old-value-7kx", "new-value-7kx", "new-value-7kx"):
            keep("CHANGED", value)
            client.call("setAuth", {"origin": "https://example.com", "user": "ada", "secret": "CHANGED"})
        given = [one["type"] for one in host.received if one["type"] in ("command", "secretGone")]
        assert given == ["command", "secretGone", "command", "command"]


def test_a_secret_that_is_given_anew_while_the_old_one_is_looked_at_stays(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    held = UsedSecrets("default", Masker(), lambda name: happened.append(f"{name} ended"))
    old, new = (Secret("NAME", f"{value}-value-7kx", ("example.com",), False) for value in ("old", "new"))

    async def follow() -> None:
        held.note(old, held=True)
        keep("NAME")
        looked = asyncio.Event()

        async def meanwhile(_is_another: object, _secret: Secret) -> bool:
            held.note(new, held=True)
            happened.append("new one given")
            asyncio.get_running_loop().call_soon(looked.set)
            return True

        monkeypatch.setattr(asyncio, "to_thread", meanwhile)
        following = asyncio.ensure_future(held.follow())
        await looked.wait()
        following.cancel()

    asyncio.run(follow())
    assert happened == ["NAME ended", "new one given"]


def test_what_the_popup_shows_of_pages_is_masked(scratch: Scratch) -> None:
    keep("PASSWORD")
    with HostProcess(scratch, echo) as host, host.client() as client:
        assert ask(host, "mask", {"texts": [VALUE]})["result"] == {"texts": [VALUE]}
        client.call("fill", {"target": "#a", "text": "{{PASSWORD}}"})
        assert ask(host, "mask", {"texts": [f"x {VALUE}", VALUE[1:], ""]})["result"] == {
            "texts": ["x {{PASSWORD}}", VALUE[1:], ""]
        }
        for params in ({}, {"texts": VALUE}, {"texts": [1]}):
            assert ask(host, "mask", params)["error"]["code"] == "INVALID_PARAMS"


def test_a_host_that_cannot_remember_enters_secrets_all_the_same(scratch: Scratch) -> None:
    keep("PASSWORD")
    used_file("default").parent.mkdir(parents=True)
    used_file("default").parent.chmod(0o755)  # which is refused
    with HostProcess(scratch, echo) as host, host.client() as client:
        client.call("fill", {"target": "#a", "text": "{{PASSWORD}}"})
        assert client.call("getContent")["text"] == "it is {{PASSWORD}}"
        with pytest.raises(ClzError):
            client.call("fill", {"target": "#a", "text": "{{NONE}}"})


def test_what_a_locked_keyring_has_is_hidden_once_it_is_open(scratch: Scratch) -> None:
    """Here the list of secrets stands for it, which nobody else may read."""
    keep("PASSWORD")
    keep("OTHER", "another-value-7kx")
    with HostProcess(scratch, echo) as host, host.client() as client:
        client.call("fill", {"target": "#a", "text": "{{PASSWORD}}"})
    store.secrets_file().chmod(0o644)
    with HostProcess(scratch, echo) as host, host.client() as client:
        assert client.call("getContent")["text"] == f"it is {VALUE}"
        store.secrets_file().chmod(0o600)
        client.call("fill", {"target": "#a", "text": "{{OTHER}}"})
        assert client.call("getContent")["text"] == "it is {{PASSWORD}}"
