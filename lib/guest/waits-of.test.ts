import { expect, test } from "vitest";
import { catalogue } from "../cli/catalogue.ts";
import { eventsSchema } from "../profile/schema/events-schema.ts";
import { waitsOfEach } from "./waits-of.ts";

const all = catalogue.requirements;
const profile = { events: eventsSchema.parse({ absenceSeconds: 10 }) };

test("each check of deliveries has a share of the waits, and other checks wait for nothing", () => {
  const waits = waitsOfEach(all, all, { profile, depth: "quick" });
  expect(sumOf(waits)).toBeCloseTo(20);
  expect(waits.get("query.answers")).toBe(0);
  expect(waits.get("delivery.retries")).toBeGreaterThan(0);
});

test("the embedded reference needs no other pauses", () => {
  const terms = { profile, depth: "standard" } as const;
  const paused = sumOf(waitsOfEach(all, all, terms));
  const embedded = sumOf(waitsOfEach(all, all, { ...terms, ephemeral: true }));
  expect(embedded).toBeCloseTo(80);
  expect(paused).toBeGreaterThan(embedded);
});

function sumOf(waits: ReadonlyMap<string, number>): number {
  return [...waits.values()].reduce((one, other) => one + other, 0);
}
