import type { Profile } from "../schema/profile-schema.ts";

/** One step of a trigger: a call or a command. */
export type TriggerStep = NonNullable<Profile["events"]["trigger"]>;

/** Every step that makes the target of a profile emit events. */
export function stepsOf({ trigger, triggers }: Profile["events"]): readonly TriggerStep[] {
  return [...(trigger === null ? [] : [trigger]), ...Object.values(triggers).flat()];
}

/** These steps, and the call that lists deliveries. */
export function callsOf(events: Profile["events"]): readonly TriggerStep[] {
  return [...stepsOf(events), ...(events.deliveryLog === null ? [] : [events.deliveryLog])];
}
