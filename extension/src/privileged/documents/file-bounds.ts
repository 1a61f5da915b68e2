// The file: pages of an agent's tabs, where they are kept to some folders: whatever leads to another one, a link, a script, a
// frame or a new tab, no document of it comes to be.

interface LocalFile {
  readonly path: string;
  /** Follows links. Throws for what is not there. */
  normalize(): void;
}

interface ErrorShell {
  displayLoadError(code: number, address: GeckoURI, text: string): void;
}

declare const Ci: { nsIFileURL: unknown };

const ACCESS_DENIED = 0x80520015;

/** Stops a document before anything of it is read; Firefox says that it may not be. True if it was stopped. */
export function stopOutside(window: GeckoWindow, folders: readonly string[] | null): boolean {
  if (folders === null || window.location.protocol !== "file:") return false;
  const path = pathOf(window.document.documentURIObject);
  if (path !== null && folders.some((folder) => isIn(path, folder))) return false;
  window.stop();
  const { docShell, document } = window;
  Services.tm.dispatchToMainThread(() => {
    (docShell as unknown as ErrorShell).displayLoadError(ACCESS_DENIED, document.documentURIObject, "");
  });
  return true;
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
