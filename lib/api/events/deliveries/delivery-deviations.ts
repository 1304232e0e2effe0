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

/** A part that no answer has: so two wrong deliveries never explain each other by it. */
const STORED = "what is stored";

/** Each of these differences explains another one: events go where the configuration says. */
function explainedBy([what, ...others]: readonly string[]): Pick<Deviation, "otherwise"> {
  if (what === undefined) return {};
  return { otherwise: { what, when: STORED_WRONGLY, part: STORED, ...explainedBy(others) } };
}

/** An event that is due does not come to its callback URL. It then comes neither as a retry, nor after an update or a disable. */
export const MISSING: Deviation = {
  what: "an event not delivered to its callback URL",
  when: [],
  ...explainedBy([OTHERS_CONFIGURATION, OF_ANOTHER_REQUEST, OF_A_REFUSED_REQUEST]),
};
export const MISSING_RETRY: Deviation = asRetry(MISSING);
export const MISSING_AFTER_UPDATE: Deviation = { ...MISSING, when: ["after an update"] };
/** A register that enables a configuration again is an update too. */
export const MISSING_AFTER_DISABLE: Deviation = {
  ...MISSING,
  when: [...MISSING_AFTER_UPDATE.when, "after a disable"],
};
/** An event that comes after others have failed is missing for any of these reasons, too. */
export const MISSING_AFTER_FAILURE: Deviation = asRetry(MISSING_AFTER_DISABLE);
/** The configuration shows another callback URL after deliveries have failed. */
export const MOVED_URL: Deviation = {
  what: "another callback URL after failures",
  when: [],
  ...explainedBy([OTHERS_CONFIGURATION, OF_ANOTHER_REQUEST, OF_A_REFUSED_REQUEST]),
};
export const AT_FORMER_URL: Deviation = {
  what: "an event at a former callback URL",
  when: [],
  ...explainedBy([OF_ANOTHER_REQUEST, OF_A_REFUSED_REQUEST]),
};
export const AT_ROOT: Deviation = { what: "an event at the root of the receiver", when: [] };
export const WHILE_DISABLED: Deviation = {
  what: "an event while disabled",
  when: [],
  ...explainedBy([ENABLED_AFTER_DISABLE, OF_A_REFUSED_REQUEST]),
};
export const AT_OTHER_MERCHANT: Deviation = {
  what: "an event at another merchant's URL",
  when: [],
  ...explainedBy([OTHERS_CONFIGURATION]),
};

/** The same of events whose deliveries fail. */
export function asRetry(deviation: Deviation): Deviation {
  return { ...deviation, when: [...deviation.when, "as a retry"] };
}
