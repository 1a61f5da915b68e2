// Firefox's own dialogs, such as the one about a download that failed: they hold the whole browser up until somebody
// closes them. Where Firefox has no window nobody can, so they are closed here.

import { observe } from "../replaced";

const LOADED = "common-dialog-loaded";

interface CommonDialog extends Element {
  cancelDialog(): void;
}

export class Alerts {
  start(): () => void {
    // Firefox sets this variable itself, however it was started without windows.
    return Services.env.exists("MOZ_HEADLESS") ? observe(close, LOADED) : () => undefined;
  }
}

/** Those of pages do not come here: they are answered before they are shown. */
function close(dialog: Window): void {
  (dialog.document.querySelector("dialog") as CommonDialog | null)?.cancelDialog();
}
