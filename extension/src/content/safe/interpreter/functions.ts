// Functions that the expression writes.

import { promised } from "../promises";
import type { Tree } from "../tree";
import type { Do, Machine } from "./machine";
import { Scope } from "./scope";

export function functionExpression(machine: Machine, node: Tree): Do {
  const [, , , name, params, body, isBlock, isAsync, isArrow] = node as [
    string,
    number,
    number,
    string,
    Tree[],
    Tree | Tree[],
    boolean,
    boolean,
    boolean,
  ];
  const bind = params.map((param, index) => parameter(machine, param, index));
  const work: Do = isBlock ? bodyOf(machine, body as Tree[]) : machine.expression(body as Tree);
  return (outer) => {
    const enter = (self: unknown, given: unknown[]): unknown => {
      machine.tick();
      const scope = new Scope(outer, { self: isArrow ? outer.self : self });
      if (name !== "") scope.declare(name, made, false);
      for (const one of bind) one(scope, given);
      return work(scope);
    };
    const reach = machine.reach;
    const made = {
      run(this: unknown, ...given: unknown[]): unknown {
        return isAsync ? promised(reach, () => enter(this, given)) : enter(this, given);
      },
    }.run;
    Object.defineProperty(made, "name", { value: name, configurable: true });
    return reach.origins.closure(made);
  };
}

function bodyOf(machine: Machine, statements: Tree[]): Do {
  const run = machine.block(statements, false);
  return (scope) => {
    const end = run(scope);
    return typeof end === "object" ? end.value : undefined;
  };
}

function parameter(machine: Machine, param: Tree, index: number): (scope: Scope, given: unknown[]) => void {
  if (param[0] === "rest") {
    const assign = machine.pattern(param[3] as Tree, "let");
    return (scope, given) => assign(scope, given.slice(index));
  }
  const assign = machine.pattern(param, "let");
  return (scope, given) => assign(scope, given[index]);
}

/** A function without a name gets that of what it is given to. */
export function named(machine: Machine, target: Tree, value: Tree): Do {
  const anonymous = value[0] === "function" && value[3] === "" && value[8] === true && target[0] === "name";
  const inner = machine.expression(value);
  if (!anonymous) return inner;
  return (scope) => {
    const made = inner(scope) as object;
    Object.defineProperty(made, "name", { value: target[3], configurable: true });
    return made;
  };
}
