import { expect, test } from "vitest";
import { standardWebhookSignature, verifiesStandardWebhook } from "./standard-webhook.ts";

/** The example of the specification's reference libraries. */
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const WEBHOOK = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: "1614265330",
  body: Buffer.from('{"test": 2432232314}'),
};
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

test("signs as the reference libraries do, and verifies one of several signatures", () => {
  expect(standardWebhookSignature(WEBHOOK, SECRET)).toBe(SIGNATURE);
  expect(verifiesStandardWebhook(WEBHOOK, SECRET, `v1a,x v1,AAAA ${SIGNATURE}`)).toBe(true);
});

test.each([
  ["another body", { ...WEBHOOK, body: Buffer.from("{}") }, SECRET],
  ["another moment", { ...WEBHOOK, timestamp: "1614265331" }, SECRET],
  ["another secret", WEBHOOK, "whsec_AAAA"],
])("a signature over %s does not verify", (_what, webhook, secret) => {
  expect(verifiesStandardWebhook(webhook, secret, SIGNATURE)).toBe(false);
});
