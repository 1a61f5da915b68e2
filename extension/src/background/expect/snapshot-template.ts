// Snapshot templates: whether a snapshot holds lines that somebody wrote, in their order and nesting.
//
// As Playwright's toMatchAriaSnapshot: what the template leaves out may be anything, a name, a state, a value or whole
// lines; refs do not count; a name or a value may be a /regular expression/. The lines may be at any level. A run of
// like elements that a line holds, as `clz snapshot` prints them, is a line for each. Playwright's YAML is understood as it
// is: keys and texts in quotes, `/children: equal` and `/url: …`.

import { CommandError, ownWords } from "../../shared/errors";
import { expressionOf } from "../../shared/text/expected";
import { nearest } from "../../shared/text/nearest";
import { compileExpression, type RegularExpression } from "../../shared/text/regular-expression";
import { normalizeWhitespace } from "../../shared/text/text";
import { shownOf } from "../../shared/text/unseen";
import { unfolded } from "./folded-lines";

type Words = string | RegularExpression;

interface Address {
  words: Words;
  plain: string;
}

interface Line {
  role: string;
  name: Words | null;
  guess: string | null;
  kind: string | null;
  /** `disabled`, `level=2`, `options: "a"`. */
  marks: string[];
  value: Words | null;
  /** Where a link leads. */
  url: Address | null;
  children: Line[];
  /** How a template's children are compared with those of the page; null for as above, or else `contain`. */
  compared: Compared | null;
  /** As it was written, with what goes along unseen. */
  text: string;
  /** 1 for the first of the file. */
  number: number;
}

/** Others may be between them, or they are all of them, at their level or further down too. */
type Compared = "contain" | "equal" | "deep-equal";

/** Why a template does not match. */
interface Mismatch {
  line: Line;
  lookalikes: string[];
}

const LOOKALIKES = 3;

/** The lines of a template. Throws INVALID_PARAMS, with the line, where it cannot be read. */
export function parseTemplate(template: string): Line[] {
  const lines = linesOf(template.replace(/^\ufeff/, ""), true);
  if (lines.length > 0) return lines;
  const hint = ownWords`To write it: clz expect snapshot FILE --update`;
  const message = ownWords`The file has no lines, and would match any page`;
  throw new CommandError("INVALID_PARAMS", message, {}, hint);
}

/** The lines of a snapshot. */
export function parseSnapshot(lines: string[]): Line[] {
  return linesOf(lines.join("\n"), false);
}

/** Null if the snapshot holds the template's lines; else the first that it does not, and what is like it. */
export function mismatch(snapshot: Line[], template: Line[]): Mismatch | null {
  const lists = [snapshot, ...everyList(snapshot)];
  if (lists.some((list) => holdsAll(list, template))) return null;
  const attempts = lists.map((list) => attempt(list, template));
  const [best] = attempts.sort((a, b) => b.matched - a.matched);
  const line = best?.missing ?? template[0];
  if (!line) return null;
  const around = best && best.matched > 0 ? everyLine(best.among) : everyLine(snapshot);
  const texts = [...new Set((around.length > 0 ? around : everyLine(snapshot)).map(oneLine))];
  return { line, lookalikes: nearest(texts, line.text.trim().replace(/^- /, ""), LOOKALIKES) };
}

/** A line as it could be written, with the texts right below it. */
function oneLine(line: Line): string {
  const text = withoutRef(line.text);
  return text.endsWith(":") ? [text, ...valuesOf(line)].join(" ") : text;
}

/** True if a frame in the snapshot did not answer. */
export function hasSilentFrame(snapshot: Line[]): boolean {
  return everyLine(snapshot).some(({ marks }) => marks.includes("does not answer"));
}

export function withoutRef(line: string): string {
  return line.replace(/ \[ref=(?:f\d+)?e\d+\]/, "");
}

/** True if the list holds them in their order. Taking the first that matches leaves the most for the rest. */
function holdsAll(list: Line[], template: Line[]): boolean {
  let at = 0;
  return template.every((wanted) => {
    while (at < list.length) {
      at += 1;
      const line = list[at - 1];
      if (line && matches(line, wanted)) return true;
    }
    return false;
  });
}

function matches(line: Line, wanted: Line, deep = false): boolean {
  if (!headMatches(line, wanted)) return false;
  const { compared, children } = wanted;
  const isDeep = compared === "deep-equal" || (deep && compared === null);
  if (!isDeep && compared !== "equal") return holdsAll(childrenOf(line), children);
  const own = childrenOf(line);
  const expected = childrenOf(wanted);
  return own.length === expected.length && own.every((child, at) => matches(child, expected[at] as Line, isDeep));
}

