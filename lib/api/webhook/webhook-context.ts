import type { MerchantsContext } from "../merchant/merchants-context.ts";
import type { ReadLag } from "../merchant/timing/read-lag.ts";
import type { CallbackUrls } from "./model/callback-urls.ts";
import type { Seen } from "./observing/seen.ts";
import type { StandingRefusal } from "./standing-refusal.ts";

export interface WebhookContext extends MerchantsContext {
  /** The means of the second round of a check: the merchants exchanged, and fewer repetitions. Undefined at quick depth. */
  readonly secondRound: WebhookContext | undefined;
  readonly isSecondRound: boolean;
  readonly urls: CallbackUrls;
  /** The rejections that requirements demand, of those that apply and have not failed so far. */
  readonly refusals: readonly StandingRefusal[];
  /** Facts from the answers of the run so far, for observations. */
  readonly seen: Pick<Seen, "answers" | "throttled" | "nonceUsedWithin">;
  /** Measurements that the profile allows. */
  readonly measures: { readonly timestampTolerance: boolean };
  /** Whether the first merchant had a configuration before the run. */
  readonly existedBefore: boolean;
  /** How far reads lag behind writes, as measured at the beginning. */
  readonly readLag: Pick<ReadLag, "ms" | "limitMs" | "isFailure">;
}
