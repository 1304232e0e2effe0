import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import * as z from "zod";

const ownerSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** When the process began, in the words of the system; absent where the system does not tell. */
  began: z.string().exactOptional(),
  since: z.string(),
});

/** The process that holds a lock. */
export type LockOwner = z.output<typeof ownerSchema>;

export interface ProcessLock {
  release(): void;
}

const MAX_ATTEMPTS = 4;
let count = 0;

/**
 * Takes a lock that is a file, for as long as this process lives. The lock of a process that has ended is stale and
 * is taken over; that of a process on another machine cannot be told from a stale one.
 *
 * @returns the owner, when another process or another part of this one holds the lock.
 */
export function takeLock(file: string): ProcessLock | LockOwner {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const mine = JSON.stringify(identity());
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (created(file, mine)) return { release: () => release(file, mine) };
    const owner = ownerIn(file);
    if (owner !== undefined && isAlive(owner)) return owner;
    discard(file, owner);
  }
  return ownerIn(file) ?? identity();
}

function identity(): LockOwner {
  const began = beginningOf(process.pid);
  return {
    pid: process.pid,
    host: hostname(),
    ...(began !== undefined && { began }),
    since: new Date().toISOString(),
  };
}

/** A hard link appears with its content, or not at all. */
function created(file: string, content: string): boolean {
  const draft = beside(file);
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a stale lock, but not one that another process has put in its place meanwhile. */
function discard(file: string, stale: LockOwner | undefined): void {
  const taken = beside(file);
  try {
    renameSync(file, taken);
    if (JSON.stringify(ownerIn(taken)) !== JSON.stringify(stale)) linkSync(taken, file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(taken, { force: true });
  }
}

function release(file: string, mine: string): void {
  if (JSON.stringify(ownerIn(file)) === mine) rmSync(file, { force: true });
}

function ownerIn(file: string): LockOwner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, host, began }: LockOwner): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== "EPERM") return false;
  }
  const now = beginningOf(pid);
  return now === undefined || began === undefined || now === began;
}

/** Tells a process from a later one of the same number, where /proc does. */
function beginningOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function beside(file: string): string {
  return `${file}.${process.pid}-${(count += 1)}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
