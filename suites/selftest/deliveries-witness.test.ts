import { expect, test } from "vitest";
import { mutants } from "../../lib/cli/mutants.ts";
import { eventsSchema } from "../../lib/profile/schema/events-schema.ts";
import { EVENTS, judgeDeliveries } from "./judge-deliveries.ts";

const fault = mutants.find(({ name }) => name === "delivers-all-to-the-first-registered-of-all");

test.for([
  ["quick", "https://hooks.conformance.example"],
  ["standard", "https://hooks.conformance.example"],
  ["quick", null],
  ["standard", null],
] as const)(
  "at depth %s, with the public URL %s, an event at the first callback URL of the run is a witness, and the failure names its address",
  async ([depth, publicUrl]) => {
    const events = eventsSchema.parse({ ...EVENTS, receiver: { ...EVENTS.receiver, publicUrl } });
    const { checks } = await judgeDeliveries({ ...(fault && { mutant: fault }), facts: { events }, depth });
    const found = checks.find(({ requirement }) => requirement === "delivery.reaches-callback-url");
    expect(found?.verdict).toBe("failed");
    expect(found?.violation?.actual).toMatch(/^delivered to \/run\/cc-selftest00\/.*another register/);
  },
);
