"""What agents get wrong, one after the other in one page, and what each is told to do next."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.mcp import Lines

PAGE = "mistakes.html"
SNAPSHOT = "firefox_snapshot"

# The tool, its arguments, and what the answer has to name: what is to be done next, or what was done.
MISTAKES: tuple[tuple[str, dict[str, Any], str], ...] = (
    # targets
    ("click", {"target": "Send ordr"}, r"#send"),
    ("click", {"target": "#sned"}, r"#send"),
    ("click", {"target": "role=button[name='Send ordr']"}, r'name="Send order"'),
    ("click", {"target": "getByRole('button', { name: 'Send order' })"}, r'role=button\[name="Send order"\]'),
    ("click", {"target": 'button "Send order" [ref=e99]'}, r"@e99"),
    ("click", {"target": "e9999"}, SNAPSHOT),
    ("click", {"target": "@e9999"}, SNAPSHOT),
    ("click", {"target": "//button[text()='Send order']["}, r"(?i)xpath"),
    ("click", {"target": "button"}, r"`nth`|nth: 1"),
    ("click", {"target": "text=Edit"}, r"`nth`|nth: 1"),
    ("click", {"target": ""}, r"ref|target"),
    ("click", {"ref": "e5"}, r"Click: done"),
    ("click", {"selector": "#sned"}, r"#send"),
    ("click", {"target": "Chile"}, r"firefox_select with target: \[1\]"),
    ("click", {"target": "option:has-text('Chile')"}, r"firefox_select with target: \[1\]"),
    # what is not to be seen
    ("click", {"target": "#logout"}, r"Open it: firefox_click with target: \[1\][\s\S]*button#menu-button"),
    ("click", {"target": "#archive"}, r"Open it: firefox_click with target: \[1\][\s\S]*summary"),
    ("click", {"target": "role=option[name=Express]"}, r"Open it: firefox_click with target: \[1\][\s\S]*#opener"),
    ("hover", {"target": "#tip", "waitMs": 0}, r"firefox_wait"),
    ("click", {"target": "text=Order 500"}, r"firefox_scroll with target: \[1\], untilText: \[2\][\s\S]*#rows"),
    ("click", {"target": "role=row[name='Order 800']"}, r"firefox_scroll with target: \[1\], untilText: \[2\]"),
    ("click", {"target": "#captcha >> text=I am not a robot"}, r"firefox_ask"),
    ("click", {"target": "#under", "waitMs": 0}, r"firefox_consent"),
    ("click", {"target": "#pay", "waitMs": 0}, r"form is not filled in[\s\S]*Card holder"),
    # fields
    ("fill", {"target": "#date", "text": "24.12.2026"}, r"Write it like 2026-01-31"),
    ("fill", {"target": "#date", "text": "tomorrow"}, r"Write it like 2026-01-31"),
    ("type", {"target": "#date", "text": "12/24/2026"}, r"Write it like 2026-01-31"),
    ("fill", {"target": "#time", "text": "5pm"}, r"Write it like 09:30"),
    ("fill", {"target": "#color", "text": "red"}, r"Write it like #3366cc"),
    ("fill", {"target": "#quantity", "text": "three"}, r"Write it like 9\.99"),
    ("fill", {"target": "#quantity", "text": "99"}, r"not valid for a form: .*10"),
    ("fill", {"target": "#zip", "text": "1234567"}, r"maxlength"),
    ("fill", {"target": "#zip", "text": "abcde"}, r"not valid for a form: "),
    ("fill", {"target": "#email", "text": "not-an-email"}, r"not valid for a form: .*email"),
    ("fill", {"target": "#reference", "text": "R-18", "waitMs": 0}, r"Nobody can type into it"),
    ("fill", {"target": "#terms", "text": "maybe"}, r"firefox_check|true"),
    ("fill", {"target": "#country", "text": "Germany", "waitMs": 0}, r"Austria[\s\S]*Belgium[\s\S]*Chile"),
    ("fill", {"target": "#invoice", "text": "/tmp/x.pdf"}, r"firefox_upload"),
    ("fill", {"target": "#send", "text": "x"}, r"firefox_click"),
    ("fill", {"target": "#opener", "text": "Express"}, r"then click the option"),
    ("fill", {"target": "#slider", "text": "7"}, r"firefox_press"),
    ("select", {"target": "#country", "values": ["Germany"], "waitMs": 0}, r"Austria[\s\S]*Belgium[\s\S]*Chile"),
    ("select", {"target": "#opener", "values": ["Overnight"]}, r"then click the option"),
    ("select", {"target": "#email", "values": ["x"]}, r"firefox_fill"),
    ("select", {"target": "#country", "option": "Chile"}, r"values \(array, required"),
    ("check", {"target": "#email"}, r"firefox_fill"),
    ("check", {"target": "#country"}, r"firefox_select"),
    ("upload", {"target": "#invoice", "files": ["/tmp/there-is-no-such-file.pdf"]}, r"Check the path"),
    ("fill_form", {"fields": {"Email": "a@b.example"}}, r"label=Email"),
    ("fill_form", {"fields": {"Emial": "a@b.example"}, "waitMs": 0}, r"#email"),
    ("fill_form", {"fields": {"label=Quantity": "three"}}, r"Write it like 9\.99"),
    ("fill_form", {"fields": {"#quantity": "99", "#zip": "1"}}, r"#quantity[\s\S]*not valid for a form: [\s\S]*#zip"),
    (
        "fill_form",
        {"fields": {"#quantity": "three", "#zip": "12345", "#date": "soon"}},
        r'filled: \["#zip"\][\s\S]*notFilled: \["#date: ',
    ),
    ("click", {"target": "#send"}, r"the form was not sent: Email: "),
    ("snapshot", {"target": "#form"}, r'textbox "Email" \(email\) \[required\] \[invalid: .+\] \[ref='),
    # keys
    ("press", {"key": "Entr"}, r"Did you mean Enter"),
    ("press", {"key": "Ctrl C"}, r"Control\+C"),
    ("press", {"key": "Page Down"}, r"PageDown"),
    ("press", {"key": "hello world"}, r"firefox_type"),
    ("press", {"key": "Control+p"}, r"firefox_pdf"),
    # reading
    ("get", {"what": "text", "target": "#nothing"}, rf"{SNAPSHOT}|Did you mean"),
    ("eval", {"expression": "localStorage.getItem('theme')"}, r"firefox_storage_local"),
    ("eval", {"expression": "document.cookie"}, r"firefox_cookies"),
    ("eval", {"expression": "document.querySelector('#send').click()"}, r"firefox_click"),
    ("eval", {"expression": "location.href = '/'"}, r"unsafe"),
    ("eval", {"script": "document.title"}, r"expression \(string, required"),
    ("wait", {"target": "#sned", "waitMs": 200}, r"#send"),
    ("wait", {"target": "#never", "waitMs": 200}, r"waitMs|Did you mean"),
    ("wait", {"time": 3}, r"waitMs"),
    ("expect", {"condition": "text", "target": "h1", "value": "Order", "match": "exact", "waitMs": 0}, r"Orders"),
    ("expect", {"condition": "visible", "target": "#tip", "waitMs": 0}, r"hidden"),
    ("expect", {"condition": "url", "value": "mistakes", "waitMs": 0}, r"\] \*\*mistakes\*\*"),
    ("scroll", {"direction": "down"}, r"by \(string"),
    ("network", {"filter": "api"}, r"url \(string"),
    ("viewport", {"size": "mobile"}, r"preset \(string"),
    ("viewport", {"preset": "mobile"}, r"Use one of|Did you mean"),
    # going, tabs, dialogs
    ("open", {"url": "javascript:alert(1)"}, r"http"),
    ("tab_select", {"tabId": 99_999}, r"firefox_tabs"),
    ("click", {"target": "#send", "tabId": 99_999}, r"firefox_tabs"),
    ("dialog_accept", {}, r"firefox_dialog_status"),
    ("drag", {"target": "#range", "to": "#nothing", "waitMs": 0}, rf"{SNAPSHOT}|Did you mean"),
    # other servers' tools
    ("browser_click", {"element": "Send", "ref": "e5"}, r"firefox_click"),
    ("browser_take_screenshot", {}, r"firefox_screenshot"),
    ("cookie_banner", {}, r"firefox_consent"),
)


def test_every_mistake_is_told_what_to_do_next(browser: Browser, site: Site) -> None:
    assert len(MISTAKES) >= 80
    unlike = []
    with Lines(browser.scratch.env) as server:
        server.hello()
        server.call("firefox_open", url=site.url(PAGE))
        for tool, arguments, wanted in MISTAKES:
            name = tool if tool.startswith("browser_") else f"firefox_{tool}"
            answer = server.ask("tools/call", {"name": name, "arguments": arguments})
            text = answer["result"]["content"][0]["text"] if "result" in answer else str(answer["error"])
            if not re.search(wanted, text):
                unlike.append(f"{tool} {arguments}: {text}")
    assert not unlike, "\n\n".join(unlike)


@pytest.mark.parametrize("words", [["click", "#logout"], ["click", "#pay"], ["fill", "#invoice", "x"]])
def test_at_a_shell_it_is_told_as_a_command(words: list[str], browser: Browser, page: Page) -> None:
    page.open(PAGE)
    done = browser.clz(*words, "--wait-ms", "0", "--agent", "tester", "--tab", str(page.tab))
    assert re.search(
        r"hint: (Open it: clz click|Its form is not filled in: Card|It takes files: clz upload)", done.stderr
    )
