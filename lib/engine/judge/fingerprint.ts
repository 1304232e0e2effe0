import { outcomeOfError } from "./outcome.ts";
import type { Parts } from "../requirement/parts.ts";
import { redactValue } from "../record/redact-value.ts";
import type { NoJudgement } from "../record/result.ts";
import type { Target } from "../record/target.ts";
import type { Verdict } from "../record/verdict.ts";

/** The value of an observation: what the target does, part by part. */
export interface Fingerprint {
  readonly value: Readonly<Record<string, unknown>>;
  /** Whether no part varies. */
  readonly stable: boolean;
  /** The parts that vary: their value is a list of all values. Absent: none. */
  readonly varies?: readonly string[];
  /** The parts that the run has seen only once. Absent: none. */
  readonly once?: readonly string[];
  /** The parts without a value, each with the reason. Absent: none. */
  readonly unseen?: Readonly<Record<string, string>>;
}

/** The reason why a part, or a whole observation, has no value. */
export type Unseen = NoJudgement & { readonly verdict: Verdict; readonly reason: string };

/** An observation, with the reasons for parts without a value. */
export interface SeenParts {
  readonly fingerprint: Fingerprint | undefined;
  readonly unseen: ReadonlyMap<string, Unseen>;
  /** The last exchange that was sent for a part, by part. */
  readonly exchanges: ReadonlyMap<string, number>;
}

/** Makes the fingerprint of an observation. Undefined: no part has a value, and `unseen` says why. */
export function fingerprintOf(
  parts: Parts,
  { record, returned }: Pick<Target<never>, "record" | "returned">,
): SeenParts {
  const entries = Object.entries(parts).map(([name, part]) => [record.redact(name), part] as const);
  const seen = entries.flatMap(([name, part]) => ("value" in part ? [[name, part] as const] : []));
  const unseen = new Map(
    entries.flatMap(([name, part]) =>
      "value" in part ? [] : [[name, unseenReason(part.error, { record, returned })] as const],
    ),
  );
  const exchanges = new Map(
    seen.flatMap(([name, { exchange }]) => (exchange === undefined ? [] : [[name, exchange] as const])),
  );
  if (seen.length === 0)
    return { fingerprint: undefined, unseen: unseen.size === 0 ? NOT_ASKED : unseen, exchanges };
  const named = (isSuch: (part: (typeof seen)[number][1]) => boolean) =>
    seen.filter(([, part]) => isSuch(part)).map(([name]) => name);
  const [varies, once] = [named(({ stable }) => !stable), named((part) => part.once === true)];
  const fingerprint = {
    value: Object.fromEntries(seen.map(([name, { value }]) => [name, redactValue(value, record)])),
    stable: varies.length === 0,
    ...(varies.length > 0 && { varies }),
    ...(once.length > 0 && { once }),
    ...(unseen.size > 0 && {
      unseen: Object.fromEntries([...unseen].map(([name, { reason }]) => [name, reason])),
    }),
  };
  return { fingerprint, unseen, exchanges };
}

/** Turns an error into the reason for no value. */
export function unseenReason(
  error: unknown,
  { record, returned }: Pick<Target<never>, "record" | "returned">,
): Unseen {
  const { reason, ...outcome } = outcomeOfError(error, returned);
  return { ...outcome, reason: record.redact(reason) };
}

/** No part could be looked at. */
export const NOT_ASKED: ReadonlyMap<string, Unseen> = new Map([
  [
    "",
    {
      verdict: "inapplicable",
      code: "nothing-to-judge",
      reason: "Needs requests of its own: observed at standard depth, by `observe`, and when it is pinned.",
    },
  ],
]);
