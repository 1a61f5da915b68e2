// Expressions: each becomes a function that gives its value, and asks `reach` for everything that is not its own.

import { globalOf } from "../globals";
import { awaited } from "../promises";
import { Refusal, type Tree } from "../tree";
import { argumentsOf, optionalChain } from "./chains";
import { functionExpression } from "./functions";
import { arrayLiteral, objectLiteral, template } from "./literals";
import type { Do, Machine } from "./machine";
import { assignment, binary, logical, step, unary, update } from "./operators";

export function expression(machine: Machine, node: Tree): Do {
  const [kind, , , a, b, c] = node;
  switch (kind) {
    case "literal":
      return () => a;
    case "undefined":
      return () => undefined;
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
    case "new":
      return construction(machine, node);
    case "await":
      return awaiting(machine, node);
    case "unary":
      return unary(machine, a as string, b as Tree);
    case "binary":
      return binary(machine, a as string, machine.expression(b as Tree), machine.expression(c as Tree));
    case "logical":
      return logical(a as string, machine.expression(b as Tree), machine.expression(c as Tree));
    case "if": {
      const [condition, then, other] = [a, b, c].map((part) => machine.expression(part as Tree)) as [Do, Do, Do];
      return (scope) => (condition(scope) ? then(scope) : other(scope));
    }
    case "sequence": {
      const parts = (a as Tree[]).map((part) => machine.expression(part));
      return (scope) => parts.reduce<unknown>((_, part) => part(scope), undefined);
    }
    case "assign":
      return assignment(machine, a as Tree, b as Tree);
    case "update":
      return update(machine, a as string, b as Tree, c as Tree);
    case "step":
      return step(machine, a as string, b as Tree, c === true);
    case "delete":
      return deletion(machine, a as Tree);
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

function construction(machine: Machine, [, start, end, target, list]: Tree): Do {
  const made = optionalChain(machine, target as Tree);
  const given = argumentsOf(machine, list as Tree[]);
  return (scope) => {
    const constructed = made(scope);
    const values = given(scope);
    machine.place = [start, end];
    return machine.reach.make(constructed, values);
  };
}

function awaiting(machine: Machine, [, start, end, promise]: Tree): Do {
  const inner = machine.expression(promise as Tree);
  return (scope) => {
    const value = inner(scope);
    machine.place = [start, end];
    return awaited(machine.reach, value);
  };
}

function deletion(machine: Machine, [, start, end, object, key]: Tree): Do {
  const inner = machine.expression(object as Tree);
  const name = machine.expression(key as Tree);
  return (scope) => {
    const holder = inner(scope);
    const member = machine.key(name(scope));
    machine.place = [start, end];
    return machine.reach.delete(holder, member);
  };
}
