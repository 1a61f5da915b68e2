// Firefox's own profiler: https://firefox-source-docs.mozilla.org/tools/profiler/

import { profileOf, samplesIn, type Profile } from "./profile";

/** What Firefox keeps of each process: 8 bytes an entry, the newest. */
const ENTRIES = 2 ** 21;
/** Labels and JavaScript, without the stacks of Firefox's own code, which few can read. */
const FEATURES = ["js", "cpu"];
const THREADS = ["GeckoMain"];

/** False if somebody profiles this Firefox already. */
export async function startProfile(browserId: number, interval: number): Promise<boolean> {
  if (Services.profiler.IsActive()) return false;
  await Services.profiler.StartProfiler(ENTRIES, interval, FEATURES, THREADS, browserId);
  return true;
}

/** Ends it. What was seen of a tab, as JSON, and how often Firefox has looked; null for what ended by itself. */
export async function stopProfile(browserId: number | null): Promise<{ json: string; samples: number } | null> {
  if (!Services.profiler.IsActive()) return null;
  try {
    if (browserId === null) return null;
    const profile = profileOf((await Services.profiler.getProfileDataAsync()) as Profile, browserId);
    return { json: JSON.stringify(profile), samples: samplesIn(profile) };
  } finally {
    await Services.profiler.StopProfiler();
  }
}
