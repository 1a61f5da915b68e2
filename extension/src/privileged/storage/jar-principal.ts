// Whom Firefox keeps things for: an origin in a container.

/** Number 0 is Firefox's own jar. */
export function principalOf(userContextId: number, origin: string): GeckoPrincipal {
  return Services.scriptSecurityManager.createContentPrincipal(Services.io.newURI(origin), { userContextId });
}
