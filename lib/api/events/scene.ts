import type { EventsContext } from "./events-context.ts";
import type { Round } from "./ledger.ts";

/**
 * A short story of deliveries: it registers, disables and triggers, and decides nothing.
 * @param before how many rounds of the scene the run has played
 */
export type Scene = (context: EventsContext, before: number) => Promise<Round>;

/** A round of a scene that the run plays once. @param before how many rounds precede it */
export async function roundOf(scene: Scene, context: EventsContext, before = 0): Promise<Round> {
  return context.deliveries.ledger.round(scene, before, async () => scene(context, before));
}
