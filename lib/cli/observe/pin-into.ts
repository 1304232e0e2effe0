import { constants, copyFileSync, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { catalogue, pinnable } from "../catalogue.ts";
import { withPins } from "./with-pins.ts";
import { pinsOf } from "../../engine/judge/pins-of.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { parseProfile } from "../../profile/load/load-profile.ts";
import { shownFile } from "../../files/shown-file.ts";
import { locateProfile, profileNames } from "../../profile/yaml/profile-location.ts";
import { replaceFile } from "../../files/replace-file.ts";
import type { ObservationResult } from "../../engine/record/result.ts";
import { assertSelectors, isSelected } from "../../engine/requirement/selector.ts";
import { shellWord } from "../../text/shell-word.ts";
import { commandLineText } from "../../package/command-line-text.ts";
import type { PreparedRun } from "../run/prepare-run.ts";
import { UsageError } from "../usage-error.ts";

/** The observations to pin, and the profile. */
export interface PinRequest {
  readonly env: Environment;
  /** Selectors of the observations to pin. Empty: all. Absent: none. */
  readonly pin?: readonly string[];
  readonly pinInto?: string;
}

/** A profile that takes pins. */
export interface PinTarget {
  /** Writes them and returns a sentence about it. */
  write(observations: readonly ObservationResult[]): Promise<string>;
}

/**
 * Opens the profile for the pins, before anything is sent.
 * @throws {UsageError} for a profile of this package
 * @throws {ProfileError} if the file does not exist, or is not a profile
 */
export async function pinInto(
  { pin = [], pinInto: named, env }: PinRequest,
  { origin }: Pick<PreparedRun, "origin">,
): Promise<PinTarget> {
  assertSelectors(pin, catalogue);
  const asked = named ?? origin.profile;
  if (profileNames().includes(asked)) {
    throw new UsageError(
      `Cannot pin into the profile ${asked}: it is part of this package; make one of your own with init, and name it by --pin-into`,
    );
  }
  const isNew = named !== undefined && !existsSync(named);
  if (isNew && !isCopyable(named, origin.profile)) throw nothingThere(named, origin.profile);
  const file = resolve(isNew ? named : locateProfile(asked));
  const source = isNew ? resolve(locateProfile(origin.profile)) : file;
  parseProfile(await readFile(source, "utf8"), file, env, pinnable);
  return {
    async write(observations) {
      const pins = Object.entries(pinsOf(observations)).filter(([id]) =>
        isSelected(pin, catalogue.get(id), catalogue),
      );
      const text = withPins(await readFile(source, "utf8"), Object.fromEntries(pins), catalogue);
      parseProfile(text, file, env, pinnable);
      if (isNew) copyFileSync(source, file, constants.COPYFILE_EXCL);
      replaceFile(file, text);
      const copy = isNew ? `, a copy of ${shownFile(source)}` : "";
      return `${pins.length} ${pins.length === 1 ? "pin" : "pins"} written into ${shownFile(file)}${copy}.`;
    },
  };
}

/** Files in a profile are relative to its folder, so a copy must stand in the same one. */
function isCopyable(file: string, observed: string): boolean {
  return (
    !profileNames().includes(observed) && dirname(resolve(file)) === dirname(resolve(locateProfile(observed)))
  );
}

function nothingThere(file: string, observed: string): UsageError {
  const first = profileNames().includes(observed)
    ? `write a profile with ${commandLineText(["init"])}`
    : `copy the profile first: cp ${shellWord(observed)} ${shellWord(file)}`;
  return new UsageError(`Cannot pin into ${file}: there is no such file; ${first}`);
}
