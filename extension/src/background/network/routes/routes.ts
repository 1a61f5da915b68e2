// Routes: what becomes of the requests of an agent's tabs, before they reach a server.
//
// A route is its agent's, for all of its tabs or for one; of several that match, the newest decides. It goes with its
// agent, with its tab, or after a number of requests. Policy comes first: what a rule denies is cancelled here as well,
// whichever listener Firefox asks first, and a route whose right the person has taken away does nothing. Firefox is
// listened to only while there is a route.

import { LIMITS } from "../../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../../shared/errors";
import type { MockedResponse } from "../../../shared/privileged";
import { privileged } from "../../privileged/api";
import type { Navigation } from "../../navigation/navigation";
import type { RequestPolicy } from "../../policy/request-policy";
import type { Policy } from "../../policy/policy";
import { dataUrl, responseTo } from "./answers";
import type { Choice, HeldRequests } from "./held";
import type { RecordedRequest } from "./recording";
import type { OriginTrust } from "../../secrets/origin-trust";
import type { Requesters } from "../requesters";
import { describe, meansOf, type Change, type Means, type RouteOptions } from "./route-actions";
import { TYPES } from "../request-types";
import type { HeaderChange, Sending, SentHeaders } from "../conditions/sent-headers";
import { redactUrl } from "../../../shared/secrets/redact";
import { agentScope, tabScope } from "../../scopes";

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];
type Verdict = browser.webRequest.BlockingResponse;

interface Route extends RouteOptions {
  id: number;
  matched: number;
}

interface ListedRoute extends Pick<RouteOptions, "url" | "method" | "type" | "tabId" | "delayMs" | "left"> {
  id: number;
  does: string;
  by: Means;
  matched: number;
  off: string | null;
}

/** Actions by which headers may be changed. */
const CHANGES = new Set<string>(["change", "hold"]);

/** Actions by which the agent decides what comes. */
const ANSWERS = new Set<string>(["answer", "replay", "redirect"]);

/** Requests whose headers are to be changed, between the two moments at which Firefox asks. */
const MAX_CHANGING = 2_000;

/** When a style sheet that has come is parsed, with those that it imports. */
const PARSED_MS = 500;

const ALL = { urls: ["<all_urls>"] };

export class Routes {
  /** Of each agent, the newest first. */
  readonly #routes = new Map<string, Route[]>();
  readonly #changing = new Map<string, Change>();
  /** By agent, what one of its pages asked for and no route here can answer: its next command says so. */
  readonly #unanswered = new Map<string, CommandError>();
  #last = 0;
  #listening = false;
  #parsed: ReturnType<typeof setTimeout> | undefined;

