import { expect, test } from "vitest";
import { signingSchema } from "../../lib/profile/schema/signing-schema.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { type Mutant, mutant } from "../../lib/reference/mutant.ts";
import { EVENTS, judgeDeliveries } from "./judge-deliveries.ts";

/** How the reference signs deliveries, if it does. */
const SIGNING = signingSchema.parse({ payload: "{timestamp}.{body}" });

/** The observed signatures of deliveries. */
async function observedOf(
  deliverySigning: Choices["deliverySigning"],
  signing: typeof SIGNING,
  fault?: Mutant,
): Promise<unknown> {
  const facts = { events: { ...EVENTS, signing } };
  const { observations } = await judgeDeliveries({
    choices: { deliverySigning },
    facts,
    depth: "standard",
    observing: true,
    ...(fault && { mutant: fault }),
  });
  return observations.find(({ requirement }) => requirement === "delivery.signing")?.value;
}

test("a signature is observed to verify by its own scheme, and by no other", async () => {
  const standard = signingSchema.parse({ scheme: "standardwebhooks" });
  expect(await observedOf("hmac-sha256", SIGNING)).toMatchObject({ value: { signature: "verifies" } });
  expect(await observedOf("hmac-sha256", { ...SIGNING, secret: "another" })).toMatchObject({
    value: { signature: "does not verify" },
  });
  expect(await observedOf("standardwebhooks", standard)).toMatchObject({ value: { signature: "verifies" } });
  expect(await observedOf("standardwebhooks", { ...standard, secret: "whsec_AAAA" })).toMatchObject({
    value: { signature: "does not verify" },
  });
  expect(await observedOf("none", standard)).toMatchObject({ value: { signature: "is missing" } });
});

test("the signature of one event type that does not verify is observed", async () => {
  const fault = mutant("signs-card-status-wrongly", "delivery.signing", ({ delivery }) => ({
    delivery: {
      content(usual, configuration, sending) {
        const own = delivery.content(usual, configuration, sending);
        return own.body.includes("card.status") ? { ...own, body: `${own.body} ` } : own;
      },
    },
  }));
  expect(await observedOf("hmac-sha256", SIGNING, fault)).toMatchObject({
    value: {
      signature: {
        "card.transaction": "verifies",
        "card.status": "does not verify",
        "card.3ds-challenge": "verifies",
      },
    },
  });
});

test("retries without a signature are observed beside signed first attempts", async () => {
  const attempts = { now: 1 };
  const fault = mutant("signs-first-attempts-only", "delivery.signing", ({ delivery }) => ({
    delivery: {
      url(configuration, event, attempt) {
        attempts.now = attempt;
        return delivery.url(configuration, event, attempt);
      },
      content(usual, configuration, sending) {
        const own = delivery.content(usual, configuration, sending);
        return attempts.now === 1 ? own : { ...own, headers: {} };
      },
    },
  }));
  const facts = { events: { ...EVENTS, signing: SIGNING } };
  const subject = { choices: { deliverySigning: "hmac-sha256" }, facts, depth: "standard" } as const;
  const { observations } = await judgeDeliveries({ ...subject, mutant: fault });
  expect(observations.find(({ requirement }) => requirement === "delivery.signing")?.value).toMatchObject({
    value: { signature: { "card.status": "verifies", retries: "is missing" } },
  });
});
