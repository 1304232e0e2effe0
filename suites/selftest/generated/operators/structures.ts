import { childOf, listOf, type SyntaxNode } from "../syntax.ts";
import { isForOtherChoice } from "../choice-sites.ts";
import { calledName, isCondition } from "./conditions.ts";
import type { Operator } from "./operator.ts";

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
export const member: Operator = ({ node }, textOf) => {
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
export const element: Operator = ({ node }, textOf) =>
  node.type === "ArrayExpression" ? without(listOf(node, "elements"), ["[", "]"], textOf) : [];

/** A call of a method left out, or one of the opposite method. */
export const method: Operator = ({ node }, textOf) => {
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
export const body: Operator = (site) => {
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
export const result: Operator = (site, textOf) => {
  const { node, key, parent } = site;
  if (key !== "argument" || parent?.type !== "ReturnStatement" || isCondition(site)) return [];
  return textOf(node) === "undefined" ? [] : [{ code: "undefined", to: "undefined" }];
};

/** A statement left out. */
export const statement: Operator = ({ node, parent }, textOf) => {
  if (parent?.type === "ExpressionStatement") return [{ code: "undefined", to: "nothing" }];
  if (node.type !== "ThrowStatement" && !/^For(Of)?Statement$/.test(node.type)) return [];
  return [{ code: ";", from: textOf(node), to: "nothing" }];
};

export function isFunction(node: SyntaxNode | undefined): boolean {
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
