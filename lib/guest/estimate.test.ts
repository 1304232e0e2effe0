import { expect, test } from "vitest";
import { loadProfile } from "../profile/load/load-profile.ts";
import { durationText, estimateOf } from "./estimate.ts";

const { profile } = await loadProfile("sandbox", { SANDBOX_ALPHA_API_KEY: "key-of-alpha" });
const requests = 400;

function estimated(limits: Partial<typeof profile.limits>, latencyMs: number): string {
  const setup = { profile: { ...profile, limits: { ...profile.limits, ...limits } } };
  return estimateOf(
    { setup: { ...setup, depth: "quick", seed: 1, runId: "cc-0123456789" }, latencyMs },
    { requests, isEverything: true },
  );
}

test("the slower of the answers and of the pace decides how long a run takes", () => {
  expect(estimated({ requestsPerSecond: 10 }, 20)).toBe(
    `About ${requests} requests for everything at depth quick, 10 per second at most: about ${requests / 10} s.`,
  );
  expect(estimated({ requestsPerSecond: 10 }, 1_000)).toContain(`about ${Math.ceil(requests / 60)} min`);
  expect(estimated({ requestsPerSecond: null }, 1)).toContain("50 per second at most");
});

test("a limit that is too tight is said before the run", () => {
  expect(estimated({ maxRequests: 100 }, 1)).toContain(
    "limits.maxRequests leaves 100: not everything can be checked.",
  );
  expect(estimated({ maxTimeSeconds: 2 }, 1)).toContain(
    "limits.maxTimeSeconds is 2: not everything can be checked.",
  );
});

test("waits for deliveries are a part of the time", () => {
  const setup = { profile, depth: "quick", seed: 1, runId: "cc-0123456789" } as const;
  const text = estimateOf({ setup, latencyMs: 1 }, { requests: 50, isEverything: true, waitSeconds: 60 });
  expect(text).toContain("about 61 s, of which 60 s are waits for deliveries.");
});

test.each([
  [1, "1 s"],
  [89_000, "89 s"],
  [300_000, "5 min"],
  [7_920_000, "2.2 h"],
])("%i ms is %s", (ms, text) => expect(durationText(ms)).toBe(text));
