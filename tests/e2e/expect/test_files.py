"""Snapshots and pictures that are compared with files, by the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from clz_core.files.expectations import read
from tests.support.browsers import Browser, Page

AGENT = ("--agent", "tester")


def test_a_file_that_is_missing_is_written_and_fails(browser: Browser, page: Page, tmp_path: Path) -> None:
    page.open("form.html")
    for name, condition in (("form.aria", "snapshot"), ("form.png", "picture")):
        file = tmp_path / name
        first = browser.clz("expect", condition, str(file), *AGENT)
        assert (first.returncode, file.exists()) == (1, True)
        assert "written now" in first.stderr
        again = browser.clz("expect", condition, str(file), *AGENT)
        assert again.returncode == 0, again.stderr
        assert browser.clz("expect", condition, str(file), "--not", "--wait-ms", "0", *AGENT).returncode == 1
        assert browser.clz("expect", condition, str(tmp_path / f"no-{name}"), "--not", *AGENT).returncode == 2


def test_a_part_of_the_tree_is_enough(build: str, page: Page) -> None:
    page.open("form.html")
    template = (
        '\ufeff# the fields\r\n- heading /^Fo/\r\n- textbox "Text": /bef/\r\n- checkbox "I agree" [checked=false]\r\n'
    )
    page.call("expect", condition="snapshot", template=template)
    page.call("expect", condition="snapshot", template='- textbox "Empty"', target="#form")
    wrong = page.fails("expect", condition="snapshot", template='- heading "Form"\n- textbox "Txt"\n', waitMs=100)
    assert (wrong.code, wrong.details["line"]) == ("EXPECTATION_FAILED", 2)
    assert 'textbox "Text": before' in wrong.details["lookalikes"]
    order = '- checkbox "I agree"\n- heading "Form"\n'
    assert page.fails("expect", condition="snapshot", template=order, waitMs=0).code == "EXPECTATION_FAILED"
    page.call("expect", condition="snapshot", template=order, negated=True, waitMs=0)


def test_playwrights_yaml_is_understood_as_it_is(page: Page) -> None:
    page.open("locators.html")
    cards = "- list:\n  - /children: equal\n" + "".join(
        f'  - listitem:\n    - text: {text}\n    - button "Open" [cursor=pointer]\n'
        for text in ("Fox", "/^Dog/", "'Cat (asleep)'")
    )
    page.call("expect", condition="snapshot", template=cards, waitMs=0)
    two = cards[: cards.rindex("  - listitem")]
    assert page.fails("expect", condition="snapshot", template=two, waitMs=0).code == "EXPECTATION_FAILED"
    page.open("states.html")
    link = '- navigation "Pages":\n  - list:\n    - listitem:\n      - \'link "Home"\':\n        - /url: /index/\n'
    page.call("expect", condition="snapshot", template=link, waitMs=0)
    other = link.replace("/index/", "/other.html")
    assert page.fails("expect", condition="snapshot", template=other, waitMs=0).code == "EXPECTATION_FAILED"


def test_a_template_that_cannot_be_read_is_refused(page: Page) -> None:
    page.open("form.html")
    for template in ("", "\n# nothing\n", 'heading "Form"', "- /children: equal", '- heading "Form'):
        for negated in (False, True):
            problem = page.fails("expect", condition="snapshot", template=template, negated=negated)
            assert (problem.code, problem.exit_code) == ("INVALID_PARAMS", 2), template


def test_lines_that_a_snapshot_has_folded_are_lines_to_expect(browser: Browser, page: Page, tmp_path: Path) -> None:
    page.open("form.html")
    days = "".join(f"<td tabindex=0{' aria-selected=true' * (day == 14)}>{day}" for day in range(1, 32))
    trash = '<button class="icon-trash"></button>' * 3
    script = f"document.body.innerHTML = `<table role=grid><tr>{days}</table>{trash}`"
    page.call("evaluate", expression=script, unsafe=True)
    file = tmp_path / "month.aria"
    file.write_text(browser.clz("snapshot", *AGENT).stdout, "utf-8")
    assert "× 31: " in file.read_text("utf-8")
    done = browser.clz("expect", "snapshot", str(file), *AGENT)
    assert done.returncode == 0, done.stderr
    file.write_text(file.read_text("utf-8").replace(": 15 |", ": 51 |"), "utf-8")
    wrong = browser.clz("expect", "snapshot", str(file), "--wait-ms", "0", *AGENT)
    assert (wrong.returncode, "51" in wrong.stderr) == (1, True), wrong.stderr


def test_a_frame_is_a_part_of_the_snapshot(page: Page) -> None:
    page.open("framed.html")
    page.call("expect", condition="snapshot", template="- iframe:\n  - button /first/\n")


def test_a_picture_that_differs_is_kept_beside_the_file(build: str, page: Page, tmp_path: Path) -> None:
    page.open("form.html")
    file = tmp_path / "form.png"
    sent, kept = read({"condition": "picture", "file": str(file), "update": True})
    kept.keep(page.call("expect", **sent))
    sent, kept = read({"condition": "picture", "file": str(file), "waitMs": 200})
    assert page.call("expect", **sent)["holds"]
    page.call("evaluate", expression="document.querySelector('h1').style.color = 'red'", unsafe=True)
    with pytest.raises(ClzError) as caught:
        page.call("expect", **sent)
    kept.explain(caught.value)
    assert caught.value.details["differentPixels"] > 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"form.png", "form.actual.png", "form.diff.png"}
    assert page.call("expect", **sent, mask=["h1"])["holds"]
    assert page.call("expect", **sent, maxDiff="20%")["holds"]
    page.call("setViewport", width=800, height=600)
    other = page.fails("expect", **sent)
    assert {other.details["size"]} == {"800×600"}
    assert other.details["baselineSize"] in other.message


def test_what_is_not_a_png_is_said_so(browser: Browser, page: Page, tmp_path: Path) -> None:
    page.open("form.html")
    (tmp_path / "text.png").write_text("hello")
    (tmp_path / "cut.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    for name in ("text.png", "cut.png"):
        done = browser.clz("expect", "picture", str(tmp_path / name), *AGENT)
        assert (done.returncode, "FILE_ERROR" in done.stderr) == (2, True), done.stderr
    assert browser.clz("expect", "picture", "home.jpg", *AGENT).returncode == 2
    assert browser.clz("expect", "snapshot", "/nowhere/at/all.aria", *AGENT).returncode == 2


@pytest.mark.parametrize("negated", [False, True])
def test_a_picture_that_is_cut_off_is_compared_with_nothing(page: Page, tmp_path: Path, negated: bool) -> None:
    page.open("form.html")
    file = tmp_path / "form.png"
    sent, kept = read({"condition": "picture", "file": str(file), "update": True})
    kept.keep(page.call("expect", **sent))
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(ClzError) as caught:
        read({"condition": "picture", "file": str(file), "negated": negated})
    assert caught.value.code == "FILE_ERROR"


def test_axe_finds_what_keeps_people_out_in_every_frame(build: str, page: Page) -> None:
    """Also in those of other sites."""
    page.open(f"framed.html?origin={page.origin.replace('127.0.0.1', 'localhost')}")
    page.call("expect", condition="visible", target="#field-second-inner")
    problem = page.fails("expect", condition="a11y", level="critical", waitMs=0)
    assert problem.code == "EXPECTATION_FAILED"
    found = {(one["rule"], one["impact"], one["frame"]) for one in problem.details["violations"]}
    assert found == {("label", "critical", frame) for frame in ("f2", "f3", "f4")}
    page.call("expect", condition="a11y", level="critical", negated=True, waitMs=0)
    page.call("expect", condition="a11y", target="h1")
    assert page.fails("expect", condition="a11y", target="#field-first", waitMs=0).exit_code == 1
    inside = page.fails("expect", condition="a11y", target="body", level="critical", waitMs=0)
    assert {one["frame"] for one in inside.details["violations"]} == {"f2", "f3", "f4"}, "parts of the target"
    assert page.fails("expect", condition="a11y", target="#nowhere", waitMs=0).exit_code == 1
    page.open("form.html")
    page.call("expect", condition="a11y", level="critical")


@pytest.mark.parametrize(
    "given",
    [
        {"condition": "snapshot", "template": "- text: Text"},
        {"condition": "snapshot", "template": "- text: Text", "negated": True},
        {"condition": "picture", "update": True},
    ],
    ids=["snapshot", "not-snapshot", "picture"],
)
def test_of_several_elements_none_is_taken_for_the_one_that_is_meant(page: Page, given: dict[str, Any]) -> None:
    page.open("form.html")
    assert page.fails("expect", target="label", waitMs=0, **given).code == "AMBIGUOUS_TARGET"
