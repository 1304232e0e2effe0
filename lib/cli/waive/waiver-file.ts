import { lstatSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { stringify } from "yaml";
import { readIfThere } from "../../files/read-regular-file.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import type { LoadedProfile } from "../../profile/load/load-profile.ts";
import { parseWaivers } from "../../profile/load/load-waivers.ts";
import { UsageError } from "../usage-error.ts";

const MAX_MIB = 4;

/** The file of waivers of one profile. No part of its path below the profile may be a symbolic link. */
export class WaiverFile {
  /** Absolute. */
  readonly #file: string;
  /** The line that the profile lacks. Undefined: it names the file. */
  readonly missingLine: string | undefined;

  /**
   * @param into the file as the profile writes it: relative to the folder of the profile. Undefined: the file that it names
   * @throws {UsageError} if the profile names none, or a part of the path is a link
   */
  constructor({ profile, directory }: LoadedProfile, into?: string) {
    const named = profile.waivers;
    const file = into === undefined ? named : resolve(directory, into);
    if (file === null) {
      throw new UsageError(
        `Cannot waive failures for the profile ${profile.name}: it names no file of waivers; name one by --into waivers.yaml`,
      );
    }
    this.#file = file;
    this.missingLine = file === named ? undefined : stringify({ waivers: into });
    assertNoLink(file, directory);
  }

  /** The path as shown to users. */
  get shown(): string {
    return shownFile(this.#file);
  }

  /**
   * Reads the waivers that the file has. Empty: it does not exist.
   * @throws {ProfileError} if it has faults, {UsageError} if it is no regular file. It does not wait for a pipe
   */
  read(): string {
    const text = this.#text();
    if (text.split("\n").some((line) => !/^(?:#|$)/.test(line.trim()))) parseWaivers(text, this.#file);
    return text;
  }

  /** Writes the file, completely or not at all. @throws {ProfileError} or {UsageError} with the correction */
  write(text: string): void {
    parseWaivers(text, this.#file);
    try {
      replaceFile(this.#file, text);
    } catch (error) {
      throw new UsageError(`Cannot write ${this.shown}: ${reasonOf(error)}`);
    }
  }

  #text(): string {
    try {
      return readIfThere(this.#file, MAX_MIB) ?? "";
    } catch (error) {
      throw new UsageError(`Cannot read ${this.shown}: ${reasonOf(error)}`);
    }
  }
}

function assertNoLink(file: string, directory: string): void {
  let place = directory;
  for (const step of relative(directory, file).split(sep)) {
    place = join(place, step);
    if (step !== ".." && lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new UsageError(`Cannot write ${shownFile(file)}: ${shownFile(place)} is a symbolic link`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
