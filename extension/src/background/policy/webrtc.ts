// WebRTC: pages of agents that a policy holds have no WebRTC, whose packets pass every listener of an extension.
//
// Firefox can switch it off for all tabs only, which it is in clz's own Firefox. In a person's it is taken out of the
// pages by a script that runs before their own, in every frame, those without an address too: there a page could fetch
// it back. Scripts are registered by site, not by tab, and before the first document of the site is let in. A tab of
// the person's on the same site gives it back as soon as it has heard who owns it.

/** More sites than agents have open; the one that was asked for longest ago goes. */
const MAX_SITES = 200;

export class WebRtcPolicy {
  readonly #sites = new Map<string, Promise<browser.contentScripts.RegisteredContentScript>>();

  /** Resolves when no document of the site can be without the script. */
  async closeIn(url: string): Promise<void> {
    const { protocol = "", hostname = "" } = URL.parse(url) ?? {};
    if (!/^https?:$/.test(protocol)) return;
    const pattern = `${protocol}//${hostname}/*`;
    const script =
      this.#sites.get(pattern) ??
      browser.contentScripts.register({
        matches: [pattern],
        js: [{ file: "/peers.js" }],
        runAt: "document_start",
        allFrames: true,
        matchOriginAsFallback: true,
      });
    this.#sites.delete(pattern);
    this.#sites.set(pattern, script);
    const [first] = this.#sites.keys();
    if (this.#sites.size > MAX_SITES && first !== undefined) this.#open(first);
    await script;
  }

  forgetAll(): void {
    for (const pattern of [...this.#sites.keys()]) this.#open(pattern);
  }

  #open(pattern: string): void {
    void this.#sites.get(pattern)?.then(
      (script) => script.unregister(),
      () => undefined,
    );
    this.#sites.delete(pattern);
  }
}
