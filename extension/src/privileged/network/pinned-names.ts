// Names that lead to given addresses, whatever servers of names say.

interface Override {
  addIPOverride(name: string, address: string): void;
  clearHostOverride(name: string): void;
}

export class PinnedNames {
  readonly #names = new Set<string>();

  /** With no address it leads wherever it leads. What Firefox has looked up before is forgotten. */
  pin(name: string, addresses: readonly string[]): void {
    const contract = Cc["@mozilla.org/network/native-dns-override;1"];
    const override = contract?.getService(Ci.nsINativeDNSResolverOverride) as Override;
    override.clearHostOverride(name);
    for (const address of addresses) override.addIPOverride(name, address);
    if (addresses.length > 0) this.#names.add(name);
    else this.#names.delete(name);
    Services.dns.clearCache(false);
  }

  stop(): void {
    for (const name of this.#names) this.pin(name, []);
  }
}
