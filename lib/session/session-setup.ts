import type { SeenWords } from "../api/operations/vocabulary.ts";
import type { Transport } from "../http/transport.ts";
import type { Receiver } from "../receiver/receiver.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import type { Secret } from "../profile/load/secrets-of.ts";
import type { Depth } from "../engine/requirement/effort.ts";

/** The target of a session, and how to check it. Plain data: it crosses threads. */
export interface SessionSetup {
  readonly profile: Profile;
  readonly depth: Depth;
  readonly seed: number;
  /** Marks every callback URL of the run: `cc-` and ten lower-case letters or digits. */
  readonly runId: string;
  /** When the run's time is up, in milliseconds since 1970. */
  readonly deadlineAt?: number;
  /** Whether the target ends with the run. If so, the run stores nothing about it. */
  readonly ephemeral?: boolean;
  /** Whether no check acts on a merchant, so that the session registers no webhook. Default: no. */
  readonly sparesMerchants?: boolean;
  /** Whether checks of deliveries follow, so that an event occurs before the first check. Default: no. */
  readonly hasEvents?: boolean;
  /** Continues when requests get no answer, because changes must be undone. */
  readonly tireless?: boolean;
  /** Texts that no output may show, besides the secrets that the profile itself names. */
  readonly secrets?: readonly Secret[];
  /** Requests with a lasting effect may be sent. Each is noted in this file first; null: the target lives no longer than the run. */
  readonly moves?: { readonly file: string | null };
  /** File that notes the writes of MCP tools until they are undone. Default: none. */
  readonly toolWrites?: { readonly file: string };
  /** Types and statuses that transaction records of earlier runs have shown. */
  readonly words?: SeenWords;
}

/** Replaces the network and time in the selftest. */
export interface Substitutes {
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** Where deliveries arrive, or why they cannot; default: as the profile says. */
  readonly receiver?: Receiver | Promise<Receiver>;
  /** Ends every pause and sends nothing more, also while the session is being opened. */
  readonly signal?: AbortSignal;
}

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Is looked at before each request, to keep their distance. Default: `now`. */
  readonly ticks?: () => number;
}
