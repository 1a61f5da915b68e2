"""Pages that come without a request, in tabs of which the extension knows nothing yet: it is slow, or busy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.person import Person
from tests.support.waiting import until

EXTENSION = "return (await ChromeUtils.requestProcInfo()).children.find(({ type }) => type === 'extension').pid"
LOADED = """
const browsers = [...Services.wm.getEnumerator("navigator:browser")].flatMap((win) => [...win.gBrowser.browsers]);
return browsers.some((one) => one.currentURI.spec === args[0] && !one.webProgress.isLoadingDocument);
"""
CLIPBOARD = """
const data = Cc["@mozilla.org/widget/transferable;1"].createInstance(Ci.nsITransferable);
data.init(null);
data.addDataFlavor("text/plain");
Services.clipboard.getData(data, Services.clipboard.kGlobalClipboard, null);
const found = {};
try {
  data.getTransferData("text/plain", found);
} catch {
  return "";
}
return found.value.QueryInterface(Ci.nsISupportsString).data;
"""
BLOB = """
const html = "<button id=copy onclick=\\"navigator.clipboard.writeText('of the blob')\\">copy</button>";
const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
document.getElementById("count").onclick = () => setTimeout(() => open(address, "_blank", "noopener"), 500);
address
"""


@pytest.fixture
def secret(tmp_path: Path) -> str:
    """A page beside the folder of the agent, which has pages that lead there a while after they are clicked."""
    (tmp_path / "out").mkdir()
    (tmp_path / "in").mkdir()
    page = tmp_path / "out/secret.html"
    page.write_text("<title>Told</title>the secret of another folder")
    later = '<button id={id} onclick="setTimeout(() => {{ {act} }}, 500)">{id}</button>'
    opens = f"window.open('{page.as_uri()}', '_blank', '{{features}}')"
    ways = {
        "opener": opens.format(features=""),
        "noopener": opens.format(features="noopener"),
        "window": opens.format(features="noopener,width=300,height=300"),
        "link": "document.links[0].click()",
        "closing": f"{opens.format(features='noopener')}; window.close()",
    }
    buttons = "".join(later.format(id=id, act=act) for id, act in ways.items())
    popup = "<button id=popup onclick=\"window.open('page.html')\">popup</button>"
    (tmp_path / "in/page.html").write_text(f"{buttons}{popup}<a target=_blank href='{page.as_uri()}'>link</a>")
    return page.as_uri()


@contextmanager
def slow_extension(person: Person) -> Iterator[None]:
    """It hears of nothing for so long."""
    process = psutil.Process(person.does(EXTENSION))
    process.suspend()
    try:
        yield
    finally:
        process.resume()


def test_what_a_page_opens_is_kept_to_its_folders_before_its_tab_is_known(
    agent: Client, person: Person, tmp_path: Path, secret: str
) -> None:
    agent.call("boundFiles", {"folders": [str(tmp_path / "in")]})
    first = agent.call("createWindow", {"url": (tmp_path / "in/page.html").as_uri()})["tabId"]
    for way in ("opener", "noopener", "window", "link", "closing"):
        tab = first
        if way == "closing":
            tab = agent.call("click", {"target": "#popup", "tabId": first})["openedTab"]
        agent.call("click", {"target": f"#{way}", "tabId": tab})
        with slow_extension(person):
            until(lambda: person.does(LOADED, secret))
        until(lambda: any(one["url"] == secret for one in agent.call("getTabs")["tabs"]))
        for one in agent.call("getTabs")["tabs"]:
            if one["url"] == secret:
                assert one["title"] != "Told", way
                with pytest.raises(ClzError) as caught:
                    agent.call("getContent", {"tabId": one["tabId"]})
                assert "the secret of" not in caught.value.message
                agent.call("closeTab", {"tabId": one["tabId"]})


def test_a_blob_page_in_such_a_tab_copies_to_the_clipboard_of_its_agent(
    agent: Client, person: Person, site: Site
) -> None:
    tab = agent.call("createWindow", {"url": site.url("form.html")})["tabId"]
    address = agent.call("evaluate", {"expression": BLOB, "unsafe": True})["result"]
    agent.call("click", {"target": "#count", "tabId": tab})
    with slow_extension(person):
        until(lambda: person.does(LOADED, address))
    until(lambda: any(one["url"] == address for one in agent.call("getTabs")["tabs"]))
    (opened,) = [one["tabId"] for one in agent.call("getTabs")["tabs"] if one["url"] == address]
    agent.call("click", {"target": "#copy", "tabId": opened})
    until(lambda: agent.call("readClipboard")["text"] == "of the blob")
    assert person.does(CLIPBOARD) != "of the blob"
