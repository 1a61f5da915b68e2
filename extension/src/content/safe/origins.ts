// Whose a value is: the expression's own, or the page's; and what our realm has in place of the page's and of shared ones.

import { ELSEWHERE, GLOBAL, isObject, Settled, tagOf, type Fn } from "./values";
import { withoutSecretValues } from "../../shared/secrets/held-now";
import { Refusal } from "./tree";

export class Origins {
  /** Functions that the expression wrote. */
  readonly #closures = new WeakSet<object>();
  /** Functions of ours that the expression may call. */
  readonly #callable = new WeakSet<object>();
  /** Substitutes for functions of the page, which nobody can call; and the other way round. */
  readonly #foreign = new WeakMap<object, object>();
  readonly #standIns = new WeakMap<object, object>();
  /** Substitutes for the prototypes of our realm, which everybody shares; and the other way round. */
  readonly #prototypes = new WeakMap<object, object>();
  /** Objects without a prototype that the expression made. */
  readonly #bare = new WeakSet<object>();

  closure<T extends Fn>(made: T): T {
    this.#closures.add(made);
    return made;
  }

  calls(made: Fn): Fn {
    this.#callable.add(made);
    return made;
  }

  bare(): Record<string, unknown> {
    const made = Object.create(null) as Record<string, unknown>;
    this.#bare.add(made);
    return made;
  }

  isClosure(value: object): boolean {
    return this.#closures.has(value);
  }

  /** True for functions that need no further look before they are called. */
  isCallable(value: object): boolean {
    return this.#closures.has(value) || this.#callable.has(value);
  }

  /** True for what the expression made, in our realm. */
  isOwn(value: object): boolean {
    if (value instanceof Settled || this.#bare.has(value)) return true;
    let at: object = value;
    for (let up = Object.getPrototypeOf(at) as object | null; up; up = Object.getPrototypeOf(at) as object | null)
      at = up;
    return at === Object.prototype && value !== at;
  }

  /** What comes from the page, behind the wrapper through which its code does not run. */
  fromPage(value: unknown): unknown {
    if (typeof value === "string") return withoutSecretValues(value);
    if (!isObject(value)) return value;
    if (value === window || value === window.wrappedJSObject) return GLOBAL;
    const seen = XPCNativeWrapper(value);
    if (typeof seen === "function") return this.#standIn(seen);
    return tagOf(seen) === "Window" ? ELSEWHERE : seen;
  }

  /** Functions of our realm call what they find as `toString` in an object: the page's own must not be found there. */
  #standIn(native: object): object {
    const known = this.#standIns.get(native);
    if (known) return known;
    const made = (): never => {
      throw new Refusal("passes a function of the page to one of the language's");
    };
    const name: unknown = Reflect.getOwnPropertyDescriptor(native, "name")?.value;
    Object.defineProperty(made, "name", { value: typeof name === "string" ? name : "" });
    this.#standIns.set(native, made);
    this.#foreign.set(made, native);
    return made;
  }

  /** The function of the page that one of ours substitutes. */
  foreignOf(value: object): object | undefined {
    return this.#foreign.get(value);
  }

  /** The substitute for the prototype of a constructor. */
  prototypeOf({ prototype }: { prototype?: object }): object | undefined {
    if (!prototype) return undefined;
    const known = this.#prototypes.get(prototype);
    if (known) return known;
    const made = Object.freeze(Object.create(null) as object);
    this.#prototypes.set(prototype, made);
    this.#prototypes.set(made, prototype);
    return made;
  }

  /** The prototype that an object substitutes. */
  prototypeBehind(value: object): object | undefined {
    return this.#prototypes.get(value);
  }
}
