import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSet, type RequirementSet } from "../engine/requirement-set.ts";
import { suitesFolder } from "../package/package-root.ts";
import { OptionsError } from "../profile/options-error.ts";
import type { ResolvedOptions } from "../profile/resolve-options.ts";

/** Reads every published set, the oldest first. */
export function readSets(): readonly RequirementSet[] {
  const folder = join(suitesFolder, "sets");
  const files = readdirSync(folder).toSorted();
  return files.map((file) => parseSet(readFileSync(join(folder, file), "utf8")));
}

/**
 * Finds the set that a run was asked for. Undefined: none, so every check counts.
 * @throws {OptionsError} with the known names if there is no such set
 */
export function requestedSet({
  options: { set: name },
  labelOf,
}: Pick<ResolvedOptions, "options" | "labelOf">): RequirementSet | undefined {
  if (name === null) return undefined;
  const sets = readSets();
  const found = sets.find((set) => set.name === name);
  if (found !== undefined) return found;
  throw new OptionsError([{ source: labelOf("set"), message: unknownSet(name, sets) }]);
}

/** Describes the known sets for a name that is not among them. */
export function unknownSet(name: string, sets: readonly RequirementSet[]): string {
  return `expected one of the sets ${sets.map((set) => set.name).join(", ")} (got ${JSON.stringify(name)})`;
}
