// Operators: what they make of the values of their operands.

import { primitiveOf } from "../conversions";
import { checkMade, checkOperands } from "../sizes";
import { globalOf } from "../globals";
import { Refusal, type Tree } from "../tree";
import { named } from "./functions";
import type { Do, Machine } from "./machine";

export function unary(machine: Machine, operator: string, node: Tree): Do {
  const reach = machine.reach;
  if (operator === "typeof" && node[0] === "name") {
    const name = node[3] as string;
    return (scope) => {
      const cell = scope.cell(name);
      machine.place = [node[1], node[2]];
      return cell ? typeof cell.value : typeof globalOf(reach, name)?.value;
    };
  }
  const inner = machine.expression(node);
  switch (operator) {
    case "!":
      return (scope) => !inner(scope);
    case "typeof":
      return (scope) => typeof inner(scope);
    case "void":
      return (scope) => void inner(scope);
    case "-":
      return (scope) => -(primitiveOf(reach, inner(scope), "number") as number);
    case "+":
      return (scope) => +(primitiveOf(reach, inner(scope), "number") as number);
    default:
      return (scope) => ~(primitiveOf(reach, inner(scope), "number") as number);
  }
}

export function binary(machine: Machine, operator: string, left: Do, right: Do): Do {
  const reach = machine.reach;
  if (operator === "===") return (scope) => left(scope) === right(scope);
  if (operator === "!==") return (scope) => left(scope) !== right(scope);
  if (operator === "in") {
    return (scope) => {
      const key = machine.key(left(scope));
      return reach.has(right(scope), key);
    };
  }
  if (operator === "instanceof") return (scope) => isInstance(machine, left(scope), right(scope));
  return (scope) => calculated(machine, operator, left(scope), right(scope));
}

function isInstance(machine: Machine, value: unknown, kind: unknown): boolean {
  if (typeof kind !== "function") throw new TypeError("the right side of instanceof is not a constructor");
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return false;
  const native = machine.reach.origins.foreignOf(kind) ?? kind;
  return Reflect.apply(Function.prototype[Symbol.hasInstance], native, [value]);
}

function calculated(machine: Machine, operator: string, a: unknown, b: unknown): unknown {
  if (operator === "==" || operator === "!=") {
    const objects = [a, b].every((one) => (typeof one === "object" && one !== null) || typeof one === "function");
    // Nothing equals an object loosely but what it would be as something simple; document.all is nothing, too.
    const asTheyAre = a == null || b == null || objects;
    const [x, y] = asTheyAre ? [a, b] : [primitiveOf(machine.reach, a), primitiveOf(machine.reach, b)];
    checkOperands(operator, x, y);
    const same = x == y;
    return operator === "==" ? same : !same;
  }
  // The operators take anything simple; what they do not take they throw at.
  const hint = operator === "+" ? "default" : "number";
  const x = primitiveOf(machine.reach, a, hint) as number;
  const y = primitiveOf(machine.reach, b, hint) as number;
  checkOperands(operator, x, y);
  return checkMade(operated(operator, x, y));
}

function operated(operator: string, x: number, y: number): unknown {
  switch (operator) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return x / y;
    case "%":
      return x % y;
    case "**":
      return x ** y;
    case "<":
      return x < y;
    case ">":
      return x > y;
    case "<=":
      return x <= y;
    case ">=":
      return x >= y;
    case "&":
      return x & y;
    case "|":
      return x | y;
    case "^":
      return x ^ y;
    case "<<":
      return x << y;
    case ">>":
      return x >> y;
    case ">>>":
      return x >>> y;
    default:
      throw new Refusal("is not part of safe mode");
  }
}

/** `&&`, `||` and `??`: the right side is looked at only if it counts. */
export function logical(operator: string, left: Do, right: Do): Do {
  return (scope) => chosen(operator, left(scope), () => right(scope));
}

function chosen(operator: string, left: unknown, right: () => unknown): unknown {
  if (operator === "&&") return left && right();
  if (operator === "||") return left || right();
  return left ?? right();
}

/** `=` */
export function assignment(machine: Machine, target: Tree, value: Tree): Do {
  const assign = machine.pattern(target, null);
  const right = named(machine, target, value);
  return (scope) => {
    const made = right(scope);
    assign(scope, made);
    return made;
  };
}

/** `+=` and its like. */
export function update(machine: Machine, operator: string, target: Tree, value: Tree): Do {
  const read = machine.expression(target);
  const assign = machine.pattern(target, null);
  const right = machine.expression(value);
  const isLogical = operator === "&&" || operator === "||" || operator === "??";
  return (scope) => {
    const old = read(scope);
    const put = (made: unknown): unknown => {
      assign(scope, made);
      return made;
    };
    if (isLogical) return chosen(operator, old, () => put(right(scope)));
    return put(calculated(machine, operator, old, right(scope)));
  };
}

/** `++` and `--`. */
export function step(machine: Machine, operator: string, target: Tree, isPrefix: boolean): Do {
  const read = machine.expression(target);
  const assign = machine.pattern(target, null);
  const by = operator === "+" ? 1 : -1;
  return (scope) => {
    const old = primitiveOf(machine.reach, read(scope), "number");
    const before = typeof old === "bigint" ? old : Number(old);
    const after = typeof before === "bigint" ? before + BigInt(by) : before + by;
    assign(scope, after);
    return isPrefix ? after : before;
  };
}
