// What agents do in pages, and what comes of it: dialogs, downloads, file choosers, tabs.

import type { TabWorlds } from "../emulation/tab-worlds";
import type { NetworkServices } from "../network/wiring";
import type { PageServices } from "../page/wiring";
import type { PolicyServices } from "../policy/wiring";
import { privileged } from "../privileged/api";
import { SecretTexts } from "../secrets/secret-texts";
import { Clipboards } from "../state/clipboards";
import { Passkeys } from "../state/passkeys";
import type { TabServices } from "../tabs/wiring";
import { Effects } from "./action-effects";
import { Actions } from "./actions";
import { Dialogs } from "./dialogs";
import { Downloads } from "./downloads";
import { FileChoosers } from "./file-choosers";
import { InterruptedEvaluations } from "./interrupted-evaluations";
import { OpenedTabs } from "./opened-tabs";
import { TabDownloads } from "./tab-downloads";

export type InputServices = ReturnType<typeof wireInput>;

/** `onDialog` is called with each dialog that waits for its agent. */
export function wireInput(
  tabs: TabServices,
  { navigation, contentScripts }: PageServices,
  { downloadRight, requestPolicy }: PolicyServices,
  network: NetworkServices,
  worlds: TabWorlds,
  onDialog: ConstructorParameters<typeof Dialogs>[1],
) {
  const { pool } = tabs;
  const dialogs = new Dialogs(pool, onDialog);
  const fileChoosers = new FileChoosers(pool);
  const downloads = new Downloads(downloadRight);
  const tabDownloads = new TabDownloads(downloads);
  const effects = new Effects(navigation, dialogs, downloads, fileChoosers);
  const secretTexts = new SecretTexts(network.originTrust);
  const clipboards = new Clipboards(pool, network.originTrust);
  const openedTabs = new OpenedTabs(tabs, network, navigation, worlds, effects);
  const actions = new Actions(contentScripts, effects, openedTabs, secretTexts, clipboards);
  const passkeys = new Passkeys(pool, (tabId, message, accepted) =>
    dialogs.noted(tabId, { type: "passkey", message, accepted, text: "" }),
  );
  downloads.listen();
  privileged.onFileChooser((tabId, chooser) => Promise.resolve(fileChoosers.shown(tabId, chooser)));
  privileged.onClipboard((tabId, message) => clipboards.usedBy(tabId, message));
  privileged.onDialog((dialog) => dialogs.shown(dialog));
  openedTabs.listen(requestPolicy);
  return {
    ...{
      actions,
      clipboards,
      dialogs,
      downloads,
      effects,
      fileChoosers,
      openedTabs,
      passkeys,
      secretTexts,
      tabDownloads,
    },
    interrupted: new InterruptedEvaluations(dialogs),
  };
}
