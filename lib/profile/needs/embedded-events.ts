import { EMBEDDED } from "../fields/base-url.ts";
import { eventsSchema } from "../schema/events-schema.ts";
import { stepsOf } from "../load/steps-of.ts";
import type { Profile } from "../schema/profile-schema.ts";

/** The events of the reference that a run starts itself, and its delivery times. */
const EVENTS_OF_THE_REFERENCE = {
  receiver: {},
  trigger: { url: "/_events", body: { merchant: "{merchant}", eventType: "{eventType}" } },
  deliveryLog: { method: "GET", url: "/_events" },
  correlation: { trigger: "/eventId", payload: "/eventId" },
  signing: { payload: "{timestamp}.{body}" },
  absenceSeconds: 0.02,
  acknowledge: {},
  retries: { windowSeconds: 15 },
};

/** Adds a receiver and triggers to a profile of the embedded reference, unless it has its own. */
export function withEmbeddedEvents(profile: Profile): Profile {
  const { baseUrl, events } = profile;
  if (baseUrl !== EMBEDDED || events.receiver !== null || stepsOf(events).length > 0) return profile;
  return { ...profile, events: eventsSchema.parse(EVENTS_OF_THE_REFERENCE) };
}
