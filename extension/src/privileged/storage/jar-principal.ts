// Whom Firefox keeps things for: an origin in a container, and the documents that are of it.

/** Number 0 is Firefox's own jar. */
export function principalOf(userContextId: number, origin: string): GeckoPrincipal {
  return Services.scriptSecurityManager.createContentPrincipal(Services.io.newURI(origin), { userContextId });
}

/** The documents of a tab. */
export function documentsIn(browsingContext: GeckoBrowsingContext): GeckoWindowGlobal[] {
  return browsingContext
    .getAllBrowsingContextsInSubtree()
    .flatMap(({ currentWindowGlobal }) => currentWindowGlobal ?? []);
}
