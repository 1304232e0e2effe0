import { parseAst } from "vitest/node";
import { isNode, type SyntaxNode } from "./generated/syntax.ts";

/** The regular expressions of a source. */
export interface Patterns {
  /** Those that are written out. */
  readonly literals: readonly RegExp[];
  /** How many are put together by `RegExp`. */
  readonly built: number;
}

/** The regular expressions of a source in TypeScript. */
export function patternsOf(source: string): Patterns {
  const program: unknown = parseAst(source, { lang: "ts" });
  const nodes = isNode(program) ? [...nodesIn(program)] : [];
  return {
    literals: nodes.flatMap(({ regex }) =>
      isLiteral(regex) ? [new RegExp(regex.pattern, regex.flags)] : [],
    ),
    built: nodes.filter(isBuilt).length,
  };
}

function* nodesIn(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesIn(child);
}

function isLiteral(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === "object" && value !== null && "pattern" in value && "flags" in value;
}

function isBuilt({ type, callee }: SyntaxNode): boolean {
  return /^(?:New|Call)Expression$/.test(type) && isNode(callee) && callee["name"] === "RegExp";
}
