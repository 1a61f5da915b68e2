// Certificates that are not checked: those of the hosts that `clz browser start --accept-certs` names, and no others.
//
// Firefox accepts a bad certificate that was registered for a host and port. So whatever is about to go to such
// a host waits until its certificate was looked at: a document each time, as the server may have got another one, and
// the rest once. It goes on as it would have: what is looked at decides nothing but which certificate is let pass. What
// policy, routes or `network offline` keep from its server is not among it. All is gone with Firefox; so its cache, whose
// answers need no server, keeps none of these.
//
// Where HSTS holds Firefox lets none pass. What a host has once said itself, with a good certificate, is forgotten; what
// was said for all hosts of a domain, or comes with Firefox, is not ours to take back.

import type { CertificateError, RefusedCertificate } from "../../../shared/privileged";
import { observe } from "../../replaced";
import { system, type ChannelWrapper } from "../../system";
import { AcceptedHosts } from "./accepted-hosts";
import { certificateOf, isOwn, type ProxyInfo, type SecurityInfo } from "./server-certificate";

/** Who started this Firefox names the hosts in it, and itself in MANAGED. */
const HOSTS = "CLZ_ACCEPT_CERTS";
const MANAGED = "CLZ_MANAGED";
/** After all that may stop a request when it begins, before it connects. */
const CONNECTING = "http-on-before-connect";
const ENDED = "http-on-stop-request";
const HTTPS_PORT = 443;
/** Of errors of TLS and certificates: NS_ERROR_MODULE_SECURITY. */
const SECURITY_MODULE = 0x805a;
const ERRORS: Array<CertificateError | null> = [null, "untrusted", "wrong-host", "expired"];

interface Uri extends GeckoURI {
  /** Of IPv6 addresses without brackets. */
  readonly asciiHost: string;
  readonly port: number;
}

interface Channel {
  QueryInterface(iface: unknown): Channel;
  readonly URI: Uri;
  readonly status: number;
  loadFlags: number;
  readonly loadInfo: {
    readonly externalContentPolicyType: number;
    readonly originAttributes: object;
    readonly cookieJarSettings: { readonly partitionKey: string };
  };
  /** Of nsIIdentChannel. */
  readonly channelId: number;
  /** Of nsIProxiedChannel. */
  readonly proxyInfo: ProxyInfo | null;
  suspend(): void;
  resume(): void;
}

interface OverrideService {
  rememberValidityOverride(host: string, port: number, attributes: object, certificate: object, temporary: true): void;
  clearValidityOverride(host: string, port: number, attributes: object): void;
}

interface SiteSecurity {
  readonly ExactDomain: number;
  isSecureURI(uri: GeckoURI, attributes: object): boolean;
  resetState(uri: GeckoURI, attributes: object, scope: number): void;
}

interface ErrorsService {
  readonly ERROR_CLASS_BAD_CERT: number;
  getErrorClass(status: number): number;
}

function overrides(): OverrideService {
  return Cc["@mozilla.org/security/certoverride;1"]?.getService(Ci["nsICertOverrideService"]) as OverrideService;
}

function siteSecurity(): SiteSecurity {
  return Cc["@mozilla.org/ssservice;1"]?.getService(Ci["nsISiteSecurityService"]) as SiteSecurity;
}

function isCertificateError(status: number): boolean {
  const { "@mozilla.org/nss_errors_service;1": contract } = Cc;
  const errors = contract?.getService(Ci["nsINSSErrorsService"]) as ErrorsService;
  return isSecurityError(status) && errors.getErrorClass(status) === errors.ERROR_CLASS_BAD_CERT;
}

export class AcceptedCertificates {
  readonly #hosts = new AcceptedHosts(Services.env.get(MANAGED) === "" ? "" : Services.env.get(HOSTS));
  /** Looks under way, by host and port. */
  readonly #looks = new Map<string, Promise<void>>();
  /** By host and port whose certificate was looked at: whether it is bad. */
  readonly #known = new Map<string, boolean>();
  /** Hosts and ports where HSTS still holds. */
  readonly #held = new Set<string>();

  /** `goesOut` is false for a request that will not reach its server. */
  constructor(private readonly goesOut: (request: ChannelWrapper) => boolean) {}

  get isOn(): boolean {
    return !this.#hosts.isEmpty;
  }

