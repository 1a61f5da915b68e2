// Firefox's own dialogs, such as the one about a download that failed: they hold the whole browser up until somebody
// closes them. Where Firefox has no window nobody can, so they are closed here.

const LOADED = "common-dialog-loaded";

interface CommonDialog extends Element {
  cancelDialog(): void;
}

export class Alerts {
  start(): void {
    if (isHeadless()) Services.obs.addObserver(this.#close, LOADED);
  }

  stop(): void {
    if (isHeadless()) Services.obs.removeObserver(this.#close, LOADED);
  }

  /** Those of pages do not come here: they are answered before they are shown. */
  readonly #close = (dialog: Window): void => {
    (dialog.document.querySelector("dialog") as CommonDialog | null)?.cancelDialog();
  };
}

/** Firefox sets this variable itself, however it was started without windows. */
function isHeadless(): boolean {
  return Services.env.exists("MOZ_HEADLESS");
}
