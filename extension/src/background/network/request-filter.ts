// Which requests are meant: by their status, in the one language that network, wait and expect share for it, and more.

import { CommandError, ownWords } from "../../shared/errors";

/** What is known of every request, however long ago it was. */
export interface Outcome {
  status: number | null;
  state: "pending" | "done" | "failed";
}

type Filter = (request: Outcome) => boolean;

/** `404`, `4xx`, `200-299`, `failed`, `pending`, or several with commas between. Throws INVALID_PARAMS. */
export function statusFilter(written: string | null | undefined): Filter {
  if (written == null) return () => true;
  const filters = written.split(",").map((word) => oneStatus(word.trim().toLowerCase(), written));
  return (request) => filters.some((matches) => matches(request));
}

/** True for a request that was answered with 400 or more, or not at all. */
export function hasFailed({ status, state }: Outcome): boolean {
  return state === "failed" || (status !== null && status >= 400);
}

export function methodFilter(written: string | null | undefined): (request: { method: string }) => boolean {
  const wanted = written?.toUpperCase();
  return ({ method }) => wanted === undefined || method.toUpperCase() === wanted;
}

function oneStatus(word: string, written: string): Filter {
  if (word === "failed") return hasFailed;
  if (word === "pending") return ({ state }) => state === "pending";
  const [, from, to] = /^(\d{3})-(\d{3})$/.exec(word) ?? [];
  if (from !== undefined) return ({ status }) => status !== null && status >= Number(from) && status <= Number(to);
  if (/^([1-5]xx|\d{3})$/.test(word)) {
    const pattern = new RegExp(`^${word.replaceAll("x", "\\d")}$`);
    return ({ status }) => status !== null && pattern.test(String(status));
  }
  const hint = ownWords`Use 404, 4xx, 200-299, failed or pending, or several with commas between.`;
  throw new CommandError("INVALID_PARAMS", `This is not a status: ${written}`, { status: written }, hint);
}
