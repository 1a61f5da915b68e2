"""The person at Firefox: what clz must not be able to do itself, done through Marionette, Firefox's own remote control.

Protocol: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from clz_native.firefox.profile import profile_dir
from tests.support.browsers import Browser, firefox, write_preferences
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

    def _ask(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        self._last += 1
        body = json.dumps([0, self._last, command, params])
        self._socket.sendall(f"{len(body.encode())}:{body}".encode())
        _, number, problem, result = self._read()
        assert number == self._last
        assert problem is None, problem
        return dict(result or {})

    def _read(self) -> Any:
        size = b""
        while (char := self._stream.read(1)) != b":":
            if not char:
                raise OSError("Firefox closed the connection")
            size += char
        return json.loads(self._stream.read(int(size)))


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
const { ContextualIdentityService } = ChromeUtils.importESModule(
  "resource://gre/modules/ContextualIdentityService.sys.mjs");
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
    with firefox("--not-started") as browser:
        write_preferences(PREFERENCES)
        with sits_down(browser, **env) as person:
            yield browser, person


@contextmanager
def sits_down(browser: Browser, **env: str) -> Iterator[Person]:
    """Start Firefox again in the home of `watched_firefox`, with a person at it."""
    port = profile_dir("default") / "MarionetteActivePort"
    port.unlink(missing_ok=True)
    done = browser.clz("browser", "start", MOZ_MARIONETTE="1", MOZ_REMOTE_ALLOW_SYSTEM_ACCESS="1", **env)
    assert done.returncode == 0, done.stderr
    person = Person(int(until(lambda: port.exists() and port.read_text().strip())))
    try:
        yield person
    finally:
        person.close()
