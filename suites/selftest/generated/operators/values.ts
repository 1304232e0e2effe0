import { childOf } from "../syntax.ts";
import { exchanged } from "./conditions.ts";
import type { Operator } from "./operator.ts";

const ARITHMETIC: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
};
const ASSIGNMENTS: Readonly<Record<string, string>> = { "+=": "-=", "-=": "+=", "??=": "=" };
const EQUALITIES = ["===", "!=="];

export const arithmetic: Operator = ({ node }, textOf) =>
  node.type === "BinaryExpression" ? exchanged(node, ARITHMETIC[String(node["operator"])] ?? [], textOf) : [];

export const assignment: Operator = ({ node }, textOf) => {
  const other = ASSIGNMENTS[String(node["operator"])];
  const [left, right] = [childOf(node, "left"), childOf(node, "right")];
  if (node.type !== "AssignmentExpression" || other === undefined || !left || !right) return [];
  return [{ code: `${textOf(left)} ${other} ${textOf(right)}` }];
};

export const boolean: Operator = ({ node: { type, value } }) =>
  type === "Literal" && typeof value === "boolean" ? [{ code: String(!value) }] : [];

/** One more and one less. */
export const number: Operator = ({ node: { type, value, bigint } }) => {
  if (type !== "Literal") return [];
  if (typeof bigint === "string") return [`${BigInt(bigint) + 1n}n`, `${BigInt(bigint) - 1n}n`].map(code);
  return typeof value === "number" ? [String(value + 1), String(value - 1)].map(code) : [];
};

/** A text is emptied, an empty one filled. A text that something is compared with is left to the conditions. */
export const string: Operator = ({ node, parent }, textOf) => {
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
