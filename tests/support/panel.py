"""The pages of clz itself as the person sees them: the popup, another of the extension in a tab, `clz show`.

Scripts run in the page itself. Keys and pictures are Firefox's own.
"""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.support.browsers import Browser
from tests.support.person import RUN, TRACKER, Person
from tests.support.scratch import CLZ
from tests.support.waiting import until

AXE = Path(__file__).resolve().parents[1] / "site/node_modules/axe-core/axe.min.js"

OPEN_POPUP = f"""{TRACKER}
const win = Services.wm.getMostRecentWindow("navigator:browser");
win.focus();
Services.prefs.setBoolPref("ui.popup.disable_autohide", true);
const {{ browserActionFor }} = ExtensionParent.apiManager.global;
await browserActionFor(extension).openPopup(win, true);
"""

CLOSE_POPUP = """
Services.prefs.clearUserPref("ui.popup.disable_autohide");
const target = popupOf();
if (target) target.closest("panel").hidePopup();
"""

POPUP = """
const popupOf = () => {
  const win = Services.wm.getMostRecentWindow("navigator:browser");
  const shows = (browser) => browser.currentURI.spec.endsWith("popup.html");
  const open = (browser) => shows(browser) && browser.closest("panel")?.state === "open";
  return [...win.document.querySelectorAll(".webextension-popup-browser")].find(open) ?? null;
};
"""

# Where `args[0]` is the number of a tab.
TAB = f"{TRACKER} const target = tabOf(args[0]).linkedBrowser; args.shift();"

DO = f"""
const [script, values] = args;
{RUN}
if (thrown) throw new Error(thrown);
return value;
"""

PRESS = """
const press = (key, shift) => {
  const { content } = this;
  const tip = Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor);
  tip.beginInputTransactionForTests(content);
  const codes = { Tab: 9, Enter: 13, Escape: 27, " ": 32, ArrowDown: 40 };
  const event = (name) => new content.KeyboardEvent("", { key: name, keyCode: codes[name] ?? 16 });
  if (shift) tip.keydown(event("Shift"));
  tip.keydown(event(key));
  tip.keyup(event(key));
  if (shift) tip.keyup(event("Shift"));
  sendAsyncMessage("clz-pressed");
};
const messages = target.messageManager;
const pressed = new Promise((done) => {
  messages.addMessageListener("clz-pressed", function heard() {
    messages.removeMessageListener("clz-pressed", heard);
    done();
  });
});
const call = `(${press}).call(this, ${JSON.stringify(args[0])}, ${args[1]})`;
messages.loadFrameScript("data:," + encodeURIComponent(call), false);
await pressed;
"""

SCHEME = "target.browsingContext.prefersColorSchemeOverride = args[0];"

PICTURE = """
const [scale, ground] = args;
const bitmap = await target.browsingContext.currentWindowGlobal.drawSnapshot(null, scale, ground);
const { width, height } = bitmap;
const context = new OffscreenCanvas(width, height).getContext("2d");
context.drawImage(bitmap, 0, 0);
const { data } = context.getImageData(0, 0, width, height);
// Flat colours pack best without a filter.
const encoder = Cc["@mozilla.org/image/encoder;2?type=image/png"].createInstance(Ci.imgIEncoder);
const how = "transparency=none;png-zlib-level=9;png-filter=no_filters";
encoder.initFromData(data, data.length, width, height, width * 4, encoder.INPUT_FORMAT_RGBA, how, null);
const stream = Cc["@mozilla.org/binaryinputstream;1"].createInstance(Ci.nsIBinaryInputStream);
stream.setInputStream(encoder);
return btoa(stream.readBytes(stream.available()));
"""

CHECK = """
const { violations } = await axe.run(document);
return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]));
"""


