"""Pictures of the popup for the README: three agents at work, a loop, light and dark. `make pictures`.

The pages are the test site's, under names and titles that say more than an address of this machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from clz_core.client import Client
from clz_core.client.keys import AgentKey, new_key
from tests.site.server import Site
from tests.support.panel import popup
from tests.support.person import TRACKER, Person, watched_firefox
from tests.support.waiting import until

OUT = Path(__file__).resolve().parents[1] / "extension/pictures"
COLOURS = 9  # of tab groups; an agent's is chosen by the end of its id
Page = tuple[str, str]  # the host of its address, and its title
AGENTS: dict[str, tuple[int, list[Page]]] = {
    "writer": (0, [("docs.example.com", "Getting started")]),
    "shop-tests": (3, [("shop.example.com", "Checkout: delivery")]),
    "research": (5, [("news.example.org", "Search results: release notes")]),
}
LOOP = ("checkout", "Make every checkout test pass", 20, 7)
SCALE = 1.75  # sharp on screens of both kinds, below 100 KB
PERSONS_HOST = "mail.example.net"


def key_in_colour(name: str, colour: int) -> AgentKey:
    while int((key := new_key(name)).agent_id[-6:], 16) % COLOURS != colour:
        pass
    return key


@contextmanager
def names_of_this_machine(person: Person) -> Iterator[None]:
    """Have the hosts of the pictures resolve to the loopback address."""
    hosts = {PERSONS_HOST, *(host for _, pages in AGENTS.values() for host, _ in pages)}
    person.does("Services.prefs.setCharPref('network.dns.localDomains', args[0])", ",".join(hosts))
    yield
    person.does("Services.prefs.clearUserPref('network.dns.localDomains')")


def sits_before_a_page(person: Person, port: int) -> None:
    tab = person.opens(f"http://{PERSONS_HOST}:{port}/blank.html")
    person.does(f"{TRACKER} const tab = tabOf(args[0]); tab.documentGlobal.gBrowser.selectedTab = tab;", tab)


def works(client: Client, port: int, pages: list[Page]) -> None:
    for host, title in pages:
        client.call("createWindow", {"url": f"http://{host}:{port}/blank.html"})
        client.call("evaluate", {"expression": f"document.title = {title!r}", "unsafe": True})


def loops(client: Client) -> None:
    key, prompt, most, done = LOOP
    client.call("startLoop", {"key": key, "prompt": prompt, "maxIterations": most})
    for turn in range(done):
        client.call("incrementLoopIteration", {"key": key, "lastMessage": str(turn)})


def main() -> None:
    OUT.mkdir(exist_ok=True)
    with ExitStack() as stack:
        site = stack.enter_context(Site())
        _, person = stack.enter_context(watched_firefox())
        stack.enter_context(names_of_this_machine(person))
        port = int(site.origin.rpartition(":")[2])
        sits_before_a_page(person, port)
        for name, (colour, pages) in AGENTS.items():
            client = stack.enter_context(Client("default", key=key_in_colour(name, colour)))
            works(client, port, pages)
        loops(stack.enter_context(Client("default")))
        page = stack.enter_context(popup(person))
        until(lambda: page.sees("#loops") and "release notes" in page.text("#agents"))
        for scheme in ("light", "dark"):
            page.in_colours(scheme)
            # What lies below is for the wheel; Firefox pictures the scroll bar as a white strip.
            page.does("document.querySelector('main').style.scrollbarWidth = 'none'")
            page.picture(OUT / f"popup-{scheme}.png", SCALE)
            print(f"wrote {OUT / f'popup-{scheme}.png'}")


if __name__ == "__main__":
    main()
