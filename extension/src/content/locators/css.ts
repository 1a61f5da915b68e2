// CSS selectors over the whole page: each shadow root is searched too, and every combinator but + and ~ may cross its
// border.
//
// Firefox answers what it can alone. The rest is matched here: pseudo-classes that CSS lacks, as in Playwright, and
// selectors that cross a border or begin at a scope. Candidates are what Firefox finds for the last compound.

import { withoutProbes } from "../dom/probes";
import { allRoots, flatContains } from "../dom/roots";
import { isAdded, NESTING, scored, testOf, type Tester } from "./pseudo-classes";
import { alternativesOf, compoundsOf, type Combinator } from "./selector-syntax";

/** All elements that match, in the order of the roots. Throws a SyntaxError for an invalid selector. */
export function cssAll(selector: string): Element[] {
  const roots = allRoots();
  if (!ADDED.test(selector)) {
    if (roots.length === 1) return [...document.querySelectorAll(withoutProbes(selector))];
    if (!/[\s>+~(]/.test(selector.trim())) return native(selector);
  }
  return new Query(selector).all(null);
}

/** The elements that match inside any of the scopes; what asks for `:scope`, or begins with a combinator, may leave it. */
export function cssInside(selector: string, scopes: Element[]): Element[] {
  const query = new Query(selector);
  return [...new Set(scopes.flatMap((scope) => query.all(scope)))];
}

/** What Firefox does not know. */
const ADDED =
  /:(?:has-text|contains|text-is|text-matches|text|nth-match|right-of|left-of|above|below|near)\(|:(?:visible|scope)(?![\w-])/;

function native(selector: string): Element[] {
  const asked = withoutProbes(selector);
  return allRoots().flatMap((root) => [...root.querySelectorAll(asked)]);
}

interface Part {
  combinator: Combinator;
  matches: (element: Element) => boolean;
  tests: Tester[];
  /** True if the scope itself may match it. */
  isScope: boolean;
}

/** One selector, made ready to be asked of many elements. */
class Query {
  readonly #candidates: string;
  readonly #alternatives: Part[][];
  /** True if what it finds may be beside its scope. */
  readonly #leaves: boolean;
  readonly #isScored: boolean;
  /** What is known of elements in this scope. */
  #scope: Element | null = null;
  readonly #matched = new Map<Element, Map<Part[], Array<boolean | undefined>>>();

  constructor(selector: string) {
    const hasShadows = allRoots().length > 1;
    const needed = (text: string): boolean => hasShadows || ADDED.test(text);
    const last: string[] = [];
    this.#alternatives = alternativesOf(selector).map((alternative) => {
      const compounds = compoundsOf(alternative, (one) => isAdded(one, needed));
      last.push(compounds.at(-1)?.native ?? "*");
      return compounds.map(({ combinator, native, tests }) => {
        const asked = withoutProbes(native);
        document.createDocumentFragment().querySelector(asked); // throws if it is not valid
        const matches = native === "*" ? () => true : (element: Element) => element.matches(asked);
        const isScope = tests.some(
          ({ name, argument }) => name === "scope" || (NESTING.is.has(name) && /:scope/.test(argument ?? "")),
        );
        return { combinator, matches, isScope, tests: tests.map((one) => testOf(one, (inner) => new Query(inner))) };
      });
    });
    this.#candidates = last.join(", ");
    this.#leaves = this.#alternatives.some(
      (parts) => parts[0]?.combinator !== "" || parts.some((part) => part.isScope),
    );
    this.#isScored = scored(selector);
  }

  /** All that match inside the scope. */
  all(scope: Element | null): Element[] {
    const around = this.#leaves && scope ? (scope.parentElement ?? scope) : scope;
    const candidates =
      around && allRoots().length === 1
        ? [...around.querySelectorAll(withoutProbes(this.#candidates))]
        : native(this.#candidates).filter((one) => !around || (one !== around && flatContains(around, one)));
    if (around === scope && this.#leaves && scope) candidates.unshift(scope);
    const found = candidates.filter((one) => this.matches(one, scope));
    return this.#isScored
      ? sorted(
          found,
          this.#alternatives.flatMap((parts) => parts.at(-1)?.tests ?? []),
        )
      : found;
  }

  has(scope: Element): boolean {
    return this.all(scope).length > 0;
  }

  matches(element: Element, scope: Element | null): boolean {
    if (scope !== this.#scope) {
      this.#scope = scope;
      this.#matched.clear();
    }
    return this.#alternatives.some((parts) => this.#matchesTo(element, parts, parts.length - 1, scope));
  }

  #matchesTo(element: Element, parts: Part[], at: number, scope: Element | null): boolean {
    let known = this.#matched.get(element);
    if (!known) this.#matched.set(element, (known = new Map<Part[], Array<boolean | undefined>>()));
    let those = known.get(parts);
    if (!those) known.set(parts, (those = []));
    return (those[at] ??= this.#look(element, parts, at, scope));
  }

  #look(element: Element, parts: Part[], at: number, scope: Element | null): boolean {
    const part = parts[at];
    if (!part || (element === scope && !part.isScope) || !part.matches(element)) return false;
    if (!part.tests.every((test) => test.holds(element, scope))) return false;
    if (at === 0 && (part.combinator === "" || !scope)) return true;
    const before = (one: Element): boolean => (at === 0 ? one === scope : this.#matchesTo(one, parts, at - 1, scope));
    const { combinator } = part;
    if (combinator === "+") return element.previousElementSibling !== null && before(element.previousElementSibling);
    if (combinator === "~") {
      for (let one = element.previousElementSibling; one; one = one.previousElementSibling)
        if (before(one)) return true;
      return false;
    }
    for (let one = above(element, scope); one; one = above(one, scope)) {
      if (before(one)) return true;
      if (combinator === ">") return false;
    }
    return false;
  }
}

/** The element above, out of a shadow root to its host; nothing above the scope. */
function above(element: Element, scope: Element | null): Element | null {
  if (element === scope) return null;
  const parent = element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : element.parentElement;
}

/** By how well they lie; others keep their order. */
function sorted(found: Element[], tests: Tester[]): Element[] {
  const score = (element: Element): number => tests.reduce((sum, test) => sum + (test.score?.(element) ?? 0), 0);
  return found
    .map((element) => ({ element, score: score(element) }))
    .sort((one, other) => one.score - other.score)
    .map(({ element }) => element);
}
