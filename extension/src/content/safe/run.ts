// Carrying an expression out: its tree becomes functions, which ask `reach` for everything that is not the expression's own.

import { Reach, GLOBAL, typeOf } from "./reach";
import { Refusal, Suspension, TooLong, type Tree } from "./tree";
import { Stop } from "../../shared/pack";
import type { SafeRequest } from "../../shared/messages";

interface Cell {
  value: unknown;
  fixed: boolean;
}

/** Variables, by lexical scope. */
class Scope {
  // Few names a scope, and many scopes: lists are quicker than maps.
  readonly #names: string[] = [];
  readonly #cells: Cell[] = [];
  readonly parent: Scope | null;
  /** Where `var` puts its names, and what `this` is there. */
  readonly home: Scope;
  readonly self: unknown;

  constructor(parent: Scope | null, self?: { self: unknown }) {
    this.parent = parent;
    this.home = parent && !self ? parent.home : this;
    this.self = self ? self.self : (parent?.self ?? GLOBAL);
  }

  declare(name: string, value: unknown, fixed: boolean): void {
    const at = this.#names.indexOf(name);
    if (at >= 0) this.#cells[at] = { value, fixed };
    else {
      this.#names.push(name);
      this.#cells.push({ value, fixed });
    }
  }

  cell(name: string): Cell | null {
    for (let at: Scope | null = this; at; at = at.parent) {
      const found = at.#cells[at.#names.indexOf(name)];
      if (found) return found;
    }
    return null;
  }

  /** Of a loop's turn: with values of its own for the same names. */
  next(): Scope {
    const made = new Scope(this.parent);
    for (const [at, name] of this.#names.entries()) {
      const { value, fixed } = this.#cells[at] as Cell;
      made.declare(name, value, fixed);
    }
    return made;
  }
}

type Do = (scope: Scope) => unknown;
type Assign = (scope: Scope, value: unknown) => void;

/** How a statement ended; undefined where it ran to its end. */
type End = "break" | "continue" | { value: unknown } | undefined;
type Step = (scope: Scope) => End;

/** An optional chain that ended where nothing was. */
const NOTHING_THERE = Symbol("nothing there");

const CLOCK_EVERY = 256;

/** One expression, made ready. */
export class Machine {
  readonly #reach: Reach;
  readonly #until: number;
  readonly #source: string;
  #count = 0;
  #place: [number, number] = [0, 0];
  /** The value of the last statement that has one. */
  #last: unknown;

  constructor(reach: Reach, source: string, until: number) {
    this.#reach = reach;
    this.#source = source;
    this.#until = until;
  }

  run(program: Tree): unknown {
    try {
      const scope = new Scope(null, { self: GLOBAL });
      if (program[0] === "expression") return this.#expression(program[3] as Tree)(scope);
      const end = this.#block(program[3] as Tree[], false)(scope);
      return typeof end === "object" ? end.value : this.#last;
    } catch (thrown) {
      if (thrown instanceof Refusal) thrown.place ??= this.#place;
      throw thrown;
    }
  }

  #tick(): void {
    this.#count += 1;
    if (this.#count % CLOCK_EVERY === 0 && performance.now() > this.#until) throw new TooLong("took too long");
  }

  // Expressions

