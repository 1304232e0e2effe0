import { randomBytes } from "node:crypto";
import {
  closeSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isRunning } from "./lock-owner.ts";
import { type LockOwner, lockOwnerSchema, thisProcess } from "./lock-owner.ts";
import { readRegularFile } from "../files/read-regular-file.ts";
import { makeFolder } from "../files/make-folder.ts";

/** Interval at which a process touches its locks, so that other machines and containers see that it lives. */
const HEARTBEAT_MS = 30_000;
/** After this time without a touch, a lock is stale if its process cannot be looked up. */
export const SILENCE_MS = 180_000;
/** 4 KiB. */
const MAX_MIB = 1 / 256;
const MAX_ATTEMPTS = 4;

export interface ProcessLock {
  release(): void;
}

/**
 * Takes a lock file for the life of this process. The lock of an ended process is stale and is taken over. A
 * process on another machine, or in another container, cannot be looked up. Its lock is stale after {@link
 * SILENCE_MS} without a touch.
 * @returns the owner, if another process or another part of this one has the lock
 */
export function takeLock(file: string): ProcessLock | LockOwner {
  makeFolder(dirname(file));
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
 * @returns the open file. Undefined: another owner has a file there
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

/** Touches the own file, even after another process has replaced it. */
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

/** Removes a stale lock, but not a newer one at the same path. */
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

/** Undefined: there is no readable one. */
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
