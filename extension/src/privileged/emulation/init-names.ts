// What the parts of init scripts in several processes know each other by.

export const INIT_ACTOR = "ClzInitScripts";

/** Shared with the processes of pages: by tab, the ids of the scripts that run there. */
export const INIT_TABS = "clz:init";

export interface TabInit {
  ids: number[];
  /** Those that run in the popups of the tab too, until they are known as tabs. */
  inherited: number[];
}

/** Shared likewise: one script. */
export function initScript(id: number): string {
  return `clz:init:${id}`;
}
