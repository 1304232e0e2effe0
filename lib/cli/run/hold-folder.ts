import { join } from "node:path";
import { shownFile } from "../../files/shown-file.ts";
import { type ProcessLock, takeLock } from "../../guest/process-lock.ts";
import { ResultFolderError } from "../../reporters/run/result-folder-error.ts";
import type { ResultFolder } from "../../reporters/run/result-folder.ts";

const LOCK = ".run.lock";
/** Error codes of file systems without hard links. They cannot hold a lock. */
const WITHOUT_LINKS = new Set<unknown>(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Opens a folder of results, and keeps other runs out of it until the release.
 * @throws {ResultFolderError} if another run writes there, it contains other files, or it is not writable
 */
export function holdFolder(folder: ResultFolder): ProcessLock {
  folder.open();
  const refusal = (why: string) =>
    new ResultFolderError(`Cannot write results into ${shownFile(folder.path)}: ${why}`);
  try {
    const taken = takeLock(join(folder.path, LOCK));
    if ("release" in taken) return taken;
    const { pid, host, since } = taken;
    throw refusal(
      `another run writes there, process ${pid} on host ${host}, since ${since}. Wait for that run, or name another folder by --out`,
    );
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (WITHOUT_LINKS.has(error.code)) return { release: () => undefined };
    throw refusal(`${error.message}; make it writable, or name another folder by --out`);
  }
}
