// Timers in Firefox's main process, whose own modules have none.

interface TimerModule {
  setTimeout(act: () => void, ms: number): number;
}

export function setTimeout(act: () => void, ms: number): void {
  ChromeUtils.importESModule<TimerModule>("resource://gre/modules/Timer.sys.mjs").setTimeout(act, ms);
}
