import { moveLog } from "../api/operations/move-log.ts";
import type { Profile } from "../profile/profile-schema.ts";

/** A profile whose lists of ids hold only what no run has used up, so that a run announces the one that it will use. */
export function withUnusedIds(profile: Profile, movesFile: string | null): Profile {
  const log = moveLog(movesFile);
  const operations = Object.entries(profile.operations).map(([name, operation]) => {
    const { ids } = operation;
    if (ids === undefined) return [name, operation];
    const used = log.used(name);
    return [name, { ...operation, ids: { ...ids, values: ids.values.filter((id) => !used.has(id)) } }];
  });
  return { ...profile, operations: Object.fromEntries(operations) };
}
