import type { Depth } from "../../engine/effort.ts";
import { durationOf, durationText } from "../../guest/duration.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { estimateRun } from "../run/estimate-run.ts";
import type { DoctorNote } from "./finding.ts";

/** Time of an answer, in milliseconds. */
export interface Latency {
  /** Over an open connection. */
  readonly keptMs: number;
  /** Over a new connection. */
  readonly newMs: number;
}

/** The estimated cost of a whole run at a depth. */
export interface DepthEstimate {
  readonly depth: Depth;
  readonly lanes: number;
  readonly requests: number;
  readonly seconds: number;
}

const DEPTHS: readonly Depth[] = ["quick", "standard", "deep"];
const WHOLE_RUN = { selectors: [], skip: [] };

/** Returns the cost of a whole run at each depth. */
export function estimatesOf(profile: Profile, { keptMs }: Latency): DepthEstimate[] {
  return DEPTHS.map((depth) => {
    const setup = { profile, depth, seed: 1, runId: "cc-doctor0000" };
    const { requests, inTurn, lanes, waitSeconds } = estimateRun({ setup, selection: WHOLE_RUN });
    const ms = durationOf(profile, { requests, inTurn, latencyMs: keptMs, waitSeconds });
    return { depth, lanes, requests, seconds: Math.ceil(ms / 1_000) };
  });
}

/** The latency, and the time of a whole run, in one line. */
export function speedNote({ keptMs, newMs }: Latency, estimates: readonly DepthEstimate[]): DoctorNote {
  const times = estimates.map(({ depth, seconds }) => `${depth} about ${durationText(seconds * 1_000)}`);
  const latency = `${keptMs} ms per answer over an open connection, ${newMs} ms over a new one`;
  const lanes = estimates[0]?.lanes ?? 1;
  const where = lanes === 1 ? "" : ` in ${lanes} lanes`;
  return { state: "noted", subject: "speed", text: `${latency}; a whole run${where}: ${times.join(", ")}` };
}
