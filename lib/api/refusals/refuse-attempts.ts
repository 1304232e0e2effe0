import { InapplicableError, InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import type { Attempt, AttemptResult, Situation } from "./attempt.ts";

/** So many other offences are sent after a granted one. */
const FURTHER_OFFENCES = 12;
/** So many attempts in a row may be blamed together. */
const MOST_IN_A_ROW = 5;
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
 * attempts until one is left, and repeats that one. An accepted request hides the effects of those before it, so the refused
 * ones are then sent once more. An offence without an answer is not tried at other doors, because each timeout takes long.
 * @returns the number of refused attempts
 * @throws {Violation} when an attempt is granted or has an effect
 * @throws {InconclusiveError} when it is also granted without its difference, or a rule judges its effect
 */
export async function refuseAttempts(
  attempts: readonly Attempt[],
  { situation, every = attempts, pause }: Terms = {},
): Promise<number> {
  const silent = new Set<string>();
  const sent: Attempt[] = [];
  const allowed = new Set<Attempt>();
  await situation?.enter();
  for (const attempt of attempts) {
    if (silent.has(attempt.offence)) continue;
    sent.push(attempt);
    const result = await attempt.send();
    if (result === undefined) silent.add(attempt.offence);
    if (result === undefined ? attempt.isOpen : result.isAllowed) allowed.add(attempt);
    else if (result?.isGranted === true) await examineGranted(attempt, result, { situation, every, sent });
    await pause?.(sent.length);
  }
  const refused = await refusedAlone(sent, allowed, situation);
  await examineEffects(situation, refused, refused);
  return refused.length;
}

/**
 * Sends the refused attempts again without the accepted ones, until all of them are refused: one may have been refused only
 * because an accepted one had changed the state.
 */
async function refusedAlone(
  sent: readonly Attempt[],
  allowed: ReadonlySet<Attempt>,
  situation: Situation | undefined,
): Promise<readonly Attempt[]> {
  let refused = sent.filter((attempt) => !allowed.has(attempt));
  for (let accepted = allowed.size; accepted > 0;) {
    await situation?.enter(true);
    const again: Attempt[] = [];
    for (const attempt of refused) if ((await attempt.send())?.isAllowed !== true) again.push(attempt);
    accepted = refused.length - again.length;
    refused = again;
  }
  return refused;
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
  const reach = await reachOf(attempt, every, situation);
  throw new Violation(
    { expected: `${alone.name} to be refused`, ...evidence, exchange, reach },
    alone.breaks,
  );
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
  const moved = (await situation?.movedBy(sent)) ?? [];
  if (situation === undefined || moved.length === 0 || (await situation.isUnsteady(moved))) return;
  await situation.enter();
  const together = moved.some(situation.mayBlameTogether) ? inARow(suspects) : [];
  for (const culprit of [...(await culpritsAmong(suspects, situation)), ...together]) {
    const rests = suspects.includes(culprit) ? 0 : suspects.length;
    const [field] = await movedEachTime(culprit.send, moved, situation, rests);
    if (field === undefined) continue;
    const { sendWithout } = culprit;
    if (sendWithout !== undefined && (await movedEachTime(sendWithout, [field], situation)).length > 0)
      throw new InconclusiveError(`Without this difference, too, the target obeys ${culprit.name}.`);
    return situation.accuse(culprit, field);
  }
}

/** Several attempts, which may have an effect together only. Among many requests, a target may do the same by itself. */
function inARow(suspects: readonly Attempt[]): readonly Attempt[] {
  const [first, second] = suspects;
  if (first === undefined || second === undefined || suspects.length > MOST_IN_A_ROW) return [];
  const without = suspects.flatMap(({ sendWithout }) => sendWithout ?? []);
  return [
    {
      ...first,
      name: suspects.map(({ name }) => name).join(", then "),
      send: sendingAll(suspects.map(({ send }) => send)),
      ...(without.length > 0 && { sendWithout: sendingAll(without) }),
    },
  ];
}

/** Sends several requests. Returns the result of the first that is accepted, or of the last one. */
function sendingAll(sends: readonly Attempt["send"][]): Attempt["send"] {
  return async () => {
    let decisive: AttemptResult | undefined;
    for (const send of sends) {
      const result = await send();
      if (decisive?.isAllowed !== true) decisive = result;
    }
    return decisive;
  };
}

/** Halves the attempts until one is left. */
async function culpritsAmong(
  suspects: readonly Attempt[],
  situation: Situation,
): Promise<readonly Attempt[]> {
  if (suspects.length < 2) return suspects;
  const half = suspects.slice(0, Math.ceil(suspects.length / 2));
  await situation.enter();
  for (const attempt of half) await attempt.send();
  const isInHalf = (await situation.movedBy(half)).length > 0;
  return culpritsAmong(isInHalf ? half : suspects.slice(half.length), situation);
}

/**
 * Returns the fields that a request moves each time. More readings come before some, so that nothing periodic keeps pace.
 * @param rests how many readings come before each
 */
async function movedEachTime(
  send: Attempt["send"],
  fields: readonly string[],
  situation: Situation,
  rests = 0,
): Promise<readonly string[]> {
  let moved = fields;
  for (let time = 0; time < situation.tellingRepetitions && moved.length > 0; time += 1) {
    await situation.enter();
    const before = new Set<string>();
    for (let rest = 0; rest < rests + (time % 3); rest += 1)
      for (const field of await situation.movedBy([])) before.add(field);
    if ((await send())?.isAllowed === true) return [];
    const after = await situation.movedBy([]);
    moved = moved.filter((field) => after.includes(field) && !before.has(field));
  }
  return moved;
}
