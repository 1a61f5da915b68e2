// The global of Firefox's own modules: the scope that extension APIs share has only a part of it.

interface SystemFile extends File {
  readonly mozFullPath: string;
  setMozRelativePath(path: string): void;
}

interface SystemGlobal {
  File: {
    new (parts: ArrayBuffer[], name: string, of: FilePropertyBag): SystemFile;
    createFromFileName(path: string): Promise<SystemFile>;
  };
  Directory: new (path: string) => { getFiles(recursive: boolean): Promise<SystemFile[]> };
  BrowsingContext: {
    get(id: number): GeckoBrowsingContext | null;
    getCurrentTopByBrowserId(browserId: number): GeckoBrowsingContext | null;
  };
  SessionStoreUtils: {
    /** By origin with its container. */
    restoreSessionStorageFromParent(tab: GeckoBrowsingContext, storage: Record<string, Record<string, string>>): void;
  };
  btoa(binary: string): string;
  atob(base64: string): string;
  ChannelWrapper: {
    get(channel: unknown): ChannelWrapper;
    getRegisteredChannel(id: number, policy: unknown, remoteTab: unknown): ChannelWrapper | null;
  };
}

/** What webRequest knows a request by. */
export interface ChannelWrapper {
  readonly id: number;
  readonly method: string;
  readonly finalURL: string;
  /** Null for what belongs to no tab. */
  readonly browserElement: GeckoBrowser | null;
  readonly channel: unknown;
  getRequestHeaders(): Array<{ name: string; value: string }>;
  cancel(result: number): void;
}

declare const Cu: { getGlobalForObject(object: unknown): SystemGlobal };

export const system = Cu.getGlobalForObject(Services);
