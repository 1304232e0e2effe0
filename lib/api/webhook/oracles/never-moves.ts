import type { Merchant } from "../../merchant/merchant.ts";
import {
  differencesBetween,
  type Configuration,
  type ConfigurationField,
} from "../../merchant/configuration.ts";
import type { RequirementId } from "../../../engine/requirement.ts";
import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import { describeJson } from "../../json/json.ts";
import { TELLING_FALLS } from "../model/telling-falls.ts";

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
  step: () => Promise<unknown>,
): Promise<Readings> {
  const before = await merchant.steady();
  await step();
  const after: [Configuration, ...Configuration[]] = [await merchant.configuration()];
  for (let more = 0; more < repetition % 3; more += 1) after.push(await merchant.configuration());
  return { before, after };
}

/** Fields that may move by themselves: deliveries may touch the first, be counted by the second, and fail so often that the third falls. */
const MOVING: readonly ConfigurationField[] = ["updateTime", "retryCount", "status"];

/**
 * A value that changes at each repetition of a step, and never otherwise, was changed by the step.
 * @throws {Violation} when it does
 */
export function neverMoves(repetitions: readonly Readings[], what: string): void {
  if (repetitions.length < TELLING_REPETITIONS) return;
  for (const field of MOVING) {
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
      deviations: [{ what: `${field} moves`, when: [`by ${what}`] }],
    });
  }
}

/** @param time how often it was taken before */
type Step = (time: number) => Promise<Record<"before" | "after", Configuration>>;

/**
 * Takes a step, and again where the status has fallen from 1 to 0 meanwhile: by itself it does not fall each time.
 * @param merchant whose status may fall
 * @param twin the same without what is judged, where it is so long that the status may fall by itself meanwhile: it is
 *   taken once or twice in between, so that nothing periodic keeps pace, and the status does not fall
 * @throws {Violation} when it does
 * @throws {InconclusiveError} when it has fallen, and cannot be raised again
 */
export async function neverFalls(merchant: Merchant, what: string, step: Step, twin?: Step): Promise<void> {
  const falls = await countFalls(merchant, what, step, twin);
  if (falls === 0) return;
  throw new Violation({
    expected: `${what} to leave \`status\` at 1`,
    actual: describeFalls(falls),
    deviations: [{ what: "status falls", when: [`by ${what}`] }],
  });
}

/**
 * Takes a step, and again where the status has fallen from 1 to 0 meanwhile, so that the rules can see whether it falls each
 * time. A target may disable a webhook by itself after each register: then a fall is not the effect of the step.
 * @returns how often it fell; 0: not each time
 * @throws {InconclusiveError} when it has fallen, and cannot be raised again
 */
export async function countFalls(merchant: Merchant, what: string, step: Step, twin?: Step): Promise<number> {
  for (let time = 0; time < TELLING_FALLS.amongOthers; time += 1) {
    const readings = await step(time);
    if (time > 0 && readings.before.status === 0) return fallsForGood(merchant, what, time);
    if (!isFall(readings)) return 0;
    const twins = twin === undefined ? [] : [twin, twin].slice(time % 2);
    for (const again of twins) if (isFall(await again(time))) return 0;
    if (time === 0 && (await merchant.isDisabledByItself())) return 0;
  }
  return TELLING_FALLS.amongOthers;
}

/**
 * Decides about a status that has fallen, and that no register raises again.
 * @returns how often it fell, if it had stayed at 1 in so many readings before that it hardly fell by itself
 * @throws {InconclusiveError} otherwise
 */
export function fallsForGood(merchant: Merchant, what: string, times: number): number {
  if (merchant.enabledReadings >= TELLING_FALLS.readingsBefore) return times;
  throw new InconclusiveError(
    `\`status\` fell from 1 to 0 after ${what}. No register enables the webhook again, so the run cannot repeat this, and the target may have disabled it by itself.`,
  );
}

/**
 * The failure of a rejected request after which the status fell for good. A rule about effects has to see a fall several
 * times, which it cannot where no register enables the webhook again. Undefined: the rule has seen it.
 */
export function disabledForGood(
  what: string,
  falls: number,
  requirement: RequirementId,
): Violation | undefined {
  if (falls === 0 || falls === TELLING_FALLS.amongOthers) return undefined;
  const actual = describeFalls(falls);
  return new Violation(
    { expected: `${what} to leave \`status\` at 1`, actual, parts: ["status"] },
    requirement,
  );
}

/** Describes falls of a status, for people. */
export function describeFalls(times: number): string {
  return times < TELLING_FALLS.amongOthers
    ? "0, after it had stayed at 1 before; no register of the run enables it again"
    : `0, each of ${times} times`;
}

function isFall({ before, after }: Awaited<ReturnType<Step>>): boolean {
  return before.status === 1 && after.status === 0;
}