  /** `record` is given each request of a tab that is to be recorded. */
  constructor(
    private readonly requesters: Requesters,
    private readonly policy: Policy,
    private readonly requestPolicy: RequestPolicy,
    private readonly navigation: Navigation,
    private readonly record: (details: Details) => void,
    private readonly sent: SentHeaders,
    private readonly trust: OriginTrust,
    private readonly held: HeldRequests,
  ) {
    agentScope.onEnd((agent) => {
      this.#unanswered.delete(agent);
      void this.#keep(agent, () => false);
    });
    tabScope.onEnd((tabId) => this.#endTab(tabId));
  }

  /** Resolves when it holds. Throws INVALID_PARAMS if the agent has too many. */
  async add(agent: string, options: RouteOptions): Promise<ListedRoute> {
    const own = this.#routes.get(agent) ?? [];
    if (own.length >= LIMITS.maxRoutes) {
      const hint = ownWords`Remove some: clz unroute ID, or clz unroute --all`;
      const message = ownWords`You have ${LIMITS.maxRoutes} routes, which is the maximum`;
      throw new CommandError("INVALID_PARAMS", message, {}, hint);
    }
    const bytes = [...own, options].reduce((sum, route) => sum + route.bytes, 0);
    if (bytes > LIMITS.maxRoutesBytes) {
      const most = ownWords`Your routes answer with more than ${LIMITS.maxRoutesBytes / 2 ** 20} MB`;
      throw new CommandError("REQUEST_TOO_LARGE", most, { bytes }, ownWords`Remove some: clz unroute ID`);
    }
    this.#last += 1;
    const route = { ...options, id: this.#last, matched: 0 };
    this.#routes.set(agent, [route, ...own]);
    await this.#refresh();
    return this.#listed(agent, route);
  }

  /** An agent's routes, the newest first. */
  list(agent: string): ListedRoute[] {
    return (this.#routes.get(agent) ?? []).map((route) => this.#listed(agent, route));
  }

  /** Removes one, or all of an agent's, or of a tab of its. Throws INVALID_PARAMS if there is not such a route. */
  async remove(
    agent: string,
    id: number | undefined,
    tabId: number | undefined,
  ): Promise<{ removed: number[]; left: number }> {
    const own = this.#routes.get(agent) ?? [];
    const isMeant = (route: Route) =>
      id === undefined ? tabId === undefined || route.tabId === tabId : route.id === id;
    const removed = own.filter(isMeant);
    if (id !== undefined && removed.length === 0) {
      const hint = ownWords`See those you have: clz route list`;
      throw new CommandError("INVALID_PARAMS", ownWords`You have no route ${id}`, { id }, hint);
    }
    await this.#keep(agent, (route) => !removed.includes(route));
    return { removed: removed.map((route) => route.id), left: own.length - removed.length };
  }

  /** Throws NEEDS_MANAGED, once, if a page asked for what a route could not answer. */
  checkAnswered(agent: string): void {
    const problem = this.#unanswered.get(agent);
    this.#unanswered.delete(agent);
    if (problem) throw problem;
  }

  #listed(agent: string, { id, url, action, method, type, tabId, delayMs, left, matched, rights }: Route): ListedRoute {
    const off = this.policy.withdrawal(agent, rights);
    const does = describe(action, delayMs);
    return { id, url, does, by: meansOf(action), method, type, tabId, delayMs, left, matched, off };
  }

  #endTab(tabId: number): void {
    for (const agent of [...this.#routes.keys()]) void this.#keep(agent, (route) => route.tabId !== tabId);
  }

  async #keep(agent: string, keeps: (route: Route) => boolean): Promise<void> {
    const own = this.#routes.get(agent);
    if (!own) return;
    const kept = own.filter(keeps);
    if (kept.length === own.length) return;
    if (kept.length > 0) this.#routes.set(agent, kept);
    else this.#routes.delete(agent);
    await this.#refresh();
  }

  /** Listens to what the routes need, and to nothing more. */
  #refresh(): Promise<void> {
    const { onBeforeRequest, onCompleted } = browser.webRequest;
    const all = [...this.#routes.values()].flat();
    this.#listenToHeaders();
    if (all.length > 0 !== this.#listening) {
      this.#listening = all.length > 0;
      if (this.#listening) {
        onBeforeRequest.addListener(this.#onRequest, ALL, ["blocking", "requestBody"]);
        onCompleted.addListener(this.#onStyleSheet, { ...ALL, types: ["stylesheet"] });
      } else {
        onBeforeRequest.removeListener(this.#onRequest);
        onCompleted.removeListener(this.#onStyleSheet);
      }
    }
    return privileged.clearResourceCache();
  }

  /** A route that was the last one may have changed a request which is still to be sent. */
  #listenToHeaders(): void {
    const changes = [...this.#routes.values()].flat().some(({ action }) => CHANGES.has(action.does));
    this.sent.use("routes", changes || this.#changing.size > 0 ? this.#onSending : null);
  }

  /** A page that has a style sheet already is given the one that any page of its process got last. */
  readonly #onStyleSheet = ({ url }: { url: string }): void => {
    if (![...this.#routes.values()].flat().some((route) => route.matchesUrl(url))) return;
    void privileged.clearResourceCache();
    // It is kept once it is parsed.
    clearTimeout(this.#parsed);
    this.#parsed = setTimeout(() => void privileged.clearResourceCache(), PARSED_MS);
  };

  readonly #onRequest = (details: Details): Verdict | Promise<Verdict> => {
    const agent = this.requesters.agentOf(details);
    if (agent instanceof Promise) return agent.then((found) => this.#decide(found, details));
    return this.#decide(agent, details);
  };

  #decide(agent: string | null, details: Details): Verdict | Promise<Verdict> {
    const own = agent === null ? undefined : this.#routes.get(agent);
    if (agent === null || !own) return {};
    if (details.tabId >= 0) return this.#route(own, agent, details);
    // A worker of the agent's container, or what a program asks a server itself for a request that it holds.
    return privileged.isFetch(details.requestId).then((its) => (its ? {} : this.#route(own, agent, details)));
  }

  #route(own: readonly Route[], agent: string, details: Details): Verdict | Promise<Verdict> {
    if (own.some((one) => recordsIn(one, details))) this.record(details);
    return this.#by(own, agent, details);
  }

  /** What the first of an agent's routes does that matches. */
  #by(own: readonly Route[], agent: string, details: Details): Verdict | Promise<Verdict> {
    const asked = this.held.met(details.requestId);
    const route = own.find(
      (one) =>
        !(asked && one.action.does === "hold") && matches(one, details) && !this.policy.withdrawal(agent, one.rights),
    );
    if (!route) return {};
    if (this.policy.refusal(agent, details.url, details.type)) return { cancel: true };
    route.matched += 1;
    if (ANSWERS.has(route.action.does)) this.trust.madeBy(agent, details);
    if (route.left !== null && (route.left -= 1) <= 0) void this.#keep(agent, (one) => one !== route);
    if (route.action.does === "hold") return this.#hold(route, route.action.holder, agent, details);
    if (route.delayMs <= 0) return this.#act(route, details, agent);
    return new Promise((resolve) => {
      const act = () => (this.policy.withdrawal(agent, route.rights) ? {} : this.#act(route, details, agent));
      setTimeout(() => resolve(act()), route.delayMs);
    });
  }

  /** Does what the program says that drives the page; what it leaves to others is for the routes before this one. */
  async #hold(route: Route, holder: string, agent: string, details: Details): Promise<Verdict> {
    const choice = await this.held.hold(agent, holder, route.id, details);
    if (this.policy.refusal(agent, details.url, details.type)) return { cancel: true };
    if (this.policy.withdrawal(agent, route.rights)) return {};
    const older = (this.#routes.get(agent) ?? []).filter(({ id }) => id < route.id);
    return choice.does === "pass" ? this.#by(older, agent, details) : this.#chosen(choice, agent, details, route.id);
  }

  async #chosen(
    choice: Exclude<Choice, { does: "pass" }>,
    agent: string,
    details: Details,
    route: number,
  ): Promise<Verdict> {
    switch (choice.does) {
      case "answer":
        this.trust.madeBy(agent, details);
        return this.#answer(details, responseTo(details, choice.answer));
      case "fail":
        // Some of these errors bring no page of Firefox's about them.
        this.#refuse(details, ownWords`The program that decides about this address makes it fail`, route);
        await privileged.failRequest(details.requestId, choice.error);
        return {};
      case "change":
        this.#change(details.requestId, choice);
        return {};
    }
  }

  #change(requestId: string, change: Change): void {
    this.#changing.set(requestId, change);
    for (const oldest of this.#changing.keys()) {
      if (this.#changing.size <= MAX_CHANGING) break;
      this.#changing.delete(oldest);
    }
    this.#listenToHeaders();
  }

  #act({ id, action }: Route, details: Details, agent: string): Verdict | Promise<Verdict> {
    const { requestId } = details;
    switch (action.does) {
      case "hold":
        return {};
      case "block":
        this.#refuse(details, ownWords`Route ${id} blocks this address`, id);
        return { cancel: true };
      case "fail":
        if (privileged.available) return failed(requestId);
        this.#refuse(details, ownWords`Route ${id} fails this address`, id);
        return { cancel: true };
      case "redirect":
        return { redirectUrl: action.url };
      case "answer":
        if (privileged.available) return this.#answer(details, responseTo(details, action.answer));
        // A page would get the origin of a data: address, and no page may read one in the place of another site's.
        if (!isDocument(details) && !isReadAcross(details)) return { redirectUrl: dataUrl(action.answer, details) };
        this.#refuse(details, ownWords`Route ${id} cannot answer a page in this Firefox`, id);
        if (!isDocument(details)) this.#unanswered.set(agent, notAnswered(details));
        return { cancel: true };
      case "replay": {
        const answer = action.recording.give(recorded(details));
        return answer ? this.#answer(details, responseTo(details, answer)) : failed(requestId, "NS_ERROR_FAILURE");
      }
      case "change":
        this.#change(requestId, action);
        return {};
    }
  }

  /** Firefox asks nobody about the headers of such an answer: for a page that is done here. */
  async #answer(details: Details, response: MockedResponse): Promise<Verdict> {
    const { requestId, tabId, url } = details;
    if (isDocument(details)) {
      const { responseHeaders = response.headers } = await this.requestPolicy.onAnswer({
        tabId,
        url,
        responseHeaders: response.headers,
      });
      response.headers = responseHeaders.map(({ name, value = "" }) => ({ name, value }));
    }
    await privileged.provideResponse(requestId, response);
    return {};
  }

  /** Tells a command that waits for a page that it will not come. */
  #refuse({ type, tabId, url }: Details, message: ReturnType<typeof ownWords>, id: number): void {
    if (type !== "main_frame") return;
    const hint = ownWords`Remove the route: clz unroute ${id}`;
    this.navigation.refuse(tabId, url, new CommandError("PAGE_LOAD_FAILED", message, { url, route: id }, hint));
  }

  readonly #onSending = ({ requestId }: Sending): HeaderChange | null => {
    const change = this.#changing.get(requestId) ?? null;
    if (this.#changing.delete(requestId)) this.#listenToHeaders();
    return change;
  };
}

function matches({ method, type, tabId, matchesUrl, action }: Route, details: Details): boolean {
  return (
    (tabId === null || tabId === details.tabId) &&
    (method === null || method === details.method) &&
    (type === null || type === (TYPES[details.type] ?? "other")) &&
    matchesUrl(details.url) &&
    // What a recording lacks is for older routes, and then for the server.
    !(action.does === "replay" && action.miss !== "fail" && !action.recording.has(details)) &&
    // What was redirected has arrived: it would be sent there for ever.
    !(action.does === "redirect" && action.url === details.url)
  );
}

/** True if what the recording lacks is recorded: with what it has, so that the next one has both. */
function recordsIn({ tabId, action }: Route, details: Details): boolean {
  return action.does === "replay" && action.miss === "record" && (tabId === null || tabId === details.tabId);
}

/** What was posted, as in recordings: the text, or a form's fields in the form of an address. */
function recorded({ method, url, requestBody }: Details): RecordedRequest {
  const { raw, formData } = requestBody ?? {};
  const fields = Object.entries(formData ?? {}).flatMap(([name, values]) =>
    (values as string[]).map((value): [string, string] => [name, value]),
  );
  const form = formData && new URLSearchParams(fields).toString();
  const parts = raw?.map(({ bytes }) => new TextDecoder().decode(bytes as ArrayBuffer | undefined));
  return { method, url, posted: form ?? parts?.join("") };
}

function isDocument({ type }: Details): boolean {
  return type === "main_frame" || type === "sub_frame" || type === "object";
}

/** True where a script of one site reads what another answers. */
function isReadAcross({ type, url, originUrl }: Details): boolean {
  return type === "xmlhttprequest" && URL.parse(originUrl ?? "")?.origin !== URL.parse(url)?.origin;
}

function notAnswered({ url }: Details): CommandError {
  const instead = ownWords`In this Firefox a route answers only what a page fetches from its own site; this request failed`;
  return needsManaged(`In this Firefox no route can answer for another site: ${redactUrl(url)}`, instead, { url });
}

async function failed(requestId: string, error = "NS_ERROR_CONNECTION_REFUSED"): Promise<Verdict> {
  await privileged.failRequest(requestId, error);
  return {};
}
