import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadProfile } from "../profile/load-profile.ts";
import { createReference, type Reference } from "../reference/reference.ts";
import { serveReference } from "../reference/serve-reference.ts";
import { arriveAtTarget } from "./visit.ts";

const EARLIER = "https://127.0.0.1:1/run/cc-9876543210/hook/1";
const OURS = "https://127.0.0.1:2/run/cc-0123456789/hook/1";
const ALLOWED = { status: 200, headers: new Map([["webhook-allowed-origin", "*"]]), body: "" };
const { profile } = await loadProfile("reference", {});
const merchants = profile.merchants.slice(0, 1);

async function call(reference: Reference, operation: string, body?: object): Promise<unknown> {
  const request = new Request(`http://reference.invalid/abc/v1/webhook/${operation}`, {
    method: "POST",
    headers: {
      "X-API-Key": merchants[0]?.apiKey ?? "",
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await reference.fetch(request)).json();
}

test("the URL that an earlier run has left at its receiver is no loss when the target rejects it again", async () => {
  const answering = [EARLIER, OURS];
  const reference = createReference({
    merchants,
    choices: { urlVerification: "options" },
    visit: async ({ url }) => (url === answering.shift() ? ALLOWED : undefined),
  });
  const server = await serveReference(reference);
  const state = mkdtempSync(join(tmpdir(), "card-issuing-conformance-restoration-"));
  onTestFinished(async () => {
    await server.close();
    rmSync(state, { recursive: true, force: true });
  });
  await call(reference, "register", { callbackUrl: EARLIER });
  const visit = await arriveAtTarget(
    {
      profile: { ...profile, baseUrl: server.url, merchants },
      depth: "quick",
      seed: 1,
      runId: "cc-0123456789",
    },
    { env: { XDG_STATE_HOME: state } },
  );
  await call(reference, "register", { callbackUrl: OURS });
  const [restored] = await visit.leave();
  expect(restored?.note).toBe(
    "The callback URL before this run belonged to an earlier run, and the target rejects it now. A disabled test webhook of the run remains. Nothing of yours was changed.",
  );
  expect(await call(reference, "query")).toMatchObject({ data: { callbackUrl: OURS, status: 0 } });
});
