"""Durable locators: what names an element in another visit of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clz_core.client.keys import load_key
from clz_core.contract import wire
from clz_core.journal.files import read
from tests.support.browsers import OpenShared, Page
from tests.support.peer import Peer


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLZ_JOURNAL", str(tmp_path))
    return tmp_path


def located(journal: Path) -> dict[str, Any]:
    [*_, entry] = [entry for entry in read(journal) if "locator" in entry]
    return dict(entry["locator"])


@pytest.fixture
def things(build: str, page: Page) -> Page:
    page.open("named.html")
    return page


@pytest.mark.parametrize(
    ("target", "kind", "durable"),
    [
        ("#plain", "role", 'role=button[name="Save"]'),
        ("#icon", "role", 'role=button[name="Say \\"hi\\" >> [x]"]'),
        ("#mail", "role", 'role=textbox[name="Mail"]'),
        ("#pass", "role", 'role=textbox[name="Password"]'),
        ("#tested", "testid", "testid=price"),
        ("#texted", "text", 'text="Only here"'),
        ("#deep p >> nth=1", "css", "div > p:nth-of-type(2)"),
        ("li >> nth=1 >> button", "role", 'role=listitem[name="Bread"] >> role=button[name="Remove"]'),
        ("text=Twin >> nth=1", "role", 'role=button[name="Twin"]'),
        ("i.pencil", "css", "i.pencil"),
        ("input >> nth=2", "role", 'role=textbox[name="Search"]'),
        ("#title", "role", 'role=heading[name="A title"]'),
    ],
)
def test_each_element_has_the_best_name_that_is_its_own(
    build: str, shared: OpenShared, journal: Path, target: str, kind: str, durable: str
) -> None:
    page = shared("named.html")
    named = page.call("getElementInfo", target=target)["selector"]
    found = located(journal)
    assert (found["target"], found["kind"], found["durable"]) == (target, kind, durable)
    assert ("nth" in found) == (target == "text=Twin >> nth=1")
    again = page.call("getElementInfo", target=durable, nth=found.get("nth"))
    assert again["selector"] == named


def test_a_ref_is_named_before_its_element_goes_with_the_page(things: Page, journal: Path) -> None:
    shot = things.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    ref = next(line for line in shot.splitlines() if "Go away" in line).split("[ref=")[1].split("]")[0]
    things.call("click", target=f"@{ref}")
    assert located(journal) == {
        "target": f"@{ref}",
        "durable": 'role=link[name="Go away"]',
        "kind": "role",
        "role": "link",
        "name": "Go away",
        "secret": False,
        "near": located(journal)["near"],
    }


def test_an_element_in_a_frame_is_named_with_its_frame(build: str, page: Page, journal: Path) -> None:
    page.open("frames.html")
    page.call("click", target="#press-second-inner")
    found = located(journal)
    assert found["frame"] == "iframe#second-inner-frame"
    again = page.call("getElementInfo", target=found["durable"], frame=found["frame"], nth=found.get("nth"))
    assert again["attributes"]["id"] == "press-second-inner"


def test_nobody_who_did_not_ask_is_told(page: Page) -> None:
    page.open("form.html")
    params = {"target": "#count", "tabId": page.tab}
    with Peer(page.client.paths, load_key(page.client.agent)) as peer:
        assert "locator" not in peer.ask(wire.encode_request("plain", "click", params, 20_000))
        reply = peer.ask(wire.encode_request("asking", "click", params, 20_000, {"locator": True}))
    assert reply["locator"]["durable"] == 'role=button[name="Count"]'
