import type { ReferenceMerchant } from "../call.ts";
import type { Choices } from "../choices.ts";
import type { Rules } from "../rules/rules.ts";
import type { Store } from "../store.ts";
import type { Post } from "./post-by-undici.ts";

/** Parts of the reference that a delivery needs. */
export interface Sending {
  readonly merchants: readonly ReferenceMerchant[];
  readonly choices: Choices;
  readonly rules: Rules;
  readonly store: Store;
  readonly post: Post;
  /** The server's clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** A log of what was sent. The reference shows it on request. */
  readonly log: { readonly eventId: string; readonly url: string }[];
  /** By merchant, how many deliveries to which callback URL have failed in a row. */
  readonly failing: Map<string, { readonly url: string | undefined; readonly times: number }>;
  readonly sleep: (ms: number) => Promise<void>;
}
