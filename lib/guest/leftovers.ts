import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../profile/interpolate.ts";
import { type JournalEntry, readJournal } from "./journal.ts";
import { stateFolder } from "./state-folder.ts";

/**
 * Every journal in the state folder: what runs that are under way, or were killed, have noted.
 * @throws {RefusedError} when one of them cannot be read
 */
export function leftovers(env: Environment): JournalEntry[] {
  const folder = stateFolder(env);
  return namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .flatMap((name) => readJournal(join(folder, name)) ?? []);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
