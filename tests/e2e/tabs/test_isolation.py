"""Cookies and storage of an agent's own, and private windows."""

from __future__ import annotations

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import private_dir
from clz_core.contract.errors import ClzError
from clz_native.firefox.profile import profile_dir
from tests.site.server import Site
from tests.support.browsers import browser_home
from tests.support.person import CONTAINERS, Person


def visits(client: Client, site: Site, **how: bool) -> tuple[str, str]:
    """How often this cookie jar and this storage have seen the page."""
    client.call("createWindow", {"url": site.url("jar.html"), **how})
    return tuple(client.call("getContent", {"target": part})["text"] for part in ("#cookie", "#storage"))


def test_an_isolated_agent_has_its_own_cookies_and_storage(agent: Client, other: Client, site: Site) -> None:
    common = visits(agent, site)
    assert visits(agent, site, isolated=True) == ("1", "1")
    assert visits(agent, site, isolated=True) == ("2", "2"), "its tabs share them"
    assert visits(other, site, isolated=True) == ("1", "1")
    number = str(int(common[0]) + 1)
    assert visits(other, site) == (number, number), "and nobody else's change"


def test_a_container_goes_with_its_agent(person: Person, site: Site) -> None:
    with Client("default", key=new_key("agent")) as client:
        visits(client, site, isolated=True)
        opened = client.call("createWindow", {"url": site.url("jar.html"), "isolated": True})
        assert opened["isIsolated"]
        assert person.does(CONTAINERS) == [f"clz {client.key.agent_id[:12]}"]
        assert len(client.call("goodbye")["closed"]) == 2
        assert person.does(CONTAINERS) == []
        client.close()
        assert visits(client, site, isolated=True) == ("1", "1")
        client.call("goodbye")


def test_a_private_window_forgets_and_counts_like_any_other(agent: Client, site: Site) -> None:
    visits(agent, site)
    agent.call("setPrivateMode", {"enabled": True})
    assert visits(agent, site) == ("1", "1")
    opened = agent.call("createWindow", {"url": site.url("jar.html")})
    assert (opened["isPrivate"], opened["isNewWindow"], opened["tabCount"]) == (True, False, 3)
    assert agent.call("getWindowMode") == {"mode": "private", "privateAllowed": True}
    assert not agent.call("createWindow", {"private": False})["isPrivate"]
    agent.call("setPrivateMode", {"enabled": False})
    assert not agent.call("createWindow")["isPrivate"]


def test_a_private_tab_cannot_be_isolated_as_well(agent: Client) -> None:
    with pytest.raises(ClzError) as caught:
        agent.call("createWindow", {"private": True, "isolated": True})
    assert caught.value.code == "INVALID_PARAMS"
    assert agent.call("getTabs")["tabCount"] == 0


def test_private_windows_need_the_persons_leave() -> None:
    """A profile that has been in use is left as its person has it."""
    with browser_home() as browser:
        profile = profile_dir("default")
        for folder in (profile.parents[1], profile.parent, profile, profile / "extension-store-permissions"):
            private_dir(folder)
        assert browser.clz("browser", "start").returncode == 0
        with Client("default") as client:
            assert client.call("getWindowMode") == {"mode": "normal", "privateAllowed": False}
            for command, params in (("createWindow", {"private": True}), ("setPrivateMode", {"enabled": True})):
                with pytest.raises(ClzError) as caught:
                    client.call(command, params)
                assert (caught.value.code, caught.value.exit_code) == ("MODE_MISMATCH", 5)
            assert not client.call("createWindow")["isPrivate"]
