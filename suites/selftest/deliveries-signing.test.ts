import { expect, test } from "vitest";
import { carrying, retryingWith } from "../events/delivery/faults.ts";
import { signingSchema } from "../../lib/profile/schema/events-schema.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { type Change, mutant } from "../../lib/reference/mutant.ts";
import { EVENTS, judgeDeliveries } from "./judge-deliveries.ts";

/** How the reference signs deliveries, if it does. */
const SIGNING = signingSchema.parse({ payload: "{timestamp}.{body}" });

/** The observed signatures of deliveries. */
async function observedOf(
  deliverySigning: Choices["deliverySigning"],
  signing: typeof SIGNING,
  fault: Change = () => ({}),
): Promise<unknown> {
  const { observations } = await judgeDeliveries({
    choices: { deliverySigning },
    facts: { events: { ...EVENTS, signing } },
    depth: "standard",
    observing: true,
    mutant: mutant("signs-wrongly", "delivery.signing", fault),
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
  const fault = carrying(({ body }) => (body.includes("card.status") ? { body: `${body} ` } : {}));
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
  const fault = retryingWith(() => ({ headers: {} }));
  expect(await observedOf("hmac-sha256", SIGNING, fault)).toMatchObject({
    value: { signature: { "card.status": "verifies", retries: "is missing" } },
  });
});
