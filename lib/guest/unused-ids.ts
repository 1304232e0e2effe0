import { type MoveLog, moveLog } from "../api/operations/move-log.ts";
import { RefusedError } from "./refused-error.ts";
import type { Profile } from "../profile/profile-schema.ts";

/**
 * Removes used ids from the lists of a profile, so that a run announces the id that it will use.
 * @throws {RefusedError} if the list of used ids is unreadable
 */
export function withUnusedIds(profile: Profile, movesFile: string | null): Profile {
  const log = readableLog(movesFile);
  const operations = Object.entries(profile.operations).map(([name, operation]) => {
    const { ids } = operation;
    if (ids === undefined) return [name, operation];
    const used = log.used(name);
    return [name, { ...operation, ids: { ...ids, values: ids.values.filter((id) => !used.has(id)) } }];
  });
  return { ...profile, operations: Object.fromEntries(operations) };
}

function readableLog(file: string | null): MoveLog {
  try {
    return moveLog(file);
  } catch {
    throw new RefusedError(
      `Cannot read ${file}, where runs note what they call with a permanent effect: it is damaged, or not a file of this suite. ` +
        "Look into it, remove the used ids from the profile, and delete the file.",
    );
  }
}
