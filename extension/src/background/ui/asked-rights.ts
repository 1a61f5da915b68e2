// Rights that config.toml says nothing of, in a person's own Firefox: the person is asked when an agent first needs one,
// and their word holds for this agent, by its key, for as long as it is there.

import { CommandError, ownWords, OwnWords } from "../../shared/errors";
import type { Verdict } from "../../generated/messages";
import type { CommandContext } from "../command-context";
import type { RightQuestion } from "../../generated/messages";
import type { Jars } from "../state/jars";
import type { Questions } from "./questions";
import { AgentMap } from "../scopes";

/** What is the agent's own business in a container of its own. */
const OF_THE_JAR = new Set(["cookies", "storage"]);
/** Before the end of the command: on a busy machine it takes a while to take the question back and to say so. */
const SAY_SO_MS = 500;
const BY_PERSON = "the person's word in Firefox";

export class AskedRights {
  /** What the person said, by agent and right. */
  readonly #answers = new AgentMap<Map<string, boolean>>();
  /** What they are being asked, by both. */
  readonly #asking = new Map<string, Promise<unknown>>();

  constructor(
    private readonly questions: Questions,
    private readonly jars: Jars,
  ) {}

  /** Resolves when the person has allowed all of it. Throws RIGHT_DENIED if they did not, or did not answer. */
  async check(wanted: readonly RightQuestion[], context: CommandContext): Promise<void> {
    for (const question of wanted) {
      if (OF_THE_JAR.has(question.right) && (await this.#isInOwnJar(context))) continue;
      const allowed = await this.#allows(question, context);
      if (allowed) continue;
      const { right, what, file } = question;
      const said = allowed === null ? "the question in Firefox was not answered" : "the person said no";
      const hint = ownWords`To allow it in advance, the person writes ${new OwnWords(right)} = true under [policy] in ${new OwnWords(file)}`;
      const details = { allowed: false, right, file, answered: allowed !== null };
      throw new CommandError("RIGHT_DENIED", `${what} is off for you: ${said}.`, details, hint);
    }
  }

  /** The rights of an agent, with what the person said. */
  told(agent: string, rights: Record<string, Verdict>): Record<string, Verdict> {
    const answers = this.#answers.get(agent);
    const entries = Object.entries(rights).map(([name, right]) => {
      const allowed = right.asked ? answers?.get(name) : undefined;
      return [name, allowed === undefined ? right : { allowed, rule: BY_PERSON }] as const;
    });
    return Object.fromEntries(entries);
  }

  forgetAll(): void {
    this.#answers.clear();
  }

  /** True if all that it can reach there is the agent's own. */
  async #isInOwnJar(context: CommandContext): Promise<boolean> {
    return context.hasTab && (await this.jars.isOwn(context.tabId, context.agent));
  }

  /** Null if nobody answers in time. There is one question, however many commands wait for its answer. */
  async #allows({ right, question }: RightQuestion, context: CommandContext): Promise<boolean | null> {
    const { agent } = context;
    const key = `${agent} ${right}`;
    for (;;) {
      const known = this.#answers.get(agent)?.get(right);
      if (known !== undefined) return known;
      const asking = this.#asking.get(key);
      if (!asking) break;
      await context.race(asking.catch(() => null));
    }
    const asked = this.questions.ask(question, null, context.deadline.minus(SAY_SO_MS), context, right);
    this.#asking.set(key, asked);
    try {
      const said = await asked;
      if (said === null) return null;
      this.#answers.set(agent, (this.#answers.get(agent) ?? new Map<string, boolean>()).set(right, said === "done"));
      return said === "done";
    } finally {
      this.#asking.delete(key);
    }
  }
}
