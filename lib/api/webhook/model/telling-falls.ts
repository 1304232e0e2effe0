/**
 * How often in a row a status has to fall from 1 to 0, each time after the same step and never without it, to say that
 * the step disables. Fewer falls may coincide with a service that disables by itself, because its deliveries fail: of one
 * whose status has fallen after other steps too, of one that was hardly seen yet, and of others.
 */
export const TELLING_FALLS = { amongOthers: 5, early: 4, usually: 3 } as const;

/** A status that falls while more steps are taken may have fallen by itself: each of them would seem to disable. */
export const MOST_STEPS_OF_A_FALL = 5;

/** Describes a status that fell from 1 to 0 for good. @param stayed how often webhooks were read as enabled still */
export function describeFall(stayed: number): string {
  return `0, and no register enables the webhook again; webhooks were read as enabled ${stayed} times, and did not fall by themselves`;
}