function headMatches(line: Line, wanted: Line): boolean {
  return (
    line.role === wanted.role &&
    (wanted.name === null || isLike(nameOf(line), wanted.name)) &&
    (wanted.guess === null || line.guess === wanted.guess) &&
    (wanted.kind === null || line.kind === wanted.kind) &&
    wanted.marks.every((mark) => hasMark(line, mark)) &&
    (wanted.url === null || leadsTo(line, wanted.url)) &&
    (wanted.value === null || valuesOf(line).some((value) => isLike(value, wanted.value ?? "")))
  );
}

/** `[checked=false]` is also what has no such mark. */
function hasMark({ marks }: Line, mark: string): boolean {
  const off = /^([\w-]+)=false$/.exec(mark)?.[1];
  const bare = mark.replace(/=true$/, "");
  if (off === undefined) return marks.includes(bare) || marks.includes(mark);
  return marks.includes(mark) || !marks.some((own) => own === off || own.startsWith(`${off}=`));
}

/** An address may be written as in the page, from its path on. */
function leadsTo({ marks }: Line, { words, plain }: Address): boolean {
  const url = marks.find((mark) => mark.startsWith("url="))?.slice("url=".length);
  if (url === undefined) return false;
  // A path may look like an expression.
  return url === plain || (plain !== "" && url.endsWith(plain)) || (typeof words !== "string" && words.test(url));
}

/** True if the template asks where links lead. */
export function asksForUrls(template: Line[]): boolean {
  return everyLine(template).some(({ url }) => url !== null);
}

function nameOf({ name }: Line): string {
  return typeof name === "string" ? name : "";
}

/** What a line holds, and the texts right below it: a text alone is on the line of what it is in. */
function valuesOf(line: Line): string[] {
  const own = typeof line.value === "string" ? [line.value] : [];
  return [
    ...own,
    ...line.children.flatMap(({ role, value }) => (role === "text" && typeof value === "string" ? [value] : [])),
  ];
}

function childrenOf(line: Line): Line[] {
  const { value, children } = line;
  if (line.role === "text" || value === null) return children;
  const text: Line = { ...line, role: "text", name: null, guess: null, kind: null, marks: [], url: null, children: [] };
  return [{ ...text, compared: "contain" }, ...children];
}

function isLike(text: string, wanted: Words): boolean {
  if (typeof wanted !== "string") return wanted.test(normalizeWhitespace(text));
  return [wanted, plainOf(wanted)].some((one) => normalizeWhitespace(text) === normalizeWhitespace(one));
}

/** How far a template gets in a list, and which of its lines is the first that does not. */
function attempt(list: Line[], template: Line[]): { matched: number; missing: Line | null; among: Line[] } {
  let matched = 0;
  let at = 0;
  for (const wanted of template) {
    const rest = list.slice(at);
    const whole = rest.findIndex((line) => matches(line, wanted));
    if (whole >= 0) {
      matched += 1 + everyLine(wanted.children).length;
      at += whole + 1;
      continue;
    }
    const inner = rest
      .filter((line) => headMatches(line, wanted))
      .map((line) => attempt(childrenOf(line), wanted.children))
      .sort((a, b) => b.matched - a.matched)[0];
    if (inner) return { ...inner, matched: matched + 1 + inner.matched };
    return { matched, missing: wanted, among: rest };
  }
  return { matched, missing: null, among: [] };
}

function everyList(lines: Line[]): Line[][] {
  return lines.flatMap(({ children }) => (children.length > 0 ? [children, ...everyList(children)] : []));
}

function everyLine(lines: Line[]): Line[] {
  return lines.flatMap((line) => [line, ...everyLine(line.children)]);
}

/** By indentation; a tab is as good as two spaces. Comments and empty lines are left out of a template. */
function linesOf(text: string, isTemplate: boolean): Line[] {
  const top: Line[] = [];
  const open: Array<{ depth: number; children: Line[]; line?: Line }> = [{ depth: -1, children: top }];
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const written = raw.replace(/^[ \t]+/, (space) => space.replaceAll("\t", "  ")).trimEnd();
    const body = written.trimStart();
    if (body === "" || (isTemplate && body.startsWith("#"))) continue;
    const depth = written.length - body.length;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const above = open.at(-1);
    if (isTemplate && above?.line && setting(above.line, body)) continue;
    for (const single of isTemplate ? singleLines(body, at + 1) : [body]) {
      const line = lineOf(single, at + 1, isTemplate);
      if (!line) continue;
      while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
      (open.at(-1)?.children ?? top).push(line);
      open.push({ depth, children: line.children, line });
    }
  }
  return top;
}

