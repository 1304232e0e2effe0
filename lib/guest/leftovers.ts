import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { OpenWrite } from "../session/tool-log.ts";
import type { Environment } from "../profile/interpolate.ts";
import { type JournalEntry, readJournal } from "./journal.ts";
import { assertOwnFolder } from "./assert-own-folder.ts";
import { RefusedError } from "./refused-error.ts";
import { stateFolder } from "./state-folder.ts";
import { TOOL_WRITES, toolWritesIn } from "./tool-writes.ts";

/** As merchants are named there; files of other names are not ours. */
const JOURNAL_NAME = /^[\da-f]{32}\.json$/;

/**
 * Every journal in the state folder: what runs that are under way, or were killed, have noted.
 * @throws {RefusedError} when one of them cannot be read, or others can write there
 */
export function leftovers(env: Environment): JournalEntry[] {
  const folder = stateFolder(env);
  assertOwnFolder(folder);
  return namesIn(folder)
    .filter((name) => JOURNAL_NAME.test(name))
    .flatMap((name) => readJournal(join(folder, name)) ?? [])
    .toSorted((a, b) => `${a.baseUrl} ${a.merchant}`.localeCompare(`${b.baseUrl} ${b.merchant}`));
}

/** What tools of MCP services have written, and why some of it cannot be read. */
export interface ToolLeftovers {
  readonly writes: readonly OpenWrite[];
  readonly problems: readonly string[];
}

/**
 * What tools of MCP services have written, of runs that are under way, or were killed.
 * @throws {RefusedError} when others can write there
 */
export function toolLeftovers(env: Environment): ToolLeftovers {
  const folder = stateFolder(env);
  assertOwnFolder(folder);
  const writes: OpenWrite[] = [];
  const problems: string[] = [];
  for (const name of namesIn(folder).filter((one) => one.endsWith(TOOL_WRITES))) {
    try {
      writes.push(...(toolWritesIn(join(folder, name)) ?? []));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      problems.push(error.message);
    }
  }
  return { writes, problems };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
