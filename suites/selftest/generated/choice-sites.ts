import { axes } from "../../../lib/reference/choices.ts";
import { childOf, listOf, type Site, type SyntaxNode } from "./syntax.ts";

const lists: readonly (readonly unknown[])[] = Object.values(axes);
const VALUES = new Set(lists.flat().map(String));
const DEFAULTS = new Set(lists.map(([first]) => String(first)));
/**
 * Codes, statuses and wording of refusals; readings of JSON that are lenient; fields left out; pages, compression and
 * limits on the rate. Whatever they become is another choice.
 */
const CHOSEN =
  /^(refusalReasons|prepare|firstObject|isJson|STRING|COMMENTS_AND_SINGLE_QUOTES|TRAILING_COMMAS|relax|announceRetry|isZipped|page|keyElsewhere)\b/;
const EQUALITIES = ["===", "!=="];

/** Whether a function or table, by its name, carries out nothing but choices. */
export function carriesOutChoices(where: string): boolean {
  return CHOSEN.test(where);
}

/** Whether a site asks which choice was made: another answer is another choice, and the variants are for those. */
export function asksForChoice({ node }: Site): boolean {
  if (node.type !== "BinaryExpression" || !EQUALITIES.includes(String(node["operator"]))) return false;
  const compared = childOf(node, "right")?.["value"];
  return typeof compared === "string" && VALUES.has(compared);
}

/** Whether a site is what a table gives for a choice that is not the usual one. */
export function isForOtherChoice({ node, parent }: Site): boolean {
  if (node.type !== "Property" || parent?.type !== "ObjectExpression") return false;
  const names = listOf(parent, "properties").map(nameOf);
  return names.length > 1 && names.every((name) => VALUES.has(name)) && !DEFAULTS.has(nameOf(node));
}

function nameOf(property: SyntaxNode): string {
  const key = childOf(property, "key");
  return String(key?.["name"] ?? key?.["value"]);
}
