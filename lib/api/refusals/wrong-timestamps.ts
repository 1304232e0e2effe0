import type { Tamper } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import type { CredentialOffences, SpoiltCaller } from "./caller.ts";
import { forgedSignature, ON_QUERY } from "./wrong-signatures.ts";

type Stamps = Pick<SpoiltCaller, "timestamp" | "claims">;

/** Room for the time that a request takes, in seconds. */
export const SLACK_SECONDS = 10;
const DAY_SECONDS = 86_400;
/** Of timestamps that are out of date, the past is the plain case. */
const OUT_OF_DATE = ["out of date"];
const IN_THE_FUTURE = [...OUT_OF_DATE, "in the future"];
/** Fewer digits count seconds. */
const DIGITS_OF_MILLISECONDS = 12;

/** Requests with a wrong timestamp, and a signature that is right for it. */
export const WRONG_TIMESTAMPS = {
  notAnInteger: () => [
    withTimestamp("a timestamp with a fraction", (text) => `${text}.5`),
    withTimestamp("a word for a timestamp", () => "now"),
    withTimestamp("a timestamp with an underscore", (text) => `${text.slice(0, -3)}_${text.slice(-3)}`),
    withTimestamp("the date and time for a timestamp", dateAndTime),
  ],
  /** Integers so far from now that code may take them for something else come last: nothing, an error, an overflow. */
  tooOld: (caller) => [
    ...farTimestamps(caller, -1),
    stampedWith("0", OUT_OF_DATE),
    stampedWith("-…"),
    { ...withTimestamp("a timestamp 2^32 units old", wrappedIn32Bits, OUT_OF_DATE), operations: ON_QUERY },
  ],
  tooNew: (caller) => [
    ...farTimestamps(caller, 1),
    ...["999999999999999", "99999999999999999999"].map((text) => stampedWith(text, IN_THE_FUTURE)),
  ],
} as const satisfies Readonly<Record<string, CredentialOffences>>;

/** The request carries another timestamp, with a signature that is right for it. */
export function withTimestamp(
  name: string,
  make: (text: string) => string,
  wrong: readonly string[] = [name],
): CredentialOffence {
  const tamper: Tamper = async (valid, resign) => {
    const timestamp = make(valid.timestamp ?? "");
    return { ...valid, timestamp, signature: await resign(() => ({ timestamp })) };
  };
  return forgedSignature(name, tamper, wrong);
}

export function stampedAt({ timestamp }: Pick<Stamps, "timestamp">, seconds: number): CredentialOffence {
  const name = `a timestamp ${Math.abs(seconds)} s ${seconds < 0 ? "old" : "ahead"}`;
  return withTimestamp(name, () => timestamp(seconds), seconds < 0 ? OUT_OF_DATE : IN_THE_FUTURE);
}

/** Twice the tolerance away, and at the same time of another day. */
function farTimestamps(caller: Stamps, side: -1 | 1): readonly CredentialOffence[] {
  const far = 2 * (caller.claims.timestampToleranceSeconds ?? 0) + SLACK_SECONDS;
  const days = Math.ceil(far / DAY_SECONDS) * DAY_SECONDS;
  return [far, days].map((seconds) => stampedAt(caller, side * seconds));
}

/** @param text `…` stands for the valid timestamp */
function stampedWith(text: string, wrong?: readonly string[]): CredentialOffence {
  const make = (valid: string) => text.replace("…", valid);
  return { ...withTimestamp(`the timestamp ${text}`, make, wrong), operations: ON_QUERY };
}

/** An earlier timestamp whose difference to now is nothing in 32 bits. */
const wrappedIn32Bits = (timestamp: string) => String(BigInt(timestamp) - 2n ** 32n);

/** The moment that a timestamp in seconds or milliseconds stands for. */
function dateAndTime(text: string): string {
  const count = Number(text);
  return new Date(text.length < DIGITS_OF_MILLISECONDS ? count * 1000 : count).toISOString();
}
