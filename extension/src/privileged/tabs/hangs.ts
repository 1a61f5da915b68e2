// Hangs: scripts that keep a process of pages from answering, as Firefox itself watches over them. It reports one when it
// has run for two seconds (`dom.max_script_run_time`), again each second, and takes the report back when it is over.
//
// A script whose page was closed or left is ended at once: Firefox puts the next tab of its site into the same process.

import type { EndedHang, Hang, ProcessorTime } from "../../shared/privileged";
import { ACTOR } from "../input/focus";
import { setTimeout } from "../timer";
import { observe, replace } from "../replaced";
import { documentsIn } from "../window-actors";

declare const IOUtils: { read(path: string, options: { maxBytes: number }): Promise<Uint8Array> };

interface Report {
  readonly scriptBrowser: GeckoBrowser | null;
  readonly scriptFileName: string;
  /** In milliseconds. */
  readonly hangDuration: number;
  readonly childID: number;
  terminateScript(): void;
}

interface Known {
  report: Report;
  /** When the script began, in milliseconds of the epoch. */
  since: number;
  over: Promise<void>;
  end(): void;
}

interface Monitor {
  reportHang(report: Report): void;
}

const REPORTED = "process-hang-report";
const CLEARED = "clear-hang-report";

/** Sent by the element of a tab whose page's process is gone. */
const CRASHED = "oop-browser-crashed";

/** A script ends within this time when it is to: Firefox passes the word on each second. */
const ENDS_MS = 2_500;

/** A process that takes messages answers within this time, whatever its pages wait for. */
const ALIVE_MS = 1_000;

/** Firefox asks the person about a script that has run for so long, as it does by itself. */
const ASKS_MS = 10_000;

export class Hangs {
  /** By process, which runs one script at a time. */
  readonly #known = new Map<number, Known>();

  constructor(private readonly tabIdOf: (browser: GeckoBrowser) => number) {}

  start(): () => void {
    const { ProcessHangMonitor } = ChromeUtils.importESModule<{ ProcessHangMonitor: Monitor }>(
      "resource:///modules/ProcessHangMonitor.sys.mjs",
    );
    const giveBack = replace(ProcessHangMonitor, "reportHang", (original) => {
      return function reportHang(this: Monitor, report) {
        if (report.hangDuration >= ASKS_MS || Services.startup.shuttingDown) original.call(this, report);
      };
    });
    const undo = [giveBack, observe(this.#reported, REPORTED), observe(this.#cleared, CLEARED)];
    return () => undo.forEach((one) => one());
  }

  /** What keeps these frames of a tab from answering; null if nothing is known of one of them. */
  of(browser: GeckoBrowser, frames: GeckoWindowGlobal[]): Hang | null {
    const hangs = frames.map(({ domProcess }) => this.#known.get(domProcess?.childID ?? -1));
    const [first] = hangs;
    if (!first || hangs.includes(undefined)) return null;
    const { report, since } = first;
    const culprit = report.scriptBrowser;
    const isOwn = culprit === browser;
    return { since, script: isOwn ? report.scriptFileName : null, tabId: culprit ? this.tabIdOf(culprit) : null };
  }

  /**
   * Ends the scripts of a tab that hang; if none of any tab does, and `kill` is true, the processes of these frames that
   * take no message, with all that is in them.
   */
  async end(browser: GeckoBrowser, frames: GeckoWindowGlobal[], kill: boolean): Promise<EndedHang> {
    const own = [...this.#known.values()].filter(({ report }) => report.scriptBrowser === browser);
    for (const { report } of own) report.terminateScript();
    if (own.length > 0) {
      await settledIn(ENDS_MS, Promise.all(own.map(({ over }) => over)));
      return "script";
    }
    if (!kill || frames.some(({ domProcess }) => this.#known.has(domProcess?.childID ?? -1))) return null;
    const alive = await Promise.all(
      frames.map((frame) => settledIn(ALIVE_MS, frame.getActor(ACTOR).sendQuery("painted", null))),
    );
    const pids = new Set(frames.filter((_, at) => !alive[at]).map(({ osPid }) => osPid));
    const crashed = new Promise((resolve) => browser.addEventListener(CRASHED, resolve, { once: true }));
    const tools = Cc["@mozilla.org/processtools-service;1"]?.getService(Ci["nsIProcessToolsService"]);
    for (const pid of pids) (tools as { kill(pid: number): void }).kill(pid);
    if (pids.size === 0) return null;
    await settledIn(ENDS_MS, crashed);
    return "process";
  }

  readonly #reported = (subject: GeckoSubject): void => {
    const report = subject.QueryInterface(Ci["nsIHangReport"]) as Report;
    const { childID, scriptBrowser, hangDuration } = report;
    if (scriptBrowser && isLeft(scriptBrowser, childID)) report.terminateScript();
    const known = this.#known.get(childID);
    if (known?.report === report) return;
    known?.end();
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    this.#known.set(childID, { report, since: Date.now() - hangDuration, over, end });
  };

  readonly #cleared = (subject: GeckoSubject): void => {
    const { childID } = subject.QueryInterface(Ci["nsIHangReport"]) as Report;
    this.#known.get(childID)?.end();
    this.#known.delete(childID);
  };
}

/**
 * For how long the main threads of these processes ran, and for how long they were ready to and others had the processors;
 * first that of Firefox itself, by which all that they say goes. Null where the system does not say:
 * https://docs.kernel.org/scheduler/sched-stats.html
 */
export async function processorTimes(frames: GeckoWindowGlobal[]): Promise<ProcessorTime[] | null> {
  const pids = ["self", ...new Set(frames.map(({ osPid }) => osPid))];
  return Promise.all(pids.map(processorTime)).catch(() => null);
}

async function processorTime(pid: number | string): Promise<ProcessorTime> {
  // Such a file says that it is empty, and is read as one without `maxBytes`.
  const bytes = await IOUtils.read(`/proc/${pid}/schedstat`, { maxBytes: 100 });
  const [ran = 0, waited = 0] = String.fromCharCode(...bytes)
    .split(" ")
    .map(Number);
  return { ranMs: ran / 1e6, waitedMs: waited / 1e6 };
}

/** True if a tab is closed, or shows nothing any more that is in this process. */
function isLeft(browser: GeckoBrowser, childID: number): boolean {
  if (!browser.isConnected) return true;
  return documentsIn(browser.browsingContext).every(({ domProcess }) => domProcess?.childID !== childID);
}

/** True if it settles within so many milliseconds. */
function settledIn(ms: number, work: Promise<unknown>): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), ms))]);
}
