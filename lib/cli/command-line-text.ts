import { join } from "node:path";
import { suiteIdentity } from "../package-root.ts";
import { shownFile } from "../profile/profile-error.ts";
import { shellWord } from "../reporters/text/shell-word.ts";
import { packagePlace, type Whereabouts } from "./package-place.ts";

/**
 * A command of this package as it works where the user stands: in a checkout by npm, which finds the Node of the
 * checkout; of a project, or of a cache of npx, by npx; otherwise by its name.
 */
export function commandLineText(args: readonly string[], where: Whereabouts = {}): string {
  return [...starter(where), ...args.map(shellWord)].join(" ");
}

function starter(where: Whereabouts): readonly string[] {
  const { name } = suiteIdentity();
  const place = packagePlace(where);
  if (place.kind !== "checkout") return place.kind === "machine" ? [name] : ["npx", name];
  if (place.isHere) return ["npm run -s cli --"];
  return [process.execPath, shownFile(join(place.folder, "lib/cli/bin.js"))].map(shellWord);
}
