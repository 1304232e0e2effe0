import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { Kill } from "./judge-mutant.ts";

/**
 * By area: the requirement that accuses the most mutants which break another one. A check that accuses whom it should
 * not shows here as a number that grows.
 */
export function broadestAccusers(kills: readonly Kill[]): string[] {
  const broadest = new Map<string, { id: string; others: number }>();
  for (const id of catalogue.ids) {
    const others = kills.filter(({ breaks, caught }) => breaks !== id && caught.includes(id)).length;
    const known = broadest.get(areaOf(id));
    if (others > (known?.others ?? 0)) broadest.set(areaOf(id), { id, others });
  }
  return [...broadest].map(
    ([area, { id, others }]) => `${area} | accuses at most ${others} besides its own: ${id}`,
  );
}