  #expression(node: Tree): Do {
    const [kind, start, end, a, b, c] = node;
    const reach = this.#reach;
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
        return this.#name(node);
      case "template":
        return this.#template(a as unknown[]);
      case "array":
        return this.#array(a as Array<Tree | null>);
      case "object":
        return this.#object(a as Tree[]);
      case "function":
        return this.#function(node);
      case "brackets":
        return this.#whole(a as Tree);
      case "member":
      case "call":
        return this.#whole(node);
      case "new": {
        const made = this.#whole(a as Tree);
        const given = this.#arguments(b as Tree[]);
        return (scope) => {
          const target = made(scope);
          const list = given(scope);
          this.#place = [start, end];
          return reach.make(target, list);
        };
      }
      case "await": {
        const inner = this.#expression(a as Tree);
        return (scope) => {
          const value = inner(scope);
          this.#place = [start, end];
          return reach.awaited(value);
        };
      }
      case "unary":
        return this.#unary(a as string, b as Tree);
      case "binary":
        return this.#binary(a as string, this.#expression(b as Tree), this.#expression(c as Tree));
      case "logical": {
        const left = this.#expression(b as Tree);
        const right = this.#expression(c as Tree);
        return (scope) => this.#logical(a as string, left(scope), () => right(scope));
      }
      case "if": {
        const [condition, then, other] = [a, b, c].map((part) => this.#expression(part as Tree)) as [Do, Do, Do];
        return (scope) => (condition(scope) ? then(scope) : other(scope));
      }
      case "sequence": {
        const parts = (a as Tree[]).map((part) => this.#expression(part));
        return (scope) => parts.reduce<unknown>((_, part) => part(scope), undefined);
      }
      case "assign": {
        const assign = this.#target(a as Tree, null);
        const right = this.#named(a as Tree, b as Tree);
        return (scope) => {
          const value = right(scope);
          assign(scope, value);
          return value;
        };
      }
      case "update":
        return this.#update(a as string, b as Tree, c as Tree);
      case "step": {
        const read = this.#expression(b as Tree);
        const assign = this.#target(b as Tree, null);
        return (scope) => {
          const old = reach.simple(read(scope), "number");
          const before = typeof old === "bigint" ? old : Number(old);
          const by = a === "+" ? 1 : -1;
          const after = typeof before === "bigint" ? before + BigInt(by) : before + by;
          assign(scope, after);
          return c ? after : before;
        };
      }
      case "delete": {
        const [, from, to, object, key] = a as Tree;
        const inner = this.#expression(object as Tree);
        const name = this.#expression(key as Tree);
        return (scope) => {
          const holder = inner(scope);
          const member = this.#key(name(scope));
          this.#place = [from, to];
          return reach.delete(holder, member);
        };
      }
      default:
        throw new Refusal("is not part of safe mode");
    }
  }

