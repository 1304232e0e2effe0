import type { OperationCoverage } from "../api/operations/operation-coverage.ts";
import type { RunResult } from "./run-result.ts";

/** What became of some operations that the document only names. */
export interface OperationLine {
  readonly state: OperationCoverage["state"];
  /** Completes the line behind a mark. */
  readonly text: string;
}

/** How far a run came with the operations of section 4.3, a line for each; none where a profile offers none of them. */
export function operationLines({ coverage }: Pick<RunResult, "coverage">): readonly OperationLine[] {
  const { operations = [] } = coverage;
  if (!operations.some(({ state }) => ["judged", "refused"].includes(state))) return [];
  return operations.map(({ operation, state, field }) => ({
    state,
    text: `${operation}: ${told(state, field)}${state === "uncovered" && isPathless(operation) ? "; the document names no path" : ""}`,
  }));
}

/** How many of the values of which the document gives the number were seen, by this run and those before. */
export function wordsLine({ coverage }: Pick<RunResult, "coverage">): string | undefined {
  const { words } = coverage;
  if (words === undefined) return undefined;
  const { types, statuses } = words;
  return `Transactions have shown ${types.length} of at most 9 types and ${statuses.length} of at most 23 statuses so far.`;
}

/** How many of them were judged. */
export function operationsTitle({ coverage }: Pick<RunResult, "coverage">): string {
  const { operations = [] } = coverage;
  const judged = operations.filter(({ state }) => state === "judged").length;
  return `Operations that the document only names: ${judged} of ${operations.length} judged`;
}

function isPathless(operation: string): boolean {
  return !operation.includes("/");
}

function told(state: OperationLine["state"], field: string | undefined): string {
  if (state === "judged") return "judged by a call that was granted";
  if (state === "refused") return "called, and not granted as far as its answer shows";
  if (state === "observed") return `tried with an empty body alone, and not judged (${field})`;
  return `not called (${field})`;
}
