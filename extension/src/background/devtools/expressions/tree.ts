// Expressions as trees: what a safe expression says, in the few words that the interpreter knows (`content/safe/`).
//
// A safe expression is never given to a browser as text. It is parsed here, out of its page's reach, and carried out
// there step by step, by an interpreter that can only look. So nothing depends on two parsers that read a text in the
// same way, and what is not in these tables of syntax does not exist: there is no list of what is forbidden.

import { Parser, type AnyNode, type Options, type Program } from "acorn";
import { LIMITS } from "../../../generated/registry";
import type { RefusedPart, Tree } from "../../../shared/values/expression-tree";

const NOT_SPOKEN = "is not part of safe mode";
const TOO_DEEP = "is nested too deeply for safe mode";
/** What acorn says of it, much deeper. */
const TOO_DEEP_TO_READ = "Not enough stack space to parse input";

/** What has its place elsewhere alone, such as `return`, is read everywhere: it is carried out, or refused by its name. */
const OPTIONS: Options = {
  ecmaVersion: "latest",
  sourceType: "script",
  preserveParens: true,
  allowAwaitOutsideFunction: true,
  allowHashBang: true,
  allowImportExportEverywhere: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  checkPrivateFields: false,
};

const OPERATORS = new Set(
  "! ~ typeof void + - * / % ** == != === !== < > <= >= & | ^ << >> >>> in instanceof && || ??".split(" "),
);

class Reader extends Parser {
  readonly allowDirectSuper = true;
  readonly allowNewDotTarget = true;
  readonly allowUsing = true;

  // What the interpreter and Firefox judge by themselves, and what takes long where there is much of it.
  declareName(): void {}
  validateRegExpFlags(): void {}
  validateRegExpPattern(): void {}
}

