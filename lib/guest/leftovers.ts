import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { OpenWrite } from "../session/tool-log.ts";
import type { Environment } from "../profile/yaml/interpolate.ts";
import { type JournalEntry, readJournal } from "./journal.ts";
import { assertOwnFolder } from "./assert-own-folder.ts";
import { RefusedError } from "./refused-error.ts";
import { stateFolder } from "./state-folder.ts";
import { TOOL_WRITES, toolWritesIn } from "./tool-writes.ts";

/** Names of journals. Other files are not of this suite. */
const JOURNAL_NAME = /^[\da-f]{32}\.json$/;

/**
 * Reads every journal in the state folder, of runs in progress and of killed runs.
 * @throws {RefusedError} if one of them is unreadable, or if others can write there
 */
export function findLeftovers(env: Environment): JournalEntry[] {
  const folder = stateFolder(env);
  assertOwnFolder(folder);
  return namesIn(folder)
    .filter((name) => JOURNAL_NAME.test(name))
    .flatMap((name) => readJournal(join(folder, name)) ?? [])
    .toSorted((a, b) => `${a.baseUrl} ${a.merchant}`.localeCompare(`${b.baseUrl} ${b.merchant}`));
}

/** Writes by tools of MCP services, and the reasons why some are unreadable. */
export interface ToolLeftovers {
  readonly writes: readonly OpenWrite[];
  readonly problems: readonly string[];
}

/**
 * Reads the saved writes by tools of MCP services, of runs in progress and of killed runs.
 * @throws {RefusedError} if others can write there
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
