// Patterns: what a declaration or an assignment gives values to.

import { listOf } from "../conversions";
import { Refusal, type Tree } from "../tree";
import { named } from "./functions";
import type { Assign, Declares, Machine } from "./machine";

export function pattern(machine: Machine, node: Tree, declares: Declares): Assign {
  const [kind, start, end, a, b] = node;
  const reach = machine.reach;
  switch (kind) {
    case "name":
      return variable(machine, node, declares);
    case "member": {
      if (declares) throw new Refusal("cannot be declared");
      const inner = machine.expression(a as Tree);
      const name = machine.expression(b as Tree);
      return (scope, value) => {
        const holder = inner(scope);
        const member = machine.key(name(scope));
        machine.place = [start, end];
        reach.write(holder, member, value);
      };
    }
    case "default": {
      const assign = machine.pattern(a as Tree, declares);
      const other = named(machine, a as Tree, b as Tree);
      return (scope, value) => assign(scope, value === undefined ? other(scope) : value);
    }
    case "array":
      return arrayPattern(machine, a as Array<Tree | null>, declares);
    case "object":
      return objectPattern(machine, a as Tree[], declares, [start, end]);
    default:
      throw new Refusal("is not part of safe mode");
  }
}

function variable(machine: Machine, node: Tree, declares: Declares): Assign {
  const [, start, end, name] = node as [string, number, number, string];
  if (declares === "var") return (scope, value) => scope.home.declare(name, value, false);
  if (declares) return (scope, value) => scope.declare(name, value, declares === "const");
  return (scope, value) => {
    const cell = scope.cell(name);
    machine.place = [start, end];
    if (!cell) throw new Refusal("would make or change a variable of the page");
    if (cell.fixed) throw new TypeError(`invalid assignment to const '${name}'`);
    cell.value = value;
  };
}

function arrayPattern(machine: Machine, items: Array<Tree | null>, declares: Declares): Assign {
  const assign = items.map((item) => {
    if (item === null) return null;
    const rest = item[0] === "rest";
    return { rest, put: machine.pattern(rest ? (item[3] as Tree) : item, declares) };
  });
  return (scope, value) => {
    const list = listOf(machine.reach, value);
    for (const [index, one] of assign.entries()) one?.put(scope, one.rest ? list.slice(index) : list[index]);
  };
}

function objectPattern(machine: Machine, pairs: Tree[], declares: Declares, place: Machine["place"]): Assign {
  const reach = machine.reach;
  const assign = pairs.map(([kind, key, target]) => {
    const [first, second] = [key, target] as unknown as [Tree, Tree];
    if (kind === "rest") return { key: null, put: machine.pattern(first, declares) };
    return { key: machine.expression(first), put: machine.pattern(second, declares) };
  });
  return (scope, value) => {
    if (value === null || value === undefined) throw new TypeError(`${String(value)} has no properties`);
    const taken = new Set<string>();
    for (const { key, put } of assign) {
      machine.place = place;
      if (key) {
        const name = machine.key(key(scope));
        taken.add(String(name));
        put(scope, reach.read(value, name));
        continue;
      }
      const rest = {};
      for (const name of reach.keys(value)) if (!taken.has(name)) reach.write(rest, name, reach.read(value, name));
      put(scope, rest);
    }
  };
}
