import { expect, test } from "vitest";
import { catalogue } from "../cli/catalogue.ts";
import { eventsSchema } from "../profile/events-schema.ts";
import { waitsOfEach } from "./waits-of.ts";

test("each check of deliveries has a share of the waits, and other checks wait for nothing", () => {
  const all = catalogue.requirements;
  const waits = waitsOfEach(all, all, { events: eventsSchema.parse({ absenceSeconds: 10 }) }, "quick");
  const sum = [...waits.values()].reduce((one, other) => one + other, 0);
  expect(sum).toBeCloseTo(20);
  expect(waits.get("query.answers")).toBe(0);
  expect(waits.get("delivery.retries")).toBeGreaterThan(0);
});
