import { readFileSync } from "node:fs";
import { fileOfProfile } from "../yaml/profile-location.ts";

const TEMPLATE = "sandbox";

/**
 * The commented profile that `init` writes: that of the sandbox, with another name and other variables.
 * @throws {RangeError} if the name cannot be part of a file name and of a variable
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
