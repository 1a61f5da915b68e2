// Prompts: the one place in Firefox's main process that opens the dialogs of pages asks clz first.
//
// Pages' dialogs come from their process as messages to the Prompt actor, the question before a page is left begins in
// the main process; both meet in PromptParent.openPromptWithTabDialogBox.

import type { DialogAnswer, ShownDialog } from "../../shared/privileged";
import { replace } from "../replaced";
import { table } from "../../shared/table";

/** What Firefox hands to a dialog, and takes its answer from. */
interface PromptArgs {
  promptType?: string;
  text?: string;
  value?: string;
  inPermitUnload?: boolean;
  ok?: boolean;
  buttonNumClicked?: number;
  promptAborted?: boolean;
  /** What Firefox offers from the sixth dialog in a row on: that the document may show no more. */
  checked?: boolean;
}

interface PromptActor {
  readonly browsingContext: GeckoBrowsingContext;
}

type Open = (this: PromptActor, args: PromptArgs) => Promise<PromptArgs>;

interface PromptModule {
  PromptParent: { prototype: { openPromptWithTabDialogBox: Open } };
}

type Question = Omit<ShownDialog, "tabId">;
type Ask = (dialog: ShownDialog) => Promise<unknown>;

const KINDS = table<ShownDialog["type"]>({
  alert: "alert",
  alertCheck: "alert",
  confirm: "confirm",
  confirmCheck: "confirm",
  confirmEx: "confirm",
  prompt: "prompt",
});

const NO_TAB = -1;
const LEAVE = 0;
const STAY = 1;

export class Prompts {
  /** Where questions go; null before the background script has asked for them. */
  asked: Ask | null = null;

  constructor(private readonly tabIdOf: (browser: GeckoBrowser) => number) {}

  start(): () => void {
    const module = ChromeUtils.importESModule<PromptModule>("resource:///actors/PromptParent.sys.mjs");
    const decide = ({ browsingContext }: PromptActor, args: PromptArgs): Promise<DialogAnswer | null> => {
      return this.decide(browsingContext, questionOf(args));
    };
    return replace(module.PromptParent.prototype, "openPromptWithTabDialogBox", (original) => {
      return async function open(args) {
        const answer = await decide(this, args);
        return answer ? answered(args, answer) : original.call(this, args);
      };
    });
  }

  /** What clz answers to a question of a page; null if the person is to decide. */
  async decide(browsingContext: GeckoBrowsingContext, question: Question): Promise<DialogAnswer | null> {
    const browser = browsingContext.top.embedderElement as GeckoBrowser | null;
    const tabId = browser ? this.tabIdOf(browser) : NO_TAB;
    if (!this.asked || tabId === NO_TAB) return null;
    try {
      return ((await this.asked({ tabId, ...question })) as DialogAnswer | null | undefined) ?? null;
    } catch {
      // Without its background script clz decides nothing.
      return null;
    }
  }
}

function questionOf(args: PromptArgs): Question {
  const type = args.inPermitUnload ? "beforeunload" : (KINDS[args.promptType ?? ""] ?? "auth");
  return { type, message: args.text ?? "", defaultValue: type === "prompt" ? (args.value ?? "") : "" };
}

function answered(args: PromptArgs, { accept, text, noMore = false }: DialogAnswer): PromptArgs {
  args.ok = accept;
  if (noMore) args.checked = true;
  args.promptAborted = false;
  if (args.promptType === "prompt" && accept) args.value = text ?? args.value ?? "";
  if (args.promptType?.startsWith("confirmEx")) args.buttonNumClicked = accept ? LEAVE : STAY;
  return args;
}
