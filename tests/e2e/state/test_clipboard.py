"""An agent's own clipboard: written, copied to and pasted from as a person's, and nobody else's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_CLIPBOARD_CHARS
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

RICH = {
    "text": "Ada & bold",
    "html": "Ada &amp; <b>bold</b><script>document.title = 'ran'</script><img src=x onerror=\"document.title='ran'\">",
}


@pytest.fixture
def shown(page: Page) -> Page:
    page.open("clipboard.html")
    return page


def write(page: Page, text: str, **more: Any) -> dict[str, Any]:
    return page.client.call("writeClipboard", {"text": text, **more})


def held(page: Page, **params: Any) -> dict[str, Any]:
    return page.client.call("readClipboard", params)


def value(page: Page, field: str) -> str:
    return str(page.call("get", what="value", target=field)["value"])


def heard(page: Page) -> list[str]:
    return page.text("#log").splitlines()


def test_what_is_written_is_read_and_pasted_into_fields(build: str, shown: Page) -> None:
    assert write(shown, "Ada\nLovelace")["types"] == ["text/plain"]
    assert held(shown)["text"] == "Ada\nLovelace"
    pasted = shown.call("pasteClipboard", target="#area")
    assert (pasted["takenBy"], pasted["length"], pasted["trusted"]) == ("field", 12, build == "managed")
    assert value(shown, "#area") == "Ada\nLovelace"
    assert heard(shown)[0] == f"paste||{str(build == 'managed').lower()}|text/plain|Ada"
    shown.call("selectText", target="#text", text="one")
    write(shown, "1")
    shown.call("pasteClipboard")
    shown.call("pressKey", key="Control+v")
    assert value(shown, "#text") == "11 two"


def test_html_goes_into_rich_text_without_what_would_run(build: str, shown: Page) -> None:
    assert write(shown, **RICH)["types"] == ["text/plain", "text/html"]
    assert held(shown, html=True)["text"] == RICH["html"]
    shown.call("pasteClipboard", target="#rich")
    assert "<b>bold</b>" in shown.call("get", what="html", target="#rich")["value"]
    shown.call("pasteClipboard", target="#text")
    assert "Ada & bold" in value(shown, "#text")
    shown.call("pasteClipboard", target="#zone")
    assert shown.text("#zone") == RICH["html"]
    assert shown.call("getPageState")["title"] == "Copy and paste"


def test_keys_copy_and_cut_what_is_selected(build: str, shown: Page) -> None:
    shown.call("selectText", target="#text", text="two")
    shown.call("pressKey", key="Control+x")
    assert value(shown, "#text") == "one "
    told = held(shown)
    assert (told["text"], told["source"]) == ("two", f"{shown.origin}/clipboard.html")
    shown.call("selectText", target="#words", text="bold words")
    shown.call("pressKey", key="Control+c")
    assert (held(shown)["text"], held(shown)["types"]) == ("bold words", ["text/plain", "text/html"])
    assert held(shown, html=True)["text"] == "<b>bold</b> words"
    shown.call("pressKey", key="Control+c", target="#zone")
    assert held(shown)["text"] == "what the page says"
    for target in ("#secret", "#locked"):
        shown.call("pressKey", key="Control+a", target=target)
        shown.call("pressKey", key="Control+x")
    assert held(shown)["text"] == "what the page says"
    assert value(shown, "#locked") == "locked"


@pytest.mark.parametrize(
    ("button", "text"),
    [("#write-text", "by writeText"), ("#write", "by write"), ("#command", "by command"), ("#late", "later")],
)
def test_a_button_that_copies_fills_the_agents_clipboard_and_not_the_systems(
    shown: Page, other_page: Page, button: str, text: str
) -> None:
    write(shown, "before", system=True)
    shown.call("click", target=button)
    until(lambda: held(shown)["text"] == text)
    assert shown.text("#done") == "copied"
    assert held(shown)["source"] == f"{shown.origin}/clipboard.html"
    assert held(shown, html=True)["text"] == ("<i>by write</i>" if button == "#write" else "")
    assert held(shown, system=True)["text"] == "before"
    assert held(other_page)["types"] == []
    shown.call("click", target="#read")
    until(lambda: shown.text("#done") == f"read {text}")


def test_a_page_reads_nothing_that_it_has_not_copied_itself(shown: Page) -> None:
    write(shown, "not for the page")
    shown.call("click", target="#read")
    until(lambda: shown.text("#done") == "NotAllowedError")


def test_the_systems_clipboard_is_one_of_its_own(build: str, shown: Page) -> None:
    write(shown, "mine")
    write(shown, system=True, **RICH)
    assert (held(shown)["text"], held(shown, system=True)["text"]) == ("mine", RICH["text"])
    shown.call("pasteClipboard", target="#area", system=True)
    assert value(shown, "#area") == RICH["text"]
    assert held(shown)["text"] == "mine"


def test_the_right_to_the_systems_clipboard_holds(shown: Page, config: Path) -> None:
    config.write_text("[policy]\nclipboard = false\n", encoding="utf-8")
    assert shown.fails("pasteClipboard", system=True).code == "RIGHT_DENIED"
    for command, params in (("readClipboard", {}), ("writeClipboard", {"text": "x"})):
        with pytest.raises(ClzError) as problem:
            shown.client.call(command, {**params, "system": True})
        assert problem.value.code == "RIGHT_DENIED"
    write(shown, "mine")
    assert held(shown)["text"] == "mine"


def test_what_takes_no_paste_says_so(build: str, shown: Page) -> None:
    write(shown, "")
    assert shown.fails("pasteClipboard", target="#area").code == "CLIPBOARD_EMPTY"
    write(shown, "x")
    for problem in (shown.fails("pasteClipboard"), shown.fails("pasteClipboard", target="#locked")):
        assert (problem.code, "clz clipboard paste TARGET" in (problem.hint or "")) == ("NOT_EDITABLE", True)
    with pytest.raises(ClzError) as too_long:
        write(shown, "x" * (MAX_CLIPBOARD_CHARS + 1))
    assert too_long.value.code == "INVALID_PARAMS"
    write(shown, "ä" * MAX_CLIPBOARD_CHARS)
    told = held(shown, maxLength=10)
    assert (told["text"], told["truncated"], told["nextOffset"]) == ("ä" * 10, True, 10)
    shown.call("pasteClipboard", target="#area")
    assert shown.call("evaluate", expression="area.value.length", unsafe=True)["result"] == MAX_CLIPBOARD_CHARS


RICH_EDITORS = {
    "plain": "#plain",
    "code": "#code .cm-content",
    "prose": "#prose > div",
    "lexical": "#lexical",
    "quill": "#quill .ql-editor",
    "monaco": "#monaco textarea",
}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", RICH_EDITORS)
def test_editors_take_a_paste_and_give_a_copy(build: str, page: Page, name: str) -> None:
    page.open("rich/")
    write(page, "first line\nsecond line")
    page.call("pasteClipboard", target=RICH_EDITORS[name])

    def model() -> str:
        lines = page.text("#models").splitlines()
        models = {key: json.loads(text) for key, _, text in (line.partition(": ") for line in lines)}
        return "\n".join(line for line in models.get(name, "").splitlines() if line)

    until(lambda: model() == "first line\nsecond line")
    page.call("pressKey", key="Control+a")
    page.call("pressKey", key="Control+x")
    until(lambda: model() == "")
    assert [line for line in held(page)["text"].splitlines() if line] == ["first line", "second line"]
    page.call("pressKey", key="Control+v")
    until(lambda: model() == "first line\nsecond line")


def test_the_command_line_reads_writes_and_pastes(browser: Browser, shown: Page) -> None:
    agent = {"CLZ_AGENT": "clerk"}
    assert browser.clz("open", f"{shown.origin}/clipboard.html", **agent).returncode == 0
    done = browser.clz("clipboard", "write", "Ada", **agent)
    assert (done.returncode, done.stdout) == (0, "wrote 3 characters as text/plain\n")
    assert browser.clz("clipboard", "read", **agent).stdout == "Ada\n"
    assert "pasted 3 characters into" in browser.clz("clipboard", "paste", "#area", **agent).stdout
    assert browser.clz("get", "value", "#area", **agent).stdout == "Ada\n"
    assert browser.clz("clipboard", "write", "", **agent).stdout == "the clipboard is empty now\n"
    empty = browser.clz("clipboard", "paste", **agent)
    assert (empty.returncode, "clz clipboard write TEXT" in empty.stderr) == (1, True)
    browser.clz("goodbye", **agent)


def test_no_page_sees_that_what_it_copies_with_goes_elsewhere(shown: Page) -> None:
    of_clipboards = "Reflect.ownKeys(Clipboard.prototype).map((key) => Clipboard.prototype[key])"
    functions = f"[Document.prototype.execCommand, ...{of_clipboards}]"
    shown.call("evaluate", expression=f"window.kept = {functions}; 1", unsafe=True)
    shown.call("click", target="#write-text")
    until(lambda: shown.text("#done") == "copied")
    same = f"JSON.stringify({functions}.map((one, at) => one === kept[at]).filter((one) => !one))"
    assert shown.call("evaluate", expression=same, unsafe=True)["result"] == "[]"
    ours = f"{functions}.filter((one) => one.name && !('prototype' in one))"
    keys = f"JSON.stringify({ours}.map((one) => Reflect.ownKeys(one).sort().join()))"  # Firefox makes them when asked
    assert set(json.loads(shown.call("evaluate", expression=keys, unsafe=True)["result"])) == {"length,name"}
    wrong = "navigator.clipboard.writeText().catch((thrown) => thrown.name + ' ' + thrown.message)"
    native = "open.call.bind(Clipboard.prototype.writeText)({}).catch((thrown) => thrown.name)"
    assert "TypeError" in shown.call("evaluate", expression=wrong, unsafe=True)["result"]
    assert shown.call("evaluate", expression=native, unsafe=True)["result"] == "TypeError"
    shown.call("evaluate", expression="document.querySelector('#write-text').focus()", unsafe=True)
    stacks = (
        "navigator.clipboard.write({ get [Symbol.iterator]() { window.stack = new Error().stack } }).catch(() => stack)"
    )
    assert "resource:" not in str(shown.call("evaluate", expression=stacks, unsafe=True)["result"])


@pytest.fixture
def pressed(page: Page) -> Page:
    """A page that does what it is asked for with the press of a button."""
    page.open("copies.html")
    return page


def with_press(page: Page, expression: str) -> Any:
    """What comes of the page's own code, in a handler of a press."""
    page.call("evaluate", expression=f"wanted = {json.dumps(expression)}; $('told').textContent = ''; 1", unsafe=True)
    page.call("click", target="#go")
    until(lambda: page.text("#told"))
    return json.loads(page.text("#told"))


