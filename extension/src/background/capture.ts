// Pictures of tabs, taken one after the other, without a tab switch.

import type { Commands } from "../generated/registry";
import { CommandError } from "../shared/errors";
import type { Call } from "./call";
import { imageSize } from "./imagesize";
import { CaptureMutex } from "./mutex";
import { titleOf } from "./pageinfo";

type Params = Commands["screenshot"]["params"];
type Result = Commands["screenshot"]["result"];

const PRESETS: Record<Params["purpose"], { quality: number; scale: number }> = {
  "quick-glance": { quality: 30, scale: 0.25 },
  "read-text": { quality: 60, scale: 0.5 },
  "inspect-ui": { quality: 80, scale: 0.75 },
  "full-detail": { quality: 95, scale: 1 },
};

export class Capture {
  readonly #mutex = new CaptureMutex();

  /** What the tab shows now. */
  async viewport(params: Params, call: Call): Promise<Result> {
    const { tabId } = call;
    const preset = PRESETS[params.purpose];
    const quality = params.quality ?? preset.quality;
    const scale = params.scale ?? preset.scale;
    const format = params.format ?? "jpeg";
    return this.#mutex.hold(call, async () => {
      const [tab, dataUrl] = await call
        .race(Promise.all([browser.tabs.get(tabId), browser.tabs.captureTab(tabId, { format, quality, scale })]))
        .catch((thrown: unknown) => {
          call.signal.throwIfAborted();
          const reason = thrown instanceof Error ? thrown.message : String(thrown);
          throw new CommandError("CAPTURE_FAILED", `Firefox took no picture: ${reason}`, { tabId, reason });
        });
      const image = dataUrl.slice(dataUrl.indexOf(",") + 1);
      const size = imageSize(image, format);
      if (!size) throw new CommandError("CAPTURE_FAILED", "Firefox took an empty picture", { tabId });
      return { tabId, url: tab.url ?? "", title: titleOf(tab), image, format, ...size, quality, scale };
    });
  }
}
