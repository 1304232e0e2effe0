import { childOf, listOf, type Site, type SyntaxNode } from "./syntax.ts";
import { isForOtherChoice } from "./choice-sites.ts";

/** The new code of a site, and the name of the change. */
interface Change {
  /** The code that takes the place of the node. */
  readonly code: string;
  /** The part of the node that changes. Default: all of it. */
  readonly from?: string;
  /** The new text. Default: the code. */
  readonly to?: string;
}

/** A way of making code wrong: all the changes that it makes at a site. */
export type Operator = (site: Site, textOf: (node: SyntaxNode) => string) => readonly Change[];

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  in: [],
  instanceof: [],
};
const TESTS = ["IfStatement", "ConditionalExpression", "ForStatement", "WhileStatement"];
const PREDICATES =
  /^(test|includes|startsWith|endsWith|has|hasOwn|some|every|canParse|isArray|is[A-Z]\w*|has[A-Z]\w*)$/;

/** Whether the value of a site is true or false, as far as its shape shows. */
function isCondition({ node, key, parent }: Site): boolean {
  if (key === "test" && TESTS.includes(parent?.type ?? "")) return true;
  if (isAndOr(parent) || (parent?.type === "UnaryExpression" && parent["operator"] === "!")) return true;
  if (node.type === "BinaryExpression") return Object.hasOwn(COMPARISONS, String(node["operator"]));
  if (node.type === "UnaryExpression") return node["operator"] === "!";
  return isAndOr(node) || (node.type === "CallExpression" && PREDICATES.test(calledName(node)));
}

/** Always true, and always false; of a loop only the latter. */
const condition: Operator = (site) => {
  if (!isCondition(site) || site.parent?.type === "UnaryExpression") return [];
  return site.parent?.type === "ForStatement" ? [{ code: "false" }] : [{ code: "true" }, { code: "false" }];
};

const comparison: Operator = ({ node }, textOf) => {
  if (node.type !== "BinaryExpression") return [];
  return exchanged(node, COMPARISONS[String(node["operator"])] ?? [], textOf);
};

const logic: Operator = ({ node }, textOf) => {
  if (node.type !== "LogicalExpression") return [];
  const [left, right] = sidesOf(node, textOf);
  if (node["operator"] === "??") return [{ code: left }, { code: right }];
  return exchanged(node, [node["operator"] === "&&" ? "||" : "&&"], textOf);
};

const negation: Operator = ({ node }, textOf) => {
  const argument = childOf(node, "argument");
  if (node.type !== "UnaryExpression" || argument === undefined) return [];
  return node["operator"] === "!" || node["operator"] === "-" ? [{ code: textOf(argument) }] : [];
};

/** A binary expression with other operators in its place. */
function exchanged(
  node: SyntaxNode,
  operators: readonly string[],
  textOf: (node: SyntaxNode) => string,
): { readonly code: string }[] {
  const [left, right] = sidesOf(node, textOf);
  return operators.map((operator) => ({ code: `${left} ${operator} ${right}` }));
}

function calledName(call: SyntaxNode): string {
  const callee = childOf(call, "callee");
  return String((childOf(callee, "property") ?? callee)?.["name"]);
}

function isAndOr(node: SyntaxNode | undefined): boolean {
  return node?.type === "LogicalExpression" && node["operator"] !== "??";
}

function sidesOf(
  node: SyntaxNode,
  textOf: (node: SyntaxNode) => string,
): readonly [left: string, right: string] {
  const [left, right] = [childOf(node, "left"), childOf(node, "right")];
  if (left === undefined || right === undefined) throw new Error(`Cannot read ${node.type}: no two sides`);
  return [`(${textOf(left)})`, `(${textOf(right)})`];
}

const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!])|\{\d+(?:,\d*)?\}|[*+?]\??|[^]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\s": "\\S",
  "\\S": "\\s",
  "\\d": "\\D",
  "\\b": "",
};
const QUANTIFIERS: Readonly<Record<string, readonly string[]>> = {
  "*": ["+", ""],
  "+": ["*", ""],
  "?": [""],
  "*?": ["*"],
};

