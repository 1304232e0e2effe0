import { existsSync, writeFileSync } from "node:fs";
import { ownCommand } from "../own-command.ts";
import { initProfile } from "../../profile/init-profile.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Writes `<name>.yaml` into the working directory, or returns it.
 * @returns what to print.
 * @throws {UsageError} when the name is of no use or the file is there already.
 */
export function writeProfile(name: string, { stdout }: { readonly stdout?: boolean }): string {
  const text = profileText(name);
  if (stdout === true) return text;
  const file = `${name}.yaml`;
  if (existsSync(file)) throw new UsageError(`Cannot write ${file}: there is such a file already`);
  writeFileSync(file, text, { flag: "wx" });
  return [
    `Wrote ${file}. Fill in baseUrl and the credentials, say disposable: true when the webhook configuration`,
    `of its merchants may be overwritten, then: ${ownCommand()} run --profile ./${file}`,
    "",
  ].join("\n");
}

function profileText(name: string): string {
  try {
    return initProfile(name);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
