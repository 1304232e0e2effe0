import { Violation } from "../../../engine/record/verdict.ts";
import { attemptsIn } from "../deliveries/attempts.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { inControl } from "../deliveries/in-control.ts";
import type { Round } from "../deliveries/ledger.ts";
import { type Scene, roundOf } from "../scenes/scene-stage.ts";
import { assertNotLate } from "../deliveries/lateness.ts";

/** The faults of a round, by a name that is the same in every round. undefined: the round does not show it. */
export type RoundFaults = readonly (readonly [fault: string, violation: Violation | undefined])[];

/** Reads a round of a scene. */
export type RoundRule = (context: EventsContext, round: Round) => Promise<RoundFaults>;

/** Decides a requirement by a rule over the rows of a scene. A fault counts only if each of three rounds shows it. */
export function decidedBy(scene: Scene, rule: RoundRule): (context: EventsContext) => Promise<void> {
  return inControl(async (context) => decideEach(context, [[scene]], rule));
}

/** Deliveries come late, twice, and for events of other clients: a problem counts only if it appears in each of these rounds. */
const FIRST_ROUNDS = [0, 1, 2];
const ROUNDS_TOGETHER = [0, 3, 4];

/** The faults that each of three rounds of a scene shows. Other rules read the same rounds. */
export async function faultsOf(
  context: EventsContext,
  scene: Scene,
  rule: RoundRule,
): Promise<ReadonlyMap<string, Violation>> {
  return inEach(FIRST_ROUNDS, context, rule, async (before) => faultsIn(context, scene, rule, before));
}

/**
 * The same for several scenes, merchant by merchant. Those of one merchant are played in turn, beside those of another, so
 * that their waiting overlaps, until one shows a violation, or its event does not come. All of them end before this does.
 * @throws the first violation, otherwise the first other error
 */
export async function decideEach(
  context: EventsContext,
  scenes: readonly (readonly Scene[])[],
  rule: RoundRule,
): Promise<void> {
  const errors: unknown[] = [];
  const decideOwn = async (own: readonly Scene[]) => {
    for (const scene of own) {
      const error = await errorOf(faultsOf(context, scene, rule));
      if (error !== undefined) errors.push(error);
      if (error instanceof Violation || (await isInVain(context, scene))) break;
    }
  };
  await Promise.all(scenes.map(decideOwn));
  if (errors.length > 0) throw errors.find((error) => error instanceof Violation) ?? errors[0];
  const [besideOthers] = (await faultsTogether(context, scenes, rule)).values();
  if (besideOthers !== undefined) throw besideOthers;
}

/**
 * The faults that the first round shows, and each of two more rounds in which the scenes of several merchants are played at
 * the same time: not the rounds in between, of one scene alone. The later rounds have the scenes that show faults, and as
 * many of a merchant whose scenes show none.
 */
async function faultsTogether(
  context: EventsContext,
  scenes: readonly (readonly Scene[])[],
  rule: RoundRule,
): Promise<ReadonlyMap<string, Violation>> {
  const faulty = new Set<Scene>();
  const playOwn = async (own: readonly Scene[], before: number) => {
    const faults: Fault[] = [];
    for (const scene of own)
      for (const [fault, violation] of await faultsIn(context, scene, rule, before)) {
        faulty.add(scene);
        faults.push([`${scenes.flat().indexOf(scene)} ${fault}`, violation]);
      }
    return faults;
  };
  const again = (own: readonly Scene[]) =>
    own.some((scene) => faulty.has(scene))
      ? own.filter((scene) => faulty.has(scene))
      : own.slice(0, faulty.size);
  const areSeveral = scenes.filter((own) => own.length > 0).length > 1;
  return inEach(areSeveral ? ROUNDS_TOGETHER : [], context, rule, async (before) => {
    const lanes = before === 0 ? scenes : scenes.map(again);
    const played = await Promise.allSettled(lanes.map(async (own) => playOwn(own, before)));
    return played.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  });
}

/**
 * Plays the first rounds of scenes, those of one merchant in turn and beside those of another. Rules decide about them later.
 * So events of two merchants fail at the same time also where a rule reads the scenes of one. Where an event does not come at
 * all, those of its merchant end.
 */
export async function playEach(context: EventsContext, scenes: readonly (readonly Scene[])[]): Promise<void> {
  const playOwn = async (own: readonly Scene[]) => {
    for (const scene of own) if (await isInVain(context, scene)) break;
  };
  await Promise.all(scenes.map(playOwn));
}

/** The first violation of a scene, or the reason why there is no verdict. undefined: it shows no fault. */
async function errorOf(shown: Promise<ReadonlyMap<string, Violation>>): Promise<unknown> {
  try {
    const [fault] = (await shown).values();
    return fault;
  } catch (error) {
    return error;
  }
}

/** Whether an event of a scene has not come at all: then others of its merchant are not likely to come either. */
async function isInVain(context: EventsContext, scene: Scene): Promise<boolean> {
  const [played] = await Promise.allSettled([roundOf(scene, context)]);
  const failing = played.status === "fulfilled" ? played.value.failing : undefined;
  return failing !== undefined && attemptsIn(context.deliveries, failing).arrivals.length === 0;
}

type Fault = readonly [name: string, violation: Violation];

/** The faults that a round of a scene shows. */
async function faultsIn(
  context: EventsContext,
  scene: Scene,
  rule: RoundRule,
  before: number,
): Promise<readonly Fault[]> {
  const round = await roundOf(scene, context, before);
  const { ledger } = context.deliveries;
  const faults = await ledger.unlessBroken(scene, rule(context, round));
  const shown = faults.flatMap(([fault, violation]) =>
    violation === undefined ? [] : [[fault, violation] as const],
  );
  for (const [, violation] of shown) ledger.faultsBy(rule).set(round, violation);
  return shown;
}

/**
 * Decides by the rounds of all scenes so far: a sender may have a fault now and then, so that no scene shows it each time.
 * @throws {Violation} when as many rounds show one as a scene has, unless another check has found that
 */
export async function assertSeldom({ deliveries }: EventsContext, rule: RoundRule): Promise<void> {
  const { ledger } = deliveries;
  const faults = [...ledger.faultsBy(rule).values()];
  const last = faults.at(-1);
  if (last === undefined || faults.length < FIRST_ROUNDS.length || ledger.hasFailed(rule)) return;
  await assertNotLate(deliveries);
  ledger.fail(rule);
  throw last;
}

/** The faults that each of some rounds shows. Further rounds are played while there are any. */
async function inEach(
  [first, ...further]: readonly number[],
  { deliveries }: EventsContext,
  rule: RoundRule,
  play: (before: number) => Promise<readonly Fault[]>,
): Promise<ReadonlyMap<string, Violation>> {
  let shown = new Map(first === undefined ? [] : await play(first));
  for (const before of further) {
    if (shown.size === 0) break;
    shown = new Map((await play(before)).filter(([fault]) => shown.has(fault)));
  }
  if (shown.size === 0) return shown;
  await assertNotLate(deliveries);
  deliveries.ledger.fail(rule);
  noteFailure(deliveries);
  return shown;
}

/** After a failure, other checks wait less, and use the types that come. */
function noteFailure({ history, hasDelivered, ledger, waits }: Deliveries): void {
  if (!hasDelivered) return;
  waits.noteFailure();
  for (const { type, isDue } of ledger.rows)
    if (isDue && !history.arrivedTypes.has(type)) history.missingTypes.add(type);
}
