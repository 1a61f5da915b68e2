// The connection to the host: its state, why it failed, and another try.

import type { PanelState } from "../shared/panel";
import { find, setAttribute, setText } from "./dom";
import { act, say, sentence } from "./link";

let was: boolean | null = null;

export function listenToRetry(): void {
  find("retry").addEventListener("click", () => void act("retry", {}, "Connecting"));
}

export function showConnection({ link }: PanelState): void {
  const state = find("connection");
  setText(state, link.connected ? "Connected" : "Not connected");
  setAttribute(state, "data-state", link.connected ? "on" : "off");
  const offline = find("offline");
  // A button that goes away must not take the focus with it.
  if (link.connected && offline.contains(document.activeElement)) find("title").focus();
  offline.hidden = link.connected;
  setText(find("reason"), link.problem ? sentence(link.problem) : "The native host has not answered yet.");
  setText(find("next"), nextTry(link));
  if (was !== null && was !== link.connected) say(link.connected ? "Connected" : "The connection is lost");
  was = link.connected;
}

function nextTry({ nextTryMs, triesLeft }: PanelState["link"]): string {
  if (nextTryMs !== null) return `Trying again in ${Math.round(nextTryMs / 1_000)} s.`;
  return triesLeft > 0 ? "Connecting …" : "Gave up trying.";
}
