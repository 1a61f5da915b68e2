// The names by which the parts that prepare the documents of agents' tabs know each other, in several processes.

export const DOCUMENT_ACTOR = "ClzDocument";

/** Shared with the processes of pages: by the tab's number that stays when its process changes. */
export const AGENT_TABS = "clz:tabs";

/** Asked of the main process: the tab that has led to one of which nothing is known; null if there is none any more. */
export const ORIGIN = "clz:origin";

export interface AgentTab {
  /** The init scripts that run there. */
  ids: number[];
  /** Those that run in the popups of the tab too, until they are known as tabs. */
  inherited: number[];
  /** The names of functions that the program answers. */
  functions: string[];
  /** False for the person's own, whose pages copy as ever. */
  ownClipboard: boolean;
  /** The folders that its file: pages are in, as they are without links; null for all. */
  folders: readonly string[] | null;
}

/** Shared likewise: one init script. */
export function initScript(id: number): string {
  return `clz:init:${id}`;
}
