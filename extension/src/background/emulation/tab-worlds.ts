// What the pages of tabs see of the world: set by tab and by its agent, and taken back once the tab is not the agent's.

import { Changes } from "../changes";
import type { Overrides } from "../../shared/privileged";
import { privileged } from "../privileged/api";
import type { TabPool } from "../tabs/tab-pool";
import { table } from "../../shared/table";

export interface World extends Omit<Overrides, "permissions"> {
  /** By the names that pages know them by. */
  permissions: Record<string, "grant" | "deny" | "prompt">;
  /** `off` for pages without their Content-Security-Policy. */
  csp: string | null;
}

/** Firefox's own names of the permissions that pages can ask for. */
const PERMISSIONS = table<string>({
  geolocation: "geo",
  notifications: "desktop-notification",
  push: "desktop-notification",
  camera: "camera",
  microphone: "microphone",
  midi: "midi",
  "persistent-storage": "persistent-storage",
  "screen-wake-lock": "screen-wake-lock",
});

export const USUAL: World = {
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  media: null,
  locale: null,
  timezone: null,
  userAgent: null,
  orientation: null,
  javascript: null,
  csp: null,
  place: null,
  permissions: {},
};

export class TabWorlds extends Changes {
  readonly #tabs = new Map<number, { agent: string; world: World }>();

  constructor(pool: TabPool) {
    super();
    pool.onChange(() => {
      for (const [tabId, { agent }] of this.#tabs) {
        if (pool.ownerOf(tabId) === agent) continue;
        this.#tabs.delete(tabId);
        // A tab that is gone needs none.
        privileged.setOverrides(tabId, null).catch(() => undefined);
        this.changed();
      }
    });
  }

  /** True if the pages of some tab are shown something that `holds`. */
  some(holds: (world: World) => boolean): boolean {
    return [...this.#tabs.values()].some(({ world }) => holds(world));
  }

  of(tabId: number): World {
    return this.#tabs.get(tabId)?.world ?? USUAL;
  }

  /** Shows a tab what the one is shown that opened it. */
  async inherit(tabId: number, opener: number): Promise<void> {
    const known = this.#tabs.get(opener);
    // A tab that is gone needs none.
    if (known) await this.set(known.agent, tabId, known.world).catch(() => undefined);
  }

  /** In words, by the names of options; null if nothing is emulated in the tab. */
  described(tabId: number): Record<string, string> | null {
    const described = wordsOf(this.of(tabId));
    return Object.keys(described).length > 0 ? described : null;
  }

  /** Lays a tab out for a medium while `work` is done. */
  async as<T>(media: NonNullable<World["media"]>, tabId: number, work: () => Promise<T>): Promise<T> {
    const own = (): Overrides | null => (this.#tabs.has(tabId) ? forFirefox(this.of(tabId)) : null);
    await privileged.setOverrides(tabId, { ...forFirefox(this.of(tabId)), media });
    try {
      return await work();
    } finally {
      await privileged.setOverrides(tabId, own()).catch(() => undefined);
    }
  }

  async set(agent: string, tabId: number, world: World): Promise<void> {
    const usual = Object.keys(wordsOf(world)).length === 0;
    if (usual) this.#tabs.delete(tabId);
    else this.#tabs.set(tabId, { agent, world });
    this.changed();
    await privileged.setOverrides(tabId, usual ? null : forFirefox(world));
  }
}

function forFirefox({ csp: _, ...world }: World): Overrides {
  return { ...world, permissions: namedByFirefox(world) };
}

/** An emulated place is of use only to pages that may ask for it. */
function namedByFirefox({ place, permissions }: Pick<World, "place" | "permissions">): Overrides["permissions"] {
  const all = { ...(place && { geolocation: "grant" as const }), ...permissions };
  return Object.fromEntries(Object.entries(all).map(([name, state]) => [PERMISSIONS[name] ?? name, state]));
}

function wordsOf({ place, permissions, ...rest }: World): Record<string, string> {
  const words = Object.entries(rest).flatMap(([name, value]) => (value === null ? [] : [[hyphenated(name), value]]));
  const where = place ? [["geolocation", `${place.latitude},${place.longitude} (${place.accuracy} m)`]] : [];
  const allowed = Object.entries(permissions).map(([name, state]) => [`permission ${name}`, state]);
  return Object.fromEntries([...words, ...where, ...allowed]) as Record<string, string>;
}

function hyphenated(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
