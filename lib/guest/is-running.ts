import { beginningOf, type LockOwner, thisProcess } from "./lock-owner.ts";

/** Whether the owner of a lock is still running; undefined when it is out of sight, on another machine or in another container. */
export function isRunning(owner: LockOwner): boolean | undefined {
  if (!isInSight(owner)) return undefined;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const now = beginningOf(owner.pid);
  return now === undefined || owner.began === undefined || now === owner.began;
}

/** Where the system tells no realm, the name of the host stands for it. */
function isInSight({ realm, host }: LockOwner): boolean {
  const me = thisProcess();
  return realm === undefined || me.realm === undefined ? host === me.host : realm === me.realm;
}
