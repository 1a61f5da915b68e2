// File choosers: in agents' tabs Firefox shows none. Its element gets what clz has for it, or hears that nothing
// was chosen, as if a person had closed it.
//
// Firefox makes each chooser by the factory that is registered for it; what is made here is the real one until it
// opens.

import type { FileChooser } from "../../shared/privileged";

interface Callback {
  done(result: number): void;
}

/** What is handed on of nsIFilePicker. */
const METHODS = ["appendFilters", "appendFilter", "appendRawFilter", "isModeSupported"] as const;
const ATTRIBUTES = [
  "defaultString",
  "defaultExtension",
  "filterIndex",
  "displayDirectory",
  "displaySpecialDirectory",
  "file",
  "fileURL",
  "files",
  "domFileOrDirectory",
  "domFileOrDirectoryEnumerator",
  "addToRecentDocs",
  "okButtonLabel",
  "capture",
  "mode",
] as const;

interface Picker
  extends
    Record<(typeof METHODS)[number], (...given: unknown[]) => unknown>,
    Record<(typeof ATTRIBUTES)[number], unknown> {
  init(context: GeckoBrowsingContext, title: string, mode: number, ...more: unknown[]): void;
  open(callback: Callback): void;
}

interface Registrar {
  contractIDToCID(contract: string): unknown;
  registerFactory(cid: unknown, name: string, contract: string, factory: unknown): void;
  unregisterFactory(cid: unknown, factory: unknown): void;
}

interface Modes {
  modeSave: number;
  modeGetFolder: number;
  modeOpenMultiple: number;
  returnOK: number;
  returnCancel: number;
}

/** The paths that are chosen; null if the person is to choose. */
type Ask = (browser: GeckoBrowser, chooser: FileChooser) => Promise<string[] | null>;

const CONTRACT = "@mozilla.org/filepicker;1";

declare const Components: {
  manager: {
    QueryInterface(iid: unknown): Registrar;
  };
};

export class Choosers {
  /** Where choosers go; null before the background script has asked for them. */
  asked: Ask | null = null;

  start(): () => void {
    const registrar = Components.manager.QueryInterface(Ci["nsIComponentRegistrar"]);
    const original = registrar.contractIDToCID(CONTRACT);
    const cid = Services.uuid.generateUUID();
    // Without a factory, the contract is that of a class which is there already.
    const makes = (of: unknown): void => registrar.registerFactory(of, "", CONTRACT, null);
    const factory = {
      createInstance: (iid: unknown) => {
        makes(original);
        try {
          return this.#picker(Cc[CONTRACT]?.createInstance(iid) as Picker);
        } finally {
          makes(cid);
        }
      },
      QueryInterface: ChromeUtils.generateQI(["nsIFactory"]),
    };
    registrar.registerFactory(cid, "clz file chooser", CONTRACT, factory);
    return () => {
      registrar.unregisterFactory(cid, factory);
      makes(original);
    };
  }

  #picker(real: Picker): Picker {
    const modes = Ci["nsIFilePicker"] as Modes;
    let context: GeckoBrowsingContext | null = null;
    let mode = -1;
    let files: GeckoObject[] | null = null;
    const own = {
      QueryInterface: ChromeUtils.generateQI(["nsIFilePicker"]),
      init: (of: GeckoBrowsingContext, title: string, as: number, ...more: unknown[]): void => {
        context = of;
        mode = as;
        real.init(of, title, as, ...more);
      },
      open: (callback: Callback): void => {
        const chooser = {
          multiple: mode === modes.modeOpenMultiple,
          folder: mode === modes.modeGetFolder,
          save: mode === modes.modeSave,
        };
        void this.#chosen(context, chooser).then((paths) => {
          if (paths === null) real.open(callback);
          else {
            files = paths.map(localFile);
            callback.done(files.length > 0 ? modes.returnOK : modes.returnCancel);
          }
        });
      },
    };
    const picker: Record<string, unknown> = own;
    for (const name of METHODS) picker[name] = (...given: unknown[]) => real[name](...given);
    for (const name of ATTRIBUTES) {
      Object.defineProperty(picker, name, {
        get: () => {
          if (files && name === "file") return files[0];
          return files && name === "files" ? enumerated(files) : real[name];
        },
        set: (value: unknown) => void Reflect.set(real, name, value),
      });
    }
    return picker as unknown as Picker;
  }

  async #chosen(context: GeckoBrowsingContext | null, chooser: FileChooser): Promise<string[] | null> {
    const browser = context?.top.embedderElement as GeckoBrowser | null | undefined;
    if (!browser || !this.asked) return null;
    try {
      return (await this.asked(browser, chooser)) ?? null;
    } catch {
      // Without its background script clz decides nothing.
      return null;
    }
  }
}

function localFile(path: string): GeckoObject {
  const file = Cc["@mozilla.org/file/local;1"]?.createInstance(Ci["nsIFile"]) as GeckoObject & {
    initWithPath(path: string): void;
  };
  file.initWithPath(path);
  return file;
}

function enumerated(files: GeckoObject[]): object {
  let next = 0;
  return {
    QueryInterface: ChromeUtils.generateQI(["nsISimpleEnumerator"]),
    hasMoreElements: () => next < files.length,
    getNext: () => files[next++],
  };
}
