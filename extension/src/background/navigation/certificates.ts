// Certificates that are accepted, by `clz browser start --accept-certs`, and those that are not: what results and errors
// say of them.

import type { CertificateError } from "../../shared/privileged";
import { advice, CommandError, ownWords } from "../../shared/errors";
import { privileged } from "../privileged/api";
import { securityError } from "./net-errors";

const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

const HSTS = ownWords`If HSTS applies, Firefox accepts only certificates that it trusts: below .dev and .app, for instance, or because the domain above asks for it. Use another name for the server (NAME.localhost on this machine), or give it a certificate that Firefox trusts.`;

export class Certificates {
  /** Whether there is anything to say. */
  readonly #accepts = privileged.acceptsCertificates();

  /** What is wrong with the certificate of a tab's page, if it was let pass. */
  async errorOf(tabId: number, url: string): Promise<CertificateError | null> {
    if (!url.startsWith("https:") || !(await this.#accepts)) return null;
    return privileged.certificateError(tabId).catch(() => null); // the tab may be gone by now
  }

  /** An error; of a page that did not come for its certificate, with what can be done about it. */
  async explained(thrown: unknown): Promise<unknown> {
    if (!(thrown instanceof CommandError) || thrown.code !== "PAGE_LOAD_FAILED") return thrown;
    const { url, error } = thrown.details as { url?: string; error?: string };
    const [address, status] = [URL.parse(url ?? ""), securityError(error ?? "")];
    if (!address || status === null) return thrown;
    const refused = await privileged.refusedCertificate(address.href, status).catch(() => null);
    if (refused === "hsts") return hinted(thrown, HSTS);
    if (refused !== "not-named" || !THIS_MACHINE.test(address.hostname)) return thrown;
    return hinted(
      thrown,
      advice`If this server is your own, accept its certificate: clz browser stop; clz browser start --accept-certs ${address.host}`,
    );
  }
}

function hinted({ code, message, details }: CommandError, hint: ConstructorParameters<typeof CommandError>[3]) {
  return new CommandError(code, message, details, hint);
}
