import type { Transport, WireAnswer, WireRequest } from "../../lib/http/transport.ts";
import type { Cause } from "../../lib/api/diagnosis/diagnosis.ts";
import type { Depth } from "../../lib/engine/requirement/effort.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { plan } from "../../lib/engine/plan/plan.ts";
import { run } from "../../lib/engine/run/run.ts";
import { type JudgedTarget, Steps } from "../../lib/engine/run/steps.ts";
import { Tally } from "../../lib/engine/run/tally.ts";
import type { Requirement } from "../../lib/session/requirement.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import type { Profile } from "../../lib/profile/schema/profile-schema.ts";
import type { CheckResult, ObservationResult } from "../../lib/engine/record/result.ts";
import { requestsOfEach } from "../../lib/guest/requests-of.ts";
import { asksEvents, lanesOf } from "../../lib/session/lanes-of.ts";
import { openSession, type Session } from "../../lib/session/session.ts";
import type { Clock } from "../../lib/session/session-setup.ts";
import { type InProcessReceiver, inProcessReceiver } from "./in-process-receiver.ts";
import { virtualClock } from "./virtual-clock.ts";

export type Mode = "api-key" | "signed";

const BASE_URL = "http://127.0.0.1";
export const MCP_URL = `${BASE_URL}/mcp`;

/** How a target is to be judged. */
export interface Trial {
  readonly mode?: Mode;
  readonly depth?: Depth;
  readonly seed?: number;
  /** Facts that differ from the profiles in `config/profiles`, which have no operations. */
  readonly facts?: Partial<
    Pick<
      Profile,
      | "auth"
      | "callback"
      | "events"
      | "merchants"
      | "observe"
      | "limits"
      | "operations"
      | "pins"
      | "mcp"
      | "run"
    >
  >;
  /** The MCP service alone is judged, and nothing else. */
  readonly mcp?: boolean;
  /** Only the observations, as `observe` makes them. */
  readonly observing?: boolean;
  /** The part of the suite that judges. Default: all of it. */
  readonly selectors?: readonly string[];
  /** The clock of this machine, if it differs from the target's. */
  readonly ours?: (theirs: Clock) => Clock;
  /** Ends the run after the first check of which this holds. */
  readonly until?: (result: CheckResult) => boolean;
  /** Sees each result, with the requests of the run up to there. */
  readonly judged?: (result: CheckResult | ObservationResult, sent: number) => void;
  /** Sees each request with its answer. */
  readonly watch?: (request: WireRequest, answer: WireAnswer) => void;
}

export interface Report {
  readonly checks: readonly CheckResult[];
  readonly observations: readonly ObservationResult[];
  readonly requests: number;
  /** Those before the first check. */
  readonly opening: number;
  /** How many lanes judged at once. */
  readonly lanes: number;
  /** Duration of the run by its own clock, in seconds. */
  readonly seconds: number;
  /** Actions of the target by itself. */
  readonly noticed: Session["noticed"];
  /** Why a run would judge nothing of this. */
  readonly cause?: Cause;
}

/**
 * The way to a target in this process, which knows the profile, uses the clock of the run, and has a way to
 * the receiver of deliveries.
 */
export type Target = (profile: Profile, clock: Clock, receiving: InProcessReceiver) => Transport;

/** Of a target that is not said to have them, the operations that the document only names are not judged. */
export const profiles: Readonly<Record<Mode, Profile>> = {
  "api-key": (await loadProfile("reference", {})).profile,
  signed: (await loadProfile("reference-signed", {})).profile,
};

/** Runs the whole suite against a target in this process. */
export async function judgeTarget(target: Target, trial: Trial = {}): Promise<Report> {
  const { mode = "api-key", depth = "quick", seed = 1, observing = false, until = () => false } = trial;
  const selectors = trial.selectors ?? (trial.mcp === true ? ["mcp"] : []);
  const profile = profileOf(mode, trial);
  const clock = virtualClock();
  const startedAt = clock.now();
  const receiving = inProcessReceiver(clock);
  const transport = watched(target(profile, clock, receiving), trial.watch);
  const ours = trial.ours?.(clock) ?? clock;
  const rows = plan(catalogue, { selectors, skip: [], observing }, profile);
  const asked = rows.filter(({ why, unselected }) => why === undefined && !unselected);
  const hasEvents = asked.some(({ requirement }) => asksEvents(requirement));
  const session = await openSession(
    { profile, depth, seed, runId: "cc-selftest00", moves: { file: null }, hasEvents },
    trial.mcp === true ? [] : catalogue.requirements,
    { transport, clock: ours, receiver: receiving.receiver },
  );
  const opening = session.counts.sent;
  const ended = new AbortController();
  const tally = new Tally(
    [
      {
        judged({ result }) {
          trial.judged?.(result, session.counts.sent);
          if ("verdict" in result && until(result)) ended.abort();
        },
      },
    ],
    { text: (text) => text },
    catalogue.foundations,
  );
  const steps = new Steps(async () => anyway(session), { pins: profile.pins, waivers: [] });
  const planned = rows.map(({ requirement }) => requirement);
  const costs = requestsOfEach(planned, { depth, readOnly: false });
  await run(
    rows.filter(({ unselected }) => !unselected),
    steps,
    { tally, signal: ended.signal, lanes: lanesOf(profile, catalogue, costs) },
  );
  if (tally.defects.size > 0) throw new Error([...tally.defects].join("\n"));
  const results = tally.judgements.map(({ result }) => result);
  const { diagnosis } = session.calibration;
  return {
    checks: results.filter((result) => "verdict" in result),
    observations: tally.judgements.flatMap(({ result, observation }) =>
      "verdict" in result ? (observation ?? []) : [result],
    ),
    requests: session.counts.sent,
    opening,
    lanes: tally.lanes,
    seconds: (clock.now() - startedAt) / 1_000,
    noticed: session.noticed,
    ...(diagnosis !== undefined && { cause: diagnosis.code }),
  };
}

function watched(transport: Transport, watch: Trial["watch"]): Transport {
  if (watch === undefined) return transport;
  return {
    ...transport,
    send: async (request) => {
      const answer = await transport.send(request);
      watch(request, answer);
      return answer;
    },
  };
}

/** A session that judges also where no valid request is accepted, to see what would be said. */
function anyway(session: Session): JudgedTarget<Requirement> {
  return {
    judge: async (one, only, lane) => session.judge(one, only, lane),
    join: async (lane) => session.join(lane),
    judgeBroken: async (one) => session.judgeBroken(one),
    counts: session.counts,
    get returned() {
      return session.returned;
    },
    get noticed() {
      return session.noticed;
    },
    close: async () => session.close(),
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
