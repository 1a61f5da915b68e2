"""Documents of a trace as HTML: they are other people's, and nothing of them runs where a trace is shown."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from clz_generate.files import ROOT

FILTER = (ROOT / "cli/clz_apps/watch/trace/template/snapshot.js").read_text()
ATTACK = "<script>attack()</script>"
INNER = "\"<p title='inner'>\""


def html_of(tree: Any) -> str:
    code = f"{FILTER}\nprocess.stdout.write(htmlOf({json.dumps(tree)}, false, () => {INNER}));"
    done = subprocess.run(["node", "-"], input=code, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@pytest.mark.parametrize("around", ["svg", "SVG", "math", "Svg"])
@pytest.mark.parametrize("style", ["style", "STYLE"])
def test_a_style_in_a_picture_or_a_formula_is_text(around: str, style: str) -> None:
    for tree in (
        [around, {}, [style, {}, ATTACK]],
        [around, {}, ["g", {}, [style, {}, ATTACK]]],
        ["div", {}, [around, {}, ["desc", {}, ["template", {"__playwright_style_sheet_": ATTACK}]]]],
    ):
        told = html_of(tree)
        assert "<script" not in told.lower()
        assert "&lt;script&gt;" in told


def test_a_style_of_html_keeps_its_rules_and_ends_where_it_ends() -> None:
    assert html_of(["style", {}, "a > b { content: '</style>' }"]) == "<style>a > b { content: '<\\/style>' }</style>"


@pytest.mark.parametrize(
    "given",
    [
        {"SANDBOX": "allow-scripts", "SRC": "https://evil.example/", "SRCDOC": ATTACK},
        {"Sandbox": "allow-scripts", "sRc": "https://evil.example/", "srcDoc": ATTACK},
        {"sandbox": "allow-scripts allow-same-origin", "SANDBOX": "allow-scripts", "src": "x", "SRC": "y"},
        {"onload": "attack()", "ONLOAD": "attack()", "OnError": "attack()", "__proto__": {"onload": "attack()"}},
    ],
)
@pytest.mark.parametrize("name", ["iframe", "IFRAME", "frame"])
def test_a_frame_has_the_sandbox_and_the_document_of_the_trace_alone(name: str, given: dict[str, Any]) -> None:
    told = html_of([name, given])
    assert told.lower().count("sandbox=") == 1
    assert 'sandbox="allow-same-origin"' in told
    assert "src=" not in told.lower()
    assert told.lower().count("srcdoc=") == 1
    assert "attack" not in told
    assert "evil" not in told


def test_the_colour_schemes_of_a_page_are_kept_and_no_other_meta() -> None:
    told = html_of(["head", {}, ["meta", {"NAME": "color-scheme", "content": 'light" dark'}], ["meta", {"name": "x"}]])
    assert told == '<head><meta name="color-scheme" content="light&quot; dark"></head>'


@pytest.mark.parametrize("key", ["href", "HREF", "xlink:href", "XLINK:HREF", "Action", "formAction", "ping"])
def test_nothing_leads_away(key: str) -> None:
    assert html_of(["a", {key: "javascript:attack()"}]) == "<a></a>"