WRITE = "Clipboard.prototype.writeText.call(navigator.clipboard, "
COPY = "Document.prototype.execCommand.call(document, "
COPIES = {
    "navigator.clipboard.writeText(42)": "42",
    "navigator.clipboard.writeText({ toString: () => 'an object' })": "an object",
    "navigator.clipboard.writeText(null)": "null",
    "near.navigator.clipboard.writeText('of a frame')": "of a frame",
    f"near.{WRITE}'by a frame')": "by a frame",
    f"fresh().{WRITE}'by a new frame')": "by a new frame",
    "navigator.clipboard.write(new Set([item('text/plain', 'of a set')]))": "of a set",
    "navigator.clipboard.write([item('text/plain', Promise.resolve('promised'))])": "promised",
    "select(); document.execCommand({ toString: () => 'COPY' })": "field text",
    f"pick('words'); near.{COPY}'copy')": "Some words",
    "pick('rich'); document.execCommand('cut')": "rich text",
}


def test_whatever_a_page_copies_with_a_press_is_the_agents(pressed: Page) -> None:
    write(pressed, "before", system=True)
    for expression, text in COPIES.items():
        assert with_press(pressed, expression) in (True, "done"), expression
        until(lambda text=text: held(pressed)["text"] == text)  # type: ignore[misc]
    far = pressed.origin.replace("127.0.0.1", "localhost")
    frame = f"<iframe id=far src={far}/copies-frame.html></iframe>"
    pressed.call("evaluate", expression=f"document.body.insertAdjacentHTML('beforeend', '{frame}')", unsafe=True)
    pressed.call("click", target="#ask")
    until(lambda: held(pressed)["text"] == "asked by a frame")
    assert held(pressed, system=True)["text"] == "before"


