// What the helper needs of Firefox's own inside, which no version promises to the next.

interface Parts {
  interfaces: string[];
  services: string[];
  /** What is reached from a global by its names, such as `Services.io.newURI`. */
  members: string[];
  /** Places of one module are alternatives. */
  modules: string[][];
}

/** By the folder that uses it, as the build finds it in these sources. */
declare const INNER_PARTS: Record<string, Parts>;

declare const Cc: Record<string, unknown>;

interface Part {
  folder: string;
  /** How it is reported. */
  name: string;
  /** What an error says that comes of it. */
  said: string;
  isThere(): boolean;
}

/** Those that this Firefox does not have, or not where they were, each after what it is for. */
export function missingParts(globals: object): string[] {
  return partsOf(globals)
    .filter((part) => !part.isThere())
    .map(({ folder, name }) => `${folder}: ${name}`);
}

/** True for an error that names a part which this Firefox does not have: any other is the helper's own. */
export function isOfMissingPart(message: string, globals: object): boolean {
  return partsOf(globals).some((part) => message.includes(part.said) && !part.isThere());
}

function partsOf(globals: object): Part[] {
  return Object.entries(INNER_PARTS).flatMap(([folder, { interfaces, services, members, modules }]) => [
    ...interfaces.map((name) => ({ folder, name, said: name, isThere: () => Boolean(Ci[name]) })),
    ...services.map((name) => ({ folder, name, said: name, isThere: () => Boolean(Cc[name]) })),
    ...members.map((name) => ({ folder, name, said: name, isThere: () => hasMember(globals, name) })),
    ...modules.map((places) => {
      const [name = ""] = places;
      return { folder, name, said: name.slice(name.lastIndexOf("/") + 1), isThere: () => places.some(isModule) };
    }),
  ]);
}

function hasMember(globals: object, path: string): boolean {
  try {
    let at = globals as Record<string, unknown>;
    for (const name of path.split(".")) {
      if (!(name in at)) return false;
      at = at[name] as typeof at;
    }
    return true;
  } catch {
    return false;
  }
}

function isModule(place: string): boolean {
  try {
    ChromeUtils.importESModule(place);
    return true;
  } catch {
    return false;
  }
}