  #name(node: Tree): Do {
    const [, start, end, name] = node as [string, number, number, string];
    return (scope) => {
      this.#tick();
      const cell = scope.cell(name);
      if (cell) return cell.value;
      this.#place = [start, end];
      return this.#reach.global(name);
    };
  }

  #template(parts: unknown[]): Do {
    const made = parts.map((part) => (typeof part === "string" ? part : this.#expression(part as Tree)));
    return (scope) => made.map((part) => (typeof part === "string" ? part : this.#reach.text(part(scope)))).join("");
  }

  #array(items: Array<Tree | null>): Do {
    const fill = items.map((item) => {
      if (item === null) return (_: Scope, out: unknown[]): void => void (out.length += 1);
      if (item[0] === "spread") {
        const inner = this.#expression(item[3] as Tree);
        return (scope: Scope, out: unknown[]): void => {
          for (const one of this.#reach.list(inner(scope))) out.push(one);
        };
      }
      const inner = this.#expression(item);
      return (scope: Scope, out: unknown[]): void => void out.push(inner(scope));
    });
    return (scope) => {
      const out: unknown[] = [];
      for (const one of fill) one(scope, out);
      return out;
    };
  }

  #arguments(items: Tree[]): (scope: Scope) => unknown[] {
    return this.#array(items) as (scope: Scope) => unknown[];
  }

  #object(pairs: Tree[]): Do {
    const reach = this.#reach;
    const fill = pairs.map(([kind, key, value]) => {
      if ((kind as string) === "spread") {
        const inner = this.#expression(key as unknown as Tree);
        return (scope: Scope, out: object): void => {
          const from = inner(scope);
          for (const name of reach.keys(from)) reach.write(out, name, reach.read(from, name));
        };
      }
      const name = this.#expression(key as unknown as Tree);
      const inner = this.#expression(value as unknown as Tree);
      return (scope: Scope, out: object): void => reach.write(out, this.#key(name(scope)), inner(scope));
    });
    return (scope) => {
      const out = {};
      for (const one of fill) one(scope, out);
      return out;
    };
  }

  #function(node: Tree): Do {
    const [, , , name, params, body, isBlock, isAsync, isArrow] = node as [
      string, number, number, string, Tree[], Tree | Tree[], boolean, boolean, boolean,
    ];
    const bind = params.map((param, index) => this.#parameter(param, index));
    const work: Do = isBlock ? this.#body(body as Tree[]) : this.#expression(body as Tree);
    return (outer) => {
      const enter = (self: unknown, given: unknown[]): unknown => {
        this.#tick();
        const scope = new Scope(outer, { self: isArrow ? outer.self : self });
        if (name !== "") scope.declare(name, made, false);
        for (const one of bind) one(scope, given);
        return work(scope);
      };
      const reach = this.#reach;
      const made = {
        run(this: unknown, ...given: unknown[]): unknown {
          return isAsync ? reach.promised(() => enter(this, given)) : enter(this, given);
        },
      }.run;
      Object.defineProperty(made, "name", { value: name, configurable: true });
      return reach.closure(made);
    };
  }

  #body(statements: Tree[]): Do {
    const run = this.#block(statements, false);
    return (scope) => {
      const end = run(scope);
      return typeof end === "object" ? end.value : undefined;
    };
  }

  #parameter(param: Tree, index: number): (scope: Scope, given: unknown[]) => void {
    if (param[0] === "rest") {
      const assign = this.#target(param[3] as Tree, "let");
      return (scope, given) => assign(scope, given.slice(index));
    }
    const assign = this.#target(param, "let");
    return (scope, given) => assign(scope, given[index]);
  }

  /** A member or a call, with the optional chain that it ends. */
  #whole(node: Tree): Do {
    const inner = this.#chain(node);
    return (scope) => {
      const value = inner(scope);
      return value === NOTHING_THERE ? undefined : value;
    };
  }

  #chain(node: Tree): Do {
    if (node[0] === "member") {
      const member = this.#member(node);
      return (scope) => {
        const found = member(scope);
        return found ? found.value : NOTHING_THERE;
      };
    }
    if (node[0] !== "call") return this.#expression(node);
    const [, start, end, callee, list, optional] = node as [string, number, number, Tree, Tree[], boolean];
    const given = this.#arguments(list);
    const bare = callee[0] === "brackets" && (callee[3] as Tree)[0] === "member" ? (callee[3] as Tree) : callee;
    const member = bare[0] === "member" ? this.#member(bare) : null;
    const plain = member ? null : this.#chain(callee);
    return (scope) => {
      this.#tick();
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
      this.#place = [start, end];
      if (typeof target !== "function") throw new TypeError(`${this.#text(callee)} is not a function`);
      return this.#reach.call(target, self, values);
    };
  }

  /** What a member is, and of what; null where an optional chain has ended. */
  #member(node: Tree): (scope: Scope) => { value: unknown; holder: unknown } | null {
    const [, start, end, object, key, optional] = node as [string, number, number, Tree, Tree, boolean];
    const inner = this.#chain(object);
    const name = this.#expression(key);
    return (scope) => {
      this.#tick();
      const holder = inner(scope);
      if (holder === NOTHING_THERE || (optional && (holder === null || holder === undefined))) return null;
      const member = this.#key(name(scope));
      this.#place = [start, end];
      if (holder === null || holder === undefined) {
        throw new TypeError(`can't access property "${String(member)}", ${this.#text(object)} is ${String(holder)}`);
      }
      return { value: this.#reach.read(holder, member), holder };
    };
  }

  #text([, start, end]: Tree): string {
    return this.#source.slice(start, end);
  }

  #key(value: unknown): PropertyKey {
    return typeof value === "symbol" ? value : this.#reach.text(value);
  }

  #unary(operator: string, node: Tree): Do {
    const reach = this.#reach;
    if (operator === "typeof" && node[0] === "name") {
      const name = node[3] as string;
      return (scope) => {
        const cell = scope.cell(name);
        this.#place = [node[1], node[2]];
        return cell ? typeOf(cell.value) : reach.typeofGlobal(name);
      };
    }
    const inner = this.#expression(node);
    switch (operator) {
      case "!":
        return (scope) => !inner(scope);
      case "typeof":
        return (scope) => typeOf(inner(scope));
      case "void":
        return (scope) => void inner(scope);
      case "-":
        return (scope) => -(reach.simple(inner(scope), "number") as number);
      case "+":
        return (scope) => +(reach.simple(inner(scope), "number") as number);
      default:
        return (scope) => ~(reach.simple(inner(scope), "number") as number);
    }
  }

  #binary(operator: string, left: Do, right: Do): Do {
    const reach = this.#reach;
    if (operator === "===") return (scope) => left(scope) === right(scope);
    if (operator === "!==") return (scope) => left(scope) !== right(scope);
    if (operator === "in") {
      return (scope) => {
        const key = this.#key(left(scope));
        return reach.has(right(scope), key);
      };
    }
    if (operator === "instanceof") return (scope) => this.#isInstance(left(scope), right(scope));
    return (scope) => this.#calculated(operator, left(scope), right(scope));
  }

  #isInstance(value: unknown, kind: unknown): boolean {
    if (typeof kind !== "function") throw new TypeError("the right side of instanceof is not a constructor");
    if ((typeof value !== "object" || value === null) && typeof value !== "function") return false;
    return Reflect.apply(Function.prototype[Symbol.hasInstance], this.#reach.native(kind), [value]) as boolean;
  }

  #calculated(operator: string, a: unknown, b: unknown): unknown {
    if (operator === "==" || operator === "!=") {
      const objects = [a, b].every((one) => (typeof one === "object" && one !== null) || typeof one === "function");
      // Nothing equals an object loosely but what it would be as something simple; document.all is nothing, too.
      const same = a == null || b == null || objects ? a == b : this.#reach.simple(a) == this.#reach.simple(b);
      return operator === "==" ? same : !same;
    }
    // The operators take anything simple; what they do not take they throw at.
    const hint = operator === "+" ? "default" : "number";
    const x = this.#reach.simple(a, hint) as number;
    const y = this.#reach.simple(b, hint) as number;
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

  #logical(operator: string, left: unknown, right: () => unknown): unknown {
    if (operator === "&&") return left && right();
    if (operator === "||") return left || right();
    return left ?? right();
  }

  #update(operator: string, target: Tree, value: Tree): Do {
    const read = this.#expression(target);
    const assign = this.#target(target, null);
    const right = this.#expression(value);
    const logical = operator === "&&" || operator === "||" || operator === "??";
    return (scope) => {
      const old = read(scope);
      if (!logical) {
        const made = this.#calculated(operator, old, right(scope));
        assign(scope, made);
        return made;
      }
      return this.#logical(operator, old, () => {
        const made = right(scope);
        assign(scope, made);
        return made;
      });
    };
  }

  // Targets

  /** A function without a name gets that of what it is given to. */
  #named(target: Tree, value: Tree): Do {
    const anonymous = value[0] === "function" && value[3] === "" && value[8] === true && target[0] === "name";
    const inner = this.#expression(value);
    if (!anonymous) return inner;
    return (scope) => {
      const made = inner(scope) as object;
      Object.defineProperty(made, "name", { value: target[3], configurable: true });
      return made;
    };
  }

  /** Gives values to a pattern: to variables that it declares, or, where `declares` is null, to what is there. */
  #target(node: Tree, declares: "let" | "const" | "var" | null): Assign {
    const [kind, start, end, a, b] = node;
    const reach = this.#reach;
    switch (kind) {
      case "name":
        return this.#variable(node, declares);
      case "member": {
        if (declares) throw new Refusal("cannot be declared");
        const inner = this.#expression(a as Tree);
        const name = this.#expression(b as Tree);
        return (scope, value) => {
          const holder = inner(scope);
          const member = this.#key(name(scope));
          this.#place = [start, end];
          reach.write(holder, member, value);
        };
      }
      case "default": {
        const assign = this.#target(a as Tree, declares);
        const other = this.#named(a as Tree, b as Tree);
        return (scope, value) => assign(scope, value === undefined ? other(scope) : value);
      }
      case "array":
        return this.#arrayTarget(a as Array<Tree | null>, declares);
      case "object":
        return this.#objectTarget(a as Tree[], declares, [start, end]);
      default:
        throw new Refusal("is not part of safe mode");
    }
  }

  #variable(node: Tree, declares: "let" | "const" | "var" | null): Assign {
    const [, start, end, name] = node as [string, number, number, string];
    if (declares === "var") return (scope, value) => scope.home.declare(name, value, false);
    if (declares) return (scope, value) => scope.declare(name, value, declares === "const");
    return (scope, value) => {
      const cell = scope.cell(name);
      this.#place = [start, end];
      if (!cell) throw new Refusal("would make or change a variable of the page");
      if (cell.fixed) throw new TypeError(`invalid assignment to const '${name}'`);
      cell.value = value;
    };
  }

  #arrayTarget(items: Array<Tree | null>, declares: "let" | "const" | "var" | null): Assign {
    const assign = items.map((item) => {
      if (item === null) return null;
      const rest = item[0] === "rest";
      return { rest, put: this.#target(rest ? (item[3] as Tree) : item, declares) };
    });
    return (scope, value) => {
      const list = this.#reach.list(value);
      for (const [index, one] of assign.entries()) one?.put(scope, one.rest ? list.slice(index) : list[index]);
    };
  }

  #objectTarget(pairs: Tree[], declares: "let" | "const" | "var" | null, place: [number, number]): Assign {
    const reach = this.#reach;
    const assign = pairs.map(([kind, key, target]) => {
      if ((kind as string) === "rest") return { key: null, put: this.#target(key as unknown as Tree, declares) };
      return { key: this.#expression(key as unknown as Tree), put: this.#target(target as unknown as Tree, declares) };
    });
    return (scope, value) => {
      if (value === null || value === undefined) throw new TypeError(`${String(value)} has no properties`);
      const taken = new Set<string>();
      for (const { key, put } of assign) {
        this.#place = place;
        if (key) {
          const name = this.#key(key(scope));
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

  // Statements

  #block(statements: Tree[], own: boolean): Step {
    const functions = statements.filter(([kind]) => kind === "declareFunction");
    const hoisted = functions.map(([, , , name, made]) => [name as string, this.#expression(made as Tree)] as const);
    const steps = statements.filter(([kind]) => kind !== "declareFunction").map((statement) => this.#statement(statement));
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

  #statement(node: Tree): Step {
    const [kind, , , a, b, c] = node;
    switch (kind) {
      case "value": {
        const inner = this.#expression(a as Tree);
        return (scope) => {
          this.#last = inner(scope);
          return undefined;
        };
      }
      case "declare":
        return this.#declaration(a as "let" | "const" | "var", b as Array<[Tree, Tree | null]>);
      case "block":
        return this.#block(a as Tree[], true);
      case "nothing":
        return () => undefined;
      case "break":
      case "continue":
        return () => kind;
      case "return": {
        const inner = a ? this.#expression(a as Tree) : (): unknown => undefined;
        return (scope) => ({ value: inner(scope) });
      }
      case "throw": {
        const inner = this.#expression(a as Tree);
        return (scope) => {
          throw inner(scope);
        };
      }
      case "when": {
        const condition = this.#expression(a as Tree);
        const then = this.#block([b as Tree], true);
        const other: Step = c ? this.#block([c as Tree], true) : () => undefined;
        return (scope) => (condition(scope) ? then(scope) : other(scope));
      }
      case "while":
      case "do": {
        const condition = this.#expression((kind === "while" ? a : b) as Tree);
        const body = this.#block([(kind === "while" ? b : a) as Tree], true);
        return (scope) => this.#loop(scope, kind === "while" ? condition : null, body, condition);
      }
      case "for":
        return this.#for(node);
      case "each":
        return this.#each(node);
      case "try":
        return this.#try(a as Tree[], b as [Tree | null, Tree[]] | null, c as Tree[] | null);
      case "switch":
        return this.#switch(a as Tree, b as Array<[Tree | null, Tree[]]>);
      default:
        throw new Refusal("is not part of safe mode");
    }
  }

  #declaration(kind: "let" | "const" | "var", pairs: Array<[Tree, Tree | null]>): Step {
    const made = pairs.map(([target, value]) => ({
      assign: this.#target(target, kind),
      value: value ? this.#named(target, value) : null,
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

  /** Turns until something ends it: `before` is asked before the first turn, `condition` before every other. */
  #loop(scope: Scope, before: Do | null, body: Step, condition: Do): End {
    if (before && !before(scope)) return undefined;
    do {
      this.#tick();
      const end = body(scope);
      if (end === "break") return undefined;
      if (typeof end === "object") return end;
    } while (condition(scope));
    return undefined;
  }

  #for([, , , first, condition, step, body]: Tree): Step {
    const begin = first ? this.#statement(first as Tree) : null;
    const holds = condition ? this.#expression(condition as Tree) : (): boolean => true;
    const forward = step ? this.#expression(step as Tree) : null;
    const turn = this.#block([body as Tree], true);
    return (outer) => {
      let scope = new Scope(outer);
      begin?.(scope);
      while (holds(scope)) {
        this.#tick();
        const end = turn(scope);
        if (end === "break") return undefined;
        if (typeof end === "object") return end;
        scope = scope.next();
        forward?.(scope);
      }
      return undefined;
    };
  }

  #each([, , , over, kind, target, source, body]: Tree): Step {
    const assign = this.#target(target as Tree, (kind as "let" | "const" | "var" | "") || null);
    const from = this.#expression(source as Tree);
    const turn = this.#block([body as Tree], true);
    return (outer) => {
      const value = from(outer);
      const nothing = over === "in" && (value === null || value === undefined);
      const items = nothing ? [] : over === "in" ? this.#reach.keys(value) : this.#reach.list(value);
      for (const item of items) {
        this.#tick();
        const scope = new Scope(outer);
        assign(scope, item);
        const end = turn(scope);
        if (end === "break") return undefined;
        if (typeof end === "object") return end;
      }
      return undefined;
    };
  }

  #try(body: Tree[], handler: [Tree | null, Tree[]] | null, last: Tree[] | null): Step {
    const attempt = this.#block(body, true);
    const assign = handler?.[0] ? this.#target(handler[0], "let") : null;
    const caught = handler ? this.#block(handler[1], true) : null;
    const ending = last ? this.#block(last, true) : null;
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

  #switch(value: Tree, cases: Array<[Tree | null, Tree[]]>): Step {
    const chosen = this.#expression(value);
    const parts = cases.map(([match, body]) => ({
      match: match ? this.#expression(match) : null,
      run: this.#block(body, false),
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
}

/** Waits for what the expression waits for, and begins it anew, until it has a value. */
export async function carryOut(
  { source, tree, workMs, hold, waits }: SafeRequest,
  use: (value: unknown, reach: Reach) => string,
): Promise<{ json: string; usedPage: boolean }> {
  const settled: Reach["settled"] = new Map();
  for (;;) {
    const reach = new Reach(settled, hold, workMs);
    let awaits: PromiseLike<unknown>;
    try {
      const machine = new Machine(reach, source, performance.now() + workMs);
      const value = machine.run(tree as Tree);
      return { json: use(reach.awaited(value), reach), usedPage: reach.usedPage };
    } catch (thrown) {
      if (!(thrown instanceof Suspension)) throw thrown;
      awaits = thrown.promise;
    } finally {
      reach.end();
    }
    await waits(awaits, (ok, value) => reach.note(awaits, ok, value));
  }
}
