// Source maps: where in the files that people wrote a script of a page has said something, or failed. They are looked for
// when messages are read, and only for what is shown. Script and map are asked for as `clz request` does, each redirect
// held against the policy of the agent; cookies go only to the site of the document that the message is of, which could
// send them there itself. Pages are not asked for a second time. Whatever goes wrong leaves a message as it is.

import { LIMITS } from "../../../generated/registry";
import type { Said, ScriptAt } from "../../../shared/messages";
import type { AskedRequest, FetchedResponse } from "../../../shared/privileged";
import { redactUrl } from "../../../shared/secrets/redact";
import { withoutFragment } from "../../../shared/text/glob";
import { within, type CommandContext } from "../../command-context";
import { privileged } from "../../privileged/api";
import { TabMap } from "../../scopes";
import type { NetworkLog } from "../network-log";
import { headerOf } from "../routes/answers";
import { followed } from "../routes/choices";
import type { Asked, Place } from "./worker";

/** As Firefox writes one line of a stack; what is evaluated has no address of its own. */
const FRAME = /^([^@\n]*@)((https?:\/\/\S+):(\d+):(\d+))$/gm;
const NAMES_IT = "sourceMappingURL=";

const MAX_REDIRECTS = 5;
const AT_ONCE = 4;
/** Scripts to be loaded, and places, of what is read at once. */
const MAX_SCRIPTS = 20;
const MAX_PLACES = 2_000;
/** Of one tab. */
const MAX_KEPT = 100;
const MAX_KEPT_CHARS = 3 * LIMITS.maxSourceMapBytes;

/** The document is known by when it began. */
type Message = Pick<Said, "message" | "url" | "line" | "column"> & { frame: string; begun: number; source?: string };

interface ScriptPlace extends Place {
  url: string;
  /** All of it, as in a stack. */
  at: string;
}

/** Null if there is none. */
type SourceMap = Omit<Asked, "places"> | null;

interface Script {
  readonly url: string;
  readonly frame: string;
  /** Null until it is looked for. */
  map: Promise<SourceMap> | null;
  chars: number;
  /** What was found, null for nothing. */
  readonly sources: Map<string, string | null>;
}

export class SourceMaps {
  /** By document, as a later one may get another script, and address; those used last at the end. */
  readonly #scripts = new TabMap<Map<string, Script>>();

  constructor(
    private readonly check: (agent: string, url: string) => Promise<void>,
    private readonly log: NetworkLog,
  ) {}

  /** The messages with their places in the sources, in their stacks too, as far as these are found in time. */
  async traced<T extends Message>(messages: T[], context: CommandContext): Promise<T[]> {
    const wanted = new Map<Script, ScriptPlace[]>();
    let [fresh, left] = [0, MAX_PLACES];
    const newestFirst = messages.toReversed().map((message) => {
      const scripts = new Map<string, Script>();
      for (const place of placesOf(message)) {
        if ((left -= 1) < 0) break;
        const script = this.#script(message, place.url, context.tabId, fresh < MAX_SCRIPTS);
        if (!script) continue;
        if (script.map === null && !wanted.has(script)) fresh += 1;
        scripts.set(place.at, script);
        wanted.set(script, wanted.get(script) ?? []);
        wanted.get(script)?.push(place);
      }
      return { message, scripts };
    });
    if (wanted.size === 0) return messages;
    const waiting = wanted.entries();
    const look = async (): Promise<void> => {
      for (const [script, places] of waiting) await this.#find(script, places, context);
    };
    const deadline = context.deadline.halfway.atMost(LIMITS.sourceMapsMs);
    await within(deadline, Promise.all(Array.from({ length: AT_ONCE }, look)), context);
    return newestFirst.toReversed().map(({ message, scripts }) => withSources(message, scripts));
  }

  /** A place of a script in the sources; in the script as it was served, if that is not found. */
  async placeOf({ url, line, column, begun }: ScriptAt, frame: string, context: CommandContext): Promise<string> {
    const place: Message = { message: "", url, line, column, frame, begun };
    const [found] = await this.traced([place], context).catch(() => [place]);
    return found?.source ?? `${URL.parse(url)?.pathname ?? url}:${line} (as served)`;
  }

  /** Null for a page, and for one that is not known if there are to be no more. */
  #script({ begun, frame }: Message, url: string, tabId: number, hasRoom: boolean): Script | null {
    const scripts = this.#scripts.get(tabId) ?? new Map<string, Script>();
    const key = `${begun} ${url}`;
    const known = scripts.get(key);
    if (!known && (!hasRoom || this.#isPage(tabId, frame, url))) return null;
    const script: Script = known ?? { url, frame, map: null, chars: 0, sources: new Map() };
    scripts.delete(key);
    scripts.set(key, script);
    this.#scripts.set(tabId, scripts);
    let [count, chars] = [0, 0];
    for (const [one, { chars: its }] of [...scripts].reverse()) {
      count += 1;
      chars += its;
      if (count > MAX_KEPT || chars > MAX_KEPT_CHARS) scripts.delete(one);
    }
    return script;
  }

  #isPage(tabId: number, frame: string, url: string): boolean {
    if (withoutFragment(url) === withoutFragment(frame)) return true;
    const shown = redactUrl(url);
    return this.log.tally(tabId).requests.some((one) => one.url === shown && /^(?:document|frame)$/.test(one.type));
  }

