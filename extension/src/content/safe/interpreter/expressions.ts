// Expressions: each becomes a function that gives its value, and asks `reach` for everything that is not its own.

import { listOf, textOf } from "../conversions";
import { globalOf } from "../globals";
import { awaited } from "../promises";
import { Refusal, type Tree } from "../tree";
import { argumentsOf, optionalChain } from "./chains";
import { functionExpression, named } from "./functions";
import type { Do, Machine } from "./machine";
import { binary, logical, step, unary, update } from "./operators";
import { pattern } from "./patterns";
import type { Scope } from "./scope";

export function expression(machine: Machine, node: Tree): Do {
  const [kind, start, end, a, b, c] = node;
  const reach = machine.reach;
  switch (kind) {
    case "literal":
      return () => a;
    case "undefined":
      return () => undefined;
    case "infinity":
      return () => Infinity;
    case "bigint":
      return () => BigInt(a as string);
    case "regex":
      return () => new RegExp(a as string, b as string);
    case "this":
      return (scope) => scope.self;
    case "name":
      return reference(machine, node);
    case "template":
      return template(machine, a as unknown[]);
    case "array":
      return arrayLiteral(machine, a as Array<Tree | null>);
    case "object":
      return objectLiteral(machine, a as Tree[]);
    case "function":
      return functionExpression(machine, node);
    case "brackets":
      return optionalChain(machine, a as Tree);
    case "member":
    case "call":
      return optionalChain(machine, node);
    case "new": {
      const made = optionalChain(machine, a as Tree);
      const given = argumentsOf(machine, b as Tree[]);
      return (scope) => {
        const target = made(scope);
        const list = given(scope);
        machine.place = [start, end];
        return reach.make(target, list);
      };
    }
    case "await": {
      const inner = expression(machine, a as Tree);
      return (scope) => {
        const value = inner(scope);
        machine.place = [start, end];
        return awaited(reach, value);
      };
    }
    case "unary":
      return unary(machine, a as string, b as Tree);
    case "binary":
      return binary(machine, a as string, expression(machine, b as Tree), expression(machine, c as Tree));
    case "logical":
      return logical(a as string, expression(machine, b as Tree), expression(machine, c as Tree));
    case "if": {
      const [condition, then, other] = [a, b, c].map((part) => expression(machine, part as Tree)) as [Do, Do, Do];
      return (scope) => (condition(scope) ? then(scope) : other(scope));
    }
    case "sequence": {
      const parts = (a as Tree[]).map((part) => expression(machine, part));
      return (scope) => parts.reduce<unknown>((_, part) => part(scope), undefined);
    }
    case "assign": {
      const assign = pattern(machine, a as Tree, null);
      const right = named(machine, a as Tree, b as Tree);
      return (scope) => {
        const value = right(scope);
        assign(scope, value);
        return value;
      };
    }
    case "update":
      return update(machine, a as string, b as Tree, c as Tree);
    case "step":
      return step(machine, a as string, b as Tree, c === true);
    case "delete": {
      const [, from, to, object, key] = a as Tree;
      const inner = expression(machine, object as Tree);
      const name = expression(machine, key as Tree);
      return (scope) => {
        const holder = inner(scope);
        const member = machine.key(name(scope));
        machine.place = [from, to];
        return reach.delete(holder, member);
      };
    }
    default:
      throw new Refusal("is not part of safe mode");
  }
}

function reference(machine: Machine, node: Tree): Do {
  const [, start, end, name] = node as [string, number, number, string];
  return (scope) => {
    machine.tick();
    const cell = scope.cell(name);
    if (cell) return cell.value;
    machine.place = [start, end];
    const found = globalOf(machine.reach, name);
    if (!found) throw new ReferenceError(`${name} is not defined`);
    return found.value;
  };
}

function template(machine: Machine, parts: unknown[]): Do {
  const made = parts.map((part) => (typeof part === "string" ? part : expression(machine, part as Tree)));
  return (scope) => made.map((part) => (typeof part === "string" ? part : textOf(machine.reach, part(scope)))).join("");
}

export function arrayLiteral(machine: Machine, items: Array<Tree | null>): Do {
  const fill = items.map((item) => {
    if (item === null) return (_: Scope, out: unknown[]): void => void (out.length += 1);
    if (item[0] === "spread") {
      const inner = expression(machine, item[3] as Tree);
      return (scope: Scope, out: unknown[]): void => {
        for (const one of listOf(machine.reach, inner(scope))) out.push(one);
      };
    }
    const inner = expression(machine, item);
    return (scope: Scope, out: unknown[]): void => void out.push(inner(scope));
  });
  return (scope) => {
    const out: unknown[] = [];
    for (const one of fill) one(scope, out);
    return out;
  };
}

function objectLiteral(machine: Machine, pairs: Tree[]): Do {
  const reach = machine.reach;
  const fill = pairs.map(([kind, key, value]) => {
    if (kind === "spread") {
      const inner = expression(machine, key as unknown as Tree);
      return (scope: Scope, out: object): void => {
        const from = inner(scope);
        for (const name of reach.keys(from)) reach.write(out, name, reach.read(from, name));
      };
    }
    const name = expression(machine, key as unknown as Tree);
    const inner = expression(machine, value as unknown as Tree);
    return (scope: Scope, out: object): void => reach.write(out, machine.key(name(scope)), inner(scope));
  });
  return (scope) => {
    const out = {};
    for (const one of fill) one(scope, out);
    return out;
  };
}
