import type { Transport } from "../../lib/http/transport.ts";
import type { Cause } from "../../lib/engine/cause.ts";
import type { Depth } from "../../lib/api/context.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { plan } from "../../lib/engine/plan.ts";
import { unjudged } from "../../lib/engine/unjudged.ts";
import { loadProfile } from "../../lib/profile/load-profile.ts";
import type { Profile } from "../../lib/profile/profile-schema.ts";
import type { CheckResult, Judgement, ObservationResult } from "../../lib/engine/result.ts";
import { openSession, type Session } from "../../lib/api/webhook/session.ts";
import type { Clock } from "../../lib/api/webhook/session-setup.ts";
import { settleReturned } from "../../lib/engine/settle-returned.ts";
import { virtualClock } from "./virtual-clock.ts";

export type Mode = "api-key" | "signed";

const BASE_URL = "http://127.0.0.1";
export const MCP_URL = `${BASE_URL}/mcp`;

/** How a target is to be judged. */
export interface Trial {
  readonly mode?: Mode;
  readonly depth?: Depth;
  readonly seed?: number;
  /** What of the profile is another than in `config/profiles`; operations: none there. */
  readonly facts?: Partial<
    Pick<Profile, "auth" | "merchants" | "observe" | "limits" | "operations" | "pins" | "mcp">
  >;
  /** The MCP service alone is judged, and nothing else. */
  readonly mcp?: boolean;
  /** Only the observations, as `observe` makes them. */
  readonly observing?: boolean;
  /** Ends the run after the first check of which this holds. */
  readonly until?: (result: CheckResult) => boolean;
}

export interface Report {
  readonly checks: readonly CheckResult[];
  readonly observations: readonly ObservationResult[];
  readonly requests: number;
  /** What the target did by itself. */
  readonly noticed: Session["noticed"];
  /** Why a run would judge nothing of this. */
  readonly cause?: Cause;
}

/** The way to a target in this process, which knows the profile and tells the time by the clock of the run. */
export type Target = (profile: Profile, clock: Clock) => Transport;

/** Of a target that is not said to have them, the operations that the document only names are not judged. */
export const profiles: Readonly<Record<Mode, Profile>> = {
  "api-key": (await loadProfile("reference", {})).profile,
  signed: (await loadProfile("reference-signed", {})).profile,
};

/** Runs the whole suite against a target in this process. */
export async function judgeTarget(target: Target, trial: Trial = {}): Promise<Report> {
  const { mode = "api-key", depth = "quick", seed = 1, observing = false, until = () => false } = trial;
  const profile = profileOf(mode, trial);
  const clock = virtualClock();
  const transport = target(profile, clock);
  const session = await openSession(
    { profile, depth, seed, runId: "cc-selftest00" },
    trial.mcp === true ? [] : catalogue.requirements,
    { transport, clock },
  );
  const checks: CheckResult[] = [];
  const observations: ObservationResult[] = [];
  const judgements: Judgement[] = [];
  const selectors = trial.mcp === true ? ["mcp"] : [];
  const rows = plan(catalogue, { selectors, skip: [], observing }, profile);
  for (const { requirement, why } of rows.filter(({ unselected }) => !unselected)) {
    const judgement =
      why === undefined ? await session.judge(requirement) : unjudged(requirement, why, profile.pins);
    judgements.push(judgement);
    if ("verdict" in judgement.result && until(judgement.result)) break;
  }
  for (const { result, observation } of judgements.map((one) => settleReturned(one, session.returned))) {
    if (observation !== undefined) observations.push(observation);
    if ("verdict" in result) checks.push(result);
    else observations.push(result);
  }
  await session.close();
  const { diagnosis } = session.calibration;
  return {
    checks,
    observations,
    requests: session.counts.sent,
    noticed: session.noticed,
    ...(diagnosis !== undefined && { cause: diagnosis.code }),
  };
}

/** The MCP service is reached where the reference has it, if it is to be judged. */
function profileOf(mode: Mode, { mcp = false, facts }: Trial): Profile {
  const known = profiles[mode];
  const service = { ...known.mcp, url: mcp ? MCP_URL : null };
  return { ...known, operations: {}, mcp: service, ...facts, baseUrl: BASE_URL };
}

/** The ids with this verdict, in the order of the catalogue. */
export function idsWith({ checks }: Report, verdict: CheckResult["verdict"]): string[] {
  return checks.filter((one) => one.verdict === verdict).map(({ requirement }) => requirement);
}
