// Requests of an agent's own, with the cookies of a tab; what came last is kept with the tab, to be expected something of.

import { LIMITS, type Commands } from "../../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../../shared/errors";
import type { FetchedResponse } from "../../../shared/privileged";
import type { CommandContext } from "../../command-context";
import { privileged } from "../../privileged/api";
import { TabMap } from "../../scopes";
import { encodeText } from "../base64";
import { headerOf, parseHeader } from "./answers";
import { followed, shown } from "./choices";
import { partOf, textOf } from "./json-path";

/** Those of an answer that are named. */
const MOST_FIELDS = 20;

type Params = Commands["sendRequest"]["params"];

interface Came extends FetchedResponse {
  url: string;
}

export class SentRequests {
  readonly #last = new TabMap<Came>();

  /** Throws NEEDS_MANAGED, PAGE_LOAD_FAILED, EXPECTATION_FAILED, and what `check` throws of an address. */
  async send(
    params: Params,
    check: (url: string) => Promise<void>,
    context: CommandContext,
  ): Promise<Commands["sendRequest"]["result"]> {
    const { tabId } = context;
    if (!privileged.available) {
      const message = ownWords`In this Firefox no request can be sent with the cookies of a tab`;
      throw needsManaged(message, ownWords`From a page of the same site: clz eval --unsafe "fetch('/api')…"`);
    }
    const headers = (params.headers ?? []).map(parseHeader);
    const { body, type } = carried(params);
    if (type !== null && headerOf(headers, "content-type") === undefined)
      headers.push({ name: "Content-Type", value: type });
    const asked = {
      url: params.url,
      method: params.method.toUpperCase(),
      headers,
      body: body === null ? null : encodeText(body),
      maxBytes: LIMITS.maxFetchedBytes,
    };
    const came = await followed(asked, params.maxRedirects, check, (one) => privileged.fetchIn(tabId, one), context);
    this.#last.set(tabId, came);
    const saved = params.save?.map((one) => {
      const at = one.indexOf("=");
      return { name: one.slice(0, at), value: this.#saved(tabId, one.slice(at + 1)) };
    });
    return { url: came.url, ...shown(came), ...(saved && { saved }), tabId };
  }

  /** Throws INVALID_PARAMS if the tab has sent none. */
  last(tabId: number): Came {
    const came = this.#last.get(tabId);
    if (came) return came;
    const hint = ownWords`Send one first: clz request GET URL`;
    throw new CommandError("INVALID_PARAMS", ownWords`No request was sent with this tab`, { tabId }, hint);
  }

  /** The JSON that came last; undefined if it is none. */
  json(tabId: number): unknown {
    try {
      return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(this.last(tabId).body))) as unknown;
    } catch (thrown) {
      if (thrown instanceof SyntaxError) return undefined;
      throw thrown;
    }
  }

  #saved(tabId: number, path: string): string {
    const whole = this.json(tabId);
    const part = partOf(whole, path);
    if (part !== undefined) return textOf(part);
    const { url, status } = this.last(tabId);
    const message = `The answer has no ${path}: it is ${status}, with ${fieldsOf(whole)}`;
    const hint = ownWords`See the whole answer: leave out --save`;
    throw new CommandError("EXPECTATION_FAILED", message, { url, status, lookalikes: [] }, hint);
  }
}

/** What JSON holds, in words. */
export function fieldsOf(whole: unknown): string {
  if (whole === undefined) return "no JSON";
  if (Array.isArray(whole)) return `a list of ${whole.length}`;
  if (typeof whole !== "object" || whole === null) return typeof whole;
  return Object.keys(whole).slice(0, MOST_FIELDS).join(", ") || "no fields";
}

function carried({ json, body, form }: Params): { body: string | null; type: string | null } {
  if (json !== undefined) return { body: json, type: "application/json" };
  if (body !== undefined) return { body, type: "text/plain; charset=utf-8" };
  if (form === undefined) return { body: null, type: null };
  const fields = form.map((one): [string, string] => {
    const at = one.indexOf("=");
    return [one.slice(0, at), one.slice(at + 1)];
  });
  return { body: new URLSearchParams(fields).toString(), type: "application/x-www-form-urlencoded" };
}
