"""The person at Firefox: what clz must not be able to do itself, done through Marionette, Firefox's own remote control.

Protocol: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from clz_core.client import session
from clz_core.config.paths import SessionPaths, private_dir, write_private
from clz_core.contract.errors import NotConnected
from clz_native.firefox.profile import profile_dir
from tests.support.browsers import Browser, browser_home
from tests.support.waiting import until

# Any free port. Marionette's own adjustments would change the Firefox under test.
PREFERENCES = """
user_pref("marionette.port", 0);
user_pref("remote.prefs.recommended", false);
"""


class Person:
    """Someone with a hand in Firefox itself."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._stream = self._socket.makefile("rb")
        self._last = 0
        self._read()  # the greeting
        self._ask("WebDriver:NewSession", {"strictFileInteractability": False, "unhandledPromptBehavior": "ignore"})
        self._ask("Marionette:SetContext", {"value": "chrome"})

    def does(self, script: str, *arguments: Any) -> Any:
        """Run a script with the browser's own rights; `window` is its main window. A promise is waited for."""
        body = f"const [...args] = arguments; return (async () => {{ {script} }})();"
        answer = self._ask("WebDriver:ExecuteScript", {"script": body, "args": list(arguments)})
        return answer.get("value")

    def tab_ids(self) -> list[int]:
        """Every tab of every window, by the ids that extensions know them by."""
        return list(self.does(f"{TRACKER} return allTabs().map((tab) => tabTracker.getId(tab));"))

    def opens(self, url: str) -> int:
        """A tab that the person opens in the window they use."""
        script = f"""{TRACKER}
            const win = Services.wm.getMostRecentWindow("navigator:browser");
            const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
            return tabTracker.getId(win.gBrowser.addTab(args[0], {{ triggeringPrincipal }}));
        """
        return int(self.does(script, url))

    def opens_window(self) -> None:
        """Go on in a window of the person's own."""
        opened = self._ask("WebDriver:NewWindow", {"type": "window", "focus": True})
        self._ask("WebDriver:SwitchToWindow", {"handle": opened["handle"], "focus": True})

    def closes(self, *tabs: int) -> None:
        script = "for (const id of args) { const t = tabOf(id); t.documentGlobal.gBrowser.removeTab(t); }"
        self.does(TRACKER + script, *tabs)

    def presses(self, key: str) -> None:
        """A key on the keyboard, for what has the focus (values: https://www.w3.org/TR/webdriver2/#keyboard-actions)."""
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._ask("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})

    def sits_at(self, url: str) -> Hands:
        """Go to the tab that shows an address, with mouse and keyboard."""
        self._ask("Marionette:SetContext", {"value": "content"})
        for handle in self._ask("WebDriver:GetWindowHandles", {}):
            self._ask("WebDriver:SwitchToWindow", {"handle": handle, "focus": True})
            if self._ask("WebDriver:GetCurrentURL", {})["value"] == url:
                return Hands(self._ask)
        raise AssertionError(f"no tab shows {url}")

    def stands_up(self) -> None:
        """Leave the page for Firefox itself."""
        self._ask("Marionette:SetContext", {"value": "chrome"})

    def sees_overlay(self, tab: int) -> tuple[bool, bool]:
        """Whether the watermark, and whether a glow is on a tab: in all that Firefox draws there, not in the page."""
        watermark, glow = self.does(TRACKER + OVERLAY, tab)
        return bool(watermark), bool(glow)

    def in_own_page(self, script: str, *arguments: Any) -> Any:
        """Run a script in a page of the extension itself, such as its popup; `browser` is there."""
        return self.does(OWN_PAGE, script, list(arguments))

    def close(self) -> None:
        try:
            self._ask("WebDriver:DeleteSession", {})
        except (OSError, ValueError):
            pass  # Firefox is gone already
        self._stream.close()
        self._socket.close()

    def _ask(self, command: str, params: dict[str, Any]) -> Any:
        self._last += 1
        body = json.dumps([0, self._last, command, params])
        self._socket.sendall(f"{len(body.encode())}:{body}".encode())
        _, number, problem, result = self._read()
        assert number == self._last
        assert problem is None, problem
        return result if isinstance(result, list) else dict(result or {})

    def _read(self) -> Any:
        size = b""
        while (char := self._stream.read(1)) != b":":
            if not char:
                raise OSError("Firefox closed the connection")
            size += char
        return json.loads(self._stream.read(int(size)))


class Hands:
    """Mouse and keyboard on a page: what comes of them is the browser's own.

    https://www.w3.org/TR/webdriver2/#actions
    """

    def __init__(self, ask: Callable[[str, dict[str, Any]], Any]) -> None:
        self._ask = ask

    def clicks(self, css: str, times: int = 1, button: int = 0) -> None:
        strokes = [{"type": kind, "button": button} for kind in ("pointerDown", "pointerUp")]
        self._moves(self._to(css), *strokes * times)

    def hovers(self, css: str) -> None:
        self._moves(self._to(css))

    def drags(self, css: str, to: str) -> None:
        steps = [self._to(to, x=offset) for offset in (-2, 0, 1)]
        self._moves(
            self._to(css),
            {"type": "pointerDown", "button": 0},
            self._to(css, x=8),
            *steps,
            {"type": "pointerUp", "button": 0},
        )

    def types(self, text: str) -> None:
        strokes = [{"type": kind, "value": char} for char in text for kind in ("keyDown", "keyUp")]
        self._keys(*strokes)

    def presses(self, *keys: str) -> None:
        """Keys by WebDriver's values, together."""
        down = [{"type": "keyDown", "value": key} for key in keys]
        self._keys(*down, *({"type": "keyUp", "value": key} for key in reversed(keys)))

    def chooses(self, css: str, *names: str) -> None:
        """Files of these names, in a field for them."""
        params = {"script": CHOOSE, "args": [self._element(css), list(names)], "sandbox": "system"}
        self._ask("WebDriver:ExecuteScript", params)

    def is_filled_in(self, css: str, text: str) -> None:
        """What Firefox fills in by itself, such as a password that it keeps."""
        script = "arguments[0].setUserInput(arguments[1]);"
        params = {"script": script, "args": [self._element(css), text], "sandbox": "system"}
        self._ask("WebDriver:ExecuteScript", params)

    def runs(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page, to look what became of it."""
        return self._ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)}).get("value")

    @contextmanager
    def inside(self, css: str) -> Iterator[None]:
        """In a frame of the page."""
        self._ask("WebDriver:SwitchToFrame", {"element": self._element(css)[ELEMENT]})
        yield
        self._ask("WebDriver:SwitchToParentFrame", {})

    def _element(self, css: str) -> dict[str, str]:
        return dict(self._ask("WebDriver:FindElement", {"using": "css selector", "value": css})["value"])

    def _to(self, css: str, x: int = 0) -> dict[str, Any]:
        element = self._element(css)
        self._ask("WebDriver:ExecuteScript", {"script": SCROLL, "args": [element]})
        return {"type": "pointerMove", "origin": element, "x": x, "y": 0, "duration": 20}

    def _moves(self, *actions: dict[str, Any]) -> None:
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}
        self._ask("WebDriver:PerformActions", {"actions": [mouse]})

    def _keys(self, *actions: dict[str, Any]) -> None:
        self._ask("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": list(actions)}]})


ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# What Firefox does once its own dialog is closed.
CHOOSE = """
const [field, names] = arguments;
const { File, Event } = field.ownerDocument.defaultView;
field.mozSetFileArray(names.map((name) => new File(["x"], name)));
for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
"""
SCROLL = "arguments[0].scrollIntoView({ block: 'nearest' });"


TRACKER = """
const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
const { tabTracker } = ExtensionParent.apiManager.global;
const allTabs = () => [...Services.wm.getEnumerator("navigator:browser")].flatMap((win) => [...win.gBrowser.tabs]);
const tabOf = (id) => tabTracker.getTab(id);
const extension = WebExtensionPolicy.getByID("clz@claudezilla.local").extension;
"""

# Pixels that are about as violet as the overlay, in the lower right corner and elsewhere.
OVERLAY = """
const { linkedBrowser } = tabOf(args[0]);
const image = await linkedBrowser.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, "white");
const { width, height } = image;
const canvas = new OffscreenCanvas(width, height).getContext("2d");
canvas.drawImage(image, 0, 0);
const { data } = canvas.getImageData(0, 0, width, height);
let [inCorner, elsewhere] = [0, 0];
for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) {
  const at = 4 * (y * width + x);
  const off = Math.abs(data[at] - 123) + Math.abs(data[at + 1] - 47) + Math.abs(data[at + 2] - 247);
  if (off >= 160) continue;
  if (x > width - 60 && y > height - 40) inCorner += 1;
  else elsewhere += 1;
}
return [inCorner > 40, elsewhere > 40];
"""


CONTAINERS = """
const { ContextualIdentityService } = Services.wm.getMostRecentWindow("navigator:browser");
return ContextualIdentityService.getPublicIdentities().map(({ name }) => name).filter((name) => /^clz /.test(name));
"""

# Runs `script` with `values` in the document of `target`, a browser element that shows a page of the extension.
RUN = """
const messages = target.messageManager;
const answered = new Promise((resolve) => {
  messages.addMessageListener("clz-test", function heard({ data }) {
    messages.removeMessageListener("clz-test", heard);
    resolve(data);
  });
});
const run = (script, values) => {
  const { browser } = content.wrappedJSObject;
  const sandbox = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
  const work = Cu.evalInSandbox(`(async (browser, args) => { ${script} })`, sandbox);
  const plain = (value) => JSON.parse(JSON.stringify(value ?? null));
  work(browser, Cu.cloneInto(values, content)).then(
    (value) => sendAsyncMessage("clz-test", { value: plain(value) }),
    (thrown) => sendAsyncMessage("clz-test", { thrown: String(thrown) }),
  );
};
const call = `(${run})(${JSON.stringify(script)}, ${JSON.stringify(values)})`;
messages.loadFrameScript("data:," + encodeURIComponent(call), false);
const { value, thrown } = await answered;
"""

OWN_PAGE = f"""{TRACKER}
const [script, values] = args;
const win = Services.wm.getMostRecentWindow("navigator:browser");
const url = extension.baseURI.resolve("icons/clz.svg");
const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
const tab = win.gBrowser.addTab(url, {{ triggeringPrincipal }});
const target = tab.linkedBrowser;
await new Promise((done) => {{
  const listener = {{
    onStateChange(browser, progress, request, flags) {{
      const over = flags & Ci.nsIWebProgressListener.STATE_STOP;
      if (browser !== target || !over || browser.currentURI.spec !== url) return;
      win.gBrowser.removeTabsProgressListener(listener);
      done();
    }},
  }};
  win.gBrowser.addTabsProgressListener(listener);
}});
{RUN}
win.gBrowser.removeTab(tab);
if (thrown) throw new Error(thrown);
return value;
"""


@contextmanager
def watched_firefox(**env: str) -> Iterator[tuple[Browser, Person]]:
    """A Firefox of clz's, with a person at it."""
    with browser_home(env.get("CLZ_BUILD", "managed"), PREFERENCES) as browser, sits_down(browser, **env) as person:
        yield browser, person


