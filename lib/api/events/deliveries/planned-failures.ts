import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import { type Hook, isForHook } from "../urls/hook.ts";

/** Of a run: services protect themselves from receivers that fail often. */
const MAX_FAILED = 128;

/** The deliveries that a run has failed, and those that it still plans to fail: 128 at most. */
export class PlannedFailures {
  readonly #planned = new Map<Hook, number>();

  /** How many may still be failed. */
  left(all: readonly Arrival[]): number {
    const failed = [...this.#planned].map(([hook, count]) => Math.max(count, failedAt(hook, all)));
    return MAX_FAILED - failed.reduce((sum, count) => sum + count, 0);
  }

  /** Replaces the plan of a hook. @throws {InconclusiveError} when the run may not fail so many more */
  plan(hook: Hook, steps: readonly AnswerStep[], all: readonly Arrival[]): void {
    const count = steps.filter(isRefusing).length;
    this.#planned.set(hook, 0);
    const left = this.left(all);
    if (count > left) {
      throw new InconclusiveError(
        `A run fails at most ${MAX_FAILED} deliveries: ${count} more are needed here, and ${left} are left. Run this check alone, by its id: it can then use all of them.`,
      );
    }
    this.#planned.set(hook, failedAt(hook, all) + count);
  }
}

/** How many deliveries to a hook the run has failed. One that breaks off fails by itself. */
function failedAt(hook: Hook, all: readonly Arrival[]): number {
  const own = all.filter((arrival) => isForHook(arrival, hook) && arrival.isUnfinished !== true);
  return own.filter(({ answer }) => isRefusing(answer)).length;
}

/** Whether an answer does not accept a delivery. */
function isRefusing({ status }: AnswerStep): boolean {
  return status >= 300;
}
