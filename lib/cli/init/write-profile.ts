import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { initProfile } from "../../profile/load/init-profile.ts";
import { commandLineText } from "../../package/command-line-text.ts";
import { packagePlace } from "../../package/package-place.ts";
import { UsageError } from "../usage-error.ts";

const PROFILE_SCHEMA_FILE = join(import.meta.dirname, "../../profile/profile.schema.json");
/** The schema beside the profile, if the package has no permanent place. */
const OWN_SCHEMA = "card-issuing-conformance.profile.schema.json";

/**
 * Writes `<name>.yaml` into the working directory, or returns it. Its first line names the schema of profiles
 * for editors: that of the package in the same project, otherwise a copy beside the profile.
 * @returns the text to print
 * @throws {UsageError} if the name is invalid or the file exists
 */
export function writeProfile(name: string, { stdout }: { readonly stdout?: boolean }): string {
  const text = profileText(name);
  if (stdout === true) return text;
  const file = `${name}.yaml`;
  if (existsSync(file)) throw new UsageError(`Cannot write ${file}: the file exists already`);
  const lasting = lastingSchema();
  const schema = lasting ?? OWN_SCHEMA;
  writeFileSync(file, `# yaml-language-server: $schema=./${schema}\n${text}`, { flag: "wx" });
  if (lasting === undefined && !existsSync(OWN_SCHEMA)) copyFileSync(PROFILE_SCHEMA_FILE, OWN_SCHEMA);
  return [
    `Wrote ${file}${lasting === undefined ? `, and ${OWN_SCHEMA} for your editor` : ""}. Fill in baseUrl and the credentials. A run needs none of the fields below "More".`,
    "Set disposable: true if a run may overwrite the webhooks of its merchants. Then:",
    commandLineText(["doctor", "--profile", `./${file}`]),
    commandLineText(["run", "--profile", `./${file}`]),
    "",
  ].join("\n");
}

/** The schema of the package by a path that stays right, relative to the working directory. */
function lastingSchema(): string | undefined {
  const place = packagePlace();
  const isLasting = place.kind === "checkout" ? place.isAround : place.kind === "project";
  return isLasting ? relative(process.cwd(), PROFILE_SCHEMA_FILE).split(sep).join("/") : undefined;
}

function profileText(name: string): string {
  try {
    return initProfile(name);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
