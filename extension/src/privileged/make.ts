/** Makes one of Firefox's own objects. The build lists which: see `innerParts` in build.mjs. */
export function make<T>(contract: string, iface: string): T {
  return Cc[contract]?.createInstance(Ci[iface]) as T;
}
