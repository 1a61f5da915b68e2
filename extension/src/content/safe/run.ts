// Carrying an expression out: its tree becomes functions, which ask `reach` for everything that is not the expression's
// own.

import { Deadline } from "../../shared/deadline";
import type { SafeRequest } from "../../shared/content-globals";
import { Stop } from "../../shared/values/serialize";
import { expression } from "./interpreter/expressions";
import { Machine, type Compilers } from "./interpreter/machine";
import { awaited } from "./promises";
import { pattern } from "./interpreter/patterns";
import { PageReach } from "./page-reach";
import type { Reach } from "./reach";
import { Scope } from "./interpreter/scope";
import { Effort } from "./sizes";
import { block } from "./interpreter/statements";
import { Refusal, Suspension, TooLong, type Tree } from "./tree";
import { GLOBAL, Settled } from "./values";

const COMPILERS: Compilers = { expression, pattern, block };

/** Waits for what the expression waits for, and begins it again, until it has a value. */
export async function carryOut(
  { source, named, tree, workMs, hold, waits }: SafeRequest,
  use: (value: unknown, reach: Reach) => string,
): Promise<{ json: string; usedPage: boolean }> {
  const settled: Reach["settled"] = new Map();
  for (;;) {
    const effort = new Effort(Deadline.after(workMs));
    const reach = new PageReach(settled, hold, workMs, effort);
    let awaits: PromiseLike<unknown>;
    try {
      const scope = new Scope(null, { self: GLOBAL });
      const inside = (one: unknown): unknown => reach.origins.fromPage(one);
      for (const [name, value] of Object.entries(named))
        scope.declare(name, Array.isArray(value) ? value.map(inside) : inside(value), true);
      const value = run(new Machine(COMPILERS, reach, source), tree, scope);
      return { json: use(awaited(reach, value), reach), usedPage: reach.page.used };
    } catch (thrown) {
      // What Firefox itself ends for its time, as a regular expression, it calls something else.
      if (!(thrown instanceof Stop) && effort.isOver) throw new TooLong("took too long");
      if (!(thrown instanceof Suspension)) throw thrown;
      awaits = thrown.promise;
    } finally {
      reach.page.end();
    }
    await waits(awaits, (ok, value) => settled.set(awaits, new Settled(ok, reach.origins.fromPage(value))));
  }
}

function run(machine: Machine, program: Tree | undefined, scope: Scope): unknown {
  try {
    if (!program) throw new Refusal("was not read");
    if (program[0] === "expression") return machine.expression(program[3] as Tree)(scope);
    const end = machine.block(program[3] as Tree[], false)(scope);
    return typeof end === "object" ? end.value : machine.last;
  } catch (thrown) {
    if (thrown instanceof Refusal) thrown.place ??= machine.place;
    throw thrown;
  }
}
