import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { suiteFiles, suiteFolders } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import { withPins } from "../../pins/with-pins.ts";
import { pinsOf } from "../../pins/pins-of.ts";
import { parseProfile } from "../../profile/load-profile.ts";
import { shownFile } from "../../profile/profile-error.ts";
import { locateProfile, profileNames } from "../../profile/profile-location.ts";
import { isRequirementId } from "../../requirements/catalogue.ts";
import type { ObservationResult } from "../../result.ts";
import { areaGroups, assertSelectors, selects } from "../../selector.ts";
import { shellWord } from "../../report/text/shell-word.ts";
import { commandLineText } from "../command-line-text.ts";
import type { PreparedRun } from "../run/prepare-run.ts";
import { UsageError } from "../usage-error.ts";
import type { ObserveRequest } from "./observe-target.ts";

/** A profile that takes pins. */
export interface PinTarget {
  /** Writes them and returns a sentence about it. */
  write(observations: readonly ObservationResult[]): Promise<string>;
}

/**
 * The profile that pins go into, looked at before anything is sent.
 * @throws {UsageError} for a profile of this package
 * @throws {ProfileError} when there is no such file, or it is no profile
 */
export async function pinInto(
  { pin = [], pinInto: named, env }: ObserveRequest,
  { origin }: Pick<PreparedRun, "origin">,
): Promise<PinTarget> {
  assertSelectors(pin, suiteFolders(suitesFolder));
  const asked = named ?? origin.profile;
  if (profileNames().includes(asked)) {
    throw new UsageError(
      `Cannot pin into the profile ${asked}: it is part of this package; make one of your own with init, and name it by --pin-into`,
    );
  }
  if (named !== undefined && !existsSync(named)) throw nothingThere(named, origin.profile);
  const file = resolve(locateProfile(asked));
  parseProfile(await readFile(file, "utf8"), file, env);
  return {
    async write(observations) {
      const groups = areaGroups(suiteFiles(suitesFolder));
      const pins = Object.entries(pinsOf(observations)).filter(
        ([id]) =>
          pin.length === 0 || (isRequirementId(id) && pin.some((selector) => selects(selector, id, groups))),
      );
      const text = withPins(await readFile(file, "utf8"), Object.fromEntries(pins));
      parseProfile(text, file, env);
      await writeFile(file, text);
      return `${pins.length} pins written into ${shownFile(file)}.`;
    },
  };
}

function nothingThere(file: string, observed: string): UsageError {
  const first = profileNames().includes(observed)
    ? `write a profile with ${commandLineText(["init"])}`
    : `copy the profile first: cp ${shellWord(observed)} ${shellWord(file)}`;
  return new UsageError(`Cannot pin into ${file}: there is no such file; ${first}`);
}
