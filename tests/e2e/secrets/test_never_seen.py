"""A secret is entered at a site that shows it in every way, and found in nothing that clz says or keeps."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from clz_core.client import Client
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, NotConnected
from clz_core.contract.registry import Command
from clz_core.secrets.store import secrets_file
from clz_native.firefox.profile import profile_dir
from tests.e2e.secrets.conftest import Keep
from tests.site.echo_site import echo_site
from tests.site.server import Site
from tests.support.browsers import Browser, Page, close, keep
from tests.support.pictures import Png
from tests.support.waiting import until

VALUE = "Xk9&quiet/ örange+7%Zebra"
OTHER_VALUE = "Yk9&noisy/ ölive+7%Yak"
KINDS = {"integer": 1, "number": 1, "boolean": True, "string": "x", "array": ["x"], "object": {}}
# What a command is given where it has to be given something; a new command may need one more.
GIVEN: dict[str, list[dict[str, Any]]] = {
    "get": [
        {"what": what, "target": target, "all": True, **({"name": "href"} if what == "attr" else {})}
        for what in ("text", "html", "value", "attr", "box", "styles", "options")
        for target in ("#text", "#field", "#notes", "#choice", "#link", "#editable")
    ]
    + [{"what": "html", "target": "html"}, {"what": "selection"}],
    "getContent": [{}, {"format": "markdown"}, {"format": "html"}, {"includeHtml": True}, {"target": "#inner"}],
    "getAccessibilitySnapshot": [{}, {"interactive": True, "urls": True, "boxes": True}, {"tree": True}],
    "getElementInfo": [{"target": target} for target in ("#heading", "#button", "#field", "#picture", "#host")],
    "evaluate": [
        {"expression": expression}
        for expression in (
            "document.title",
            "location.href",
            "document.documentElement.outerHTML",
            "document.querySelector('#notes').value",
            "[...document.querySelector('#choice').options].map((o) => ({ [o.value]: o.label }))",
        )
    ]
    + [
        {"expression": expression, "unsafe": True}
        for expression in (
            "document.cookie",
            "value",
            "btoa(unescape(encodeURIComponent(value)))",
            "JSON.stringify({ ...localStorage, ...sessionStorage })",
            "indexedDB.databases()",
            "performance.getEntries().map((e) => e.name)",
            "(() => { throw new Error(value); })()",
        )
    ],
    "getNetworkRequests": [{"bodies": True}, {}],
    "getHar": [{}, {"bodies": True}],
    "expect": [
        {"condition": "text", "target": "#text", "value": "something else", "waitMs": 0},
        {"condition": "title", "value": "something else", "waitMs": 0},
        {"condition": "url", "value": "something else", "waitMs": 0},
        {"condition": "console", "waitMs": 0},
        {"condition": "value", "target": "#choice", "value": "something else", "waitMs": 0},
    ],
    "waitFor": [{"url": "**/nothing", "waitMs": 0}, {"target": "#nothing", "waitMs": 0}, {"target": "#heading"}],
    "diffPageState": [{"before": {}, "after": {}}],
    "click": [{"target": "#heading"}, {"target": "#text"}, {"target": "text=nothing", "waitMs": 0}],
    "screenshot": [{"annotate": True}, {"full": True, "format": "png"}],
    "pickElement": [{"point": point} for point in ("60,20", "60,60", "60,100")],  # without, a person is waited for
}
# These end what the others look at, or wait for a person.
LEFT_OUT = {"ask", "cancel", "goodbye", "cleanupOrphanedTabs", "quitBrowser", "reloadExtension", "watchPerson"}


def forms(value: str) -> dict[str, str]:
    data = value.encode()
    cores = {f"in base64 {n}": base64.b64encode(b"\0" * n + data).decode().rstrip("=")[4:-2] for n in range(3)}
    return {
        "as it is": value,
        "in small letters": value.lower(),
        "of an address": quote(value, safe=""),
        "of a path": quote(value),
        "of a form": quote_plus(value),
        "of markup": html.escape(value),
        "of JSON": json.dumps(value)[1:-1],
        **cores,
    }


def found_in(text: str) -> list[str]:
    return [
        f"{name}: …{text[max(0, at - 60) : at + 40]!r}"
        for name, form in forms(VALUE).items()
        if (at := (text.lower() if name == "in small letters" else text).find(form)) >= 0
    ]


def unpacked(pdf: bytes) -> Iterator[bytes]:
    """What the streams of a PDF hold: addresses of links may be in one."""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        with suppress(zlib.error):
            yield zlib.decompressobj().decompress(stream)


def calls() -> Iterator[tuple[Command, dict[str, Any]]]:
    """Every command that reads, and what tells of a dialog, with parameters that have it tell much."""
    for command in COMMANDS:
        if command.runs == "local" or command.name in LEFT_OUT:
            continue
        if command.name in GIVEN:
            yield from ((command, params) for params in GIVEN[command.name])
        elif not command.changes:
            needed = {param.wire: _some(param) for param in command.wire_params if param.required}
            yield command, needed


def _some(param: Any) -> Any:
    if param.choices:
        return [param.choices[0]] if param.kind == "array" else param.choices[0]
    return "#text" if param.format == "target" else KINDS[param.kind]


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with echo_site() as origin:
        yield origin


@pytest.fixture
def echo(browser: Browser, shared_echo: SharedEcho, keep_secret: Keep, site: Site, origin: str) -> Page:
    """The page after a log-in with the secret, which all tests of a build look at."""
    keep_secret("PASSWORD", VALUE)
    keep(f"{site.origin}/index.html")
    return shared_echo(origin)


SharedEcho = Callable[[str], Page]


@pytest.fixture(scope="module")
def shared_echo() -> Iterator[SharedEcho]:
    pages: list[Page] = []

    def opened(origin: str) -> Page:
        for page in pages:
            if page.is_open():
                return page
        page = Page(Client("default", "reader"), origin)
        pages.append(page)
        log_in(page, origin)
        return page

    yield opened
    for page in pages:
        with page.client, suppress(NotConnected):
            close(page)


def log_in(page: Page, origin: str) -> None:
    page.open(f"{origin}/")
    page.call("recordBodies", state="on")
    page.call("fill", target="label=User", text="ada")
    page.call("fill", target="label=Password", text="{{PASSWORD}}")
    result = page.call("click", target="role=button")
    assert "/echo?password=" in result["navigated"]
    until(lambda: "rejected" in json.dumps(page.call("getConsoleLogs")))
    inner = "document.querySelector('#frame').contentDocument.body"
    until(lambda: page.call("evaluate", expression=f"{inner} !== null")["result"] is True)
    page.call("evaluate", expression=f"{inner}.textContent = value", unsafe=True)


def answers(page: Page) -> Iterator[tuple[str, str]]:
    """What every command says, and what it was given; errors are answers too."""
    requests = [entry["id"] for entry in page.call("getNetworkRequests")["requests"]]
    for command, params in [*calls(), *((COMMANDS["getRequestBody"], {"id": id}) for id in requests)]:
        tab = {"tabId": page.tab} if command.tab else {}
        try:
            said = json.dumps(page.client.call(command.name, {**tab, **params}, 20_000), ensure_ascii=False)
        except ClzError as problem:
            said = json.dumps(problem.to_wire(), ensure_ascii=False)
        yield f"{command.name} {params}", said


def test_no_answer_of_any_command_has_it(echo: Page) -> None:
    assert "heading {{PASSWORD}}" in echo.text("#heading"), "it is shown by its name"
    said = dict(answers(echo))
    leaks = [f"{asked}: {found}" for asked, answer in said.items() for found in found_in(answer)]
    assert not leaks, "\n".join(leaks)
    answered = {asked.partition(" ")[0] for asked, answer in said.items() if '"code"' not in answer}
    expected = {"getContent", "evaluate", "getHar", "getRequestBody", "getConsoleLogs", "screenshot", "pickElement"}
    assert expected <= answered


def test_what_is_not_all_of_it_is_left_as_it_is(page: Page, keep_secret: Keep, origin: str) -> None:
    """Else whoever tries one beginning after the other would see by what is masked how it goes on."""
    keep_secret("OTHER", OTHER_VALUE)
    parts = f"{OTHER_VALUE[:-1]} {OTHER_VALUE[1:]}"
    page.open(f"{origin}/")
    page.call("recordBodies", state="on")
    page.call("fill", target="label=Password", text="{{OTHER}}")
    page.open(f"{origin}/echo?password={quote(parts)}")
    until(lambda: "rejected" in json.dumps(page.call("getConsoleLogs")))
    said = dict(answers(page))
    assert [asked for asked, answer in said.items() if "{{OTHER}}" in answer] == []
    assert sum(parts in answer for answer in said.values()) > 40


def test_nothing_that_is_printed_or_kept_has_it(echo: Page, browser: Browser) -> None:
    """The command line, its journal with evidence, the logs, and every file of the home."""
    journal = browser.scratch.root / "journal"
    tab = ("--agent", "reader", "--tab", str(echo.tab))
    lines = [
        "content",
        "snapshot",
        "tabs",
        "console",
        "network --bodies",
        "fill #field {{PASSWORD}}",
        "fill #heading {{PASSWORD}}",
        "click #heading --json",
        "eval value --unsafe",
        "expect text #text 'something else' --wait-ms 0",
        f"network har {browser.scratch.root}/all.har",
        f"pdf {browser.scratch.root}/page.pdf",
        f"download #file {browser.scratch.root}/saved/",
        "logs",
        "status --json",
    ]
    file = browser.scratch.root / "lines.clz"
    file.write_text("".join(f"{line}\n" for line in lines))
    done = browser.clz("batch", str(file), "--keep-going", *tab, CLZ_JOURNAL=str(journal))
    said = done.stdout + done.stderr
    assert said.count("{{PASSWORD}}") > len(lines), said
    assert not found_in(said)
    assert any(journal.iterdir())
    spared = (secrets_file(), profile_dir("default"), browser.scratch.root / "saved")
    leaks = []
    for each in browser.scratch.root.rglob("*"):
        if each.is_file() and not any(each.is_relative_to(place) for place in spared):
            name = str(each.relative_to(browser.scratch.root))
            held = each.read_bytes()
            held += b"".join(unpacked(held)) if each.suffix == ".pdf" else b""
            leaks += [f"{name}: {found}" for found in found_in(held.decode("utf-8", "replace") + name)]
    assert not leaks, "\n".join(leaks)


def test_what_is_copied_with_it_is_read_without_it_and_pasted_nowhere(
    build: str, page: Page, origin: str, keep_secret: Keep
) -> None:
    keep_secret("PASSWORD", VALUE)
    log_in(page, origin)
    page.call("pressKey", key="Control+a", target="#notes")
    page.call("pressKey", key="Control+c")
    held = page.client.call("readClipboard")
    assert held["types"]
    assert not found_in(json.dumps(held))
    refused = (page.fails("pasteClipboard", target="#field"), page.fails("pressKey", key="Control+v", target="#field"))
    assert [problem.code for problem in refused] == ["SECRET_NOT_FOR_SITE"] * 2
    page.client.call("writeClipboard", {"text": "harmless"})
    page.call("pasteClipboard", target="#field")


def test_pictures_do_not_show_it(echo: Page) -> None:
    """What shows it is of one colour inside its border, and the page is as before afterwards."""
    look: dict[str, Any] = {"format": "png", "scale": 1, "purpose": "full-detail"}
    for target in ("#heading", "#text", "#field", "#notes", "#choice", "#button", "#host", "#editable"):
        markup = f"document.querySelector('{target}').outerHTML"
        before = echo.call("evaluate", expression=markup, unsafe=True)["result"]
        picture = Png(echo.call("screenshot", target=target, **look)["image"])
        width = min(picture.width, 300) - 30
        inner = {picture.at(x, y) for x in range(12, width) for y in range(7, picture.height - 7)}
        assert len(inner) == 1, f"{target} is drawn"
        assert echo.call("evaluate", expression=markup, unsafe=True)["result"] == before
    echo.call("evaluate", expression="document.querySelector('#code').textContent = 'shown'", unsafe=True)
    shown = Png(echo.call("screenshot", target="#code", **look)["image"])
    assert len({shown.at(x, y) for x in range(60) for y in range(shown.height)}) > 1, "all else is drawn"
