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
    .flatMap((name) => readJournal(join(folder, name)) ?? [])
    .toSorted((a, b) => `${a.baseUrl} ${a.merchant}`.localeCompare(`${b.baseUrl} ${b.merchant}`));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
