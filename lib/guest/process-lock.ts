import { randomBytes } from "node:crypto";
import {
  closeSync,
  futimesSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isRunning } from "./is-running.ts";
import { type LockOwner, lockOwnerSchema, thisProcess } from "./lock-owner.ts";
import { readRegularFile } from "../files/read-regular-file.ts";

/** How often a process touches the locks that it holds, so that others that cannot see it know that it lives. */
const HEARTBEAT_MS = 30_000;
/** A lock that was not touched for so long is stale, when its process cannot be looked up. */
export const SILENCE_MS = 180_000;
/** 4 KiB. */
const MAX_MIB = 1 / 256;
const MAX_ATTEMPTS = 4;

export interface ProcessLock {
  release(): void;
}

/**
 * Takes a lock that is a file, for as long as this process lives. The lock of a process that has ended is stale and
 * is taken over. A process on another machine, or in another container, cannot be looked up: its lock is stale when
 * it was not touched for {@link SILENCE_MS}.
 *
 * @returns the owner, when another process or another part of this one holds the lock.
 */
export function takeLock(file: string): ProcessLock | LockOwner {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const me = thisProcess();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const descriptor = created(file, me);
    if (descriptor !== undefined) return held(file, me, descriptor);
    const owner = ownerIn(file);
    if (owner !== undefined && holds(owner, file)) return owner;
    discard(file, owner);
  }
  return ownerIn(file) ?? me;
}

/**
 * A hard link appears with its content, or not at all.
 * @returns the open file; undefined when somebody else's is there
 */
function created(file: string, me: LockOwner): number | undefined {
  const draft = beside(file);
  const descriptor = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(descriptor, JSON.stringify(me));
    linkSync(draft, file);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Touches our own file, also when another process has put its own in the place. */
function held(file: string, me: LockOwner, descriptor: number): ProcessLock {
  const touch = () => {
    const now = Date.now() / 1_000;
    futimesSync(descriptor, now, now);
  };
  touch();
  const heartbeat = setInterval(touch, HEARTBEAT_MS).unref();
  return {
    release() {
      clearInterval(heartbeat);
      closeSync(descriptor);
      if (isSame(ownerIn(file), me)) rmSync(file, { force: true });
    },
  };
}

function holds(owner: LockOwner, file: string): boolean {
  return isRunning(owner) ?? Date.now() - (touchedAt(file) ?? 0) < SILENCE_MS;
}

function touchedAt(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Removes a stale lock, but not one that another process has put in its place meanwhile. */
function discard(file: string, stale: LockOwner | undefined): void {
  const taken = beside(file);
  try {
    renameSync(file, taken);
    if (!isSame(ownerIn(taken), stale)) linkSync(taken, file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(taken, { force: true });
  }
}

/** Undefined where there is none that can be read. */
function ownerIn(file: string): LockOwner | undefined {
  try {
    return lockOwnerSchema.safeParse(JSON.parse(readRegularFile(file, MAX_MIB))).data;
  } catch {
    return undefined;
  }
}

function isSame(one: LockOwner | undefined, other: LockOwner | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function beside(file: string): string {
  return `${file}.${randomBytes(6).toString("hex")}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
