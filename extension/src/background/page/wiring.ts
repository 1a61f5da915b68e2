// The pages of tabs: the documents in them, their frames, and the ways to ask them.

import type { ScriptAt } from "../../shared/messages";
import type { NewNote } from "../../generated/messages";
import { Navigation } from "../navigation/navigation";
import type { CommandContext } from "../command-context";
import type { TabSecrets } from "../secrets/tab-secrets";
import type { TabPool } from "../tabs/tab-pool";
import { SnapshotHistory } from "./aria-snapshots";
import { Consent } from "./consent";
import { ContentScriptClient } from "./content-client";
import { DocumentPorts } from "./document-ports";
import { FrameMessenger } from "./frame-messenger";
import { Frames } from "./frame-tree";
import { Hangs } from "./hangs";
import { OwnTitles } from "./own-titles";
import { PersonRecorder } from "./person-recorder";
import { Picker } from "./picker";

export type PageServices = ReturnType<typeof wirePages>;

/** What is above pages: each is called when something happens, and not before. */
interface Callbacks {
  isBusy: (tabId: number) => boolean;
  hasDialog: (tabId: number) => boolean;
  mayRecord: (agent: string, url: string) => boolean;
  showRecording: (tabId: number, recording: boolean) => void;
  keepNote: (note: NewNote & { at?: ScriptAt }, context: CommandContext) => Promise<number>;
  showNotes: (tabId: number, frameId: number) => void;
}

export function wirePages(pool: TabPool, tabSecrets: TabSecrets, above: Callbacks) {
  const documentPorts = new DocumentPorts();
  const messenger = new FrameMessenger(tabSecrets, documentPorts, (tabId, frameId) =>
    navigation.comingMs(tabId, frameId),
  );
  const frames = new Frames();
  const snapshotHistory = new SnapshotHistory();
  const ownTitles = new OwnTitles(pool);
  const navigation = new Navigation((tabId) => {
    messenger.prepare(tabId);
    snapshotHistory.leave(tabId);
    ownTitles.arrived(tabId);
  });
  return {
    documentPorts,
    navigation,
    frames,
    snapshotHistory,
    picker: new Picker(above.keepNote, above.showNotes),
    personRecorder: new PersonRecorder(above.showRecording, above.mayRecord, tabSecrets, ownTitles),
    contentScripts: new ContentScriptClient(navigation, frames, messenger, above.isBusy),
    hangs: new Hangs(messenger, navigation, pool, above.hasDialog),
    consent: new Consent(pool),
  };
}