  async #find(script: Script, places: ScriptPlace[], context: CommandContext): Promise<void> {
    script.map ??= Promise.race([this.#load(script, context).catch(() => null), late()]);
    const map = await script.map;
    script.chars = map?.map.length ?? 0;
    // What a command asked for that has ended may be there for the next one.
    if (context.signal.aborted) script.map = null;
    const unknown = places.filter(({ at }) => !script.sources.has(at));
    if (map === null || unknown.length === 0) return;
    const found = await lookedUp({ ...map, places: unknown });
    if (script.sources.size > MAX_PLACES) script.sources.clear();
    for (const [number, { at }] of unknown.entries()) script.sources.set(at, found[number] ?? null);
  }

  async #load({ frame, url }: Script, context: CommandContext): Promise<SourceMap> {
    const script = await this.#fetched(frame, url, context);
    const inHeader = headerOf(script.headers, "sourcemap") ?? headerOf(script.headers, "x-sourcemap");
    const named = inHeader ?? namedIn(script);
    if (named === null) return null;
    if (/^data:/i.test(named)) return { map: named, base: script.url };
    const map = await this.#fetched(frame, new URL(named, script.url).href, context);
    return { map: `data:application/json;base64,${map.body}`, base: map.url };
  }

  async #fetched(frame: string, url: string, context: CommandContext): Promise<FetchedResponse & { url: string }> {
    const asked = { url: withoutFragment(url), method: "GET", headers: [], body: null };
    const limits = { maxBytes: LIMITS.maxSourceMapBytes, maxMs: LIMITS.sourceMapsMs };
    const send = (one: AskedRequest): Promise<FetchedResponse> => {
      const isOwn = URL.parse(one.url)?.origin === URL.parse(frame)?.origin;
      return privileged.fetchIn(context.tabId, { ...one, anonymous: !isOwn });
    };
    const check = (one: string): Promise<void> => this.check(context.agent, one);
    const came = await followed({ ...asked, ...limits }, MAX_REDIRECTS, check, send, context);
    if (came.status !== 200) throw new Error(`the answer is ${came.status}`);
    return came;
  }
}

/** Its own place, and those in its stack. */
function placesOf({ message, url, line, column }: Message): ScriptPlace[] {
  const own = line !== null && /^https?:/.test(url) ? [[url, line, column ?? 1] as const] : [];
  const frames = [...message.matchAll(FRAME)].map(
    (found) => [found[3] ?? "", Number(found[4]), Number(found[5])] as const,
  );
  return [...own, ...frames].map(([its, row, at]) => ({ url: its, line: row, column: at, at: `${its}:${row}:${at}` }));
}

function withSources<T extends Message>(message: T, scripts: ReadonlyMap<string, Script>): T {
  const { url, line, column } = message;
  const found = (at: string): string | null | undefined => scripts.get(at)?.sources.get(at);
  // A rejection has no place but those in its stack.
  const own = line === null ? [...scripts.keys()] : [`${url}:${line}:${column ?? 1}`];
  const source = own.map(found).find(Boolean);
  const text = message.message.replace(FRAME, (_, name: string, at: string) => name + (found(at) ?? at));
  return { ...message, message: text, ...(source && { source }) };
}

function late(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, LIMITS.sourceMapsMs, null));
}

/** A map is read apart from everything else: it may be as large, and as wrong, as a page likes. */
async function lookedUp(asked: Asked): Promise<Array<string | null>> {
  const worker = new Worker("/source-maps.js");
  const found = new Promise<Array<string | null>>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Array<string | null>>) => resolve(data);
    worker.onerror = () => resolve([]);
  });
  worker.postMessage(asked);
  return Promise.race([found, late().then(() => [])]).finally(() => worker.terminate());
}

/** The map that a script names in its last such comment. */
function namedIn({ body }: FetchedResponse): string | null {
  const text = new TextDecoder().decode(Uint8Array.fromBase64(body));
  const at = text.lastIndexOf(NAMES_IT);
  if (!/\/[/*][#@][ \t]$/.test(text.slice(Math.max(0, at - 4), Math.max(0, at)))) return null;
  return text.slice(at + NAMES_IT.length).split(/[\s'"*]/, 1)[0] || null;
}
