// The picker: lets a person point at an element of a tab, in any of its frames, and says how it is named.
//
// Each frame has a picker of its own, which says what was pointed at; how the frame itself is named its parents say.

import type { Commands } from "../../generated/registry";
import type { NewNote } from "../../generated/messages";
import type { DurableLocator, ScriptAt, WrittenMessage } from "../../shared/messages";
import { CommandError, needsManaged, ownWords } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import { privileged } from "../privileged/api";
import { TabMap } from "../scopes";
import { inFrames, TOP_FRAME } from "./frame-tree";
import { onDOMContentLoaded } from "../tab-events";

type Params = Commands["pickElement"]["params"];
type Result = Commands["pickElement"]["result"];
type Named = { locator: DurableLocator };
type Hit = Named | { frameId: number; x: number; y: number } | null;

const FILES = ["/a11y.js", "/picker.js"];
/** Frames in frames that a place is looked for in. */
const MAX_DEPTH = 20;

interface Picking {
  id: string;
  take: (frameId: number, locator: DurableLocator | null) => void;
  isOver: boolean;
  /** Takes notes, each of which is answered with its number. */
  write: ((frameId: number, written: WrittenMessage) => Promise<number>) | null;
}

export class Picker {
  /** By tab, who is asked to point there. */
  readonly #open = new TabMap<Picking>();

  constructor(
    private readonly keepNote: (note: NewNote & { at?: ScriptAt }, context: CommandContext) => Promise<number>,
    private readonly showNotes: (tabId: number, frameId: number) => void,
  ) {
    onDOMContentLoaded.addListener(({ tabId, frameId }) => {
      const picking = this.#open.get(tabId);
      if (picking) this.#begin(tabId, frameId, picking).catch(() => undefined);
    });
  }

  /** Takes in what was pointed at in a frame. */
  take({ tab, frameId = TOP_FRAME }: browser.runtime.MessageSender, locator: DurableLocator | null): void {
    this.#open.get(tab?.id ?? -1)?.take(frameId, locator);
  }

  /** Keeps a note. Null if none is asked for there. */
  async write({ tab, frameId = TOP_FRAME }: browser.runtime.MessageSender, written: WrittenMessage) {
    return this.#open.get(tab?.id ?? -1)?.write?.(frameId, written) ?? null;
  }

  /** Takes the marks of notes off a tab that are not open any more. */
  async keep({ open }: Commands["markNotes"]["params"], { tabId }: CommandContext): Promise<object> {
    const call = `keep(${JSON.stringify(open.join())})`;
    await inFrames(tabId, (frameId) => run(tabId, frameId, call)).catch(() => undefined);
    return {};
  }

  async pick({ point, note, waitMs }: Params, context: CommandContext): Promise<Result> {
    return point == null ? this.#pointed(waitMs, note, context) : this.#at(point, context);
  }

  async #pointed(waitMs: number, note: boolean, context: CommandContext): Promise<Result> {
    const { tabId, id } = context;
    if (!privileged.available) {
      const message = ownWords`In this Firefox a page would see what is pointed at in it`;
      const hint = note
        ? ownWords`Write notes in the Firefox that clz starts: clz browser start --headed`
        : ownWords`Point in the picture of clz show, or name the place: clz pick --point X,Y`;
      throw needsManaged(message, hint);
    }
    if (this.#open.has(tabId)) {
      throw new CommandError("BUSY", ownWords`A person is asked to point in that tab already`, { tabId });
    }
    let found: { frameId: number; locator: DurableLocator | null } | null = null;
    const notes: Result[] = [];
    let keeping: Promise<unknown> = Promise.resolve();
    const refused: Error[] = [];
    let isOver = (): void => undefined;
    const told = new Promise<void>((resolve) => (isOver = resolve));
    const picking: Picking = {
      id,
      isOver: false,
      take: (frameId, locator) => {
        found ??= { frameId, locator };
        isOver();
      },
      write: (frameId, written) => {
        const kept = this.#keep(frameId, written, notes, context);
        keeping = Promise.allSettled([keeping, kept]);
        kept.catch((thrown: Error) => {
          refused.push(thrown);
          isOver();
        });
        return kept;
      },
    };
    if (!note) picking.write = null;
    this.#open.set(tabId, picking);
    const deadline = context.waitDeadline(waitMs);
    try {
      await context.race(inFrames(tabId, (frameId) => this.#begin(tabId, frameId, picking)));
      await within(deadline, told, context);
    } finally {
      picking.isOver = true;
      // What is being written there comes out now.
      await inFrames(tabId, (frameId) => run(tabId, frameId, "end()")).catch(() => undefined);
      this.#open.delete(tabId);
    }
    await keeping;
    if (refused[0]) throw refused[0];
    const last = notes.at(-1);
    if (last) return { ...last, notes: notes.length };
    // The compiler does not see that it is set elsewhere.
    const picked = found as { frameId: number; locator: DurableLocator | null } | null;
    if (!picked) {
      const waitedMs = Math.round(context.elapsed());
      const message = note
        ? ownWords`No note was written in ${waitedMs} ms`
        : ownWords`No element was picked in ${waitedMs} ms`;
      throw new CommandError("TIMEOUT", message, { waitedMs, limit: "waitMs" });
    }
    if (!picked.locator) throw new CommandError("CANCELLED", ownWords`The person pressed Escape`);
    return this.#result(tabId, picked.frameId, picked.locator, "firefox");
  }

  /** Has the host keep a note; adds it to `notes`. */
  async #keep(
    frameId: number,
    { locator, note }: WrittenMessage,
    notes: Result[],
    context: CommandContext,
  ): Promise<number> {
    const { tabId } = context;
    const result = await this.#result(tabId, frameId, locator, "firefox");
    const { kind: _kind, secret: _secret, by: _by, ...named } = result;
    const number = await this.keepNote({ ...named, ...note }, context);
    notes.push(result);
    return number;
  }

