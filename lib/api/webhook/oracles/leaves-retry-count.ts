import { InconclusiveError, UnreturnedError, Violation } from "../../../engine/verdict.ts";
import { show } from "../../finding.ts";
import { type FieldStep, fieldSteps } from "../observing/field-steps.ts";
import type { Seen } from "../observing/seen.ts";

/** Fewer may coincide with what counts by itself. */
const TELLING_STEPS = 5;

/**
 * `retryCount` may count retries by itself. A kind of step changes it only if it changes at each of these steps in the run,
 * and at no reading with nothing in between.
 * @param take takes such a step, and reads the configuration before and after it
 * @throws {Violation} when the step changes it
 */
export async function leavesRetryCount(
  seen: Pick<Seen, "answers">,
  by: "register" | "disable",
  take: () => Promise<unknown>,
): Promise<void> {
  const taken = () => fieldSteps(seen.answers, "retryCount").filter((step) => step.by === by);
  do await take();
  while (taken().length > 0 && taken().length < TELLING_STEPS);
  const [steps, all] = [taken(), fieldSteps(seen.answers, "retryCount")];
  const last = steps.at(-1);
  if (all.length === 0) throw new UnreturnedError(["retryCount"], "The target does not return `retryCount`.");
  if (last === undefined)
    throw new InconclusiveError(`No ${by} was accepted between two queries of this run.`);
  if (!steps.every(({ isMoved }) => isMoved)) return;
  if (all.some((step) => isRest(step) && step.isMoved))
    throw new InconclusiveError("`retryCount` also changes between two queries with nothing in between.");
  throw new Violation({
    expected: `${by} to leave \`retryCount\` at ${show(last.before)}`,
    actual: `${show(last.after)}, and another value after each of ${steps.length} times`,
  });
}

/** Whether `retryCount` changed after a register or a disable, and never else in the run. @throws {Violation} when it did */
export function movesAtNoStep(seen: Pick<Seen, "answers">): void {
  const steps = fieldSteps(seen.answers, "retryCount");
  const [moved, ...others] = steps.filter(({ isMoved }) => isMoved);
  if (moved === undefined || moved.by === "query" || moved.by === "several") return;
  if (others.some(({ by }) => by !== moved.by) || steps.filter(isRest).length < TELLING_STEPS) return;
  throw new Violation({
    expected: `\`retryCount\` still ${show(moved.before)} after ${moved.by}`,
    actual: `${show(moved.after)}; it changed after ${moved.by} alone, ${others.length + 1} times in this run`,
  });
}

function isRest({ by }: FieldStep): boolean {
  return by === "query";
}
