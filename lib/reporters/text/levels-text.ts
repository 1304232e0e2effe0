import type { Level } from "../../engine/requirement.ts";

/** The levels that a run was limited to, in front of what they are of: `stated or inferred `; nothing, when to none. */
export function levelsText(levels: readonly Level[] = []): string {
  return levels.length === 0 ? "" : `${levels.join(" or ")} `;
}
