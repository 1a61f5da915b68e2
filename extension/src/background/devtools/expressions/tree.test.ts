import { expect, test } from "vitest";
import { refusal, type Tree } from "../../../shared/values/expression-tree";
import corpus from "./corpus.json";
import { called, treeOf } from "./tree";

/** A tree without places. */
function bare(part: unknown): unknown {
  if (!Array.isArray(part)) return part;
  const isNode = typeof part[0] === "string" && typeof part[1] === "number" && typeof part[2] === "number";
  return (isNode ? [part[0], ...(part as Tree).slice(3)] : part).map(bare);
}

function outcome(source: string): unknown {
  const read = treeOf(source);
  if (read.is === "tree") return bare(read.tree);
  return read.is === "refused" ? refusal(source, read).message : `invalid at ${read.at}: ${read.reason}`;
}

// Legal, illegal and hostile sources, each with its tree, or what is said of it.
test("each source becomes its tree, or is refused", () => {
  const sources = (corpus as Array<[source: string, outcome: unknown]>).map(([source]) => source);
  expect(sources.length).toBeGreaterThan(700);
  expect(sources.map((source) => [source, outcome(source)])).toEqual(corpus);
});

test("places are counted as JavaScript counts", () => {
  const read = treeOf("'😀' + x");
  expect(read.is === "tree" && (read.tree[3] as Tree)[5]).toEqual(["name", 7, 8, "x"]);
  const source = '"ä😀";\nimport("/x")';
  const refused = treeOf(source);
  expect(refused).toMatchObject({ is: "refused", start: 7 });
  if (refused.is === "refused")
    expect(refusal(source, refused).details).toMatchObject({ line: 2, column: 1, what: 'import("/x")' });
});

test("a text that is half a character keeps it", () => {
  expect(outcome("'\ud800'")).toEqual(["expression", ["literal", "\ud800"]]);
});

const nested = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);

test.each([
  ["brackets", (depth: number) => nested("(", "x", ")", depth)],
  ["lists", (depth: number) => nested("[", "", "]", depth)],
  ["objects", (depth: number) => nested("({a: ", "1", "})", depth)],
  ["blocks", (depth: number) => `${nested("{", "", "}", depth)}; 1`],
  ["members", (depth: number) => `a${".b".repeat(depth)}`],
  ["optional members", (depth: number) => `a${"?.b".repeat(depth)}`],
  ["calls", (depth: number) => `a${"()".repeat(depth)}`],
  ["sums", (depth: number) => `1${"+1".repeat(depth)}`],
  ["signs", (depth: number) => `${"!".repeat(depth)}a`],
  ["functions", (depth: number) => `${"x=>".repeat(depth)}1`],
  ["choices", (depth: number) => `${"a?b:".repeat(depth)}c`],
  ["templates", (depth: number) => nested("`${", "a", "}`", depth)],
  ["patterns", (depth: number) => `let ${nested("[", "a", "]", depth)} = x`],
  ["statements", (depth: number) => `${"if(a)".repeat(depth)}b`],
])("%s nested too deeply are refused, whatever their depth", (_, made) => {
  expect(treeOf(made(20)).is).toBe("tree");
  for (const depth of [150, 1_500, 30_000])
    expect(treeOf(made(depth))).toMatchObject({ is: "refused", reason: "is nested too deeply for safe mode" });
});

const PIECES = [
  ..."a 1 's' `t` /r/g this [] {} x=>x (await/**/a) ...a (new/**/A) `${a}` -1 a?.b __proto__".split(" "),
  ..."+ . ?. , ; = => ( ) [ ] { } for( if( : ? / * ++ # \\ ' \" ` ${ // /* */ <!-- --> in async".split(" "),
  ...["", " ", "\n", "\u2028", "\ufeff", "return ", "const "],
];

test("any text becomes a tree, or is refused", () => {
  // Of a linear congruential generator, so that each run has the same.
  let seed = 57;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 1_000; round += 1) {
    const source = Array.from({ length: next(30) }, () => PIECES[next(PIECES.length)]).join("");
    const read = treeOf(source);
    if (read.is === "tree") expect(JSON.parse(JSON.stringify(read.tree))).toEqual(read.tree);
    else expect(["refused", "invalid"]).toContain(read.is);
  }
});

test.each([
  ["() => 5", true],
  [" async () => 5; ", true],
  ["x => x // five", true],
  ["function f() { return 5 }", true],
  ["(() => 5)()", false],
  ["() => 5, 6", false],
  ["function f() {}; f()", false],
  ["function* f() {}", false],
  ["document.querySelector", false],
  ["(", false],
])("what is one function as a whole is called: %s", (source, isCalled) => {
  expect(called(source)).toBe(isCalled ? `(${source.trim().replace(/;$/, "")}\n)()` : source);
});
