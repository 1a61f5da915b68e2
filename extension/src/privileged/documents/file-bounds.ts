// The file: pages of an agent's tabs, where they are kept to some folders: whatever leads to another one, a link, a script, a
// frame or a new tab, no document of it comes to be. Nor do they get pictures, scripts, styles or media from there.

interface LocalFile {
  readonly path: string;
  /** Follows links. Throws for what is not there. */
  normalize(): void;
}

interface ErrorShell {
  displayLoadError(code: number, address: GeckoURI, text: string): void;
}

interface LoadInfo {
  readonly externalContentPolicyType: number;
  readonly browsingContextID: number;
}

declare const Ci: { nsIFileURL: unknown; nsIComponentRegistrar: unknown };
declare const Components: { manager: { QueryInterface(kind: unknown): Registrar } };
declare const BrowsingContext: { get(id: number): GeckoBrowsingContext | null };

interface Registrar {
  registerFactory(id: unknown, name: string, contract: string, factory: object): void;
}

const ACCESS_DENIED = 0x80520015;

/** Of nsIContentPolicy. */
const ACCEPT = 1;
const REJECT_REQUEST = -1;
const TYPE_DOCUMENT = 6;
const TYPE_SUBDOCUMENT = 7;

/** The folders of tabs with file: pages in this process, by the tab's number. */
const bounds = new Map<number, readonly string[]>();
let isWatching = false;

/** Stops a document before anything of it is read; Firefox says that it may not be. True if it was stopped. */
export function stopOutside(window: GeckoWindow, folders: readonly string[] | null): boolean {
  const { browserId } = window.docShell.browsingContext.top;
  if (folders === null) bounds.delete(browserId);
  if (folders === null || window.location.protocol !== "file:") return false;
  bounds.set(browserId, folders);
  watch();
  if (isInside(window.document.documentURIObject, folders)) return false;
  window.stop();
  const { docShell, document } = window;
  Services.tm.dispatchToMainThread(() => {
    (docShell as unknown as ErrorShell).displayLoadError(ACCESS_DENIED, document.documentURIObject, "");
  });
  return true;
}

/** Has Firefox ask here what a page may load, from the first such page of this process on. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const policy = {
    QueryInterface: ChromeUtils.generateQI(["nsIContentPolicy"]),
    shouldLoad(address: GeckoURI, { externalContentPolicyType: type, browsingContextID: id }: LoadInfo): number {
      const folders = address.scheme === "file" && bounds.get(BrowsingContext.get(id)?.top.browserId ?? -1);
      // Documents have an error page in their place.
      if (!folders || type === TYPE_DOCUMENT || type === TYPE_SUBDOCUMENT) return ACCEPT;
      return isInside(address, folders) ? ACCEPT : REJECT_REQUEST;
    },
    shouldProcess: () => ACCEPT,
  };
  const factory = { createInstance: () => policy };
  const id = Services.uuid.generateUUID();
  const contract = `@claudezilla.local/file-bounds;1?${String(id)}`;
  Components.manager.QueryInterface(Ci.nsIComponentRegistrar).registerFactory(id, "clz", contract, factory);
  Services.catMan.addCategoryEntry("content-policy", contract, contract, false, true);
}

export function isInside(address: GeckoURI, folders: readonly string[]): boolean {
  const path = pathOf(address);
  return path !== null && folders.some((folder) => isIn(path, folder));
}

function pathOf(address: GeckoURI): string | null {
  try {
    const { file } = (address as unknown as { QueryInterface(kind: unknown): { file: LocalFile } }).QueryInterface(
      Ci.nsIFileURL,
    );
    file.normalize();
    return file.path;
  } catch {
    return null;
  }
}

function isIn(path: string, folder: string): boolean {
  const separator = folder.includes("\\") ? "\\" : "/";
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}
