/** Why there is no judgement: stable, while the wording of reasons may change. */
export const REASON_CODES = [
  /** Inapplicable by what the profile says of the deployment. */
  "does-not-bind",
  "not-implemented",
  /** Inapplicable by what showed while the run went on. */
  "nothing-to-judge",
  "no-check-yet",
  "need-not-offered",
  "read-only",
  "never-returned",
  "undecided",
  "other-requirement-failed",
  "other-client",
  "limit-reached",
  /** Errored. */
  "defect",
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];
