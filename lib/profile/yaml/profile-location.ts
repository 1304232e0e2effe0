import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { didYouMean } from "../fields/did-you-mean.ts";
import { ProfileError } from "../fields/profile-error.ts";

const EXTENSION = ".yaml";

/** The profiles that come with this package, by name. */
export function profileNames(): readonly string[] {
  return readdirSync(profilesDirectory())
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => basename(file, EXTENSION))
    .toSorted();
}

/** The file of a profile that comes with this package. */
export function fileOfProfile(name: string): string {
  return join(profilesDirectory(), `${name}${EXTENSION}`);
}

/**
 * The absolute path of a profile, given a built-in name or a file relative to the working directory.
 * @throws {ProfileError} if neither exists, with the nearest name
 */
export function locateProfile(nameOrFile: string): string {
  if (profileNames().includes(nameOrFile)) return fileOfProfile(nameOrFile);
  const file = resolve(nameOrFile);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === true) return file;
  const state = found === undefined ? "no such file" : "it is not a file";
  const near = neighbours(nameOrFile);
  const meant =
    didYouMean(`${nameOrFile}${EXTENSION}`, near) ?? didYouMean(nameOrFile, [...profileNames(), ...near]);
  const message = [
    `Cannot read the profile: ${state}, and the built-in profiles are ${profileNames().join(", ")}`,
    ...(meant === undefined ? [] : [`; did you mean ${meant}?`]),
  ].join("");
  throw new ProfileError([{ file: nameOrFile, line: 1, column: 1, field: "", message }]);
}

/** `config/profiles` of the nearest folder above this file: that of the checkout, or of a compiled copy. */
function profilesDirectory(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "config", "profiles")) && dirname(folder) !== folder)
    folder = dirname(folder);
  return join(folder, "config", "profiles");
}

function neighbours(nameOrFile: string): string[] {
  const folder = dirname(nameOrFile);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  return names.map((name) => nameOrFile.slice(0, nameOrFile.length - basename(nameOrFile).length) + name);
}
