// The hosts that `clz browser start --accept-certs` names, as `clz_native.firefox.accepted_certs` spells them:
//
//   staging.example          this host, at every port
//   staging.example:8443     at this one
//   *.staging.example        every host below it
//   127.0.0.1 [::1]:8443     addresses

interface Named {
  below: boolean;
  host: string;
  /** Null for every port. */
  port: number | null;
}

const SPELLING = /^(\*\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/;

export class AcceptedHosts {
  readonly #named: Named[];

  /** `list` has spaces between them. */
  constructor(list: string) {
    this.#named = list.split(" ").flatMap((word) => {
      const [, below, host, port] = SPELLING.exec(word) ?? [];
      if (host === undefined) return [];
      return [{ below: below !== undefined, host: bare(host), port: port === undefined ? null : Number(port) }];
    });
  }

  get isEmpty(): boolean {
    return this.#named.length === 0;
  }

  /** `host` as in addresses: in lower case, its other letters as xn--. */
  has(host: string, port: number): boolean {
    const name = bare(host);
    return this.#named.some(
      (named) =>
        (named.port === null || named.port === port) &&
        (named.below ? name.endsWith(`.${named.host}`) : name === named.host),
    );
  }
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}
