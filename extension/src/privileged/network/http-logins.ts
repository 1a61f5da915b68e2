// HTTP authentication: what Firefox remembers of the log-ins that servers took.

interface HttpAuthManager {
  clearAll(): void;
}

export function forgetHttpLogins(): void {
  const contract = Cc["@mozilla.org/network/http-auth-manager;1"];
  (contract?.getService(Ci.nsIHttpAuthManager) as HttpAuthManager | undefined)?.clearAll();
}
