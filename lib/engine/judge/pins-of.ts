import type { Fingerprint } from "./fingerprint.ts";
import type { ObservationResult } from "../record/result.ts";

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type Parts = Record<string, Json>;

/** Turns observations into pins. A part that varies, or has no value, cannot be pinned. */
export function pinsOf(
  observations: readonly Pick<ObservationResult, "requirement" | "value">[],
): Record<string, Parts> {
  const entries = observations.flatMap(({ requirement, value }) => {
    const parts = isFingerprint(value) ? steadyParts(value) : {};
    return Object.keys(parts).length === 0 ? [] : [[requirement, parts] as const];
  });
  return Object.fromEntries(entries);
}

interface Pinnable {
  readonly value: Readonly<Parts>;
  readonly varies?: Fingerprint["varies"];
}

function isFingerprint(value: unknown): value is Pinnable {
  return typeof value === "object" && value !== null && "value" in value;
}

function steadyParts({ value, varies = [] }: Pinnable): Parts {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !varies.includes(name)));
}
