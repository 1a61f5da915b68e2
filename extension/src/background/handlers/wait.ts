// wait: for what one page shows, for all its frames, for an address, and for what the network still brings.

import type { Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import { matchesGlob } from "../../shared/text/glob";
import { waited, waitedWords } from "../../shared/waited";
import { pause, within, type Call } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { ContentScriptClient } from "../page/content-client";
import type { Navigation } from "../navigation/navigation";
import type { NetworkLog } from "../devtools/network-log";
import type { TabPool } from "../tabs/tab-pool";
import { privileged } from "../input/privileged-api";

type WaitFor = Commands["waitFor"];
type Params = WaitFor["params"];

const CONDITIONS = ["target", "text", "url", "load", "fn"] as const;

/** What is under way is looked at again after this long. */
const AGAIN_MS = 50;

export function waitHandlers(
  contentScripts: ContentScriptClient,
  navigation: Navigation,
  network: NetworkLog,
  pool: TabPool,
): Pick<Handlers, "waitFor"> {
  return { waitFor };

  async function waitFor(params: Params, call: Call): Promise<WaitFor["result"]> {
    check(params);
    const { target, text, url, load, fn, gone, hidden } = params;
    const end = Math.min(params.waitMs, call.left());
    if (url != null) {
      const arrived = await waitForAddress(params, url, navigation, call);
      if (target == null && text == null && load == null && fn == null) return arrived;
    }
    for (;;) {
      const left = (): number => Math.max(0, end - call.elapsed());
      if (load != null) await navigation.settled(call.tabId, call, left());
      const rest = { ...params, url: null } as unknown as Params;
      const { value, frameId } = await contentScripts.call(
        "waitFor",
        rest,
        left(),
        call,
        (spentMs) => noPage(params, spentMs),
        {
          helper: fn != null && privileged.available,
        },
      );
      const busy = (gone || hidden) && (await stillIn(frameId, params, left(), call));
      const underWay = load === "quiet" ? network.underWay(call.tabId, pool.actedAt(call.tabId)) : [];
      const done = { tabId: call.tabId, ...value, elapsed: Math.round(call.elapsed()) };
      if (!busy && underWay.length === 0) return done;
      if (left() <= 0) throw unfinished(params, underWay, value.url, call);
      await pause(AGAIN_MS, call);
    }
  }

  /** True if another frame still has what is to go; waits there until it goes. */
  async function stillIn(frameId: number, params: Params, ms: number, call: Call): Promise<boolean> {
    if (params.frame != null || params.target?.trim().startsWith("@")) return false;
    const { target, text } = params;
    const need = params.gone ? ("any" as const) : ("visible" as const);
    const what = target != null ? { target } : { text: text ?? "" };
    const having = await contentScripts.framesWith({ ...what, need, first: true, patient: false }, call);
    const [other] = having.filter((id) => id !== frameId);
    if (other === undefined) return false;
    const { target: _target, text: _text, load: _load, fn: _fn, url: _url, ...rest } = params;
    await contentScripts.inFrame(other, "waitFor", { ...rest, ...what }, ms, call);
    return true;
  }
}

function check(params: Params): void {
  const { target, text, gone, hidden } = params;
  if (CONDITIONS.every((name) => params[name] == null)) {
    const hint = ours`Give a target, --text, --url, --load or --fn.`;
    throw new CommandError("INVALID_PARAMS", ours`Say what to wait for`, {}, hint);
  }
  if ((gone || hidden) && target == null && text == null) {
    throw new CommandError(
      "INVALID_PARAMS",
      ours`Say what is to be gone`,
      {},
      ours`Give a target or --text with --gone.`,
    );
  }
}

function unfinished(params: Params, underWay: string[], url: string, call: Call): CommandError {
  const missing = underWay.length > 0 ? ["load"] : [params.gone ? "gone" : "hidden"];
  const what =
    underWay.length > 0 ? `${underWay.length} requests are under way` : `${params.target ?? params.text} is in a frame`;
  return new CommandError("TIMEOUT", `Still missing ${waitedWords(params.waitMs, call.elapsed())}: ${what}`, {
    missing,
    lookalikes: [],
    underWay,
    ...waited(params.waitMs, call.elapsed()),
    url,
  });
}

/** The error for a wait in which no page came that could be looked at. */
function noPage(params: WaitFor["params"], spentMs: number): CommandError {
  const missing = CONDITIONS.filter((name) => params[name] != null);
  const details = { missing, lookalikes: [], ...waited(params.waitMs, spentMs) };
  return new CommandError("TIMEOUT", ours`No page came in this time`, details);
}

/** An address alone is waited for without the page: it may be one that no script can enter. */
async function waitForAddress(
  { waitMs }: WaitFor["params"],
  glob: string,
  navigation: Navigation,
  call: Call,
): Promise<WaitFor["result"]> {
  const { tabId } = call;
  const end = Math.min(waitMs, call.left());
  for (;;) {
    const over = new AbortController();
    try {
      const moved = new Promise<void>((resolve) => {
        const told = ({ kind }: { kind: string }): void => {
          if (kind === "committed" || kind === "moved") resolve();
        };
        navigation.on(tabId, told, over.signal);
      });
      // The listener stands before the look: no move can slip through between the two.
      const tab = await call.race(browser.tabs.get(tabId));
      const url = tab.url ?? "";
      if (matchesGlob(url, glob)) return { found: true, elapsed: Math.round(call.elapsed()), tabId, url };
      const left = end - call.elapsed();
      if (left <= 0) {
        const details = {
          missing: ["url"],
          lookalikes: [],
          ...waited(waitMs, call.elapsed()),
          url,
          title: tab.title,
        };
        throw new CommandError(
          "TIMEOUT",
          `Still missing ${waitedWords(waitMs, call.elapsed())}: url ${glob}`,
          details,
          `The address is ${url}`,
        );
      }
      await within(left, moved, call);
    } finally {
      over.abort();
    }
  }
}
