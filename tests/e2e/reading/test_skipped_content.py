"""What `content-visibility: auto` skips, being out of view, is read as what is in view."""

from __future__ import annotations

import re
from typing import Any

from tests.support.browsers import Page

TARGETS = (None, "body", "#words", "#words p", "#forms", "#forms table", "#forms li", "#inner", "#inner p", "#alone")


def all_texts(page: Page, address: str) -> dict[str, object]:
    page.open(address)
    texts: dict[str, object] = {}
    for target in TARGETS:
        at: dict[str, Any] = {"target": target, "nth": 1} if target else {}
        texts[f"content {target}"] = page.call("getContent", **at)["text"]
        texts[f"markdown {target}"] = page.call("getContent", format="markdown", **at)["text"]
        if target:
            texts[f"text {target}"] = page.call("get", what="text", **at)["value"]
            texts[f"info {target}"] = page.call("getElementInfo", **at)["text"]
    texts["snapshot"] = re.sub(r" \[ref=\w+\]", "", page.call("getAccessibilitySnapshot")["snapshot"])
    return texts


def one_blank(text: object) -> str:
    """Without the blanks that Firefox's text has around fields and pictures."""
    return re.sub(" +", " ", str(text).replace("?whole", ""))


def test_skipped_content_reads_as_if_it_were_in_view(page: Page) -> None:
    skipped, whole = all_texts(page, "skipped.html"), all_texts(page, "skipped.html?whole")
    for name, text in whole.items():
        assert one_blank(skipped[name]) == one_blank(text), name
    for words in ("but this", "SHOUTED", "Part of a part", "Text alone", "Bottom"):
        assert words in str(skipped["content None"])
    for name, text in skipped.items():
        assert not any(words in str(text) for words in ("Nobody sees", "Nor this", "Nor that")), name


def test_skipped_content_is_expected_and_waited_for(page: Page) -> None:
    page.open("skipped.html")
    page.call("expect", condition="text", value="Part of a part", waitMs=0)
    page.call("expect", condition="text", target="#alone", value="Text alone", waitMs=0)
    denied: dict[str, Any] = {"condition": "text", "value": "Text alone", "not": True, "waitMs": 0}
    assert page.fails("expect", **denied).code == "EXPECTATION_FAILED"
    page.call("waitFor", text="Nested", waitMs=0)


def test_skipped_content_of_a_shadow_root_is_read(page: Page) -> None:
    page.open("blank.html")
    inside = "<div style='height: 3000px'></div><p style='content-visibility: auto'>In the shade, <b>skipped</b></p>"
    page.call(
        "evaluate",
        expression=f"document.body.innerHTML = '<div></div>';"
        f'document.body.firstChild.attachShadow({{ mode: "open" }}).innerHTML = "{inside}"',
        unsafe=True,
    )
    assert "In the shade, skipped" in page.call("getContent")["text"]
