// What one command tells of dialogs: those that came while it was under way, in their order, and before them those that came
// when no command could tell of them.

import type { ShownDialog } from "../../shared/privileged";

/** What a result says about a dialog. */
export interface DialogNote {
  type: ShownDialog["type"];
  message: string;
  open: boolean;
  accepted?: boolean;
  /** The tab that it is in, where that is one which the command's page opened. */
  tabId?: number;
  /** True for the last one of a document that has asked without end. */
  noMore?: boolean;
}

/** One that came or was answered, and when: `at` in ISO 8601. */
export interface SeenDialog {
  note: DialogNote;
  at: string;
}

/** One that came when no command of the tab could tell it; `at` in ISO 8601. */
export interface LateDialog {
  type: ShownDialog["type"];
  message: string;
  accepted: boolean;
  at: string;
}

export interface ToldDialogs {
  /** The last one. */
  dialog?: DialogNote;
  /** All, where there are several. */
  dialogs?: DialogNote[];
  lateDialogs?: LateDialog[];
}

/** Of a page that asks without end, these last ones are kept. */
export const MAX_DIALOGS = 50;

export class DialogTeller {
  #seen: SeenDialog[] = [];

  /** It tells of `late`, too. What it has not told of when it is over goes to `keep`, for the next one. */
  constructor(
    private late: LateDialog[],
    private readonly keep: (untold: LateDialog[]) => void,
  ) {}

  add(seen: SeenDialog): void {
    this.#seen = [...this.#seen, seen].slice(-MAX_DIALOGS);
  }

  /** True if one waits for its answer. */
  get isOpen(): boolean {
    return this.#seen.at(-1)?.note.open === true;
  }

  /** True if none has come yet. */
  get isEmpty(): boolean {
    return this.#seen.length === 0;
  }

  /** All of it, once. */
  told(): ToldDialogs {
    const notes = this.#seen.map(({ note }) => note);
    const last = notes.at(-1);
    const lateDialogs = this.late;
    this.#seen = [];
    this.late = [];
    return {
      ...(last && { dialog: last }),
      ...(notes.length > 1 && { dialogs: notes }),
      ...(lateDialogs.length > 0 && { lateDialogs }),
    };
  }

  /** Its command is over, and may have failed: then the next one tells. */
  end(): void {
    const untold = this.#seen.flatMap(({ note: { type, message, open, accepted = false, tabId }, at }) =>
      open || tabId !== undefined ? [] : { type, message, accepted, at },
    );
    if (this.late.length + untold.length > 0) this.keep([...this.late, ...untold]);
  }
}
