// The global of Firefox's own modules: the scope that extension APIs share has only a part of it.

interface SystemGlobal {
  File: { createFromFileName(path: string): Promise<File> };
  BrowsingContext: { get(id: number): GeckoBrowsingContext | null };
  btoa(binary: string): string;
}

declare const Cu: { getGlobalForObject(object: unknown): SystemGlobal };

export const system = Cu.getGlobalForObject(Services);
