"""`clz run --heal` with a real Firefox: targets that are gone, what fits them now, and a patch of it."""

from __future__ import annotations

import json
import subprocess

from tests.e2e.run.conftest import Folder

BEFORE = (
    "<title>t</title><form aria-label=Order onsubmit='out.textContent=`Ordered by ${who.value}`;return false'>"
    "<label>Name <input id=who></label><p>No returns.<button id=go>Order</button></form><p id=out></p>"
)
NOW = BEFORE.replace("id=who", "id=full-who name=who").replace("who.value", "document.forms[0].who.value")
NOW = NOW.replace("id=go>Order", "class=x>Buy")
TESTS = """\
base $SITE
before
  route "**/order.html" --body "$PAGE"
test "orders"
  open /order.html
  fill "#who" Ada --wait-ms 200
  click   "#go" --wait-ms=200
  expect text "#out" "Ordered by Ada"
test "expects what is not so"
  open /order.html
  click "#go" --wait-ms 200
  expect text "#out" "Ordered by Bob" --wait-ms 200
test "reads"
  open /order.html
  get text "#go"
"""


def test_what_is_gone_is_found_again_and_a_patch_of_it_written(folder: Folder) -> None:
    file = folder.write(TESTS)
    assert folder.outcomes("--only", "orders", PAGE=BEFORE) == {"orders": "passed"}
    done = folder.run("--heal", "--json", "--workers", "3", PAGE=NOW)
    assert (done.returncode, file.read_text()) == (1, TESTS)
    result = json.loads(done.stdout)["result"]
    assert (result["outcomes"]["failed"], result["patch"]) == (3, "clz-heal.patch")
    orders, expects, reads = (one["healing"] for one in result["tests"])
    assert (orders["passes"], [one["healed"] for one in orders["changes"]]) == (
        True,
        ["fill 'role=textbox[name=\"Name\"]' Ada --wait-ms 200", "click   'role=button[name=\"Buy\"]' --wait-ms=200"],
    )
    assert (expects["passes"], "Ordered by Bob" in expects["left"]) == (False, True)
    assert (reads["passes"], reads["changes"], "expects or reads" in reads["left"]) == (False, [], True)
    subprocess.run(["git", "apply", "clz-heal.patch"], cwd=folder.path, check=True)
    assert folder.outcomes("--only", "orders", PAGE=NOW) == {"orders": "passed"}
    assert file.read_text().count("role=") == 2

    assert folder.run("--heal", "--fleet", "local:1", session=None).returncode == 2
