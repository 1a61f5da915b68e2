// Files on their way into a page, in a build without the helper: the host sends them in pieces, the page gets them
// whole. They belong to the command whose id the pieces bear, and to no other one.

import type { FileMessage } from "../../generated/messages";
import { CommandError, ownWords } from "../../shared/errors";

interface Coming {
  files: File[];
  /** Of the file that is coming in: each piece is a blob already, so that joining them copies nothing. */
  pieces: Blob[];
  bytes: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Files that no command asks for are dropped after this time. */
const KEEP_MS = 60_000;

export class StagedFiles {
  readonly #coming = new Map<string, Coming>();

  /** Takes one piece; the host sends them in their order, before their command. Throws PROTOCOL if one does not fit. */
  add({ id, file, name, mime, size, index, total, data }: FileMessage): void {
    const coming = this.#coming.get(id) ?? { files: [], pieces: [], bytes: 0, timer: undefined };
    this.#coming.set(id, coming);
    clearTimeout(coming.timer);
    coming.timer = setTimeout(() => this.drop(id), KEEP_MS);
    const piece = new Blob([Uint8Array.fromBase64(data)]);
    const bytes = coming.bytes + piece.size;
    const last = index === total - 1;
    if (file !== coming.files.length || index !== coming.pieces.length || (last ? bytes !== size : bytes >= size)) {
      this.drop(id);
      throw new CommandError("PROTOCOL", ownWords`piece ${index} of ${total} does not fit file ${file} of its command`);
    }
    coming.pieces.push(piece);
    coming.bytes = bytes;
    if (!last) return;
    coming.files.push(new File(coming.pieces, name, { type: mime }));
    coming.pieces = [];
    coming.bytes = 0;
  }

  /** The files of a command, given once. Throws INTERNAL if the host did not send them all. */
  take(id: string, count: number): File[] {
    const files = this.#coming.get(id)?.files ?? [];
    this.drop(id);
    if (files.length === count) return files;
    throw new CommandError("INTERNAL", ownWords`The host sent ${files.length} of ${count} files`);
  }

  drop(id: string): void {
    clearTimeout(this.#coming.get(id)?.timer);
    this.#coming.delete(id);
  }

  clear(): void {
    for (const id of [...this.#coming.keys()]) this.drop(id);
  }
}
