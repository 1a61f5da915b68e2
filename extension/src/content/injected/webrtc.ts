// Takes WebRTC out of a page before its first script runs, as Firefox does where it is switched off; gives it back in a
// tab that no policy holds.

import type { PeersMessage } from "../../shared/messages";

const NAMES = ["RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection"];

take();

function take(): void {
  const page = window.wrappedJSObject as unknown as Record<string, unknown>;
  const taken = NAMES.flatMap((name) => {
    const property = Object.getOwnPropertyDescriptor(page, name);
    return property && delete page[name] ? [{ name, property }] : [];
  });
  if (taken.length === 0) return;
  const message: PeersMessage = { clz: "peers" };
  browser.runtime.sendMessage(message).then(
    (held) => {
      if (held === true) return;
      for (const { name, property } of taken) if (!(name in page)) Object.defineProperty(page, name, property);
    },
    () => undefined, // the background page is going down with the extension
  );
}
