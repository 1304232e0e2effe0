import type { Answer } from "../exchange/answer.ts";
import type { JsonObject } from "../json/json-object.ts";
import type { Vocabulary } from "../operations/vocabulary.ts";
import type { Known } from "./model/known.ts";

/** What the times that this run has brought about tell of a merchant's, and of the clock that they are taken from. */
export interface TimesOfMerchant {
  /** When a time that this run has written was heard of first; undefined: by a clock that may be simulated. */
  heardOf(field: "createTime" | "updateTime", shown: string): number | undefined;
  /** Whether an `updateTime` that stays the same can be told from a clock that stands still. */
  isTelling(updateTime: string): boolean;
}

/**
 * One answer, and what was known of its caller's configuration before it came. Every answer is looked at once as it is,
 * and once more as a step, unless it overlaps others or says nothing clear.
 */
export interface Moment {
  readonly answer: Answer;
  readonly known: Known;
  /** The second look: what is known can be held against the answer. */
  readonly isStep: boolean;
  /** The answer is that of a success by its status and code, without the data of one. */
  readonly claimsSuccess: boolean;
  /** By the target's clock as its Date header tells, else by ours; milliseconds since 1970. */
  readonly heardAt: number;
  /** How many requests were sent by then, and how many of them a gateway has answered: 502, 503 or 504 without an envelope. */
  readonly traffic: { readonly sent: number; readonly ofGateway: number };
  /** What the times of this run's writes tell. */
  readonly times: TimesOfMerchant;
  /** A credential that the answer shows, though its request did not carry it; undefined: none. */
  readonly credentialShown: string | undefined;
  /** Whether anything is known that only another merchant has. */
  readonly isAmongOthers: boolean;
  /** Whether the operation has answered with an envelope by then, where the document only names it. */
  readonly isServed: boolean;
  /** The transaction records in the answer, and what all of them have shown by then. */
  readonly records: readonly JsonObject[];
  readonly vocabulary: Vocabulary;
  /** What only another merchant has, and the answer shows; undefined: nothing. */
  readonly belongingShown: string | undefined;
}
