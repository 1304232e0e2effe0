import { join } from "node:path";
import { shownFile } from "../../files/shown-file.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { shellWord } from "../../text/shell-word.ts";
import { capsuleName } from "../stored/result-files.ts";

/** The command that shows the failure of a requirement again, by its capsule in a folder. */
export function capsuleCommand(folder: string, requirement: string): string {
  return `${ownCommand()} replay ${shellWord(shownFile(join(folder, capsuleName(requirement))))}`;
}
