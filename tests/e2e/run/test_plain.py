"""`clz run` in a Firefox that takes the plain extension alone: what cannot be done there fails, not passes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.run.conftest import Folder
from tests.site.server import Site
from tests.support.browsers import Browser

ELSEWHERE = "fetch('http://api.example/api').catch(() => null)"
STATE = {"cookies": [], "origins": [{"origin": "http://a.example", "localStorage": [{"name": "a", "value": "1"}]}]}
TESTS = f"""base $SITE

test "narrow"
  with viewport iphone-14, 800x600
  open /form.html

test "narrower"
  open /form.html
  viewport iphone-14

test "german"
  with locale de-DE
  open /form.html

test "logged in"
  with state kept.json
  open /form.html

test "answered for another site"
  open /form.html
  route "http://api.example/**" --json '{{}}'
  eval --unsafe "{ELSEWHERE}"
  expect url "**/form.html"

test "as it is"
  open /form.html
  route "**/api" --json '{{}}'
  eval --unsafe "fetch('/api').then((answer) => answer.json())"
  expect url "**/form.html"
"""


@pytest.fixture
def plain(tmp_path: Path, plain_browser: Browser, site: Site) -> Iterator[Folder]:
    folder = Folder(tmp_path, plain_browser, site)
    yield folder
    folder.end()


def test_what_an_extension_alone_cannot_do_fails_and_names_the_firefox_that_can(plain: Folder) -> None:
    (plain.path / "kept.json").write_text(json.dumps(STATE))
    plain.write(TESTS)
    tests = plain.tests("--workers", "4")
    good = [one["name"] for one in tests if one["outcome"] == "passed"]
    assert (len(tests), good) == (7, ["as it is"])
    for one in tests:
        if one["outcome"] != "passed":
            assert (one["name"], one["error"]["code"]) == (one["name"], "NEEDS_MANAGED"), one["error"]
            assert one["error"]["hint"].endswith("clz browser install")
