import { referenceAuth } from "../../lib/cli/run/embedded-reference.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { runVerdict } from "../../lib/engine/settle/run-verdict.ts";
import type { CheckResult } from "../../lib/engine/record/result.ts";
import { directCaller, type Shown } from "./direct-caller.ts";
import { flakyFront, type FlakyFront } from "./flaky-front.ts";
import { type InProcessRun, runInProcess } from "./run-in-process.ts";
import type { Weather } from "./through-weather.ts";

/** One run through bad weather. */
export interface WeatherRun extends InProcessRun {
  readonly verdict: ReturnType<typeof runVerdict>;
  readonly failed: readonly CheckResult[];
  readonly faults: FlakyFront["faults"];
  /** Callback URL and status of each merchant after the run. */
  readonly after: readonly (Shown | undefined)[];
}

/** The configuration of each merchant before the run. */
export const BEFORE = { callbackUrl: "https://merchant.example/before?token=1", status: 1 } as const;

/** Judges the reference through a flaky front, at a pace in requests per second; seeds alternate between the modes, and between patient and hasty time limits. */
export async function pass(weather: Weather, seed: number, requestsPerSecond: number): Promise<WeatherRun> {
  const mode = seed % 2 === 0 ? "reference" : "reference-signed";
  const { profile } = await loadProfile(mode, {});
  const reference = createReference({
    merchants: profile.merchants,
    auth: referenceAuth(profile),
    choices: { statusAfterRegisterOnDisabled: 1 },
  });
  const direct = await directCaller(reference, profile);
  for (const { name } of profile.merchants) await direct.register(name, BEFORE.callbackUrl);
  await using front = await flakyFront(reference, weather, seed);
  const hasty = seed % 4 >= 2;
  const limits = {
    ...profile.limits,
    requestsPerSecond,
    ...(hasty && { timeoutMs: Math.ceil(weather.spikeMs * 0.8) }),
  };
  const run = await runInProcess({ ...profile, baseUrl: front.url, limits }, seed);
  const checks = run.judgements.flatMap(({ result }) => ("verdict" in result ? [result] : []));
  return {
    ...run,
    verdict: runVerdict(checks),
    failed: checks.filter(({ verdict }) => verdict === "failed" || verdict === "errored"),
    faults: front.faults,
    after: await Promise.all(profile.merchants.map(async ({ name }) => direct.query(name))),
  };
}
