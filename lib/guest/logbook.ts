import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../profile/yaml/interpolate.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { targetAddress } from "../profile/options/target-address.ts";
import { isRunning } from "./lock-owner.ts";
import { type JournalEntry, readJournal, removeJournal, writeJournal } from "./journal.ts";
import { merchantKey } from "./merchant-key.ts";
import type { LockOwner } from "./lock-owner.ts";
import { type ProcessLock, SILENCE_MS, takeLock } from "./process-lock.ts";
import { assertOwnFolder } from "./assert-own-folder.ts";
import { RefusedError } from "./refused-error.ts";
import { stateFolder } from "./state-folder.ts";
import { TOOL_WRITES } from "./tool-writes.ts";
import { createHash } from "node:crypto";

const NAME_CHARS = 32;

/** The file that lists calls with a permanent effect at an address, of any merchant: a used id is used for all of them. */
export function movesFileOf(folder: string, baseUrl: string): string {
  const address = createHash("sha256").update(targetAddress(baseUrl)).digest("hex");
  return join(folder, `${address.slice(0, NAME_CHARS)}.moves.jsonl`);
}

/** The saved data of one merchant of a target. */
export interface MerchantLog {
  /** The entry of a killed run. */
  readonly leftover: JournalEntry | undefined;
  /** @throws {RefusedError} if it cannot be written */
  write(entry: JournalEntry): void;
  remove(): void;
}

/**
 * The journals of a profile's merchants, in their order. Until it is closed, no other run of this machine
 * uses these merchants.
 */
export interface Logbook {
  readonly logs: readonly MerchantLog[];
  /** File that lists calls with a permanent effect at this address. It outlives the run. null: not saved. */
  readonly movesFile: string | null;
  /** File that lists writes by tools of the MCP service until they are undone. null: not saved. */
  readonly toolsFile: string | null;
  close(): void;
}

/** The key of the files of a profile that has an MCP service and no merchants. */
const NO_MERCHANT = { apiKey: "" };

/**
 * Locks all merchants and reads the entries of earlier runs.
 * @throws {RefusedError} if another run uses one of them, or if the folder cannot be written or trusted
 */
export async function openLogbook(
  { baseUrl, merchants }: Pick<Profile, "baseUrl" | "merchants">,
  env: Environment,
): Promise<Logbook> {
  const folder = stateFolder(env);
  assertOwnFolder(folder);
  const callers = merchants.length > 0 ? merchants : [NO_MERCHANT];
  const keys = await Promise.all(callers.map(async ({ apiKey }) => merchantKey(baseUrl, apiKey)));
  const locks: ProcessLock[] = [];
  const close = () => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    for (const key of [...new Set(keys)].toSorted()) {
      const name = merchants[keys.indexOf(key)]?.name;
      const whose = name === undefined ? "the MCP service" : `merchant ${name}`;
      locks.push(lockOf(join(folder, `${key}.lock`), `${whose} of ${baseUrl}`, folder));
    }
    return {
      logs: keys.map((key) => logOf(join(folder, `${key}.json`), folder, baseUrl)),
      movesFile: movesFileOf(folder, baseUrl),
      toolsFile: toolsFileOf(keys.map((key) => join(folder, `${key}${TOOL_WRITES}`))),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The file of the first merchant, unless a run with another order of them has left one. */
function toolsFileOf(files: readonly string[]): string {
  return files.find((file) => existsSync(file)) ?? files[0] ?? "";
}

/** A logbook that saves nothing, for a target that ends with the run. */
export function blankLogbook({ merchants }: Pick<Profile, "merchants">): Logbook {
  const log = { leftover: undefined, write: () => undefined, remove: () => undefined };
  return { logs: merchants.map(() => log), movesFile: null, toolsFile: null, close: () => undefined };
}

function lockOf(file: string, whose: string, folder: string): ProcessLock {
  const taken = onDisk(folder, () => takeLock(file));
  if ("release" in taken) return taken;
  throw new RefusedError(`Cannot use ${whose}: ${usedBy(taken, file)}`);
}

function usedBy(owner: LockOwner, file: string): string {
  const { pid, host, since } = owner;
  const one = "A merchant has one configuration only: wait for that run, or end it with Ctrl-C.";
  if (isRunning(owner) !== undefined) {
    return `another run on this machine is using it, process ${pid}, since ${since}. ${one}`;
  }
  return (
    `another run is using it, process ${pid} on host ${host}, or in a container there, since ${since}. ${one} ` +
    `If it was killed, its lock expires ${SILENCE_MS / 60_000} minutes after its last activity. To end the wait, delete ${file}.`
  );
}

function logOf(file: string, folder: string, baseUrl: string): MerchantLog {
  return {
    leftover: leftoverOf(file, baseUrl),
    write: (entry) => onDisk(folder, () => writeJournal(file, entry)),
    remove: () => removeJournal(file),
  };
}

function leftoverOf(file: string, baseUrl: string): JournalEntry | undefined {
  const entry = readJournal(file);
  if (entry === undefined || targetAddress(entry.baseUrl) === targetAddress(baseUrl)) return entry;
  throw new RefusedError(
    `Cannot use the journal ${file} for ${baseUrl}: it belongs to another target. ` +
      "Look into it, correct the merchant's configuration, and delete the file.",
  );
}

function onDisk<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RefusedError(
      `Cannot write a journal in ${folder}, which is needed to undo a killed run: ${why}. ` +
        "Set XDG_STATE_HOME to a folder that can be written.",
    );
  }
}
