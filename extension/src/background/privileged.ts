// The privileged helper of the managed build: what no extension may do by itself. Here is what is asked of it.

import { CommandError } from "../shared/errors";

export interface Privileged {
  /** The page of a tab as a PDF, in base64. */
  printToPDF(tabId: number): Promise<string>;
}

/** What the helper's API is called in the extension; it stands there only in a Firefox that loaded the helper. */
const API = "clzHelper";

/** The helper. Throws HELPER_MISSING where this Firefox has none. */
export function privileged(what: string): Privileged {
  const helper = (browser as unknown as Record<string, Privileged | undefined>)[API];
  if (helper) return helper;
  throw new CommandError("HELPER_MISSING", `${what} needs the helper of the Firefox that clz starts, and this one has none`);
}
