import type { Moment } from "../exchange/moment.ts";
import type { Known } from "./model/known.ts";

/** The times of a merchant's configuration that this run has brought about, and the clock that they are taken from. */
export interface TimesOfMerchant {
  /** When a time that this run has written was heard of first; undefined: by a clock that may be simulated. */
  heardOf(field: "createTime" | "updateTime", shown: string): number | undefined;
  /** Whether an unchanged `updateTime` shows more than a clock that stands still. */
  isTelling(updateTime: string): boolean;
}

/**
 * One answer of a webhook operation, and what was known of its caller's configuration before it came. Every answer is
 * looked at once as it is, and once more as a step, unless it overlaps others or its meaning is not clear.
 */
export interface WebhookMoment extends Moment {
  readonly known: Known;
  /** The second look: the answer is compared with what is known. */
  readonly isStep: boolean;
  /** Times of the writes of this run. */
  readonly times: TimesOfMerchant;
}