function singleLines(body: string, number: number): string[] {
  return unfolded(body) ?? refused(body, number, "does not hold as many elements as it says after ×");
}

/** Throws what is wrong with a line of the file. */
function refused(body: string, number: number, why: string): never {
  const hint = ownWords`Lines are written as \`clz snapshot\` prints them: - button "Save" [disabled]. To write them: clz expect snapshot FILE --update`;
  throw new CommandError("INVALID_PARAMS", `Line ${number} of the file ${why}: ${body}`, { line: number }, hint);
}

/** `/children: equal` and `/url: …` say more of the line above; false for any other line. */
function setting(above: Line, body: string): boolean {
  const [, name, value = ""] = /^- \/(children|url):\s*(.+)$/.exec(body) ?? [];
  if (name === "url") above.url = { words: wordsOf(plainOf(value), true), plain: plainOf(value) };
  else if (name === "children" && /^(?:contain|equal|deep-equal)$/.test(value)) above.compared = value as Compared;
  else return false;
  return true;
}

/** A scalar of YAML without its quotes. */
function plainOf(written: string): string {
  const single = /^'((?:[^']|'')*)'$/s.exec(written)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  return /^"(?:\\.|[^"\\])*"$/s.test(written) ? parsed(written) : written;
}

/** `'heading "Tea: green"': text`: a key that YAML wants in quotes. */
function withoutQuotes(text: string): string {
  const [, key = "", rest = ""] = /^('(?:[^']|'')*'|"(?:\\.|[^"\\])*")\s*(:.*)?$/s.exec(text) ?? [];
  return key === "" ? text : plainOf(key) + rest;
}

/** Null for a line of a snapshot that is none of its own making. */
function lineOf(body: string, number: number, isTemplate: boolean): Line | null {
  const refuse = (why: string): null => (isTemplate ? refused(body, number, why) : null);
  if (!body.startsWith("- ")) return refuse('does not begin with "- ", as lines of clz snapshot do without -i');
  const text = isTemplate ? withoutQuotes(body.slice(2)) : body.slice(2);
  const rest = shownOf(text);
  if (rest.startsWith("/"))
    return refuse("is an unknown setting; there are: /children: equal or deep-equal, /url: ADDRESS");
  const role = /^[\p{L}][\p{L}\p{N}_-]*/u.exec(rest)?.[0];
  if (role === undefined) return refuse("names no role");
  const line: Line = {
    role,
    name: null,
    guess: null,
    kind: null,
    marks: [],
    value: null,
    url: null,
    children: [],
    compared: null,
    text,
    number,
  };
  let left = rest.slice(role.length);
  while (left.trim() !== "") {
    const piece = PIECES.map(([pattern, take]) => ({ found: pattern.exec(left), take })).find(({ found }) => found);
    if (!piece?.found) return refuse(`cannot be read from ${JSON.stringify(left.trim().slice(0, 40))} on`);
    piece.take(line, piece.found[1] ?? "", isTemplate);
    left = left.slice(piece.found[0].length);
  }
  return line;
}

type Take = (line: Line, found: string, isTemplate: boolean) => void;

/** What a line goes on with, in turn. */
const PIECES: Array<[RegExp, Take]> = [
  [/^\s*:\s*(.*)$/s, (line, found, isTemplate) => (line.value = found === "" ? null : wordsOf(found, isTemplate))],
  [/^\s+("(?:\\.|[^"\\])*")/s, (line, found) => (line.name = parsed(found))],
  [/^\s+~("(?:\\.|[^"\\])*")/s, (line, found) => (line.guess = parsed(found))],
  [/^\s+(\/(?:\\.|[^/\\])+\/[a-z]*)(?=\s|:|$)/s, (line, found, isTemplate) => (line.name = wordsOf(found, isTemplate))],
  [/^\s+\(([^)]*)\)/, (line, found) => (line.kind = found)],
  [
    /^\s*\[((?:"(?:\\.|[^"\\])*"|[^\]"])*)\]/,
    (line, found) => {
      // What Playwright writes for those who act on it.
      if (!/^(?:ref=|cursor=|active$)/.test(found)) line.marks.push(found.trim());
    },
  ],
];

function wordsOf(written: string, isTemplate: boolean): Words {
  const plain = isTemplate ? plainOf(written) : written;
  return isTemplate && /^\/.+\/[a-z]*$/s.test(plain) ? expressionOf(plain, compileExpression) : written;
}

function parsed(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