class OwnPage:
    """One page of the extension. `target` is a script that names the browser element it is in."""

    def __init__(self, person: Person, target: str, *values: Any) -> None:
        self._person = person
        self._target = target
        self._values = values
        until(lambda: self.does("return document.querySelector('main')?.hidden === false"))

    def does(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page; `browser` is there."""
        return self._chrome(DO, script, list(arguments))

    def presses(self, key: str, shift: bool = False) -> None:
        self._chrome(PRESS, key, shift)

    def is_left_by_escape(self) -> None:
        """The key as Firefox itself gets it: it is Firefox that closes the popup."""
        self._person.does(self._target + "target.focus();", *self._values)
        self._person.presses("\ue00c")
        until(lambda: self._person.does(POPUP + "return popupOf() === null"))

    def tabs_to(self, selector: str, shift: bool = False) -> None:
        """Go to an element as someone without a mouse does; one that cannot be reached fails."""
        for _ in range(80):
            self.presses("Tab", shift)
            if self.does("return document.activeElement.matches(args[0])", selector):
                assert self.does("return document.activeElement.matches(':focus-visible')")
                return
        raise AssertionError(f"{selector} cannot be reached by the keyboard")

    def clicks(self, selector: str) -> None:
        until(lambda: self.sees(selector))
        self.does("document.querySelector(args[0]).click()", selector)

    def text(self, selector: str = "body") -> str:
        """What can be read there, on one line."""
        script = "return document.querySelector(args[0])?.innerText ?? ''"
        return " ".join(str(self.does(script, selector)).split())

    def sees(self, selector: str) -> bool:
        return bool(self.does("return document.querySelector(args[0])?.checkVisibility() === true", selector))

    def in_colours(self, scheme: str) -> None:
        """`light` or `dark`."""
        self._chrome(SCHEME, scheme)
        query = f"return matchMedia('(prefers-color-scheme: {scheme})').matches"
        until(lambda: self.does(query))

    def violations(self) -> list[list[str]]:
        """What axe-core finds fault with (https://github.com/dequelabs/axe-core)."""
        return list(self.does(AXE.read_text("utf-8") + CHECK))

    def picture(self, path: Path, scale: float = 2) -> None:
        ground = self.does("return getComputedStyle(document.documentElement).backgroundColor")
        path.write_bytes(base64.b64decode(self._chrome(PICTURE, scale, ground)))

    def _chrome(self, script: str, *arguments: Any) -> Any:
        return self._person.does(self._target + script, *self._values, *arguments)


@contextmanager
def popup(person: Person) -> Iterator[OwnPage]:
    """The popup, opened over the window that the person uses."""
    person.does(OPEN_POPUP)
    try:
        until(lambda: person.does(POPUP + "return popupOf() !== null"))
        page = OwnPage(person, POPUP + "const target = popupOf();")
        # It is shown a moment before Firefox gives it the focus: keys would go to a page where nothing has it.
        until(lambda: page.does("return document.hasFocus()"))
        yield page
    finally:
        person.does(POPUP + CLOSE_POPUP)


@contextmanager
def own_page(person: Person, path: str) -> Iterator[OwnPage]:
    """A page of the extension in a tab in front."""
    script = f"""{TRACKER}
        const win = Services.wm.getMostRecentWindow("navigator:browser");
        const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
        const tab = win.gBrowser.addTab(extension.baseURI.resolve(args[0]), {{ triggeringPrincipal }});
        win.gBrowser.selectedTab = tab;
        return tabTracker.getId(tab);
    """
    tab = int(person.does(script, path))
    at = f"{TRACKER} return tabOf(args[0]).linkedBrowser.currentURI.spec.endsWith(args[1])"
    until(lambda: person.does(at, tab, path))
    try:
        yield OwnPage(person, TAB, tab)
    finally:
        person.closes(tab)


@contextmanager
def served(browser: Browser) -> Iterator[str]:
    """The address of `clz show` while a test runs."""
    process = subprocess.Popen(
        [*CLZ, "show", "--quiet"], env=browser.scratch.env, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.terminate()
    process.communicate(timeout=20)


@contextmanager
def answering(browser: Browser, answer: str) -> Iterator[dict[str, str]]:
    """Somebody at `clz show` who gives every question the same answer; gives what was asked, by id."""
    asked: dict[str, str] = {}

    def answers(address: str, lines: Iterator[str]) -> None:
        with suppress(httpx.HTTPError):  # the page ends with the test
            for line in lines:
                told = json.loads(line.removeprefix("data:")) if line.startswith("data:") else {}
                for one in told.get("questions", ()):
                    if one["id"] not in asked:
                        asked[one["id"]] = one["text"]
                        given = {"action": "answer", "whose": one["agent"], "question": one["id"], "text": answer}
                        httpx.post(f"{address}do", json=given, timeout=60)

    with (
        ThreadPoolExecutor(1) as threads,
        served(browser) as address,
        httpx.stream("GET", f"{address}events", timeout=60) as told,
    ):
        lines = told.iter_lines()
        next(lines)
        threads.submit(answers, address, lines)
        yield asked
