import { childOf, type Site, type SyntaxNode } from "../syntax.ts";
import type { Operator } from "./operator.ts";

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
export function isCondition({ node, key, parent }: Site): boolean {
  if (key === "test" && TESTS.includes(parent?.type ?? "")) return true;
  if (isAndOr(parent) || (parent?.type === "UnaryExpression" && parent["operator"] === "!")) return true;
  if (node.type === "BinaryExpression") return Object.hasOwn(COMPARISONS, String(node["operator"]));
  if (node.type === "UnaryExpression") return node["operator"] === "!";
  return isAndOr(node) || (node.type === "CallExpression" && PREDICATES.test(calledName(node)));
}

/** Always true, and always false; of a loop only the latter. */
export const condition: Operator = (site) => {
  if (!isCondition(site) || site.parent?.type === "UnaryExpression") return [];
  return site.parent?.type === "ForStatement" ? [{ code: "false" }] : [{ code: "true" }, { code: "false" }];
};

export const comparison: Operator = ({ node }, textOf) => {
  if (node.type !== "BinaryExpression") return [];
  return exchanged(node, COMPARISONS[String(node["operator"])] ?? [], textOf);
};

export const logic: Operator = ({ node }, textOf) => {
  if (node.type !== "LogicalExpression") return [];
  const [left, right] = sidesOf(node, textOf);
  if (node["operator"] === "??") return [{ code: left }, { code: right }];
  return exchanged(node, [node["operator"] === "&&" ? "||" : "&&"], textOf);
};

export const negation: Operator = ({ node }, textOf) => {
  const argument = childOf(node, "argument");
  if (node.type !== "UnaryExpression" || argument === undefined) return [];
  return node["operator"] === "!" || node["operator"] === "-" ? [{ code: textOf(argument) }] : [];
};

/** A binary expression with other operators in its place. */
export function exchanged(
  node: SyntaxNode,
  operators: readonly string[],
  textOf: (node: SyntaxNode) => string,
): { readonly code: string }[] {
  const [left, right] = sidesOf(node, textOf);
  return operators.map((operator) => ({ code: `${left} ${operator} ${right}` }));
}

export function calledName(call: SyntaxNode): string {
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
