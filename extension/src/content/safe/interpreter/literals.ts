// Literals that hold expressions: templates, arrays and objects.

import { listOf, textOf } from "../conversions";
import { checkLength, checkMade } from "../sizes";
import type { Tree } from "../tree";
import type { Do, Machine } from "./machine";
import type { Scope } from "./scope";

export function template(machine: Machine, parts: unknown[]): Do {
  const made = parts.map((part) => (typeof part === "string" ? part : machine.expression(part as Tree)));
  return (scope) =>
    made.reduce<string>(
      (text, part) => checkMade(text + (typeof part === "string" ? part : textOf(machine.reach, part(scope)))),
      "",
    );
}

export function arrayLiteral(machine: Machine, items: Array<Tree | null>): Do {
  const fill = items.map((item) => {
    if (item === null) return (_: Scope, out: unknown[]): void => void (out.length += 1);
    if (item[0] === "spread") {
      const inner = machine.expression(item[3] as Tree);
      return (scope: Scope, out: unknown[]): void => {
        const list = listOf(machine.reach, inner(scope));
        checkLength(out.length + list.length);
        for (const one of list) out.push(one);
      };
    }
    const inner = machine.expression(item);
    return (scope: Scope, out: unknown[]): void => void out.push(inner(scope));
  });
  return (scope) => {
    const out: unknown[] = [];
    for (const one of fill) one(scope, out);
    return out;
  };
}

export function objectLiteral(machine: Machine, pairs: Tree[]): Do {
  const reach = machine.reach;
  const fill = pairs.map(([kind, key, value]) => {
    if (kind === "spread") {
      const inner = machine.expression(key as unknown as Tree);
      return (scope: Scope, out: object): void => {
        const from = inner(scope);
        for (const name of reach.keys(from)) reach.write(out, name, reach.read(from, name));
      };
    }
    const name = machine.expression(key as unknown as Tree);
    const inner = machine.expression(value as unknown as Tree);
    return (scope: Scope, out: object): void => reach.write(out, machine.key(name(scope)), inner(scope));
  });
  return (scope) => {
    const out = {};
    for (const one of fill) one(scope, out);
    return out;
  };
}
