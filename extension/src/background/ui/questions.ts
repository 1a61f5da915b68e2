// Questions of agents to the person, such as to log in: open until somebody answers, the command ends or its time is up.
// The popup shows them, clz's button has a badge meanwhile, and a notification tells a person who looks elsewhere.

import type { QuestionView } from "../../shared/panel";
import { CommandError, ownWords } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import type { Deadline } from "../../shared/deadline";
import { colorOf } from "../tabs/tab-groups";
import { shortId } from "../tabs/tab-pool";

type Said = "done" | "no";

interface Question extends QuestionView {
  answer: (said: Said) => void;
}

const NOTIFICATION = "question-";

export class Questions {
  readonly #open = new Map<string, Question>();

  constructor(
    private readonly showTab: (tabId: number) => Promise<void>,
    private readonly onChange: () => void,
  ) {
    browser.notifications.onClicked.addListener((id) => {
      const tabId = this.#open.get(id.slice(NOTIFICATION.length))?.tabId ?? null;
      if (tabId !== null) this.showTab(tabId).catch(() => undefined);
    });
  }

  get all(): QuestionView[] {
    return [...this.#open.values()].map(({ answer: _, ...view }) => view);
  }

  /** What the person answers; null if nobody does until the deadline. */
  async ask(
    text: string,
    tabId: number | null,
    deadline: Deadline,
    context: CommandContext,
    right: string | null = null,
  ): Promise<Said | null> {
    const { id, agent } = context;
    const name = context.name || shortId(agent);
    let said: Said | null = null;
    const answered = new Promise<void>((resolve) => {
      const answer = (word: Said): void => {
        said = word;
        resolve();
      };
      const from = { id: agent, short: shortId(agent), name, color: colorOf(agent) };
      this.#open.set(id, { id, agent: from, text, right, tabId, answer });
    });
    this.onChange();
    notify(id, `Agent ${name} asks`, text); // whatever it is called
    try {
      await within(deadline, answered, context);
      return said;
    } finally {
      this.#open.delete(id);
      browser.notifications.clear(NOTIFICATION + id).catch(() => undefined);
      this.onChange();
    }
  }

  answer(id: string, said: Said): void {
    const question = this.#open.get(id);
    if (!question) throw new CommandError("INVALID_PARAMS", ownWords`This question is no longer open`, {}, ownWords``);
    question.answer(said);
  }
}

/** For show: a system without notifications has the badge. */
function notify(id: string, title: string, message: string): void {
  const iconUrl = browser.runtime.getURL("icons/clz.svg");
  browser.notifications.create(NOTIFICATION + id, { type: "basic", iconUrl, title, message }).catch(() => undefined);
}
