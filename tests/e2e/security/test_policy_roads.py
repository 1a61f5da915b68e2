"""Every road that a page has to somewhere else, each to a trap of its own: none passes the policy, in clz's own Firefox
and with the preferences of a person's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import config_dir, private_dir
from tests.e2e.security.traps import Traps
from tests.site.server import FOLDERS, Site
from tests.support.agents import says_goodbye
from tests.support.hosts import use
from tests.support.person import Person
from tests.support.waiting import until

pytestmark = pytest.mark.xdist_group("person")
ROADS = set(re.findall(r"^  (\w+): (?:async )?\(\) =>", (FOLDERS[0] / "roads.js").read_text(), re.MULTILINE))
LAST = "last"  # is taken when all others have ended, and is allowed
# Firefox asks no extension before it connects to where a link's markup says; in its own Firefox clz switches that off.
CONNECTS_AHEAD = {"preconnect", "preconnectcors"}
# What a page needs to work: a flow lets it come from anywhere.
CODE = {
    *{"style", "stylelink", "font", "preload", "linkload", "module", "modulepreload", "moduleworker"},
    *{"imported", "sharedimport", "worklet"},
}

# As Firefox comes, or as some people have it. Peers on loopback are for tests alone.
PREFERENCES_OF_PEOPLE = {
    "browser.send_pings": True,
    "dom.reporting.enabled": True,
    "media.peerconnection.enabled": True,
    "media.peerconnection.ice.loopback": True,
    "network.dns.disablePrefetch": False,
    "network.early-hints.enabled": True,
    "network.http.speculative-parallel-limit": 20,
    "network.preconnect": True,
    "network.predictor.enabled": True,
    "network.prefetch-next": True,
}
SET = """
for (const [name, value] of Object.entries(args[0])) {
  if (typeof value === "boolean") Services.prefs.setBoolPref(name, value);
  else Services.prefs.setIntPref(name, value);
}
"""


@pytest.fixture(params=["own", "people's"])
def firefox(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Person]]:
    """clz's own Firefox, and one with the build and the preferences that people have."""
    own = request.param == "own"
    browser, person = request.getfixturevalue("watched" if own else "plain_watched")
    use(browser.scratch, monkeypatch)
    preferences = {} if own else PREFERENCES_OF_PEOPLE
    person.does(SET, preferences)
    yield request.param, person
    person.does("args.forEach((name) => Services.prefs.clearUserPref(name));", *preferences)
    policy_file().unlink()


@pytest.fixture
def agent(firefox: tuple[str, Person]) -> Iterator[Client]:
    with Client("default", key=new_key("agent")) as client:
        yield client
        says_goodbye(client)


def policy_file() -> Path:
    return config_dir() / "config.toml"


def write_policy(text: str) -> None:
    private_dir(config_dir())
    policy_file().write_text(text)


def takes_every_road(client: Client, site: Site, traps: Traps) -> None:
    """Returns when the page has taken its last one."""
    client.call("createWindow", {"url": f"{site.url('roads.html')}#{quote(json.dumps(traps.ports))}"})
    client.call("click", {"target": "#go"})
    traps.wait_for({LAST})


# In clz's own Firefox some are closed whatever the policy says.
@pytest.mark.parametrize("firefox", ["people's"], indirect=True)
def test_without_a_policy_every_road_is_open(firefox: tuple[str, Person], agent: Client, site: Site) -> None:
    """What the next test says is worth something only because of this one."""
    write_policy("# none\n")
    with Traps([*ROADS, LAST]) as traps:
        takes_every_road(agent, site, traps)
        traps.wait_for(ROADS)


def test_no_road_passes_the_policy(firefox: tuple[str, Person], agent: Client, site: Site) -> None:
    with Traps([*ROADS, LAST]) as traps:
        write_policy(f'[policy]\nallowed_domains = ["{site.origin[7:]}", "127.0.0.1:{traps.ports[LAST]}"]\n')
        takes_every_road(agent, site, traps)
        assert traps.reached - {LAST} == (set() if firefox[0] == "own" else CONNECTS_AHEAD), traps.asked


def test_a_flow_leaves_no_road_open_but_those_of_code(firefox: tuple[str, Person], agent: Client, site: Site) -> None:
    with Traps([*ROADS, LAST]) as traps:
        here = site.origin[7:]
        write_policy(f'[[policy.flows]]\nfrom = ["{here}"]\nto = ["{here}", "127.0.0.1:{traps.ports[LAST]}"]\n')
        takes_every_road(agent, site, traps)
        open_roads = CODE if firefox[0] == "own" else CODE | CONNECTS_AHEAD
        # What a worker of no site asks for is held to the rules of agents that have just left, too.
        assert (traps.reached | {"sharedimport"}) - {LAST} == open_roads, traps.asked


# clz's own Firefox has none.
@pytest.mark.parametrize("firefox", ["people's"], indirect=True)
def test_a_tab_of_the_persons_on_the_same_site_keeps_its_peers(
    firefox: tuple[str, Person], agent: Client, site: Site
) -> None:
    _, person = firefox
    write_policy(f'[policy]\nallowed_domains = ["{site.origin[7:]}"]\n')
    agent.call("createWindow", {"url": site.url("peers.html")})
    until(lambda: agent.call("getTabs")["tabs"][0]["title"] == "Peers: undefined")
    tab = person.opens(site.url("peers.html"))
    title = "return (await browser.tabs.get(args[0])).title;"
    until(lambda: person.in_own_page(title, tab) == "Peers: function")
    person.closes(tab)