/** A regular expression that is looser or stricter in one place, or has one flag less. */
const pattern: Operator = ({ node: { regex } }) => {
  if (typeof regex !== "object" || regex === null || !("pattern" in regex) || !("flags" in regex)) return [];
  const source = String(regex.pattern);
  const flags = String(regex.flags);
  const patterns = [...source.matchAll(TOKENS)].flatMap(({ 0: token, index }) =>
    othersOf(token).map((other) => source.slice(0, index) + other + source.slice(index + token.length)),
  );
  return [
    ...patterns
      .filter((changed) => isPattern(changed, flags))
      .map((changed) => ({ code: `/${changed}/${flags}` })),
    ...Array.from(flags, (flag) => ({ code: `/${source}/${flags.replace(flag, "")}` })),
  ];
};

function othersOf(token: string): readonly string[] {
  if (token === "^" || token === "$") return [""];
  if (token === "(?!") return ["(?="];
  if (token.startsWith("[") && token.length > 1) {
    return [token.startsWith("[^") ? `[${token.slice(2)}` : `[^${token.slice(1)}`];
  }
  if (token.startsWith("{")) return [token.replace(/\d+(?=\}|,\})/, (most) => String(Number(most) + 1)), ""];
  return QUANTIFIERS[token] ?? (ESCAPES[token] === undefined ? [] : [ESCAPES[token]]);
}

function isPattern(source: string, flags: string): boolean {
  try {
    return source !== "" && new RegExp(source, flags).flags === flags;
  } catch {
    return false;
  }
}

/** Methods without which there is still a value of the same kind. */
const DISPENSABLE =
  /^(trim|trimStart|trimEnd|padStart|replace|replaceAll|slice|filter|toReversed|toSorted|toUpperCase|toLowerCase|round|floor)$/;
const OPPOSITES = new Map([
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["some", "every"],
  ["every", "some"],
  ["trim", "trimEnd"],
  ["trimStart", "trimEnd"],
  ["trimEnd", "trimStart"],
  ["toUpperCase", "toLowerCase"],
  ["toLowerCase", "toUpperCase"],
  ["indexOf", "lastIndexOf"],
  ["lastIndexOf", "indexOf"],
  ["padStart", "padEnd"],
  ["floor", "ceil"],
]);

/** An object without one of its members; functions are left to {@link body}. */
const member: Operator = ({ node }, textOf) => {
  if (node.type !== "ObjectExpression") return [];
  return without(
    listOf(node, "properties"),
    ["{", "}"],
    textOf,
    (part) =>
      !isFunction(childOf(part, "value")) &&
      !isForOtherChoice({ node: part, key: "properties", parent: node }),
  );
};

/** A list without one of its elements. */
const element: Operator = ({ node }, textOf) =>
  node.type === "ArrayExpression" ? without(listOf(node, "elements"), ["[", "]"], textOf) : [];

/** A call of a method left out, or one of the opposite method. */
const method: Operator = ({ node }, textOf) => {
  const callee = childOf(node, "callee");
  const object = childOf(callee, "object");
  const property = childOf(callee, "property");
  if (node.type !== "CallExpression" || !callee || !object || !property) return [];
  const name = calledName(node);
  const opposite = OPPOSITES.get(name);
  const rest = textOf(node).slice(property.end - node.start);
  const to = `${textOf(object)}.${opposite}${rest}`;
  return [
    ...(DISPENSABLE.test(name) ? [{ code: textOf(object) }] : []),
    ...(opposite === undefined ? [] : [{ code: to }]),
  ];
};

