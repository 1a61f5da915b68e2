// What the pages of single tabs see of the world: their language, time zone, colours, place and permissions.
//
// Firefox has a word for each on the browsing context of a tab, as its developer tools and WebDriver use them; a page
// that needs another process gets another context, which is set up again. Permissions are kept by tab and origin: those
// of a page are there when its answer has come, before it is read.

import type { Overrides } from "../../shared/privileged";
import { EmulatedPlaces } from "./emulated-place";

/** Sent by the element of a tab when a page that needs another process gets one, and with it another context. */
const RENEWED = "XULFrameLoaderCreated";
/** When the headers of an answer are there: of its server, of the cache, of both, or of a service worker. */
const ANSWERED = [
  "http-on-examine-response",
  "http-on-examine-cached-response",
  "http-on-examine-merged-response",
  "service-worker-synthesized-response",
];
/** Longer than a Firefox lives: 20 days in milliseconds. */
const DISCARDED = "browsing-context-discarded";
const FOR_GOOD = 20 * 24 * 3_600_000;
const ACTIONS = { grant: 1, deny: 2, prompt: 3 };

interface Context extends GeckoBrowsingContext {
  prefersColorSchemeOverride: string;
  prefersReducedMotionOverride: string;
  forcedColorsOverride: string;
  mediumOverride: string;
  languageOverride: string;
  timezoneOverride: string;
  allowJavascript: boolean;
  setOrientationOverride(type: string, angle: number): void;
  resetOrientationOverride(): void;
}

interface Told {
  overrides: Overrides | null;
  /** Of the device that the tab is laid out for. */
  deviceAgent: string | null;
  /** By origin, those that have permissions now. */
  permitted: Map<string, GeckoPrincipal>;
}

interface DocumentChannel {
  isDocument: boolean;
  loadInfo: { browsingContext: GeckoBrowsingContext | null };
}

export class PageOverrides {
  readonly #tabs = new Map<GeckoBrowser, Told>();
  readonly #places: EmulatedPlaces;
  #observes = false;

  /** `modules` is where the actors' are. */
  constructor(modules: string) {
    this.#places = new EmulatedPlaces(modules);
  }

  /** Null gives the tab back what Firefox has. */
  async set(browser: GeckoBrowser, overrides: Overrides | null): Promise<void> {
    const told = this.#of(browser);
    this.#takeBack(browser, told);
    told.overrides = overrides;
    this.#keep(browser, told);
    this.#permit(browser, told, browser.contentPrincipal);
    await this.#places.set(browser, overrides?.place ?? null);
  }

  /** The user agent of the device that a tab is laid out for. */
  setDeviceAgent(browser: GeckoBrowser, agent: string | null): void {
    const told = this.#of(browser);
    told.deviceAgent = agent;
    this.#keep(browser, told);
  }

  inherit(browser: GeckoBrowser, opener: GeckoBrowser): void {
    const told = this.#tabs.get(opener);
    if (!told) return;
    this.setDeviceAgent(browser, told.deviceAgent);
    void this.set(browser, told.overrides);
  }

  begin(context: GeckoBrowsingContext, opener: GeckoBrowser): void {
    const told = this.#tabs.get(opener);
    if (told) tell(context, told);
  }

