"""An archive in Firefox's own developer tools: what their importer makes of it."""

from __future__ import annotations

from pathlib import Path

from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.person import Person

# The importer that "Import HAR File" of the network monitor uses, with something in place of its list of requests.
IMPORT = """
const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
const { HarImporter } = require("resource://devtools/client/netmonitor/src/har/har-importer.js");
const rows = new Map();
new HarImporter({
  clearRequests() {},
  addTimingMarker() {},
  addRequest: (id, row) => rows.set(id, row),
  updateRequest: (id, row) => Object.assign(rows.get(id), row),
}).import(args[0]);
return [...rows.values()].map((row) => {
  const { method, url, status, totalTime, responseContent } = row;
  return [method, url, status, responseContent.content.text, totalTime];
});
"""


def test_the_network_monitor_imports_an_archive(
    watched: tuple[Browser, Person], person: Person, site: Site, tmp_path: Path
) -> None:
    file = tmp_path / "page.har"
    url = site.url("json?for=devtools")
    for words in (
        ("open", site.url("index.html")),
        ("network", "record", "on"),
        ("navigate", url),
        ("network", "har", str(file), "--bodies"),
        ("tab", "close"),
    ):
        done = watched[0].clz(*words, "--agent", "archivist")
        assert done.returncode == 0, done.stderr
    rows = person.does(IMPORT, file.read_text("utf-8"))
    (method, _, status, text, ms) = next(row for row in rows if row[1] == url)
    assert (method, status, text) == ("GET", 200, '{"hello": "world", "list": [1, 2, 3]}')
    assert ms >= 0
