import type { OperationCoverage } from "../api/operations/operation-coverage.ts";
import type { SeenWords } from "../api/operations/vocabulary.ts";

/** Added to the result of a run by the areas. Plain data. */
export interface RunExtras {
  /** How far the run came with each operation that the document only names. */
  readonly operations: readonly OperationCoverage[];
  /** The types and statuses that transaction records have shown, also in earlier runs. */
  readonly words: SeenWords;
}
