"""What agents get wrong, one after the other in one page, and what each is told to do next."""

from __future__ import annotations

import re
import shlex
from typing import Any
from uuid import uuid4

from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.mcp import Lines

PAGE = "mistakes.html"
SNAPSHOT = "firefox_snapshot"

# The tool, its arguments, and what the answer has to name: what is to be done next, or what was done.
MISTAKES: tuple[tuple[str, dict[str, Any], str], ...] = (
    # targets
    ("click", {"target": "Send ordr"}, r'role=button\[name="Send order"\]'),
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
    ("fill", {"target": "#reference", "text": "R-18", "waitMs": 0}, r"It cannot be typed into"),
    ("fill", {"target": "#terms", "text": "maybe"}, r"firefox_check|true"),
    ("fill", {"target": "#country", "text": "Germany", "waitMs": 0}, r"Austria[\s\S]*Belgium[\s\S]*Chile"),
    ("fill", {"target": "#invoice", "text": "/tmp/x.pdf"}, r"firefox_upload"),
    ("fill", {"target": "#send", "text": "x"}, r"firefox_click"),
    ("fill", {"target": "#opener", "text": "Express"}, r"firefox_select"),
    ("fill", {"target": "#slider", "text": "7"}, r"firefox_press"),
    ("select", {"target": "#country", "values": ["Germany"], "waitMs": 0}, r"Austria[\s\S]*Belgium[\s\S]*Chile"),
    ("select", {"target": "#opener", "values": ["Overnight"]}, r"Express[\s\S]*Standard"),
    ("select", {"target": "#email", "values": ["x"]}, r"firefox_fill"),
    ("select", {"target": "#country", "option": "Chile"}, r"values \(array, required"),
    ("check", {"target": "#email"}, r"firefox_fill"),
    ("check", {"target": "#country"}, r"firefox_select"),
    ("upload", {"target": "#invoice", "files": ["/tmp/there-is-no-such-file.pdf"]}, r"Check the path"),
    ("fill_form", {"fields": {"Email": "a@b.example"}}, r"label=Email"),
    ("fill_form", {"fields": {"Emial": "a@b.example"}, "waitMs": 0}, r'role=textbox\[name="Email"\]'),
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

# What is typed at a shell, and what is printed has to name.
AT_A_SHELL = r"""
    click 'Send ordr'                                               | Did you mean: 'role=button\[name="Send order"\]
    click '#sned'                                                   | Did you mean: 'button#send
    click "role=button[name='Send ordr']"                           | role=button\[name="Send order"\]
    click "getByRole('button', { name: 'Send order' })"             | Write it like: role=button\[name="Send order"\]
    click 'button "Send order" [ref=e99]'                           | Write it like: @e99
    click e9999                                                     | clz snapshot -i
    click @e9999                                                    | clz snapshot -i
    click "//button[text()='Send order']["                          | not a valid XPath
    click button                                                    | --nth 1 to
    click text=Edit                                                 | --nth 1 to
    click ''                                                        | target is empty
    click                                                           | clz click TARGET
    click Sign up                                                   | clz click 'text=Sign up'
    click --ref e5                                                  | clz click TARGET
    click --selector '#send'                                        | It is a part of the target
    click Chile                                                     | clz select "select#country" "Chile"
    click "option:has-text('Chile')"                                | clz select "select#country" "Chile"
    click '#logout'                                                 | Open it: clz click "button#menu-button"
    click '#archive'                                                | Open it: clz click "summary"
    click role=option[name=Express]                                 | Open it: clz click "button#opener"
    hover '#tip' --wait-ms 0                                        | clz wait TARGET
    click 'text=Order 500'                                          | clz scroll "div#rows" --until-text "Order 500"
    click "role=row[name='Order 800']"                              | clz scroll "div#rows" --until-text "Order 800"
    click '#captcha >> text=I am not a robot'                       | clz ask QUESTION
    click '#under' --wait-ms 0                                      | clz consent
    click '#pay' --wait-ms 0                                        | not filled in: Card holder, input#holder
    click '#send' --double                                          | clz dblclick TARGET
    fill '#date' 24.12.2026                                         | Write it like 2026-01-31
    fill '#date' tomorrow                                           | Write it like 2026-01-31
    type '#date' 12/24/2026                                         | Write it like 2026-01-31
    fill '#time' 5pm                                                | Write it like 09:30
    fill '#color' red                                               | Write it like #3366cc
    fill '#quantity' three                                          | Write it like 9\.99
    fill '#quantity' 99                                             | not valid for a form: .*10
    fill '#zip' 1234567                                             | maxlength
    fill '#zip' abcde                                               | not valid for a form:
    fill '#email' not-an-email                                      | not valid for a form: .*email
    fill '#reference' R-18 --wait-ms 0                              | It cannot be typed into
    fill '#terms' maybe                                             | Give true to check it
    fill '#country' Germany --wait-ms 0                             | Austria[\s\S]*Belgium[\s\S]*Chile
    fill '#invoice' /tmp/x.pdf                                      | clz upload TARGET FILE
    fill '#send' x                                                  | clz click TARGET
    fill '#opener' Express                                          | clz select TARGET VALUE
    fill '#slider' 7                                                | clz press ArrowRight --target TARGET
    fill --label Email a@b.example                                  | clz fill label=Email
    fill '#email'                                                   | clz fill TARGET TEXT
    select '#country' Germany --wait-ms 0                           | Austria[\s\S]*Belgium[\s\S]*Chile
    select '#opener' Overnight                                      | Express[\s\S]*Standard
    select '#email' x                                               | clz fill TARGET TEXT
    select '#country' --option Chile                                | clz select TARGET VALUES
    check '#email'                                                  | clz fill TARGET TEXT
    check '#country'                                                | clz select TARGET VALUE
    upload '#invoice' /tmp/there-is-no-such-file.pdf                | Check the path
    fill-form Email a@b.example                                     | label=Email
    fill-form Emial a@b.example --wait-ms 0                         | Did you mean: 'role=textbox\[name="Email"\]
    fill-form label=Quantity three                                  | Write it like 9\.99
    fill-form '#quantity' 99 '#zip' 1                               | #quantity[\s\S]*not valid for a form: [\s\S]*#zip
    fill-form '#quantity' three '#zip' 12345 '#date' soon           | #date: .*Write it like 2026-01-31
    fill-form '#quantity'                                           | (?i)value
    click '#send'                                                   | the form was not sent: Email:
    snapshot '#form'                                                | "Email" \(email\) \[required\] \[invalid: .+\]
    press Entr                                                      | Did you mean Enter
    press 'Ctrl C'                                                  | Control\+C
    press 'Page Down'                                               | PageDown
    press 'hello world'                                             | clz type
    press Control+p                                                 | clz pdf FILE
    get text '#nothing'                                             | Did you mean|clz snapshot
    get txt h1                                                      | text
    eval "localStorage.getItem('theme')"                            | clz storage local
    eval document.cookie                                            | clz cookies
    eval "document.querySelector('#send').click()"                  | clz click TARGET
    eval "location.href = '/'"                                      | clz eval EXPRESSION --unsafe
    eval --script document.title                                    | clz eval EXPRESSION
    wait '#sned' --wait-ms 200                                      | button#send
    wait '#never' --wait-ms 200                                     | --wait-ms|Did you mean
    wait 3                                                          | clz wait TARGET
    wait --time 3                                                   | clz wait TARGET
    wait --fn 'app.go()' --unsafe                                   | clz eval EXPRESSION --unsafe
    expect text h1 Order --exact --wait-ms 0                        | Orders
    expect visible '#tip' --wait-ms 0                               | found hidden
    expect url mistakes --wait-ms 0                                 | Did you mean: \*\*mistakes\*\*
    expect 'Orders'                                                 | One of: text
    scroll --direction down                                         | clz scroll --by 0,600
    scroll down                                                     | clz scroll --by
    network --filter api                                            | no requests|request
    viewport --size mobile                                          | clz viewport
    viewport mobile                                                 | Use one of iphone-se
    open 'javascript:alert(1)'                                      | Use an http
    tab select 99999                                                | clz tabs
    click '#send' --tab 99999                                       | clz tabs
    dialog accept                                                   | clz dialog status
    drag '#range' '#nothing' --wait-ms 0                            | Did you mean|clz snapshot
    clik '#send'                                                    | Did you mean: click
    browser_click --element Send --ref e5                           | clz click TARGET
    browser_take_screenshot                                         | \.(?:png|jpg)
    cookie_banner                                                   | consent banner
    close                                                           | clz tab close
    sleep 2                                                         | clz wait TARGET
"""


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


def test_every_mistake_at_a_shell_is_told_what_to_type_next(browser: Browser, site: Site) -> None:
    rows = [row.rpartition(" | ") for row in AT_A_SHELL.strip().splitlines()]
    assert len(rows) >= 80
    agent = f"mistaken-{uuid4().hex[:8]}"
    unlike = []
    try:
        browser.clz("open", site.url(PAGE), "--agent", agent)
        for line, _, wanted in rows:
            done = browser.clz(*shlex.split(line), CLZ_AGENT=agent)
            if not re.search(wanted.strip(), said := done.stdout + done.stderr):
                unlike.append(f"clz {line.strip()}: {said}")
    finally:
        browser.clz("agents", "forget", agent)
    assert not unlike, "\n\n".join(unlike)
