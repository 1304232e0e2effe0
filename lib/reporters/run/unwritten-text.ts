import { shownFile } from "../../files/shown-file.ts";
import type { ResultFolder } from "./result-folder.ts";

const MAX_NAMED = 4;

/** Names the results that could not be written, with the reason. Undefined: all were written. */
export function unwrittenText({
  path,
  unwritten,
  isResultLost,
}: Pick<ResultFolder, "path" | "unwritten" | "isResultLost">): string | undefined {
  const names = [...unwritten.keys()];
  if (names.length === 0) return undefined;
  const reasons = [...new Set([...unwritten.values()].map((reason) => reason.replace(/, \w+ '.*$/s, "")))];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  const effect = isResultLost
    ? "The result is lost, so the command ends with exit code 2. Correct this"
    : "The verdict is not affected. For complete results, correct this";
  return `Cannot write ${names.slice(0, MAX_NAMED).join(", ")}${more} into ${shownFile(path)}: ${reasons.join("; ")}. ${effect} or name another folder by --out, and run again.`;
}
