import { expect, test } from "vitest";
import { callWebhook, servedReference } from "../cli/testing/served-reference.ts";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { loadProfile } from "../profile/load/load-profile.ts";
import { arriveAtTarget } from "./visit.ts";

const EARLIER = "https://127.0.0.1:1/run/cc-9876543210/hook/1";
const OURS = "https://127.0.0.1:2/run/cc-0123456789/hook/1";
const ALLOWED = { status: 200, headers: new Map([["webhook-allowed-origin", "*"]]), body: "" };
const { profile } = await loadProfile("reference", {});
const merchants = profile.merchants.slice(0, 1);

test("the URL that an earlier run has left at its receiver is no loss when the target rejects it again", async () => {
  const answering = [EARLIER, OURS];
  const baseUrl = await servedReference({
    merchants,
    choices: { urlVerification: "options" },
    visit: async ({ url }) => (url === answering.shift() ? ALLOWED : undefined),
  });
  await callWebhook(baseUrl, "register", { callbackUrl: EARLIER });
  const visit = await arriveAtTarget(
    {
      profile: { ...profile, baseUrl, merchants },
      depth: "quick",
      seed: 1,
      runId: "cc-0123456789",
    },
    { env: { XDG_STATE_HOME: temporaryFolder() } },
  );
  await callWebhook(baseUrl, "register", { callbackUrl: OURS });
  const [restored] = await visit.leave();
  expect(restored?.note).toBe(
    "The callback URL before this run belonged to an earlier run, and the target rejects it now. A disabled test webhook of the run remains. Nothing of yours was changed.",
  );
  expect(await callWebhook(baseUrl, "query")).toMatchObject({ data: { callbackUrl: OURS, status: 0 } });
});
