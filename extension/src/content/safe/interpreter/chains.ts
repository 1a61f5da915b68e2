// Members and calls, with the optional chains that they are part of.

import type { Tree } from "../tree";
import { arrayLiteral } from "./literals";
import type { Do, Machine } from "./machine";
import type { Scope } from "./scope";

/** An optional chain that ended where nothing was. */
const NOTHING_THERE = Symbol("nothing there");

/** A member or a call, with the optional chain that it ends. */
export function optionalChain(machine: Machine, node: Tree): Do {
  const inner = chainPart(machine, node);
  return (scope) => {
    const value = inner(scope);
    return value === NOTHING_THERE ? undefined : value;
  };
}

function chainPart(machine: Machine, node: Tree): Do {
  if (node[0] === "member") {
    const member = memberOf(machine, node);
    return (scope) => {
      const found = member(scope);
      return found ? found.value : NOTHING_THERE;
    };
  }
  if (node[0] !== "call") return machine.expression(node);
  const [, start, end, callee, list, optional] = node as [string, number, number, Tree, Tree[], boolean];
  const given = argumentsOf(machine, list);
  const bare = callee[0] === "brackets" && (callee[3] as Tree)[0] === "member" ? (callee[3] as Tree) : callee;
  const member = bare[0] === "member" ? memberOf(machine, bare) : null;
  const plain = member ? null : chainPart(machine, callee);
  return (scope) => {
    machine.tick();
    let target: unknown;
    let self: unknown;
    if (member) {
      const found = member(scope);
      if (!found && bare === callee) return NOTHING_THERE;
      target = found?.value;
      self = found?.holder;
    } else {
      target = plain?.(scope);
      if (target === NOTHING_THERE) return NOTHING_THERE;
    }
    if (optional && (target === null || target === undefined)) return NOTHING_THERE;
    const values = given(scope);
    machine.place = [start, end];
    if (typeof target !== "function") throw new TypeError(`${machine.text(callee)} is not a function`);
    return machine.reach.call(target, self, values);
  };
}

/** What a member is, and of what; null if an optional chain has ended. */
function memberOf(machine: Machine, node: Tree): (scope: Scope) => { value: unknown; holder: unknown } | null {
  const [, start, end, object, key, optional] = node as [string, number, number, Tree, Tree, boolean];
  const inner = chainPart(machine, object);
  const name = machine.expression(key);
  return (scope) => {
    machine.tick();
    const holder = inner(scope);
    if (holder === NOTHING_THERE || (optional && (holder === null || holder === undefined))) return null;
    const member = machine.key(name(scope));
    machine.place = [start, end];
    if (holder === null || holder === undefined) {
      throw new TypeError(`can't access property "${String(member)}", ${machine.text(object)} is ${String(holder)}`);
    }
    return { value: machine.reach.read(holder, member), holder };
  };
}

export function argumentsOf(machine: Machine, items: Tree[]): (scope: Scope) => unknown[] {
  return arrayLiteral(machine, items) as (scope: Scope) => unknown[];
}
