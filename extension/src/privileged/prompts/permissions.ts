// Permissions: what pages ask the person for in a bubble of Firefox's, such as their place, notifications or the
// camera. Firefox leaves it open until somebody answers, and the page waits. In agents' tabs clz is asked, as about a
// dialog.
//
// All bubbles are shown by PopupNotifications.show.

import type { Prompts } from "./prompts";
import { replace } from "../replaced";

interface Action {
  callback(state: { checkboxChecked: boolean; source: string }): void;
}

interface Shown {
  id: string;
}

interface Bubbles {
  show(
    browser: GeckoBrowser,
    id: string,
    message: string,
    anchor: string,
    main: Action | null,
    others: Action[] | null,
    options?: { name?: string; dismissed?: boolean },
  ): Shown;
  remove(shown: Shown): void;
  _remove(shown: Shown, withoutUserResponse: boolean): void;
}

/** Bubbles whose removal tells the page no, and leaves nothing behind (PermissionUI.sys.mjs). */
const BY_REMOVAL = new Set([
  "geolocation",
  "xr",
  "web-notifications",
  "persistent-storage",
  "midi",
  "storage-access",
  "local-network",
  "loopback-network",
  "webSerial-choosePort",
]);
const DEVICES = "webRTC-shareDevices";
const KEYS = "webauthn-prompt-";
/** The only one whose first button is not Cancel. */
const KEYS_REGISTER = "webauthn-prompt-register-direct";

const PRESSED = { checkboxChecked: false, source: "button" };

export class Permissions {
  /** `isAnswered` says of a page whether a virtual authenticator answers it just now. */
  constructor(
    private readonly prompts: Prompts,
    private readonly isAnswered: (page: GeckoBrowsingContext) => boolean,
  ) {}

  start(): () => void {
    const bubbles = ChromeUtils.importESModule<{ PopupNotifications: { prototype: Bubbles } }>(
      "resource://gre/modules/PopupNotifications.sys.mjs",
    ).PopupNotifications.prototype;
    const answer = (by: Bubbles, shown: Shown, given: Parameters<Bubbles["show"]>): void =>
      void this.#answer(by, shown, given);
    return replace(bubbles, "show", (original) => {
      return function show(this: Bubbles, ...given) {
        const shown = original.apply(this, given);
        if (isQuestion(given[1]) && given[6]?.dismissed !== true) answer(this, shown, given);
        return shown;
      };
    });
  }

  async #answer(by: Bubbles, shown: Shown, given: Parameters<Bubbles["show"]>): Promise<void> {
    const [browser, id, message, , main, others, options] = given;
    const key = id.startsWith(KEYS);
    if (key && this.isAnswered(browser.browsingContext)) return;
    const text = message.replace("<>", options?.name ?? "");
    const question = key ? asked("passkey", text) : asked("permission", `${id}: ${text}`);
    const answer = await this.prompts.decide(browser.browsingContext, question);
    if (!answer) return;
    if (BY_REMOVAL.has(id) && !answer.accept) {
      by._remove(shown, true);
      return;
    }
    const cancel = key && id !== KEYS_REGISTER ? main : (others?.[0] ?? null);
    const action = answer.accept ? main : cancel;
    action?.callback(PRESSED);
    by.remove(shown);
    if (!answer.accept) sitePermissions().clearTemporaryBlockPermissions(browser);
  }
}

function isQuestion(id: string): boolean {
  return BY_REMOVAL.has(id) || id === DEVICES || id.startsWith(KEYS);
}

function asked(type: "permission" | "passkey", message: string) {
  return { type, message, defaultValue: "" };
}

function sitePermissions(): { clearTemporaryBlockPermissions(browser: GeckoBrowser): void } {
  return ChromeUtils.importESModule<{
    SitePermissions: { clearTemporaryBlockPermissions(browser: GeckoBrowser): void };
  }>("resource:///modules/SitePermissions.sys.mjs").SitePermissions;
}