class Refused extends Error {
  constructor(
    readonly start: number,
    readonly end: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

type Of<Type extends AnyNode["type"]> = Extract<AnyNode, { type: Type }>;
type Made = [kind: string, ...rest: unknown[]];
type Rules = {
  readonly [Type in AnyNode["type"]]?: (maker: Maker, node: Of<Type>, depth: number) => Made;
};

/** Makes the tree of one source, each node by the rule of its type; `before` is how much of what was parsed is not the source's. */
class Maker {
  constructor(
    private readonly parsed: string,
    private readonly before: number,
  ) {}

  statements(nodes: AnyNode[], depth: number): Tree[] {
    return nodes.map((node) => this.statement(node, depth + 1));
  }

  statement(node: AnyNode, depth: number): Tree {
    return this.#made(STATEMENTS, node, depth);
  }

  expression(node: AnyNode, depth: number): Tree {
    return this.#made(EXPRESSIONS, node, depth);
  }

  target(node: AnyNode, depth: number): Tree {
    return this.#made(TARGETS, node, depth);
  }

  maybe(node: AnyNode | null | undefined, depth: number): Tree | null {
    return node ? this.expression(node, depth) : null;
  }

  #made(rules: Rules, node: AnyNode, depth: number): Tree {
    if (depth > LIMITS.maxExpressionDepth) throw this.refused(node, TOO_DEEP);
    const rule = rules[node.type] as ((maker: Maker, node: AnyNode, depth: number) => Made) | undefined;
    if (!rule) throw this.refused(node);
    return this.placed(node, rule(this, node, depth + 1));
  }

  /** A node of the tree: its kind, the place of `node`, and what else there is to it. */
  placed({ start, end }: AnyNode, [kind, ...rest]: Made): Tree {
    return [kind, start - this.before, end - this.before, ...rest];
  }

  refused({ start, end }: Pick<AnyNode, "start" | "end">, reason = NOT_SPOKEN): Refused {
    return new Refused(start - this.before, end - this.before, reason);
  }

  text({ start, end }: AnyNode): string {
    return this.parsed.slice(start, end);
  }

  /** A name as it is written: one with escapes is none. */
  name(node: AnyNode): string {
    const name = this.text(node);
    if (node.type !== "Identifier" || node.name !== name) throw this.refused(node);
    return name;
  }

  /** A key as an expression. */
  key(node: AnyNode, computed: boolean, depth: number): Tree {
    if (!computed && node.type === "Identifier") return this.placed(node, ["literal", this.name(node)]);
    if (!computed && node.type !== "Literal") throw this.refused(node);
    return this.expression(node, depth);
  }

  /** `a` in `{a}`: the key, and the name that holds the value. */
  shorthand(node: AnyNode): [key: Tree, name: Tree] {
    const name = this.name(node);
    return [this.placed(node, ["literal", name]), this.placed(node, ["name", name])];
  }

  /** `whole` is the function with the words before it. */
  function(node: FunctionNode, depth: number, name: string, whole: AnyNode = node): Made {
    if (node.generator) throw this.refused(whole);
    const { body, params } = node;
    const isBlock = body.type === "BlockStatement";
    const made = isBlock ? this.statements(body.body, depth) : this.expression(body, depth);
    const targets = params.map((param) => this.target(param, depth));
    return ["function", name, targets, made, isBlock, node.async, node.type === "ArrowFunctionExpression"];
  }
}

type FunctionNode = Extract<AnyNode, { params: unknown }>;

const EXPRESSIONS: Rules = {
  Identifier: (m, node) => (node.name === "undefined" ? ["undefined"] : name(m, node)),
  ThisExpression: () => ["this"],
  Literal: literal,
  TemplateLiteral: (m, { quasis, expressions }, depth) => {
    const parts = quasis.flatMap(({ value }, at) => {
      const inner = expressions[at];
      return inner ? [value.cooked, m.expression(inner, depth)] : [value.cooked];
    });
    return ["template", parts];
  },
  ArrayExpression: (m, { elements }, depth) => ["array", elements.map((one) => m.maybe(one, depth))],
  ObjectExpression: (m, { properties }, depth) => ["object", properties.map((one) => pair(m, one, depth))],
  SpreadElement: (m, { argument }, depth) => ["spread", m.expression(argument, depth)],
  ArrowFunctionExpression: (m, node, depth) => m.function(node, depth, ""),
  FunctionExpression: (m, node, depth) => m.function(node, depth, node.id ? m.name(node.id) : ""),
  ParenthesizedExpression: (m, { expression }, depth) => ["brackets", m.expression(expression, depth)],
  // Where a chain ends is in the tree already: at the last member or call, or at the brackets around that.
  ChainExpression: (m, { expression }, depth) => unplaced(m.expression(expression, depth - 1)),
  MemberExpression: member,
  CallExpression: (m, { callee, arguments: given, optional }, depth) => [
    "call",
    m.expression(callee, depth),
    given.map((one) => m.expression(one, depth)),
    optional,
  ],
  NewExpression: (m, { callee, arguments: given }, depth) => [
    "new",
    m.expression(callee, depth),
    given.map((one) => m.expression(one, depth)),
  ],
  UnaryExpression: (m, node, depth) => {
    if (node.operator !== "delete") return ["unary", operator(m, node), m.expression(node.argument, depth)];
    const { argument } = node;
    const bare = argument.type === "ChainExpression" ? argument.expression : argument;
    if (bare.type !== "MemberExpression") throw m.refused(node);
    return ["delete", m.expression(bare, depth)];
  },
  BinaryExpression: (m, node, depth) => ["binary", ...operands(m, node, depth)],
  LogicalExpression: (m, node, depth) => ["logical", ...operands(m, node, depth)],
  ConditionalExpression: (m, { test, consequent, alternate }, depth) => [
    "if",
    ...[test, consequent, alternate].map((part) => m.expression(part, depth)),
  ],
  AssignmentExpression: (m, node, depth) => {
    const assigned = [m.target(node.left, depth), m.expression(node.right, depth)];
    return node.operator === "=" ? ["assign", ...assigned] : ["update", operator(m, node), ...assigned];
  },
  UpdateExpression: (m, { operator: sign, argument, prefix }, depth) => [
    "step",
    sign.charAt(0),
    m.target(argument, depth),
    prefix,
  ],
  SequenceExpression: (m, { expressions }, depth) => ["sequence", expressions.map((one) => m.expression(one, depth))],
  AwaitExpression: (m, { argument }, depth) => ["await", m.expression(argument, depth)],
};

/** What can be assigned to: names, members and patterns. */
const TARGETS: Rules = {
  Identifier: name,
  MemberExpression: member,
  ParenthesizedExpression: (m, { expression }, depth) => unplaced(m.target(expression, depth)),
  ArrayPattern: (m, { elements }, depth) => ["array", elements.map((one) => one && m.target(one, depth))],
  ObjectPattern: objectPattern,
  AssignmentPattern: (m, { left, right }, depth) => ["default", m.target(left, depth), m.expression(right, depth)],
  RestElement: (m, { argument }, depth) => ["rest", m.target(argument, depth)],
};

const STATEMENTS: Rules = {
  ExpressionStatement: (m, { expression }, depth) => ["value", m.expression(expression, depth)],
  VariableDeclaration: (m, node, depth) => {
    const pairs = node.declarations.map(({ id, init }) => [m.target(id, depth), m.maybe(init, depth)]);
    return ["declare", kindOf(m, node), pairs];
  },
  FunctionDeclaration: (m, node, depth) => {
    const name = node.id ? m.name(node.id) : "";
    return ["declareFunction", name, m.placed(node, m.function(node, depth, name))];
  },
  IfStatement: (m, { test, consequent, alternate }, depth) => [
    "when",
    m.expression(test, depth),
    m.statement(consequent, depth),
    alternate ? m.statement(alternate, depth) : null,
  ],
  ForStatement: (m, { init, test, update, body }, depth) => {
    const isDeclaration = init?.type === "VariableDeclaration";
    const first = isDeclaration ? m.statement(init, depth) : m.maybe(init, depth);
    return ["for", first, m.maybe(test, depth), m.maybe(update, depth), m.statement(body, depth)];
  },
  ForInStatement: (m, node, depth) => each(m, "in", node, depth),
  ForOfStatement: (m, node, depth) => {
    if (node.await) throw m.refused(node);
    return each(m, "of", node, depth);
  },
  WhileStatement: (m, { test, body }, depth) => ["while", m.expression(test, depth), m.statement(body, depth)],
  DoWhileStatement: (m, { test, body }, depth) => ["do", m.statement(body, depth), m.expression(test, depth)],
  BreakStatement: (m, node) => jump(m, "break", node),
  ContinueStatement: (m, node) => jump(m, "continue", node),
  ReturnStatement: (m, { argument }, depth) => ["return", m.maybe(argument, depth)],
  ThrowStatement: (m, { argument }, depth) => ["throw", m.expression(argument, depth)],
  TryStatement: (m, { block, handler, finalizer }, depth) => {
    const caught = handler && [
      handler.param ? m.target(handler.param, depth) : null,
      m.statements(handler.body.body, depth),
    ];
    return [
      "try",
      m.statements(block.body, depth),
      caught ?? null,
      finalizer ? m.statements(finalizer.body, depth) : null,
    ];
  },
  SwitchStatement: (m, { discriminant, cases }, depth) => {
    const parts = cases.map(({ test, consequent }) => [
      m.maybe(test, depth),
      consequent.map((one) => m.statement(one, depth)),
    ]);
    return ["switch", m.expression(discriminant, depth), parts];
  },
  BlockStatement: (m, { body }, depth) => ["block", m.statements(body, depth)],
  EmptyStatement: () => ["nothing"],
};

function unplaced([kind, , , ...rest]: Tree): Made {
  return [kind, ...rest];
}

function name(m: Maker, node: Of<"Identifier">): Made {
  // What is a name here alone.
  if (node.name === "undefined" || node.name === "yield") throw m.refused(node);
  return ["name", m.name(node)];
}

/** The old ways to write octal numbers and characters, which not all code allows; and what of a string is before one. */
const OCTAL_NUMBER = /^0[\d_].*/;
const OCTAL_ESCAPE = /^((?:[^\\]|\\[^])*?)\\(?:[1-9]|0\d)/;

function literal(m: Maker, node: Of<"Literal">): Made {
  const { value, regex } = node;
  const written = m.text(node);
  if (regex) return ["regex", regex.pattern, regex.flags];
  if (typeof value === "bigint") return ["bigint", String(value)];
  const octal = (typeof value === "number" ? OCTAL_NUMBER : typeof value === "string" ? OCTAL_ESCAPE : null)?.exec(
    written,
  );
  if (octal) throw m.refused({ start: node.start + (octal[1] ?? "").length, end: node.start + octal[0].length });
  return ["literal", value];
}

function pair(m: Maker, node: Of<"Property"> | Of<"SpreadElement">, depth: number): unknown[] {
  if (node.type === "SpreadElement") return ["spread", m.expression(node.argument, depth)];
  const { key, value, computed } = node;
  if (node.kind !== "init") throw m.refused(node);
  if (node.shorthand) return ["pair", ...m.shorthand(key)];
  if (node.method && value.type === "FunctionExpression") {
    const name = computed ? `[${m.text(key)}]` : m.text(key);
    const method = m.placed(node, m.function(value, depth, name, node));
    return ["pair", m.key(key, computed, depth), method];
  }
  const named = key.type === "Identifier" ? key.name : key.type === "Literal" ? key.value : null;
  if (!computed && named === "__proto__") throw m.refused(node);
  return ["pair", m.key(key, computed, depth), m.expression(value, depth)];
}

function objectPattern(m: Maker, { properties }: Of<"ObjectPattern">, depth: number): Made {
  const pairs = properties.map((node) => {
    if (node.type === "RestElement") return ["rest", m.target(node.argument, depth)];
    const { key, value, computed, shorthand } = node;
    if (!shorthand) return ["pair", m.key(key, computed, depth), m.target(value, depth)];
    const [name, target] = m.shorthand(key);
    if (value.type !== "AssignmentPattern") return ["pair", name, target];
    return ["pair", name, m.placed(key, ["default", target, m.expression(value.right, depth)])];
  });
  return ["object", pairs];
}

function member(m: Maker, { object, property, computed, optional }: Of<"MemberExpression">, depth: number): Made {
  return ["member", m.expression(object, depth), m.key(property, computed, depth), optional];
}

/** The operator of a node, without the `=` of an assignment. */
function operator(m: Maker, node: AnyNode & { operator: string }): string {
  const sign = node.type === "AssignmentExpression" ? node.operator.slice(0, -1) : node.operator;
  if (!OPERATORS.has(sign)) throw m.refused(node);
  return sign;
}

function operands(m: Maker, node: Of<"BinaryExpression" | "LogicalExpression">, depth: number): unknown[] {
  return [operator(m, node), m.expression(node.left, depth), m.expression(node.right, depth)];
}

function kindOf(m: Maker, node: Of<"VariableDeclaration">): string {
  if (node.kind !== "let" && node.kind !== "const" && node.kind !== "var") throw m.refused(node);
  return node.kind;
}

function each(m: Maker, over: string, node: Of<"ForInStatement" | "ForOfStatement">, depth: number): Made {
  const { left, right, body } = node;
  const declared = left.type === "VariableDeclaration" ? left.declarations[0] : null;
  if (declared?.init) throw m.refused(left);
  const kind = left.type === "VariableDeclaration" ? kindOf(m, left) : "";
  return [
    "each",
    over,
    kind,
    m.target(declared?.id ?? left, depth),
    m.expression(right, depth),
    m.statement(body, depth),
  ];
}

function jump(m: Maker, kind: string, node: Of<"BreakStatement" | "ContinueStatement">): Made {
  if (node.label) throw m.refused(node);
  return [kind];
}

/** What came of reading an expression. */
type Read = { is: "tree"; tree: Tree } | RefusedPart | { is: "invalid"; reason: string; at: number };

/** The program: `["expression", …, node]` or `["statements", …, nodes]`; or why there is none. */
export function treeOf(source: string): Read {
  try {
    const alone = onlyExpression(source);
    const end = source.length;
    if (alone) return { is: "tree", tree: ["expression", 0, end, new Maker(wrapped(source), 1).expression(alone, 0)] };
    return { is: "tree", tree: ["statements", 0, end, new Maker(source, 0).statements(program(source).body, 0)] };
  } catch (thrown) {
    if (thrown instanceof Refused)
      return { is: "refused", reason: thrown.reason, start: thrown.start, end: thrown.end };
    if (thrown instanceof SyntaxError) {
      const at = (thrown as SyntaxError & { pos: number }).pos;
      const reason = thrown.message.replace(/ \(\d+:\d+\)$/, "");
      if (reason !== TOO_DEEP_TO_READ) return { is: "invalid", reason, at };
      return { is: "refused", reason: TOO_DEEP, start: at, end: source.length };
    }
    throw thrown;
  }
}

/** The source, as a call where it is one function and nothing else. */
export function called(source: string): string {
  const bare = source.trim().replace(/;$/, "");
  const only = onlyExpression(bare);
  const isFunction = only?.type === "ArrowFunctionExpression" || only?.type === "FunctionExpression";
  return isFunction && !only.generator ? `(${bare}\n)()` : source;
}

function wrapped(source: string): string {
  return `(${source}\n)`;
}

/** The expression that the source is; null for statements, and for what is not JavaScript. */
function onlyExpression(source: string): AnyNode | null {
  const whole = wrapped(source);
  try {
    const [first, second] = program(whole).body;
    const inside = first?.type === "ExpressionStatement" && !second ? first.expression : null;
    return inside?.type === "ParenthesizedExpression" && inside.end === whole.length ? inside.expression : null;
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof Refused) return null;
    throw thrown;
  }
}

/** Throws a SyntaxError. Comments of HTML are refused: a module reads them as operators. */
function program(source: string): Program {
  return Reader.parse(source, {
    ...OPTIONS,
    onComment: (isBlock, _text, start, end) => {
      if (!isBlock && !source.startsWith("//", start)) throw new Refused(start, end, NOT_SPOKEN);
    },
  });
}
