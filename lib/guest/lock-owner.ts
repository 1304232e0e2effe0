import * as z from "zod";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Whether the owner of a lock is still running. Undefined: it is on another machine or in another container. */
export function isRunning(owner: LockOwner): boolean | undefined {
  if (!isInSight(owner)) return undefined;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const now = processStartOf(owner.pid);
  return now === undefined || owner.began === undefined || now === owner.began;
}

/** The name of the host replaces an unknown realm. */
function isInSight({ realm, host }: LockOwner): boolean {
  const me = thisProcess();
  return realm === undefined || me.realm === undefined ? host === me.host : realm === me.realm;
}

/** The content of a lock file. Every text is safe for a terminal. Other versions may add members. */
export const lockOwnerSchema = z.object({
  pid: z.int().positive(),
  host: z.string().regex(/^[\w.-]{1,255}$/),
  /** The scope of the process number: one start of one machine, or one container. Absent: unknown. */
  realm: z
    .string()
    .regex(/^[\w.:[\] -]{1,200}$/)
    .exactOptional(),
  /** Start of the process, in the words of the system. Absent: unknown. */
  began: z.string().regex(/^\d+$/).exactOptional(),
  since: z.iso.datetime(),
});

/** The process that holds a lock. */
export type LockOwner = z.output<typeof lockOwnerSchema>;

/** This process, as the owner of a lock that it takes now. */
export function thisProcess(): LockOwner {
  const began = processStartOf(process.pid);
  const realm = thisRealm();
  return {
    pid: process.pid,
    host:
      hostname()
        .replaceAll(/[^\w.-]/g, "_")
        .slice(0, 255) || "unknown",
    ...(realm !== undefined && { realm }),
    ...(began !== undefined && { began }),
    since: new Date().toISOString(),
  };
}

/** Distinguishes a process from a later one with the same number, if the system has /proc. */
function processStartOf(pid: number): string | undefined {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function thisRealm(): string | undefined {
  return orUndefined(
    () =>
      `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`,
  );
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
