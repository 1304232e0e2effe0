import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import { Violation } from "../verdict.ts";

export interface ForAllOptions<T> {
  readonly inputs: Arbitrary<T>;
  readonly runs: number;
  readonly seed: number;
  /** How many inputs are tried to make a counterexample smaller. */
  readonly maxShrinks: number;
  readonly body: (input: T) => Promise<void>;
}

/** A violation with the smallest generated input that shows it. */
export class CounterexampleViolation extends Violation {
  readonly counterexample: string;

  constructor(violation: Violation, counterexample: string) {
    super(violation.evidence, violation.requirement);
    this.counterexample = counterexample;
  }
}

/** Anything thrown that is no violation ends the runs at once and is thrown on: it is not the input's fault. */
export async function forAll<T>({ inputs, runs, seed, maxShrinks, body }: ForAllOptions<T>): Promise<void> {
  let other: { readonly error: unknown } | undefined;
  let smallest: { readonly input: T; readonly violation: Violation } | undefined;
  let shrinks = 0;
  const property = fc.asyncProperty(inputs, async (input) => {
    if (other !== undefined || (smallest !== undefined && (shrinks += 1) > maxShrinks)) return;
    try {
      await body(input);
    } catch (error) {
      if (error instanceof Violation) {
        smallest = { input, violation: error };
        throw error;
      }
      other = { error };
    }
  });
  await fc.check(property, { seed, numRuns: runs });
  if (smallest !== undefined) {
    throw new CounterexampleViolation(smallest.violation, fc.stringify(smallest.input));
  }
  if (other !== undefined) throw other.error;
}
