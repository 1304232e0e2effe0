import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { GeneratedCase } from "../record/result.ts";
import { Violation } from "../record/verdict.ts";

export interface ForAllOptions<T> {
  readonly inputs: Arbitrary<T>;
  /** Number of the generator within the check, from 1. */
  readonly use: number;
  readonly runs: number;
  readonly seed: number;
  /** Number of attempts to make a counterexample smaller. */
  readonly maxShrinks: number;
  /** Path of the one input to run, instead of them all. */
  readonly path?: string | undefined;
  readonly body: (input: T) => Promise<void>;
}

/** A violation with the smallest generated input that shows it. */
export class CounterexampleViolation extends Violation {
  readonly counterexample: string;
  readonly generated: GeneratedCase;

  constructor(violation: Violation, counterexample: string, generated: GeneratedCase) {
    super(violation.evidence, violation.requirement);
    this.counterexample = counterexample;
    this.generated = generated;
  }
}

/** Any other error ends the runs at once and is thrown on: the input is not its cause. */
export async function forAll<T>(options: ForAllOptions<T>): Promise<void> {
  const { inputs, use, seed, maxShrinks, path, body } = options;
  let other: { readonly error: unknown } | undefined;
  let smallest: { readonly input: T; readonly violation: Violation } | undefined;
  let shrinks = 0;
  let ran = 0;
  const property = fc.asyncProperty(inputs, async (input) => {
    if (other !== undefined || (smallest !== undefined && (shrinks += 1) > maxShrinks)) return;
    if (path !== undefined && (ran += 1) > 1) return;
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
  const replay = path === undefined ? {} : { path, endOnFailure: true };
  const { counterexamplePath } = await fc.check(property, { seed, numRuns: options.runs, ...replay });
  if (smallest !== undefined) {
    const generated = { use, path: path ?? counterexamplePath ?? "" };
    throw new CounterexampleViolation(smallest.violation, fc.stringify(smallest.input), generated);
  }
  if (other !== undefined) throw other.error;
}
