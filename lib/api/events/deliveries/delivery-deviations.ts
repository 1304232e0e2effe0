import type { Deviation } from "../../../engine/requirement/deviation.ts";
import {
  AFTER_SHOWN_DISABLED,
  ENABLED_AFTER_DISABLE,
  OF_A_REFUSED_REQUEST,
  OF_ANOTHER_REQUEST,
  OF_UNUSUAL_URL,
  ON_DISABLED,
  OTHERS_CONFIGURATION,
  WITH_LITTLE_CHANGED,
} from "../../merchant/stored-deviations.ts";

/** Circumstances in which something wrong is stored, without those of requests that overlap. */
const STORED_WRONGLY = [
  "after a register",
  "after a disable",
  "after a refused input",
  AFTER_SHOWN_DISABLED,
  ON_DISABLED,
  OF_UNUSUAL_URL,
  WITH_LITTLE_CHANGED,
];

/** No delivery shows it: two deliveries that differ do not do so for this reason alone. */
const STORED = "what is stored";

/** Any of these differences explains another one: events go where the configuration says. */
function fromStored(...whats: readonly string[]): Deviation | undefined {
  return whats.reduceRight<Deviation | undefined>(
    (otherwise, what) => ({ what, when: STORED_WRONGLY, part: STORED, ...(otherwise && { otherwise }) }),
    undefined,
  );
}

function deviating(what: string, ...whats: readonly string[]): Deviation {
  const otherwise = fromStored(...whats);
  return { what, when: [], ...(otherwise && { otherwise }) };
}

/** An event that is due does not come to its callback URL. It then comes neither as a retry, nor after an update or a disable. */
export const MISSING = deviating(
  "an event not delivered to its callback URL",
  OTHERS_CONFIGURATION,
  OF_ANOTHER_REQUEST,
  OF_A_REFUSED_REQUEST,
);
export const MISSING_RETRY: Deviation = { ...MISSING, when: ["as a retry"] };
export const MISSING_AFTER_UPDATE: Deviation = { ...MISSING, when: ["after an update"] };
/** A register that enables a configuration again is an update too. */
export const MISSING_AFTER_DISABLE: Deviation = {
  ...MISSING,
  when: [...MISSING_AFTER_UPDATE.when, "after a disable"],
};
export const AT_FORMER_URL = deviating(
  "an event at a former callback URL",
  OF_ANOTHER_REQUEST,
  OF_A_REFUSED_REQUEST,
);
export const WHILE_DISABLED = deviating(
  "an event while disabled",
  ENABLED_AFTER_DISABLE,
  OF_A_REFUSED_REQUEST,
);
export const AT_OTHER_MERCHANT = deviating("an event at another merchant's URL", OTHERS_CONFIGURATION);
