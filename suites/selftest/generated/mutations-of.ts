import { parseAst } from "vitest/node";
import { asksForChoice, carriesOutChoices, isForOtherChoice } from "./choice-sites.ts";
import type { Mutation } from "./mutation.ts";
import * as conditions from "./operators/conditions.ts";
import type { Operator } from "./operators/operator.ts";
import { pattern } from "./operators/pattern.ts";
import * as structures from "./operators/structures.ts";
import * as values from "./operators/values.ts";
import { childOf, childSites, isNode, type Site, type SyntaxNode } from "./syntax.ts";

const OPERATORS: Readonly<Record<string, Operator>> = {
  condition: conditions.condition,
  comparison: conditions.comparison,
  logic: conditions.logic,
  negation: conditions.negation,
  arithmetic: values.arithmetic,
  assignment: values.assignment,
  boolean: values.boolean,
  number: values.number,
  string: values.string,
  pattern,
  member: structures.member,
  element: structures.element,
  method: structures.method,
  body: structures.body,
  result: structures.result,
  statement: structures.statement,
};

/** Where the walk through a tree has come to. */
interface Place {
  readonly where: string;
  /** Inside `a?.b.c`, of which no part can stand alone. */
  readonly chained: boolean;
}

/** Every change that the operators make of a file. */
export function mutationsOf(file: string, source: string): Mutation[] {
  const program: unknown = parseAst(source, { lang: "ts" });
  if (!isNode(program)) throw new Error(`Cannot mutate ${file}: it has no syntax tree`);
  const textOf = (node: SyntaxNode) => source.slice(node.start, node.end);
  const visit = (site: Site, { where, chained }: Place): Mutation[] => {
    if (carriesOutChoices(where) || asksForChoice(site) || isForOtherChoice(site)) return [];
    const here = chained ? [] : changesAt(site, textOf).map((change) => ({ file, where, ...change }));
    const inside = [where, nameOf(site)].filter((name) => name !== undefined && name !== "").join(".");
    const below = childSites(site.node).flatMap((child) =>
      visit(child, { where: inside, chained: isChained(child, chained) }),
    );
    return [...here, ...below];
  };
  return visit({ node: program, key: "", parent: undefined }, { where: "", chained: false });
}

function changesAt(site: Site, textOf: (node: SyntaxNode) => string): Omit<Mutation, "file" | "where">[] {
  const { start, end } = site.node;
  const original = textOf(site.node);
  const found = new Map<string, Omit<Mutation, "file" | "where">>();
  for (const [operator, changesOf] of Object.entries(OPERATORS)) {
    for (const { code, from = original, to = code } of changesOf(site, textOf)) {
      if (code !== original && !found.has(code)) found.set(code, { operator, from, to, start, end, code });
    }
  }
  return [...found.values()];
}

function isChained({ key, parent }: Site, chained: boolean): boolean {
  if (parent?.type === "ChainExpression") return true;
  return chained && (key === "object" || key === "callee");
}

function nameOf({ node }: Site): string | undefined {
  const named = childOf(node, "id") ?? (node.type === "Property" ? childOf(node, "key") : undefined);
  const name = named?.["name"] ?? named?.["value"];
  return typeof name === "string" ? name : undefined;
}
