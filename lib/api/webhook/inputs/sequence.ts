import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { Budget } from "../../../engine/requirement/effort.ts";
import { STEP_KINDS, type StepKind } from "../model/play.ts";

const WEIGHTS: Readonly<Record<StepKind, number>> = {
  "register a new URL": 4,
  "register the same URL": 2,
  "register a URL that differs by one character": 2,
  "register a URL that differs by case": 1,
  "register an http URL": 2,
  "register without a callback URL": 1,
  query: 5,
  disable: 4,
};

const kind = fc.oneof(...STEP_KINDS.map((name) => ({ weight: WEIGHTS[name], arbitrary: fc.constant(name) })));

/** The number of generated sequences. Each has many requests. */
export const SEQUENCES: Budget = { quick: 1, standard: 8, deep: 120 };

/** Steps of one merchant, in any order. */
export const sequence: Arbitrary<StepKind[]> = fc.array(kind, { minLength: 2, maxLength: 14 });

/** Short sequences at which servers are known to stumble. */
export const TELLING_SEQUENCES: readonly (readonly StepKind[])[] = [
  ["register an http URL", "disable", "query", "register a new URL", "query"],
  [
    "register a new URL",
    "register a new URL",
    "register a new URL",
    "disable",
    "disable",
    "register a new URL",
  ],
];

export interface Turn {
  readonly who: "merchant" | "rival";
  readonly step: StepKind;
}

export const turns: Arbitrary<Turn[]> = fc.array(
  fc.record({ who: fc.constantFrom("merchant" as const, "rival" as const), step: kind }),
  { minLength: 3, maxLength: 16 },
);
