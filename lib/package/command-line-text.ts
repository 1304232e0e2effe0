import { join } from "node:path";
import { suiteIdentity } from "./package-root.ts";
import { shownFile } from "../files/shown-file.ts";
import { shellWord } from "../text/shell-word.ts";
import { packagePlace, type CommandPlace } from "./package-place.ts";

/** A command with these arguments, as {@link ownCommand} starts it. */
export function commandLineText(args: readonly string[], where: CommandPlace = {}): string {
  return [ownCommand(where), ...args.map(shellWord)].join(" ");
}

/**
 * The words before a command of this package that work for the user. A checkout uses npm, which finds its
 * Node. A project, or a cache of npx, uses npx, which then
 * installs nothing: until the package is published, its name is free. Otherwise the name is enough.
 */
export function ownCommand(where: CommandPlace = {}): string {
  const { name } = suiteIdentity();
  const place = packagePlace(where);
  if (place.kind !== "checkout") return place.kind === "machine" ? name : `npx --no-install ${name}`;
  if (place.isHere) return "npm run -s cli --";
  return [process.execPath, shownFile(join(place.folder, "lib/cli/bin.js"))].map(shellWord).join(" ");
}