  stop(): void {
    for (const [browser, told] of [...this.#tabs]) {
      this.#takeBack(browser, told);
      if (browser.isConnected) this.#keep(browser, nothing());
    }
    this.#tabs.clear();
    this.#observe();
    this.#places.stop();
  }

  #of(browser: GeckoBrowser): Told {
    for (const known of this.#tabs.keys()) if (!known.isConnected) this.#tabs.delete(known);
    return this.#tabs.get(browser) ?? nothing();
  }

  #keep(browser: GeckoBrowser, told: Told): void {
    if (told.overrides ?? told.deviceAgent) {
      this.#tabs.set(browser, told);
      browser.addEventListener(RENEWED, this.#onRenewed);
    } else {
      this.#tabs.delete(browser);
      browser.removeEventListener(RENEWED, this.#onRenewed);
    }
    this.#observe();
    tell(browser.browsingContext, told);
  }

  readonly #onRenewed = (event: Event): void => {
    const browser = event.currentTarget as GeckoBrowser;
    const told = this.#tabs.get(browser);
    if (told) tell(browser.browsingContext, told);
  };

  /** Answers are looked at only while a tab has permissions of its own. */
  #observe(): void {
    const wants = [...this.#tabs.values()].some(({ overrides }) => overrides && hasPermissions(overrides));
    if (wants === this.#observes) return;
    this.#observes = wants;
    const change = wants ? "addObserver" : "removeObserver";
    for (const topic of ANSWERED) Services.obs[change](this.#onAnswer, topic);
    Services.obs[change](this.#onDiscarded, DISCARDED);
  }

  readonly #onAnswer = (subject: { QueryInterface(type: unknown): unknown }): void => {
    const channel = subject.QueryInterface(Ci["nsIChannel"]) as DocumentChannel;
    const context = channel.isDocument ? channel.loadInfo.browsingContext : null;
    if (!context || context !== context.top) return;
    for (const [browser, told] of this.#tabs) {
      if (browser.isConnected && browser.browsingContext.browserId === context.browserId)
        this.#permit(browser, told, Services.scriptSecurityManager.getChannelResultPrincipal(channel));
    }
  };

  /**
   * With a context that a tab had before, Firefox drops the permissions of the tab: they are said again. Its own observer
   * may come after this one. A page that is loaded again drops the context of the one before while its first script
   * runs, which may see none of them.
   */
  readonly #onDiscarded = (subject: unknown): void => {
    const { browserId } = subject as GeckoBrowsingContext;
    for (const [browser, told] of this.#tabs) {
      if (!browser.isConnected || browser.browsingContext.browserId !== browserId) continue;
      Services.tm.dispatchToMainThread(() => this.#permitAgain(browser, told));
    }
  };

  #permitAgain(browser: GeckoBrowser, told: Told): void {
    if (browser.isConnected) for (const principal of told.permitted.values()) this.#permit(browser, told, principal);
  }

  #permit(browser: GeckoBrowser, told: Told, principal: GeckoPrincipal): void {
    if (!told.overrides || !principal.isContentPrincipal) return;
    const { browserId } = browser.browsingContext;
    for (const [type, state] of Object.entries(told.overrides.permissions)) {
      Services.perms.addFromPrincipalForBrowser(principal, type, ACTIONS[state], browserId, FOR_GOOD);
    }
    told.permitted.set(principal.origin, principal);
  }

  #takeBack(browser: GeckoBrowser, told: Told): void {
    const types = Object.keys(told.overrides?.permissions ?? {});
    for (const principal of browser.isConnected ? told.permitted.values() : []) {
      for (const type of types)
        Services.perms.removeFromPrincipalForBrowser(principal, type, browser.browsingContext.browserId);
    }
    told.permitted.clear();
  }
}

function nothing(): Told {
  return { overrides: null, deviceAgent: null, permitted: new Map() };
}

function hasPermissions({ permissions }: Overrides): boolean {
  return Object.keys(permissions).length > 0;
}

/** `none` and the empty word are Firefox's for nothing. */
function tell(browsingContext: GeckoBrowsingContext, { overrides, deviceAgent }: Told): void {
  const context = browsingContext as Context;
  context.prefersColorSchemeOverride = overrides?.colorScheme ?? "none";
  context.prefersReducedMotionOverride = overrides?.reducedMotion ?? "none";
  context.forcedColorsOverride = overrides?.forcedColors ?? "none";
  context.mediumOverride = overrides?.media ?? "";
  context.languageOverride = overrides?.locale ?? "";
  context.timezoneOverride = overrides?.timezone ?? "";
  context.allowJavascript = overrides?.javascript !== "off";
  context.customUserAgent = overrides?.userAgent ?? deviceAgent ?? "";
  if (overrides?.orientation === "portrait") context.setOrientationOverride("portrait-primary", 0);
  else if (overrides?.orientation === "landscape") context.setOrientationOverride("landscape-primary", 90);
  else context.resetOrientationOverride();
}
