// Statements: each becomes a function that says how it ended.

import { Stop } from "../../../shared/values/serialize";
import { listOf } from "../conversions";
import { Refusal, type Tree } from "../tree";
import { named } from "./functions";
import type { Do, End, Machine, Step } from "./machine";
import { Scope } from "./scope";

export function block(machine: Machine, statements: Tree[], own: boolean): Step {
  const functions = statements.filter(([kind]) => kind === "declareFunction");
  const hoisted = functions.map(([, , , name, made]) => [name as string, machine.expression(made as Tree)] as const);
  const steps = statements.filter(([kind]) => kind !== "declareFunction").map((node) => statement(machine, node));
  return (outer) => {
    const scope = own ? new Scope(outer) : outer;
    for (const [name, made] of hoisted) scope.declare(name, made(scope), false);
    for (const step of steps) {
      const end = step(scope);
      if (end !== undefined) return end;
    }
    return undefined;
  };
}

function statement(machine: Machine, node: Tree): Step {
  const [kind, , , a, b, c] = node;
  switch (kind) {
    case "value": {
      const inner = machine.expression(a as Tree);
      return (scope) => {
        machine.last = inner(scope);
        return undefined;
      };
    }
    case "declare":
      return declaration(machine, a as "let" | "const" | "var", b as Array<[Tree, Tree | null]>);
    case "block":
      return machine.block(a as Tree[], true);
    case "nothing":
      return () => undefined;
    case "break":
    case "continue":
      return () => kind;
    case "return": {
      const inner = a ? machine.expression(a as Tree) : (): unknown => undefined;
      return (scope) => ({ value: inner(scope) });
    }
    case "throw": {
      const inner = machine.expression(a as Tree);
      return (scope) => {
        throw inner(scope);
      };
    }
    case "when": {
      const condition = machine.expression(a as Tree);
      const then = machine.block([b as Tree], true);
      const other: Step = c ? machine.block([c as Tree], true) : () => undefined;
      return (scope) => (condition(scope) ? then(scope) : other(scope));
    }
    case "while": {
      const condition = machine.expression(a as Tree);
      const body = machine.block([b as Tree], true);
      return (scope) => (condition(scope) ? loop(machine, scope, body, condition) : undefined);
    }
    case "do": {
      const body = machine.block([a as Tree], true);
      const condition = machine.expression(b as Tree);
      return (scope) => loop(machine, scope, body, condition);
    }
    case "for":
      return forStatement(machine, node);
    case "each":
      return forEach(machine, node);
    case "try":
      return tryStatement(machine, a as Tree[], b as [Tree | null, Tree[]] | null, c as Tree[] | null);
    case "switch":
      return switchStatement(machine, a as Tree, b as Array<[Tree | null, Tree[]]>);
    default:
      throw new Refusal("is not part of safe mode");
  }
}

function declaration(machine: Machine, kind: "let" | "const" | "var", pairs: Array<[Tree, Tree | null]>): Step {
  const made = pairs.map(([target, value]) => ({
    assign: machine.pattern(target, kind),
    value: value ? named(machine, target, value) : null,
    keeps: kind === "var" && !value ? (target[3] as string) : null,
  }));
  return (scope) => {
    for (const { assign, value, keeps } of made) {
      if (keeps !== null && scope.cell(keeps)) continue;
      assign(scope, value?.(scope));
    }
    return undefined;
  };
}

/** Turns until the condition, asked after each turn, or something in the turn ends it. */
function loop(machine: Machine, scope: Scope, body: Step, condition: Do): End {
  do {
    machine.tick();
    const end = body(scope);
    if (end === "break") return undefined;
    if (typeof end === "object") return end;
  } while (condition(scope));
  return undefined;
}

function forStatement(machine: Machine, [, , , first, condition, step, body]: Tree): Step {
  const isDeclaration = first && (first as Tree)[0] === "declare";
  const begin = isDeclaration ? statement(machine, first as Tree) : first ? machine.expression(first as Tree) : null;
  const holds = condition ? machine.expression(condition as Tree) : (): boolean => true;
  const forward = step ? machine.expression(step as Tree) : null;
  const turn = machine.block([body as Tree], true);
  return (outer) => {
    let scope = new Scope(outer);
    begin?.(scope);
    while (holds(scope)) {
      machine.tick();
      const end = turn(scope);
      if (end === "break") return undefined;
      if (typeof end === "object") return end;
      scope = scope.next();
      forward?.(scope);
    }
    return undefined;
  };
}

function forEach(machine: Machine, [, , , over, kind, target, source, body]: Tree): Step {
  const assign = machine.pattern(target as Tree, (kind as "let" | "const" | "var" | "") || null);
  const from = machine.expression(source as Tree);
  const turn = machine.block([body as Tree], true);
  return (outer) => {
    const value = from(outer);
    const nothing = over === "in" && (value === null || value === undefined);
    const items = nothing ? [] : over === "in" ? machine.reach.keys(value) : listOf(machine.reach, value);
    for (const item of items) {
      machine.tick();
      const scope = new Scope(outer);
      assign(scope, item);
      const end = turn(scope);
      if (end === "break") return undefined;
      if (typeof end === "object") return end;
    }
    return undefined;
  };
}

function tryStatement(
  machine: Machine,
  body: Tree[],
  handler: [Tree | null, Tree[]] | null,
  last: Tree[] | null,
): Step {
  const attempt = machine.block(body, true);
  const assign = handler?.[0] ? machine.pattern(handler[0], "let") : null;
  const caught = handler ? machine.block(handler[1], true) : null;
  const ending = last ? machine.block(last, true) : null;
  return (scope) => {
    let end: End;
    let failure: { thrown: unknown } | null = null;
    try {
      end = attempt(scope);
    } catch (thrown) {
      if (thrown instanceof Stop) throw thrown;
      failure = { thrown };
    }
    if (failure && caught) {
      const inner = new Scope(scope);
      const { thrown } = failure;
      failure = null;
      try {
        assign?.(inner, thrown);
        end = caught(inner);
      } catch (again) {
        if (again instanceof Stop) throw again;
        failure = { thrown: again };
      }
    }
    const over = ending?.(scope);
    if (over !== undefined) return over;
    if (failure) throw failure.thrown;
    return end;
  };
}

function switchStatement(machine: Machine, value: Tree, cases: Array<[Tree | null, Tree[]]>): Step {
  const chosen = machine.expression(value);
  const parts = cases.map(([match, body]) => ({
    match: match ? machine.expression(match) : null,
    run: machine.block(body, false),
  }));
  return (outer) => {
    const wanted = chosen(outer);
    const scope = new Scope(outer);
    let from = parts.findIndex(({ match }) => match !== null && match(scope) === wanted);
    if (from < 0) from = parts.findIndex(({ match }) => match === null);
    if (from < 0) return undefined;
    for (const { run } of parts.slice(from)) {
      const end = run(scope);
      if (end === "break") return undefined;
      if (end !== undefined) return end;
    }
    return undefined;
  };
}