# As Firefox's own functions have it, called in a document that an action of clz was in.
ALIKE = {
    "navigator.clipboard.writeText().catch(problem)": (
        "TypeError TypeError: Clipboard.writeText: At least 1 argument required, but only 0 passed"
    ),
    "navigator.clipboard.writeText(Symbol('a')).catch(problem)": (
        "TypeError TypeError: can't convert symbol to string"
    ),
    "navigator.clipboard.writeText({ toString() { throw mine = new RangeError('mine') } }).catch((e) => e === mine)": (
        True
    ),
    "navigator.clipboard.write([]).then(() => 'nothing')": "nothing",
    "navigator.clipboard.write([{}]).catch(problem)": (
        "TypeError TypeError: Clipboard.write: Element of argument 1 does not implement interface ClipboardItem."
    ),
    "navigator.clipboard.write({ get [Symbol.iterator]() { throw mine = Object(1) } }).catch((e) => e === mine)": True,
    "navigator.clipboard.write([1, 2].map((at) => item('text/plain', `${at}`))).catch(problem)": (
        "DOMException NotAllowedError: Clipboard write is only supported with one ClipboardItem at the moment"
    ),
    "navigator.clipboard.write([item('text/other', 'x')]).catch(problem)": (
        "DOMException NotAllowedError: Type 'text/other' not supported for write"
    ),
    "navigator.clipboard.write([item('text/plain', Promise.reject(5))]).catch(problem)": (
        "DOMException DataError: Data provided to an operation does not meet requirements"
    ),
    "navigator.clipboard.write([item('image/png', new Blob(['x'], { type: 'image/png' }))]).catch(problem)": (
        "DOMException DataError: Unable to decode blob for 'image/png' as image."
    ),
    "told = []; [select(), document.execCommand({ toString: () => told.push('name') && 'copy' }, false,"
    " { toString: () => told.push('value') }), ...told].slice(1)": [True, "name", "value"],
    "select(); document.execCommand('copy', false, Symbol('a'))": (
        "TypeError TypeError: can't convert symbol to string"
    ),
    "select(); document.execCommand('copy', true)": False,
    "getSelection().removeAllRanges(); $('field').blur(); ['copy', 'cut'].map((name) => document.execCommand(name))": [
        True,
        False,
    ],
    "$('word').select(); document.execCommand('copy')": False,
    "inner = []; document.oncopy = () => inner.push(document.execCommand('copy')); select();"
    " [document.execCommand('copy'), ...inner, document.oncopy = null].slice(0, 2)": [True, False],
    "document.oncopy = (event) => event.preventDefault(); [document.execCommand('copy'), document.oncopy = null][0]": (
        True
    ),
    "said = []; for (const type of ['beforeinput', 'input', 'cut'])"
    " $('rich').addEventListener(type, (event) => said.push([type, event.inputType, event.isTrusted]));"
    " $('rich').textContent = 'x'; pick('rich'); document.execCommand('cut'); said": [
        ["cut", None, True],
        ["input", "deleteByCut", True],
    ],
}


