// Timers in Firefox's main process, whose own modules have none.

interface TimerModule {
  setTimeout(act: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

export function setTimeout(act: () => void, ms: number): number {
  return timers().setTimeout(act, ms);
}

export function clearTimeout(timer: number): void {
  timers().clearTimeout(timer);
}

function timers(): TimerModule {
  return ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
}
