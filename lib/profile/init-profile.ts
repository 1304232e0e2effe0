import { readFileSync } from "node:fs";
import { fileOfProfile } from "./profile-location.ts";

const TEMPLATE = "sandbox";

/**
 * The commented profile that `init` writes: the one of the sandbox, under another name and with variables of that name.
 * @throws {RangeError} when the name cannot be part of a file name and of a variable.
 */
export function initProfile(name: string): string {
  if (!/^[A-Za-z][\w-]{0,39}$/.test(name)) {
    throw new RangeError(
      `Cannot name a profile ${JSON.stringify(name)}: expected a letter, then at most 39 letters, digits, hyphens or underscores`,
    );
  }
  return readFileSync(fileOfProfile(TEMPLATE), "utf8")
    .replaceAll(TEMPLATE, name)
    .replaceAll(TEMPLATE.toUpperCase(), name.toUpperCase().replaceAll("-", "_"));
}
