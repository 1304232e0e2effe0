import { lstatSync, type Stats } from "node:fs";
import { RefusedError } from "./refused-error.ts";

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Checks that only this user can write journals, because restorations use them with a merchant's credentials.
 * @throws {RefusedError} if the folder is a link, belongs to another user, or is open to others
 */
export function assertOwnFolder(folder: string): void {
  const found = statsOf(folder);
  const problem = found === undefined ? undefined : problemOf(found);
  if (problem === undefined) return;
  throw new RefusedError(
    `Cannot trust ${folder} with the webhook configurations of merchants: ${problem}. ` +
      "Make it a folder of your own (chmod 700), or set XDG_STATE_HOME to another place.",
  );
}

/** Undefined: the folder does not exist yet, or is unreachable. The writer finds out why. */
function statsOf(folder: string): Stats | undefined {
  try {
    return lstatSync(folder);
  } catch {
    return undefined;
  }
}

function problemOf(found: Stats): string | undefined {
  if (found.isSymbolicLink()) return "it is a link";
  if (!found.isDirectory()) return undefined;
  const me = process.getuid?.();
  if (me === undefined) return undefined;
  if (found.uid !== me) return "it belongs to another user";
  return (found.mode & WRITABLE_BY_OTHERS) === 0 ? undefined : "others can write into it";
}
