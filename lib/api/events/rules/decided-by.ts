import { Violation } from "../../../engine/record/verdict.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { inControl } from "../deliveries/in-control.ts";
import type { Round } from "../deliveries/ledger.ts";
import { type Scene, roundOf } from "../scenes/scene-stage.ts";

/** The faults of a round, by a name that is the same in every round. undefined: the round does not show it. */
export type RoundFaults = readonly (readonly [fault: string, violation: Violation | undefined])[];

/** Reads a round of a scene. */
export type RoundRule = (context: EventsContext, round: Round) => Promise<RoundFaults>;

/** Decides a requirement by a rule over the rows of a scene. A fault counts only if each of three rounds shows it. */
export function decidedBy(scene: Scene, rule: RoundRule): (context: EventsContext) => Promise<void> {
  return inControl(async (context) => decideEach(context, [[scene]], rule));
}

/** Deliveries come late, twice, and for events of other clients: a problem counts only if it appears this many times in a row. */
const TIMES = 3;

/** The faults that each of three rounds of a scene shows. Other rules read the same rounds. */
export async function faultsOf(
  context: EventsContext,
  scene: Scene,
  rule: RoundRule,
): Promise<ReadonlyMap<string, Violation>> {
  const shownIn = async (before: number) => {
    const faults = await rule(context, await roundOf(scene, context, before));
    return faults.flatMap(([fault, violation]) =>
      violation === undefined ? [] : [[fault, violation] as const],
    );
  };
  let shown = new Map(await shownIn(0));
  for (let before = 1; before < TIMES && shown.size > 0; before += 1) {
    const again = await shownIn(before);
    shown = new Map(again.filter(([fault]) => shown.has(fault)));
  }
  if (shown.size > 0) noteFailure(context.deliveries);
  return shown;
}

/**
 * The same for several scenes, merchant by merchant. Those of one merchant are played in turn, beside those of another, so
 * that their waiting overlaps. All of them end before this does.
 * @throws the first violation, otherwise the first other error
 */
export async function decideEach(
  context: EventsContext,
  scenes: readonly (readonly Scene[])[],
  rule: RoundRule,
): Promise<void> {
  const errors: unknown[] = [];
  const decideOwn = async (own: readonly Scene[]) => {
    for (const scene of own) for (const fault of (await faultsOf(context, scene, rule)).values()) throw fault;
  };
  await Promise.all(scenes.map(async (own) => decideOwn(own).catch((error: unknown) => errors.push(error))));
  if (errors.length > 0) throw errors.find((error) => error instanceof Violation) ?? errors[0];
}

/** After a failure, other checks wait less, and use the types that come. */
function noteFailure({ history, hasDelivered, ledger, waits }: Deliveries): void {
  if (!hasDelivered) return;
  waits.noteFailure();
  for (const { type, isDue } of ledger.rows)
    if (isDue && !history.arrivedTypes.has(type)) history.missingTypes.add(type);
}
