import { join, sep } from "node:path";
import { parseAst } from "vitest/node";
import { isNode, type SyntaxNode } from "./generated/syntax.ts";

/**
 * The imports of a source, types too: files by their path from the root, packages as `node:fs` without a folder.
 * @param folder of the source, from the root
 */
export function importsOf(source: string, folder: string): string[] {
  const program: unknown = parseAst(source, { lang: "ts" });
  return isNode(program) ? namesIn(program).map((name) => pathOf(name, folder)) : [];
}

function namesIn(node: SyntaxNode): string[] {
  const { source } = node;
  const own = isNode(source) && typeof source["value"] === "string" ? [source["value"]] : [];
  return [...own, ...Object.values(node).flat().filter(isNode).flatMap(namesIn)];
}

function pathOf(name: string, folder: string): string {
  return name.startsWith(".") ? join(folder, name).replaceAll(sep, "/") : name;
}
