import type { Arbitrary } from "fast-check";
import type { Budget, Effort } from "./effort.ts";
import type { RequirementId } from "./requirement.ts";

/**
 * The part of a check's context without any API. Each area adds its own part. A check gets time, chance and
 * the network only from its context. Therefore a run can be repeated from its seed.
 */
export interface CheckContext {
  readonly effort: Effort;
  /** Whether an observation may look at a part with its own requests: beyond quick depth, and if the profile pins the part. */
  readonly probes: (part: string) => boolean;
  /** How many exchanges the check has so far. */
  readonly sent: () => number;
  /**
   * Runs the body on generated inputs, and finds the smallest one that breaks it.
   * @throws {Violation} with that input
   */
  readonly forAll: <T>(
    inputs: Arbitrary<T>,
    body: (input: T) => Promise<void>,
    cases?: Budget,
  ) => Promise<void>;
  /**
   * Decides by the answers of the whole run.
   * @throws {Violation}
   */
  readonly decideByListening: () => void;
  /** Whether an answer of the run so far has kept the requirement. */
  readonly wasKept: (requirement: RequirementId) => boolean;
  /** From here on, violations in answers that no check has named count for this check. */
  readonly listen: () => void;
  readonly pause: (ms: number) => Promise<void>;
}
