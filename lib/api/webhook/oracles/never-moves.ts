import type { Merchant } from "../../merchant/merchant.ts";
import {
  differencesBetween,
  type Configuration,
  type ConfigurationField,
} from "../../merchant/configuration.ts";
import type { RequirementId } from "../../../engine/requirement/requirement.ts";
import { InconclusiveError, Violation } from "../../../engine/record/verdict.ts";
import { describeJson } from "../../json/json.ts";
import { MOVING, movedField } from "../model/deviations.ts";
import type { ReadingsOfFall } from "../model/known.ts";
import { describeFall, TELLING_FALLS } from "../model/telling-falls.ts";

/** A reading before a step, the first one after it, and more with nothing in between. */
export interface Readings {
  readonly before: Configuration;
  readonly after: readonly [Configuration, ...Configuration[]];
}

/** Fewer may coincide with what moves by itself. */
const TELLING_REPETITIONS = 5;

/**
 * Takes a step and reads once, twice or three times after it, so that nothing periodic keeps pace with the step.
 * @throws {InconclusiveError} when the configuration cannot be read
 */
export async function readAround(
  merchant: Merchant,
  repetition: number,
  step: (before: Configuration) => Promise<unknown>,
): Promise<Readings> {
  const before = await merchant.steady();
  await step(before);
  const after: [Configuration, ...Configuration[]] = [await merchant.configuration()];
  for (let more = 0; more < repetition % 3; more += 1) after.push(await merchant.configuration());
  return { before, after };
}

/** Fields that may move by themselves: deliveries may touch the first, be counted by the second, and fail so often that the third falls. */
const OFTEN_MOVED: readonly ConfigurationField[] = [...MOVING, "status"];

/**
 * A value that changes at each repetition of a step, and never otherwise, was changed by the step.
 * @throws {Violation} when it does
 */
export function neverMoves(repetitions: readonly Readings[], what: string): void {
  if (repetitions.length < TELLING_REPETITIONS) return;
  for (const field of OFTEN_MOVED) {
    const moves = repetitions.map(
      ({ before, after: [first] }) => differencesBetween(before, first, [field])[0],
    );
    const rests = repetitions.every(({ after: [first, ...others] }) =>
      others.every((other) => differencesBetween(first, other, [field]).length === 0),
    );
    const [move] = moves;
    if (move === undefined || !rests || moves.includes(undefined)) continue;
    throw new Violation({
      expected: `${what} to leave \`${field}\` at ${describeJson(move.before)}`,
      actual: `${describeJson(move.after)}, and another value at each of ${repetitions.length} repetitions`,
      deviations: [movedField(field, [`by ${what}`])],
    });
  }
}

/** @param time how often it was taken before */
type Step = (time: number) => Promise<Record<"before" | "after", Configuration>>;

/**
 * Takes a step, and again where the status has fallen from 1 to 0 meanwhile: by itself it does not fall each time.
 * @param merchant whose status may fall
 * @throws {Violation} when it does
 * @throws {InconclusiveError} when it has fallen, and cannot be raised again
 */
export async function neverFalls(merchant: Merchant, what: string, step: Step): Promise<void> {
  let isRaised = true;
  for (let time = 0, falls = 0; falls < TELLING_FALLS.amongOthers; time += 1) {
    const { before, after } = await step(time);
    if (falls > 0 && before.status === 0) {
      // Webhooks may fall by themselves between a register and the reading: only the second time in a row says that none is raised.
      if (!isRaised) throw fallenForGood(merchant, what, "before");
      isRaised = false;
      continue;
    }
    isRaised = true;
    if (before.status !== 1 || after.status !== 0) return;
    if (falls === 0 && (await merchant.isDisabledByItself())) return;
    falls += 1;
  }
  throw new Violation({
    expected: `${what} to leave \`status\` at 1`,
    actual: `0, each of ${TELLING_FALLS.amongOthers} times`,
    deviations: [movedField("status", [`by ${what}`])],
  });
}

/**
 * Makes the error for a status that has fallen once, and that no register raises again.
 * @param readings have to show that the webhook does not fall by itself. If they do not, the cause stays unknown
 */
export function fallenForGood(
  merchant: Merchant,
  what: string,
  readings: ReadingsOfFall,
  owner?: RequirementId,
): InconclusiveError | Violation {
  const stayed = merchant.stayedEnabled(readings);
  if (stayed !== undefined)
    return new Violation(
      {
        expected: `${what} to leave \`status\` at 1`,
        actual: describeFall(stayed),
        parts: ["status"],
        deviations: [movedField("status", [`by ${what}`])],
      },
      owner,
    );
  return undecidedFall(what);
}

/** Makes the error for a status that has fallen once, where a rule judges the fall. */
export function undecidedFall(what: string): InconclusiveError {
  return new InconclusiveError(
    `\`status\` fell from 1 to 0 after ${what}. No register enables the webhook again, so the run cannot repeat this, and the target may have disabled it by itself.`,
  );
}
