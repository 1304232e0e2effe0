import { expect, test } from "vitest";
import { eventsSchema } from "../../lib/profile/events-schema.ts";
import { mutant } from "../../lib/reference/mutant.ts";
import { EVENTS, judgeDeliveries } from "./judge-deliveries.ts";

test.for(["quick", "standard"] as const)(
  "at depth %s, an event at a callback URL from before the area is a witness, and the failure names its address",
  async (depth) => {
    const first = new Map<string, string>();
    const keepsTheFirstUrl = mutant(
      "keeps-the-first-url-of-all",
      "delivery.reaches-callback-url",
      (rules) => ({
        register: {
          save(call, owner, configuration) {
            const { merchantId, callbackUrl } = configuration;
            if (!first.has(merchantId)) first.set(merchantId, callbackUrl);
            rules.register.save(call, owner, configuration);
          },
        },
        delivery: { url: ({ merchantId, callbackUrl }) => first.get(merchantId) ?? callbackUrl },
      }),
    );
    const receiver = { ...EVENTS.receiver, publicUrl: "https://hooks.conformance.example" };
    const events = eventsSchema.parse({ ...EVENTS, receiver });
    const { checks } = await judgeDeliveries({ mutant: keepsTheFirstUrl, facts: { events }, depth });
    const found = checks.find(({ requirement }) => requirement === "delivery.reaches-callback-url");
    expect(found?.verdict).toBe("failed");
    expect(found?.violation?.actual).toMatch(/^delivered to (?:\/run)?\/cc-selftest00\/.*another register/);
  },
);
