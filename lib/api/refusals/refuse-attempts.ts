import { InapplicableError, InconclusiveError, Violation } from "../../engine/verdict.ts";
import type { Attempt, AttemptResult, Situation } from "./attempt.ts";

/** So many other offences are sent after a granted one. */
const FURTHER_OFFENCES = 12;
/** No request can follow. The first violation stands. */
const ENDING = [InapplicableError, InconclusiveError, Violation];

interface Terms {
  /** Undefined: attempts have no effect that can be read. */
  readonly situation?: Situation;
  /** All attempts of the requirement. After a granted one, they show how far the same fault reaches. */
  readonly every?: readonly Attempt[];
  /** Called after each attempt. */
  readonly pause?: (sent: number) => Promise<unknown>;
}

/**
 * Sends attempts in one situation, and reads its effects once at the end. If a reading differs, the search halves the
 * attempts until one is left, and repeats that one. An offence without an answer is not tried at other doors, because each
 * timeout takes long.
 * @throws {Violation} when an attempt is granted or has an effect
 * @throws {InconclusiveError} when it is also granted without its difference, or a rule judges its effect
 */
export async function refuseAttempts(
  attempts: readonly Attempt[],
  { situation, every = attempts, pause }: Terms = {},
): Promise<void> {
  const silent = new Set<string>();
  const sent: Attempt[] = [];
  await situation?.enter();
  for (const attempt of attempts) {
    if (silent.has(attempt.offence)) continue;
    sent.push(attempt);
    const result = await attempt.send();
    if (result === undefined) silent.add(attempt.offence);
    else if (result.isGranted) await examineGranted(attempt, result, { situation, every, sent });
    await pause?.(sent.length);
  }
  await examineEffects(situation, sent, sent);
}

interface Course {
  readonly situation: Situation | undefined;
  readonly every: readonly Attempt[];
  readonly sent: readonly Attempt[];
}

/** @throws {Violation} if the answer or an effect shows the fault */
async function examineGranted(
  attempt: Attempt,
  { isProof, evidence, exchange }: AttemptResult,
  { situation, every, sent }: Course,
): Promise<void> {
  const without = await attempt.sendWithout?.();
  if (without?.isGranted === true)
    throw new InconclusiveError(`Without this difference, too, the target accepts ${attempt.name}.`);
  const alone = await narrowed(attempt);
  if (!isProof) {
    await examineEffects(situation, sent, [alone]);
    return situation?.enter();
  }
  throw new Violation({
    expected: `${alone.name} to be refused`,
    ...evidence,
    exchange,
    reach: await reachOf(attempt, every, situation),
  });
}

/** Returns the first part that is granted alone. Default: the attempt as it is. */
async function narrowed(attempt: Attempt): Promise<Attempt> {
  for (const part of attempt.parts ?? []) if ((await part.send())?.isGranted === true) return part;
  return attempt;
}

/** Sends an offence at each other door, the same one if possible, and others at the same door. Returns granted exchanges. */
async function reachOf(
  granted: Attempt,
  every: readonly Attempt[],
  situation: Situation | undefined,
): Promise<readonly number[]> {
  const { offence, door } = granted;
  const same = every.filter((one) => one.offence === offence);
  const doors = [...new Set(every.map((one) => one.door))].filter((other) => other !== door);
  const elsewhere = doors.flatMap((other) => [...same, ...every].find((one) => one.door === other) ?? []);
  const others = every.filter((one) => one.door === door && one.offence !== offence);
  const reached: number[] = [];
  try {
    for (const attempt of [...elsewhere, ...others.slice(0, FURTHER_OFFENCES)]) {
      await situation?.enter();
      const result = await attempt.send();
      if (result?.isGranted === true) reached.push(result.exchange);
    }
  } catch (error) {
    if (!ENDING.some((kind) => error instanceof kind)) throw error;
  }
  return reached;
}

/** @param suspects one of them may have changed what `sent` has changed */
async function examineEffects(
  situation: Situation | undefined,
  sent: readonly Attempt[],
  suspects: readonly Attempt[],
): Promise<void> {
  if (situation === undefined || !(await situation.isDisturbed(sent)) || (await situation.isUnsteady()))
    return;
  await situation.enter();
  const culprit = await culpritAmong(suspects, situation);
  if (culprit === undefined || !(await disturbsEachTime(culprit.send, situation))) return;
  if (culprit.sendWithout !== undefined && (await disturbsEachTime(culprit.sendWithout, situation)))
    throw new InconclusiveError(`Without this difference, too, the target obeys ${culprit.name}.`);
  situation.accuse(culprit);
}

/** Halves the attempts until one is left. */
async function culpritAmong(
  suspects: readonly Attempt[],
  situation: Situation,
): Promise<Attempt | undefined> {
  if (suspects.length < 2) return suspects[0];
  const half = suspects.slice(0, Math.ceil(suspects.length / 2));
  await situation.enter();
  for (const attempt of half) await attempt.send();
  const isInHalf = await situation.isDisturbed(half);
  return culpritAmong(isInHalf ? half : suspects.slice(half.length), situation);
}

async function disturbsEachTime(send: Attempt["send"], situation: Situation): Promise<boolean> {
  for (let time = 0; time < situation.tellingRepetitions; time += 1) {
    await situation.enter();
    await send();
    if (!(await situation.isDisturbed([]))) return false;
  }
  return true;
}
