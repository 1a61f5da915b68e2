// File choosers that pages open in the agents' tabs: closed again at once, or given the files of an upload that waits
// for one.

import { CommandError, ownWords } from "../../shared/errors";
import type { FileChooser } from "../../shared/privileged";
import type { TabPool } from "../tabs/tab-pool";
import { TabListeners } from "../tabs/tab-listeners";

/** What a result says about a file chooser. */
export type ChooserNote = Omit<FileChooser, "save">;

export class FileChoosers {
  /** The files that the next chooser in a tab gets. */
  // eslint-disable-next-line clz/scoped -- until the upload that waits ends
  readonly #waiting = new Map<number, string[]>();
  readonly #listeners = new TabListeners<ChooserNote>();

  constructor(private readonly pool: TabPool) {}

  /** The files that are chosen; none closes it. Null in a person's own tab. */
  shown(tabId: number, { save, ...note }: FileChooser): string[] | null {
    if (this.pool.ownerOf(tabId) === null) return null;
    if (save) return [];
    const files = this.#waiting.get(tabId) ?? [];
    this.#waiting.delete(tabId);
    this.#listeners.tell(tabId, note);
    return takes(note, files) ? files : [];
  }

  /** Gives `files` to the next chooser that opens in a tab, until `signal` is aborted. */
  expect(tabId: number, files: string[], signal: AbortSignal): void {
    this.#waiting.set(tabId, files);
    signal.addEventListener("abort", () => this.#waiting.delete(tabId), { once: true });
  }

  on(tabId: number, listener: (note: ChooserNote) => void, signal: AbortSignal): void {
    this.#listeners.on(tabId, listener, signal);
  }
}

function takes({ multiple, folder }: ChooserNote, files: string[]): boolean {
  return !folder && (multiple || files.length <= 1);
}

/** Throws where a chooser took no files because they are not what it asks for. */
export function checkChosen(target: string, note: ChooserNote, files: string[]): void {
  if (takes(note, files)) return;
  const details = { target, files: files.length, ...note };
  if (note.folder) throw new CommandError("INVALID_PARAMS", `${target} asks for a folder`, details);
  throw new CommandError("INVALID_PARAMS", `${target} takes one file only`, details, ownWords`Give one file.`);
}
