// Scripts of the extension in documents that belong to no site: frames that a blank page has written itself. Firefox
// goes by the site where it decides who gets in, and there is none to go by.

/** Where the script of a file is to run. */
export interface ScriptRequest {
  extension: string;
  file: string;
}

const WITHOUT_SITE = new Set(["about:blank", "about:srcdoc"]);

interface ExtensionPolicy {
  getURL(path: string): string;
}

interface ScriptsModule {
  ExtensionContent: { contentScripts: { get(script: object): { injectInto(window: Window): Promise<unknown> } } };
}

declare const Cu: { getObjectPrincipal(object: unknown): { isNullPrincipal: boolean } };
declare const WebExtensionPolicy: { getByID(id: string): ExtensionPolicy | null };
declare const WebExtensionContentScript: new (policy: ExtensionPolicy, init: object) => object;

/** True if it ran; false for a document that is a site's: there Firefox decides. */
export async function runExtensionScript(window: GeckoWindow, { extension, file }: ScriptRequest): Promise<boolean> {
  const policy = WebExtensionPolicy.getByID(extension);
  const { spec } = window.document.documentURIObject;
  if (!policy || !WITHOUT_SITE.has(spec) || !Cu.getObjectPrincipal(window).isNullPrincipal) return false;
  const { ExtensionContent } = ChromeUtils.importESModule<ScriptsModule>(
    "resource://gre/modules/ExtensionContent.sys.mjs",
  );
  const init = { matches: ["<all_urls>"], allFrames: true, runAt: "document_start", jsPaths: [policy.getURL(file)] };
  const wanted = Object.assign(new WebExtensionContentScript(policy, init), { wantReturnValue: true });
  return (await ExtensionContent.contentScripts.get(wanted).injectInto(window)) === true;
}
