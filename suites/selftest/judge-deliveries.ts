import { eventsSchema } from "../../lib/profile/schema/events-schema.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import type { Report } from "./judge-target.ts";

const HOURS = 24 * 60 * 60;

/** The section `events` of a profile of the reference in this process: retries may take hours, which pass at once here. */
export const EVENTS = eventsSchema.parse({
  receiver: {},
  trigger: { url: "/_events", body: { merchant: "{merchant}", eventType: "{eventType}" } },
  absenceSeconds: 1,
  acknowledge: {},
  retries: { windowSeconds: HOURS },
});

/** Runs the area of deliveries alone against a reference in this process. */
export async function judgeDeliveries(subject: Subject): Promise<Report> {
  const facts = { events: EVENTS, ...subject.facts };
  return judgeReference({ ...subject, facts, selectors: ["delivery"] });
}
