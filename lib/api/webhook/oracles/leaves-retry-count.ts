import { InconclusiveError, UnreturnedError, Violation } from "../../../engine/record/verdict.ts";
import { describeJson } from "../../json/json.ts";
import { type FieldStep, fieldSteps } from "../observing/field-steps.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { returnedField } from "./returned-field.ts";
import type { Seen } from "../observing/seen.ts";

/** Fewer may coincide with what counts by itself. */
const TELLING_STEPS = 5;
/** A register counts only if it is sent once: a page of a gateway may come between. */
const MOST_STEPS = 2 * TELLING_STEPS;

/**
 * `retryCount` may count retries by itself. Register changes it only if it changes at each register of a merchant, and at
 * no reading with nothing in between.
 * @param take registers, and reads the configuration before and after
 * @throws {Violation} when register changes it
 */
export async function leavesRetryCount(
  seen: Pick<Seen, "answers">,
  take: () => Promise<unknown>,
): Promise<void> {
  const all = () => fieldSteps(seen.answers, "retryCount");
  const taken = () => registersIn(all()).length;
  for (let times = 0; times < MOST_STEPS && taken() < TELLING_STEPS; times += 1) {
    await take();
    if (taken() === 0)
      throw new UnreturnedError(
        ["retryCount"],
        "No two queries of this run show `retryCount` with one accepted register between them.",
      );
  }
  if (taken() < TELLING_STEPS && registersIn(all()).every(({ isMoved }) => isMoved))
    throw new InconclusiveError(
      `Fewer than ${TELLING_STEPS} of ${MOST_STEPS} registers were answered at once, and a register may count as two if it is sent again.`,
    );
  const ofEach = Map.groupBy(all(), ({ caller }) => caller).values();
  const moved = [all(), ...ofEach].filter((steps) => movesAtEachRegister(steps));
  if (moved.length === 0) return;
  const steps = moved.find((own) => !own.some((step) => isRest(step) && step.isMoved));
  if (steps === undefined)
    throw new InconclusiveError("`retryCount` also changes between two queries with nothing in between.");
  const registers = registersIn(steps);
  const last = registers.at(-1);
  throw new Violation({
    expected: `register to leave \`retryCount\` at ${describeJson(last?.before)}`,
    actual: `${describeJson(last?.after)}, and another value after each of ${registers.length} times`,
    parts: ["retryCount"],
  });
}

function registersIn(steps: readonly FieldStep[]): readonly FieldStep[] {
  return steps.filter(({ by }) => by === "register");
}

function movesAtEachRegister(steps: readonly FieldStep[]): boolean {
  const registers = registersIn(steps);
  return registers.length >= TELLING_STEPS && registers.every(({ isMoved }) => isMoved);
}

/**
 * `retryCount` is the same once register has enabled a disabled configuration again. While it is disabled, a target may
 * show another value. The value counts only if it changes each of five times.
 * @throws {Violation} when it changes each time
 * @throws {InconclusiveError} when register changes it too, which is judged elsewhere
 */
export async function keepsRetryCountWhenEnabledAgain(
  merchant: Merchant,
  seen: Pick<Seen, "answers">,
): Promise<void> {
  let [before, after] = ["", ""];
  for (let time = 0; time < TELLING_STEPS; time += 1) {
    before = describeJson(returnedField(await merchant.enabled(), "retryCount"));
    await merchant.disabled();
    after = describeJson(returnedField(await merchant.enabled(), "retryCount"));
    if (before === after) return;
  }
  const registers = fieldSteps(seen.answers, "retryCount").filter(({ by }) => by === "register");
  if (registers.some(({ isMoved }) => isMoved))
    throw new InconclusiveError("`retryCount` also changes when a URL is registered.");
  throw new Violation({
    expected: `\`retryCount\` ${before} after disable and another register`,
    actual: `${after}, and another value after each of ${TELLING_STEPS} times`,
    parts: ["retryCount"],
  });
}

/** Whether `retryCount` changed after one kind of step, and never else in the run. @throws {Violation} when it did */
export function movesAtNoStep(seen: Pick<Seen, "answers">): void {
  const steps = fieldSteps(seen.answers, "retryCount");
  const [moved, ...others] = steps.filter(({ isMoved }) => isMoved);
  if (moved === undefined || moved.by === "query" || moved.by === "several") return;
  if (others.some(({ by }) => by !== moved.by) || steps.filter(isRest).length < TELLING_STEPS) return;
  throw new Violation({
    expected: `\`retryCount\` still ${describeJson(moved.before)} after ${moved.by}`,
    actual: `${describeJson(moved.after)}; it changed after ${moved.by} alone, ${others.length + 1} times in this run`,
    parts: ["retryCount"],
  });
}

function isRest({ by }: FieldStep): boolean {
  return by === "query";
}
