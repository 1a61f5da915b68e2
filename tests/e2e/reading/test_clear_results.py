"""Results that say what happened, also where it is not what was meant."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from clz_cli.commands import handler_of
from clz_core.contract.commands import COMMANDS
from clz_core.text import display
from clz_mcp_adapter.results.rendering import render
from tests.support.browsers import Browser, Page


def said(name: str, result: dict[str, Any]) -> str:
    """What the command line prints."""
    return handler_of(COMMANDS[name]).render(display.tidy(COMMANDS[name], result))


def scripted(page: Page, script: str) -> None:
    page.call("evaluate", expression=f"(() => {{ {script} }})()", unsafe=True)


def test_what_is_compared_is_the_same_page_or_it_is_said(page: Page) -> None:
    page.open("form.html")

    def look() -> dict[str, Any]:
        return page.call("getAccessibilitySnapshot", diff=True)

    first = look()
    assert (first["diff"], first["since"]) == (False, "nothing")
    assert said("getAccessibilitySnapshot", first).startswith("there is no earlier snapshot to compare with")
    assert render(COMMANDS["getAccessibilitySnapshot"], first).head.startswith("There is no earlier snapshot")
    assert (look()["diff"], look()["since"]) == (True, "snapshot")
    page.open("states.html")
    other = look()
    assert (other["diff"], other["since"]) == (False, "otherPage")
    assert said("getAccessibilitySnapshot", other).startswith("this is another page than in your last snapshot")
    assert not [line for line in other["snapshot"].splitlines() if line.startswith(("+ ", "- -"))]
    page.call("reload")
    assert look()["since"] == "otherPage"
    scripted(page, "history.pushState(null, '', '?filter=a')")
    assert look()["since"] == "snapshot"
    scripted(page, "history.pushState(null, '', '/elsewhere')")
    assert look()["since"] == "otherPage"
    assert "since" not in page.call("getAccessibilitySnapshot")


def test_a_page_says_which_status_it_came_with(page: Page) -> None:
    assert page.open("form.html")["status"] == 200
    missing = page.open("status/404")
    assert missing["status"] == 404
    assert said("navigate", missing).startswith(f'at {page.origin}/status/404 "Status 404" (status 404) (tab ')
    assert "(status 404)" in render(COMMANDS["navigate"], missing).page
    for command in ("reload", "getContent", "getAccessibilitySnapshot", "getPageState"):
        assert page.call(command)["status"] == 404
    assert page.call("back")["status"] == 200
    assert "status 200" not in said("navigate", page.call("forward") | {"status": 200})
    assert page.open("redirect?to=/status/500")["status"] == 500
    assert "status" not in page.open("about:blank")
    opened = page.client.call("createWindow", {"url": f"{page.origin}/status/403"})
    assert opened.get("status") == 403, opened
    page.call("closeTab", tabId=page.client.call("getTabs")["tabs"][-1]["tabId"])


def test_a_click_on_a_link_to_a_missing_page_is_told_by_the_page_that_is_read(page: Page) -> None:
    page.open("form.html")
    scripted(page, "document.body.innerHTML = '<a href=status/404>x</a>'")
    page.call("click", target="a")
    assert page.call("getContent")["status"] == 404


OTHERWISE = {
    "f.oninput = () => { f.value = f.value.toUpperCase() }": "does not hold what was typed",
    "f.maxLength = 3": "does not hold what was typed",
    "f.oninput = () => f.replaceWith('gone')": "does not hold what was typed",
    "f.oninput = () => f.blur()": "the focus went to the page",
    "f.oninput = () => { if (f.value.length > 4) f.form.requestSubmit() }": "the form was sent",
}


def test_typing_says_that_it_came_to_something_else(page: Page) -> None:
    page.open("form.html")
    form = "document.body.innerHTML = '<form><input id=f></form>'; const f = document.getElementById('f');"
    for command in ("type", "fill"):
        for script, told in OTHERWISE.items():
            scripted(page, f"{form} f.form.onsubmit = () => false; {script}")
            result = page.call(command, target="#f", text="typed")
            assert told in said(command, result), script
            shown = render(COMMANDS[command], result)
            assert told in shown.page
            assert ("does not hold what was typed" in shown.head) == result["changedByPage"]


def test_a_form_that_typing_has_sent_leaves_nothing_made_up(page: Page) -> None:
    page.open("form.html")
    scripted(page, "document.body.innerHTML = '<form action=index.html><input id=f name=q></form>'")
    result = page.call("type", target="#f", text="typed", submit=True)
    assert result["navigated"].endswith("index.html?q=typed")
    assert "now at " in said("type", result)


def test_a_dialog_that_was_dismissed_says_how_to_accept_it(page: Page) -> None:
    page.open("actions.html")
    for target, told in (("#confirm", True), ("#prompt", True), ("#alert", False)):
        result = page.call("click", target=target)
        assert ("clz dialog policy accept" in said("click", result)) is told
        shown = render(COMMANDS["click"], result)
        assert ("firefox_dialog_policy" in shown.tail) is told
        assert "policy" not in shown.page


def test_long_texts_are_read_on_from_where_they_were_cut(page: Page, browser: Browser) -> None:
    page.open("form.html")
    scripted(page, "document.body.innerText = '0123456789'.repeat(50) + '😀'.repeat(20)")
    calls: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("getContent", "text", {}),
        ("get", "value", {"what": "text", "target": "body"}),
    )
    for command, field, given in calls:
        heard = ""
        offset: int | None = 0
        while offset is not None:
            result = page.client.call(command, {"maxLength": 199, "offset": offset, **given})
            assert result["truncated"] is (result["nextOffset"] is not None)
            assert f"--offset {result['nextOffset']}" in said(command, result) or not result["truncated"]
            heard += result[field]
            offset = result["nextOffset"]
        assert heard == "0123456789" * 50 + "😀" * 20
    assert page.call("getContent", offset=10_000)["text"] == ""
    listed = page.call("get", what="text", target="body", all=True, maxLength=5)
    assert (listed["truncated"], listed["nextOffset"]) == (True, None)


def test_of_a_page_that_is_too_tall_the_top_is_pictured_and_it_is_said(page: Page) -> None:
    page.open("form.html")
    scripted(page, "document.body.style.height = '2000000px'")
    whole = page.call("screenshot", full=True)
    assert (whole["shownHeight"], whole["height"]) == (20_000, 2_000)
    assert whole["pageHeight"] >= 2_000_000
    assert "the top 20,000 of 2,0" in render(COMMANDS["screenshot"], whole).head
    sliced = page.call("screenshot", slices=True)
    assert (sliced["scale"], sliced["shownHeight"], len(sliced["slices"])) == (0.5, 60_000, 19)
    assert page.call("screenshot", full=True, anySize=True, format="png")["height"] <= 32_000


def test_a_tall_page_is_pictured_in_slices(page: Page, browser: Browser, tmp_path: Path) -> None:
    page.open("form.html")
    scripted(page, "document.body.style.height = '9000px'")
    whole = page.call("screenshot", full=True)
    assert whole["reduced"]
    result = page.call("screenshot", slices=True)
    assert (result["reduced"], result["scale"]) == (False, 0.5)
    heights = [result["height"], *(slice["height"] for slice in result["slices"])]
    assert len(heights) == 4
    assert max(heights) <= 1_500
    assert abs(sum(heights) - 4_500) < 50
    tops = [slice["y"] for slice in result["slices"]]
    assert tops == sorted(tops)
    assert all(base64.b64decode(slice["image"]).startswith(b"\xff\xd8") for slice in result["slices"])
    one = page.call("screenshot", slices=True, target="h1")
    assert one["slices"] == []
    browser.clz("open", f"{page.origin}/big.html?elements=400")
    printed = browser.clz("screenshot", str(tmp_path / "page.jpg"), "--slices").stdout
    made = sorted(path.name for path in tmp_path.iterdir())
    assert {"page.jpg", "page-2.jpg"} <= set(made)
    assert all(name in printed for name in made)
    browser.clz("tab", "close")


def test_a_limit_that_was_too_short_is_named(page: Page) -> None:
    page.open("form.html")
    short = page.fails("waitFor", target="#never", waitMs=50)
    assert (short.details["limit"], "--wait-ms" in short.hint) == ("waitMs", True)
    late = page.fails("navigate", timeout_ms=5_000, url=f"{page.origin}/hang")
    assert late.code == "TIMEOUT"
    assert late.details["limit"] == "timeout"
    assert "--timeout" in late.hint
