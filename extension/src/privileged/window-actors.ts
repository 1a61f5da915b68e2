// Actors in the tabs of a window, in all of their frames.

interface Sides {
  parent?: { esModuleURI: string };
  child: { esModuleURI: string; events?: Record<string, object> };
}

export function registerActor(name: string, sides: Sides): void {
  ChromeUtils.registerWindowActor(name, {
    ...sides,
    allFrames: true,
    messageManagerGroups: ["browsers"],
    // Firefox 159 lets no other actor into the processes of pages; those before it do not ask.
    safeForUntrustedWebProcess: true,
  });
}
