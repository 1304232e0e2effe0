import { isReading, type ProfiledOperations } from "../profile/schema/operation-schema.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

/**
 * Announces the calls with a permanent effect, in a sentence. Undefined: none.
 * @param areas of the selection, for example `account`
 */
export function announcedMoves(
  { operations, merchants }: Pick<Profile, "operations" | "merchants">,
  areas: ReadonlySet<string>,
): string | undefined {
  const calls = Object.entries(operations)
    .filter(([name, one]) => one.mayTakeEffect === true && !isReading(name, one))
    .filter(([name]) => areas.has(name.split("/")[0] ?? name))
    .map(([name, one]) => `${name}${details(one)}`);
  if (calls.length === 0) return undefined;
  const who = merchants[0]?.name ?? "";
  return `Called once, as ${who}, with a permanent effect: ${calls.join(", ")}. To prevent this, add --no-moves.`;
}

function details({ ceiling, ids }: ProfiledOperations[string]): string {
  const [id] = ids?.values ?? [];
  if (ids !== undefined) return id === undefined ? " (no id is left: not sent)" : ` of ${id}`;
  return ceiling === undefined ? "" : ` (at most ${ceiling.max} at ${ceiling.pointer})`;
}