def test_what_firefox_refuses_a_page_is_refused_alike(pressed: Page) -> None:
    for expression, outcome in ALIKE.items():
        assert with_press(pressed, expression) == outcome, expression


def test_a_page_reads_what_it_has_copied_as_firefox_gives_it(pressed: Page) -> None:
    markup = "<b>rich</b><script>1</script>"
    parts = f"new ClipboardItem({{ 'text/plain': 'rich', 'text/html': {json.dumps(markup)} }})"
    read = (
        f"navigator.clipboard.write([{parts}]).then(() => navigator.clipboard.read()).then(async (all) =>"
        " [all instanceof Array, all[0] instanceof ClipboardItem, all[0].types,"
        " await (await all[0].getType('text/html')).text()])"
    )
    whole = "<html><head></head><body><b>rich</b></body></html>"
    assert with_press(pressed, read) == [True, True, ["text/html", "text/plain"], whole]


def test_a_cut_by_keys_is_said_as_firefox_says_it(build: str, pressed: Page) -> None:
    listen = (
        "said = []; for (const type of ['beforeinput', 'input', 'cut'])"
        " $('field').addEventListener(type, (event) => said.push(`${type} ${event.inputType}`)); 1"
    )
    pressed.call("evaluate", expression=listen, unsafe=True)
    pressed.call("pressKey", key="Control+a", target="#field")
    pressed.call("pressKey", key="Control+x")
    said = pressed.call("evaluate", expression="said.join()", unsafe=True)["result"]
    if build == "managed":
        assert said == "cut undefined,beforeinput deleteByCut,input deleteByCut"
    assert value(pressed, "#field") == ""
