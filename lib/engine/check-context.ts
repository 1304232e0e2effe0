import type { Arbitrary } from "fast-check";
import type { Budget, Effort } from "./effort.ts";
import type { RequirementId } from "./requirement.ts";

/**
 * The part of a check's context that no API is known in. Each area adds its own part.
 * Time, chance and the network reach a check through its context alone, so that a run can be repeated from its seed.
 */
export interface CheckContext {
  /** How far a check goes. */
  readonly effort: Effort;
  /** Whether an observation may send requests of its own: beyond quick depth, and where the profile pins it. */
  readonly probes: boolean;
  /** Runs the body on generated inputs, and on the smallest one that breaks it. @throws {Violation} with that input. */
  readonly forAll: <T>(
    inputs: Arbitrary<T>,
    body: (input: T) => Promise<void>,
    cases?: Budget,
  ) => Promise<void>;
  /** Decides by what the answers of the whole run say. @throws {Violation} */
  readonly decideByListening: () => void;
  /** Whether an answer of the run so far has kept the requirement. */
  readonly wasKept: (requirement: RequirementId) => boolean;
  /** From here on, what the answers break and no check has named before counts for this check. */
  readonly listen: () => void;
  readonly pause: (ms: number) => Promise<void>;
}
