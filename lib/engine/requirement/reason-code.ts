/** The stable code of a missing verdict. The wording of reasons may change. */
export const REASON_CODES = [
  /** Inapplicable by the facts of the profile. */
  "does-not-bind",
  "not-implemented",
  /** Inapplicable by the facts of the run. */
  "nothing-to-judge",
  "need-not-offered",
  "read-only",
  "never-returned",
  "undecided",
  "other-requirement-failed",
  "other-client",
  "limit-reached",
  "defect",
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];
