import { expect, test } from "vitest";
import { referenceAuth } from "../../lib/cli/run/embedded-reference.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { runVerdict } from "../../lib/engine/run-verdict.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { judgeReference } from "./judge-reference.ts";
import { judgeTarget } from "./judge-target.ts";

/** So often our clock is looked at before it is set in the middle of the run: before a request is signed, and after it. */
const LOOKS_BEFORE = [996, 997, 998, 999, 1_000];

/** Results about a signed target whose clock is wrong by this much, and that has no configuration yet. */
async function verdictAt(offsetMs: number, choices: Partial<Choices> = {}): Promise<string> {
  const { checks } = await judgeTarget(
    (profile, clock) =>
      inProcessTransport(
        createReference({
          merchants: profile.merchants,
          auth: referenceAuth(profile),
          choices,
          clock: () => clock.now() + offsetMs,
          sleep: clock.sleep,
        }),
      ),
    { mode: "signed" },
  );
  return runVerdict(checks);
}

test.for([400_000, -400_000, 86_400_000, 60_000])(
  "a target whose clock is off by %i ms is judged by its own clock",
  async (offsetMs) => {
    expect(await verdictAt(offsetMs)).toBe("conformant-partial");
  },
);

test.for(LOOKS_BEFORE.flatMap((before) => [400_000, -400_000].map((setByMs) => [setByMs, before] as const)))(
  "our clock, set by %i ms after %i looks at it, is noticed, and fails no target",
  async ([setByMs, before]) => {
    let looks = 0;
    const { checks, noticed } = await judgeReference({
      mode: "signed",
      ours: ({ now, sleep }) => ({ now: () => now() + ((looks += 1) > before ? setByMs : 0), sleep }),
    });
    expect(runVerdict(checks)).toBe("conformant-partial");
    expect(noticed).toEqual([{ code: "clock-set", reason: expect.stringContaining("set by 400 s in the") }]);
  },
);

test.for<Partial<Choices>>([
  { queryWithNothing: "null-data" },
  { queryWithNothing: "empty-object" },
  { refusalCode: "one", refusalStatus: "200" },
  { refusalCode: "by-reason", msg: "absent", refusalStatus: "200" },
])("also when it answers %o", async (choices) => {
  expect(await verdictAt(400_000, choices)).not.toBe("non-conformant");
});
