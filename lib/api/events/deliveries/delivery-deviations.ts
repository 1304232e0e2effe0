import type { Deviation } from "../../../engine/requirement/deviation.ts";

/** An event that is due does not come to its callback URL. It then comes neither as a retry, nor after an update or a disable. */
export const MISSING: Deviation = { what: "an event not delivered to its callback URL", when: [] };
export const MISSING_RETRY: Deviation = { ...MISSING, when: ["as a retry"] };
export const MISSING_AFTER_UPDATE: Deviation = { ...MISSING, when: ["after an update"] };
/** A register that enables a configuration again is an update too. */
export const MISSING_AFTER_DISABLE: Deviation = {
  ...MISSING,
  when: [...MISSING_AFTER_UPDATE.when, "after a disable"],
};
export const AT_FORMER_URL: Deviation = { what: "an event at a former callback URL", when: [] };
export const WHILE_DISABLED: Deviation = { what: "an event while disabled", when: [] };
export const AT_OTHER_MERCHANT: Deviation = { what: "an event at another merchant's URL", when: [] };
