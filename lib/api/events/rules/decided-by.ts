import { Violation } from "../../../engine/verdict.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { inControl } from "../deliveries/in-control.ts";
import type { Round } from "../deliveries/ledger.ts";
import { type Scene, roundOf } from "../scenes/scene-stage.ts";

/** Reads a round of a scene. @returns the faults that it shows, by a name that is the same in every round */
export type RoundRule = (context: EventsContext, round: Round) => Promise<RoundFaults<string>>;

/** Decides a requirement by a rule over the rows of a scene. A fault counts only if each of three rounds shows it. */
export function decidedBy(scene: Scene, rule: RoundRule): (context: EventsContext) => Promise<void> {
  return inControl(async (context) => {
    const faults = await faultsOf(context, scene, rule);
    for (const fault of faults.values()) throw fault;
  });
}

/** The faults that each of three rounds of a scene shows. Other rules read the same rounds. */
export async function faultsOf(
  context: EventsContext,
  scene: Scene,
  rule: RoundRule,
): Promise<ReadonlyMap<string, Violation>> {
  const { deliveries } = context;
  const faults = await persistentFaults(async (before) =>
    rule(context, await roundOf(scene, context, before)),
  );
  if (faults.size > 0) noteMissingTypes(deliveries);
  return faults;
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

/** Once a failure shows that a type does not come, other checks use the other types. */
function noteMissingTypes({ history, hasDelivered, ledger }: Deliveries): void {
  if (!hasDelivered) return;
  for (const { type, isDue } of ledger.rows)
    if (isDue && !history.arrivedTypes.has(type)) history.missingTypes.add(type);
}

/** Deliveries come late, twice, and for events of other clients: a problem counts only if it appears this many times in a row. */
const TIMES = 3;

/** The faults of a round; undefined: the round does not show it. */
export type RoundFaults<Fault> = readonly (readonly [fault: Fault, violation: Violation | undefined])[];

/** @throws {Violation} the last one, when every round shows one. @param round gets the number of rounds before it */
export async function failIfPersistent(
  round: (before: number) => Promise<Violation | undefined>,
): Promise<void> {
  const faults = await persistentFaults(async (before) => [["shown", await round(before)]]);
  for (const shown of faults.values()) throw shown;
}

/** The faults that every round shows, each with its last violation. */
async function persistentFaults<Fault>(
  round: (before: number) => Promise<RoundFaults<Fault>>,
): Promise<ReadonlyMap<Fault, Violation>> {
  let shown = shownIn(await round(0));
  for (let before = 1; before < TIMES && shown.size > 0; before += 1) {
    const again = shownIn(await round(before));
    shown = new Map([...again].filter(([fault]) => shown.has(fault)));
  }
  return shown;
}

function shownIn<Fault>(faults: RoundFaults<Fault>): ReadonlyMap<Fault, Violation> {
  return new Map(
    faults.flatMap(([fault, violation]) => (violation === undefined ? [] : [[fault, violation] as const])),
  );
}