@contextmanager
def sits_down(browser: Browser, *words: str, **env: str) -> Iterator[Person]:
    """Start Firefox again in the home of `watched_firefox`, with a person at it and these options."""
    port = profile_dir("default") / "MarionetteActivePort"
    port.unlink(missing_ok=True)
    styles = profile_dir("default") / "chrome" / "userChrome.css"
    private_dir(styles.parent)
    write_private(styles, "/* A person's own: they see the toolbars. */\n")
    browser.start(*words, MOZ_MARIONETTE="1", MOZ_REMOTE_ALLOW_SYSTEM_ACCESS="1", **env)
    person = Person(int(until(lambda: port.read_text().strip() if port.exists() else "")))
    try:
        yield person
    finally:
        person.close()


def restart_host_without(person: Person, *variables: str) -> None:
    """Take variables from Firefox's environment for good, and have its host start again unless none was set."""
    paths = SessionPaths("default")
    unset = "return args.filter((name) => Services.env.get(name) && (Services.env.set(name, ''), true))"
    if not person.does(unset, *variables):
        return
    host = session.read(paths).pid
    os.kill(host, signal.SIGTERM)

    def is_another() -> bool:
        with suppress(NotConnected):
            return session.read(paths).pid != host
        return False

    until(is_another, 20)
