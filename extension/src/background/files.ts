// Files on their way into a page, in a build without the helper: the host sends them in pieces, the page gets them whole.

import { CommandError } from "../shared/errors";

export interface FileMessage {
  type: "file";
  agent: string;
  path: string;
  name: string;
  mime: string;
  index: number;
  total: number;
  /** Base64. */
  data: string;
}

interface Coming {
  pieces: Uint8Array<ArrayBuffer>[];
  file: File | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A file that no upload asks for is dropped after this time. */
const KEEP_MS = 60_000;

export class StagedFiles {
  readonly #files = new Map<string, Coming>();

  /** Takes one piece; the host sends them in their order, before the command that needs them. */
  add({ agent, path, name, mime, index, total, data }: FileMessage): void {
    const key = keyOf(agent, path);
    if (index === 0) this.#drop(key);
    const coming = this.#files.get(key) ?? { pieces: [], file: null, timer: undefined };
    this.#files.set(key, coming);
    clearTimeout(coming.timer);
    coming.timer = setTimeout(() => this.#drop(key), KEEP_MS);
    coming.pieces.push(Uint8Array.fromBase64(data));
    if (index < total - 1) return;
    coming.file = new File(coming.pieces, name, { type: mime });
    coming.pieces = [];
  }

  /** The files of a command, each given once. Throws INTERNAL where the host sent another one. */
  take(agent: string, paths: string[]): File[] {
    const files = paths.map((path) => {
      const file = this.#files.get(keyOf(agent, path))?.file;
      if (!file) throw new CommandError("INTERNAL", `The host did not send ${path}`, { path });
      return file;
    });
    for (const path of paths) this.#drop(keyOf(agent, path));
    return files;
  }

  clear(): void {
    for (const key of [...this.#files.keys()]) this.#drop(key);
  }

  #drop(key: string): void {
    clearTimeout(this.#files.get(key)?.timer);
    this.#files.delete(key);
  }
}

function keyOf(agent: string, path: string): string {
  return `${agent} ${path}`;
}
