// Profiles as Firefox's profiler gives them, of all that Firefox does, and what of one is about a single tab.
// The format: https://firefox-source-docs.mozilla.org/tools/profiler/code-overview.html

interface Table<Row> {
  schema: Record<string, number>;
  data: Row[];
}

export interface ProfiledThread {
  name: string;
  markers: Table<unknown[]>;
  samples: Table<unknown[]>;
  stringTable: string[];
}

type Row = Array<string | number>;

interface ProfiledPage {
  /** The browserId of its tab. */
  tabID: number;
  innerWindowID: number;
  url: string;
}

/** A process; those of the pages are in the first one's. */
export interface Profile {
  pages?: ProfiledPage[];
  threads: ProfiledThread[];
  /** The scripts that ran. */
  sources?: Table<Row>;
  processes?: Profile[];
  meta?: unknown;
}

const ADDRESS = /\b(?:https?|wss?|file|data|blob|ftp):/;
const HIDDEN = "(another page)";

/**
 * What of a profile is about one tab: the processes of its pages, and of Firefox's first process what it does itself. What
 * names other pages is left out, or replaced.
 */
export function profileOf(whole: Profile, browserId: number): Profile {
  const processes = [whole, ...(whole.processes ?? [])];
  const pages = processes.flatMap((one) => one.pages ?? []);
  const own = new Set(pages.filter((page) => page.tabID === browserId).map((page) => page.innerWindowID));
  const ownUrls = new Set(pages.filter((page) => own.has(page.innerWindowID)).map((page) => page.url));
  const others = pages.map((page) => page.url).filter((url) => ADDRESS.test(url) && !ownUrls.has(url));
  const isOwn = (page: ProfiledPage): boolean => own.has(page.innerWindowID);
  const kept = (one: Profile, names: (text: string) => boolean): Profile => ({
    ...one,
    ...(one.sources && {
      sources: {
        ...one.sources,
        data: one.sources.data.map((row) => row.map((cell) => (names(String(cell)) ? HIDDEN : cell))),
      },
    }),
    pages: (one.pages ?? []).filter(isOwn),
    threads: one.threads.map((thread) => ({
      ...thread,
      markers: { ...thread.markers, data: thread.markers.data.filter((marker) => isKept(marker, thread, own)) },
      stringTable: thread.stringTable.map((text) => (names(text) ? HIDDEN : text)),
    })),
  });
  return {
    ...kept(whole, (text) => ADDRESS.test(text)),
    processes: (whole.processes ?? [])
      .filter((one) => (one.pages ?? []).some(isOwn))
      .map((one) => kept(one, (text) => others.some((url) => text.includes(url)))),
  };
}

/** How often a profiler has looked at the threads of a profile. */
export function samplesIn(profile: Profile): number {
  const here = profile.threads.reduce((sum, thread) => sum + thread.samples.data.length, 0);
  return here + (profile.processes ?? []).reduce((sum, one) => sum + samplesIn(one), 0);
}

/** A marker of a page is of this tab or not; of no page, it may name any. */
function isKept(marker: unknown[], { markers, stringTable }: ProfiledThread, own: Set<number>): boolean {
  const data = marker[markers.schema["data"] ?? -1] as Record<string, unknown> | null | undefined;
  const page = data?.["innerWindowID"];
  if (typeof page === "number" && page !== 0) return own.has(page);
  const name = stringTable[marker[markers.schema["name"] ?? -1] as number] ?? "";
  return !ADDRESS.test(name) && !ADDRESS.test(JSON.stringify(data ?? null));
}
