// What the secret fields of this script's page hold now, if the script knows of a page: the helper and the
// background do not.

interface Masking {
  readonly texts: ReadonlySet<string>;
  masked: (text: string) => string;
}

export function heldNow(): Masking | null {
  const { __clz: globals } = globalThis as { __clz?: { secretValues?: () => Masking } };
  return globals?.secretValues?.() ?? null;
}

/** The text as this script may tell it: without what the page's secret fields hold now. */
export function withoutSecretValues(text: string): string {
  return heldNow()?.masked(text) ?? text;
}