  /** What is at a place of the view, in frames too. */
  async #at(point: string, context: CommandContext): Promise<Result> {
    const { tabId } = context;
    let [x = 0, y = 0] = point.split(",").map(Number);
    let frameId = TOP_FRAME;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const at: number = frameId;
      const hit: Hit = await context.race(
        this.#inject(tabId, at).then(() => run(tabId, at, `at(${Number(x)}, ${Number(y)})`) as Promise<Hit>),
      );
      if (hit === null) break;
      if ("locator" in hit) return this.#result(tabId, frameId, hit.locator, "point");
      ({ frameId, x, y } = hit);
    }
    const hint = ownWords`Places are those of the part in view: clz screenshot shows it`;
    const message = ownWords`There is no element at ${Number(x)},${Number(y)} of the page`;
    throw new CommandError("ELEMENT_NOT_FOUND", message, {}, hint);
  }

  async #result(tabId: number, frameId: number, locator: DurableLocator, by: Result["by"]): Promise<Result> {
    const { durable, kind, role, name, nth, secret } = locator;
    const frame = await this.#chain(tabId, frameId);
    return {
      locator: durable,
      kind,
      ...(role !== undefined && { role }),
      ...(name !== undefined && { name }),
      ...(nth !== undefined && { nth }),
      ...(frame !== "" && { frame }),
      secret,
      by,
      tabId,
    };
  }

  /** How a frame is named, from the top one on; empty for that. */
  async #chain(tabId: number, frameId: number): Promise<string> {
    const names: string[] = [];
    for (let at = frameId; at !== TOP_FRAME && names.length < MAX_DEPTH;) {
      const frame = await browser.webNavigation.getFrame({ tabId, frameId: at }).catch(() => null);
      if (!frame) break;
      await this.#inject(tabId, frame.parentFrameId);
      names.unshift(((await run(tabId, frame.parentFrameId, `holderOf(${at})`)) as string | null) ?? `f${at}`);
      at = frame.parentFrameId;
    }
    return names.join(" >> ");
  }

  async #inject(tabId: number, frameId: number): Promise<void> {
    const where = { frameId, runAt: "document_start", matchAboutBlank: true } as const;
    for (const file of FILES) await browser.tabs.executeScript(tabId, { ...where, file });
  }

  async #begin(tabId: number, frameId: number, picking: Picking): Promise<void> {
    await this.#inject(tabId, frameId);
    await privileged.provideTrustedInput(tabId, frameId, picking.id, []);
    // Pictures of what notes are about show nothing of this.
    if (picking.write) this.showNotes(tabId, frameId);
    // Somebody may have pointed meanwhile.
    if (!picking.isOver) await run(tabId, frameId, picking.write ? "note()" : "begin()");
  }
}

async function run(tabId: number, frameId: number, call: string): Promise<unknown> {
  const code = `globalThis.__clz?.picking?.${call};`;
  const [answer] = (await browser.tabs.executeScript(tabId, { frameId, matchAboutBlank: true, code })) as unknown[];
  return answer ?? null;
}