  start(): () => void {
    if (!this.isOn) return () => undefined;
    const undo = [observe(this.#onConnecting, CONNECTING), observe(this.#onEnded, ENDED), () => this.#forget()];
    return () => undo.forEach((one) => one());
  }

  #forget(): void {
    for (const key of this.#known.keys()) {
      const [host = "", port] = key.split(" ");
      overrides().clearValidityOverride(host, Number(port), {});
    }
    this.#known.clear();
  }

  /** What is wrong with the certificate that a tab's page came with and that was let pass; null for nothing. */
  errorOf(browser: GeckoBrowser): CertificateError | null {
    const { STATE_CERT_USER_OVERRIDDEN } = Ci["nsIWebProgressListener"] as { STATE_CERT_USER_OVERRIDDEN: number };
    const { securityUI } = browser;
    if (!securityUI || (securityUI.state & STATE_CERT_USER_OVERRIDDEN) === 0) return null;
    return ERRORS[(securityUI.secInfo as SecurityInfo | null)?.overridableErrorCategory ?? 0] ?? "untrusted";
  }

  /** Why a certificate was not let pass, of an address that failed so; null if that was for something else. */
  refusalOf(url: string, status: number): RefusedCertificate | null {
    if (!isCertificateError(status)) return null;
    const uri = Services.io.newURI(url) as Uri;
    if (this.#held.has(keyOf(uri))) return "hsts";
    return this.#hosts.has(uri.asciiHost, portOf(uri)) ? null : "not-named";
  }

  readonly #onConnecting = (subject: Channel): void => {
    const channel = subject.QueryInterface(Ci["nsIHttpChannel"]);
    const { URI: uri } = channel;
    if (uri.scheme !== "https" || !this.#hosts.has(uri.asciiHost, portOf(uri))) return;
    if (isOwn(channel) || !this.goesOut(system.ChannelWrapper.get(subject))) return;
    channel.loadFlags |= (Ci["nsIRequest"] as { INHIBIT_PERSISTENT_CACHING: number }).INHIBIT_PERSISTENT_CACHING;
    const key = keyOf(uri);
    let look = this.#looks.get(key);
    if (!look) {
      if (this.#known.has(key) && !isDocument(channel)) return this.#liftHsts(channel);
      look = this.#look(channel).finally(() => this.#looks.delete(key));
      this.#looks.set(key, look);
    }
    channel.suspend();
    void look.then(() => this.#liftHsts(channel)).finally(() => channel.resume());
  };

  async #look(channel: Channel): Promise<void> {
    const { URI: uri, loadInfo } = channel;
    const [host, port] = [uri.asciiHost, portOf(uri)];
    const { proxyInfo: proxy } = channel.QueryInterface(Ci["nsIProxiedChannel"]);
    const seen = await certificateOf({ host, port, proxy });
    if (!seen) return;
    this.#known.set(keyOf(uri), seen.isBad);
    if (seen.isBad) overrides().rememberValidityOverride(host, port, loadInfo.originAttributes, seen.certificate, true);
  }

  #liftHsts({ URI: uri, loadInfo }: Channel): void {
    const key = keyOf(uri);
    this.#held.delete(key);
    if (!this.#known.get(key)) return;
    const security = siteSecurity();
    // It is kept for each site whose pages load something from a host.
    const attributes = { ...loadInfo.originAttributes, partitionKey: loadInfo.cookieJarSettings.partitionKey };
    if (!security.isSecureURI(uri, attributes)) return;
    security.resetState(uri, attributes, security.ExactDomain);
    if (security.isSecureURI(uri, attributes)) this.#held.add(key);
  }

  /** A server whose certificate is another one by now is looked at again. */
  readonly #onEnded = (subject: Channel): void => {
    const { URI: uri, status } = subject.QueryInterface(Ci["nsIHttpChannel"]);
    if (isSecurityError(status)) this.#known.delete(keyOf(uri));
  };
}

function keyOf(uri: Uri): string {
  return `${uri.asciiHost} ${portOf(uri)}`;
}

function portOf({ port }: Uri): number {
  return port === -1 ? HTTPS_PORT : port;
}

function isDocument({ loadInfo }: Channel): boolean {
  const { TYPE_DOCUMENT, TYPE_SUBDOCUMENT } = Ci["nsIContentPolicy"] as Record<string, number>;
  return [TYPE_DOCUMENT, TYPE_SUBDOCUMENT].includes(loadInfo.externalContentPolicyType);
}

function isSecurityError(status: number): boolean {
  return status >>> 16 === SECURITY_MODULE;
}
