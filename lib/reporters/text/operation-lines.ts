import type { RunResult } from "../stored/run-result.ts";

/** The result of operations that the document only names. */
export interface OperationLine {
  readonly state: NonNullable<RunResult["coverage"]["operations"]>[number]["state"];
  /** Completes the line behind a mark. */
  readonly text: string;
}

/** How far a run came with the operations of section 4.3, one line each. Empty: the profile has none of them. */
export function operationLines({ coverage }: Pick<RunResult, "coverage">): readonly OperationLine[] {
  const { operations = [] } = coverage;
  if (!operations.some(({ state }) => ["judged", "refused"].includes(state))) return [];
  return operations.map(({ operation, state, field }) => ({
    state,
    text: `${operation}: ${told(state, field)}${state === "uncovered" && isPathless(operation) ? "; the document names no path" : ""}`,
  }));
}

/** Counts the seen values whose number the document gives, over this run and earlier ones. */
export function wordsLine({ coverage }: Pick<RunResult, "coverage">): string | undefined {
  const { words } = coverage;
  if (words === undefined) return undefined;
  const { types, statuses } = words;
  return `Transactions have shown ${types.length} of at most 9 types and ${statuses.length} of at most 23 statuses so far.`;
}

/** The title with the number of checked operations. */
export function operationsTitle({ coverage }: Pick<RunResult, "coverage">): string {
  const { operations = [] } = coverage;
  const judged = operations.filter(({ state }) => state === "judged").length;
  return `Operations that the document only names: ${judged} of ${operations.length} checked`;
}

function isPathless(operation: string): boolean {
  return !operation.includes("/");
}

function told(state: OperationLine["state"], field: string | undefined): string {
  if (state === "judged") return "checked by a successful call";
  if (state === "refused") return "called, but its answer shows no success";
  if (state === "observed") return `tried with an empty body only, not checked (${field})`;
  return `not called (${field})`;
}