/** A function that does nothing and returns nothing; a block marks its beginning, see `instrument`. */
const body: Operator = (site) => {
  const { node, key, parent } = site;
  if (key !== "body" || !isFunction(parent)) return [];
  if (node.type === "BlockStatement") {
    const statements = listOf(node, "body");
    const hasMore = statements.some(({ type }) => type !== "ReturnStatement");
    return hasMore ? [{ code: "return;", from: "body", to: "nothing" }] : [];
  }
  return isCondition(site) || node.type === "Literal" ? [] : [{ code: "undefined" }];
};

/** A return of nothing, where the function does something besides. */
const result: Operator = (site, textOf) => {
  const { node, key, parent } = site;
  if (key !== "argument" || parent?.type !== "ReturnStatement" || isCondition(site)) return [];
  return textOf(node) === "undefined" ? [] : [{ code: "undefined", to: "undefined" }];
};

/** A statement left out. */
const statement: Operator = ({ node, parent }, textOf) => {
  if (parent?.type === "ExpressionStatement") return [{ code: "undefined", to: "nothing" }];
  if (node.type !== "ThrowStatement" && !/^For(Of)?Statement$/.test(node.type)) return [];
  return [{ code: ";", from: textOf(node), to: "nothing" }];
};

function isFunction(node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^(Arrow)?Function(Expression|Declaration)?$/.test(node.type);
}

function without(
  parts: readonly SyntaxNode[],
  [open, close]: readonly [string, string],
  textOf: (node: SyntaxNode) => string,
  isDispensable: (part: SyntaxNode) => boolean = () => true,
) {
  return parts.filter(isDispensable).map((left) => {
    const others = parts.filter((part) => part !== left).map(textOf);
    return { code: `${open}${others.join(", ")}${close}`, from: textOf(left), to: "nothing" };
  });
}

const ARITHMETIC: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
};
const ASSIGNMENTS: Readonly<Record<string, string>> = { "+=": "-=", "-=": "+=", "??=": "=" };
const EQUALITIES = ["===", "!=="];

const arithmetic: Operator = ({ node }, textOf) =>
  node.type === "BinaryExpression" ? exchanged(node, ARITHMETIC[String(node["operator"])] ?? [], textOf) : [];

const assignment: Operator = ({ node }, textOf) => {
  const other = ASSIGNMENTS[String(node["operator"])];
  const [left, right] = [childOf(node, "left"), childOf(node, "right")];
  if (node.type !== "AssignmentExpression" || other === undefined || !left || !right) return [];
  return [{ code: `${textOf(left)} ${other} ${textOf(right)}` }];
};

const boolean: Operator = ({ node: { type, value } }) =>
  type === "Literal" && typeof value === "boolean" ? [{ code: String(!value) }] : [];

/** One more and one less. */
const number: Operator = ({ node: { type, value, bigint } }) => {
  if (type !== "Literal") return [];
  if (typeof bigint === "string") return [`${BigInt(bigint) + 1n}n`, `${BigInt(bigint) - 1n}n`].map(code);
  return typeof value === "number" ? [String(value + 1), String(value - 1)].map(code) : [];
};

/** A text is emptied, an empty one filled. A text that something is compared with is left to the conditions. */
const string: Operator = ({ node, parent }, textOf) => {
  const compared = parent?.type === "BinaryExpression" && EQUALITIES.includes(String(parent["operator"]));
  if (compared || parent?.type === "TaggedTemplateExpression") return [];
  if (node.type === "TaggedTemplateExpression") return [{ code: '""' }];
  if (node.type === "TemplateLiteral") return textOf(node) === "``" ? [] : [{ code: '""' }];
  if (node.type !== "Literal" || typeof node["value"] !== "string") return [];
  return [{ code: node["value"] === "" ? '"mutated"' : '""' }];
};

function code(text: string): { readonly code: string } {
  return { code: text };
}

/** Every operator by its name. The first that makes a change of a site names it. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  condition,
  comparison,
  logic,
  negation,
  arithmetic,
  assignment,
  boolean,
  number,
  string,
  pattern,
  member,
  element,
  method,
  body,
  result,
  statement,
};
