import { expect, test } from "vitest";
import type { Transport } from "../../lib/http/transport.ts";
import { referenceAuth } from "../../lib/cli/run/embedded-reference.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { idsWith, judgeTarget } from "./judge-target.ts";

/** Answers each n-th request instead of the server behind it. */
function behindGateway(transport: Transport, failsEach: number): Transport {
  let sent = 0;
  const page = { status: 503, headers: [], body: Buffer.from("<h1>Service Unavailable</h1>") };
  return {
    ...transport,
    send: async (request) => {
      sent += 1;
      return sent % failsEach === 0 ? page : transport.send(request);
    },
  };
}

test.each([
  { failsEach: 4, undecided: ["register.keeps-retry-count", "envelope.json-object"] },
  { failsEach: 10, undecided: [] },
])("a gateway that fails each $failsEach-th request fails no target", async ({ failsEach, undecided }) => {
  const report = await judgeTarget(
    ({ merchants, auth, ...profile }, { now, sleep }) => {
      const reference = createReference({
        merchants,
        auth: referenceAuth({ ...profile, merchants, auth }),
        clock: now,
        sleep,
      });
      return behindGateway(inProcessTransport(reference), failsEach);
    },
    { selectors: ["envelope", "register"] },
  );
  expect(idsWith(report, "failed")).toEqual([]);
  expect(idsWith(report, "inconclusive")).toEqual(undecided);
});
