import { processStartOf, type LockOwner, thisProcess } from "./lock-owner.ts";

/**
 * Whether the owner of a lock is still running. Undefined: it is on another machine or in another container.
 */
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
