// A page's line to the background script: the state as it changes, and what the person does.

import type { Fault } from "../shared/errors";
import { PANEL, type UserActionParams, type PanelState } from "../shared/panel";
import { find, setText } from "./dom";

/** Calls `show` with the state, now and whenever it changes. */
export function follow(show: (state: PanelState) => void): void {
  const port = browser.runtime.connect({ name: PANEL });
  port.onMessage.addListener((message) => show(message as PanelState));
}

/** Does it. What came of it is said in the page's status line, what went wrong in its alert. True if it was done. */
export async function act<K extends keyof UserActionParams>(
  name: K,
  params: UserActionParams[K],
  done: string,
): Promise<boolean> {
  const answer = (await browser.runtime.sendMessage({ clz: name, ...params })) as { ok: boolean; fault?: Fault };
  const problem = find("problem");
  problem.hidden = answer.ok;
  setText(problem, answer.fault ? sentence(answer.fault) : "");
  if (answer.ok) say(done);
  else problem.scrollIntoView({ block: "nearest" });
  return answer.ok;
}

/** For those who cannot see it happen. */
export function say(text: string): void {
  setText(find("status"), text);
}

export function sentence({ message, hint }: { message: string; hint: string }): string {
  const first = /[.!?]$/.test(message) ? message : `${message}.`;
  return hint ? `${first} ${hint}` : first;
}
