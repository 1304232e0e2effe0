import { redactorOf } from "../../session/redactor-of.ts";
import { announcedMoves } from "../../guest/estimate.ts";
import { estimateOf } from "../../guest/estimate.ts";
import { lanesOf } from "../../session/lanes-of.ts";
import { openSession, type SessionSetup } from "../../session/session.ts";
import { plan } from "../../engine/plan/plan.ts";
import { run } from "../../engine/run/run.ts";
import type { RunEnding } from "../../engine/settle/run-verdict.ts";
import { Steps } from "../../engine/run/steps.ts";
import type { RunExtras } from "../../session/run-extras.ts";
import type { Tally } from "../../engine/run/tally.ts";
import { arriveAtTarget, type Visit, type VisitOptions } from "../../guest/visit.ts";
import type { RunYield } from "../../reporters/run/build-run-result.ts";
import type { RequestCounts, Restoration } from "../../engine/record/result.ts";
import { catalogue } from "../catalogue.ts";
import { endingOf } from "./ending-of.ts";
import { estimateRun, type RunEstimate } from "./estimate-run.ts";
import type { RunOrder } from "./prepare-run.ts";
import { UnhandledErrors } from "./interruption.ts";
import { type Unvisited, unvisitedReason } from "./unvisited-reason.ts";

const NO_REQUESTS = { sent: 0, retried: 0, rateLimited: 0 };
const ENDED_EARLY = { interrupted: true, unreachable: false, reason: "Nothing was checked yet." };

/**
 * Visits the target, checks it, and restores it in any case.
 * @throws {RefusedError} if the target may not be visited
 */
export async function gatherRun(
  order: RunOrder,
  tally: Tally<RunExtras>,
  { signal, announce, arrived }: RunHandlers,
): Promise<RunYield> {
  using _ = new UnhandledErrors((error) => tally.broke(error));
  const startedAt = performance.now();
  const foresight = estimateRun(order.setup, order.selection);
  const { asks } = foresight;
  const visit = await visitOf(order.setup, asks, { announce, signal });
  arrived();
  if ("reason" in visit) {
    const turned = signal.aborted ? { ...ENDED_EARLY, requests: visit.requests ?? NO_REQUESTS } : visit;
    return withoutRun(turned, performance.now() - startedAt);
  }
  if (asks) announceCost(visit, foresight, announce);
  const restored = await judgeAndLeave(visit, { ...order, ...foresight }, tally, signal);
  const { counts, extras, noticed, waiting = [] } = tally.progress;
  return {
    judgements: tally.judgements,
    requests: sum(counts, visit.counts),
    restored,
    lanes: tally.lanes,
    ...extras,
    warnings: noticed,
    waiting: [...waiting, ...visit.waiting],
    durationMs: performance.now() - startedAt,
    ...endingOf(tally, signal.aborted),
  };
}

/** A visit, or why the target cannot be visited, which the result reports. A run without requests visits no target. */
async function visitOf(
  setup: SessionSetup,
  asks: boolean,
  options: VisitOptions,
): Promise<Visit | Unvisited> {
  if (!asks) return { setup, latencyMs: 0, counts: NO_REQUESTS, waiting: [], leave: async () => [] };
  try {
    return await arriveAtTarget(setup, options);
  } catch (error) {
    const turned = unvisitedReason(error);
    if (turned === undefined) throw error;
    return turned;
  }
}

/** The requests that the run will send, as an estimate. */
function announceCost(visit: Visit, foresight: RunEstimate, announce: RunHandlers["announce"]): void {
  announce(estimateOf(visit, foresight));
  const moves = announcedMoves(visit.setup.profile, foresight.areas);
  if (moves !== undefined) announce(redactorOf(visit.setup).text(moves));
}

/** Receives the events of a run. */
export interface RunHandlers {
  readonly signal: AbortSignal;
  /** Receives notes for the user before the run. */
  readonly announce: (sentence: string) => void;
  /** Called after the last reason to refuse the run. */
  readonly arrived: () => void;
}

async function judgeAndLeave(
  visit: Visit,
  { selection, waivers, costs, waits }: RunOrder & Pick<RunEstimate, "costs" | "waits">,
  tally: Tally<RunExtras>,
  signal: AbortSignal,
): Promise<readonly Restoration[]> {
  const { profile } = visit.setup;
  const steps = new Steps(async () => openSession(visit.setup, catalogue.requirements, { signal }), {
    pins: profile.pins,
    waivers,
  });
  const rows = plan(catalogue, selection, profile);
  const asked = rows.flatMap(({ why, requirement: { id } }) => (why === undefined ? [id] : []));
  tally.plan(new Map(asked.map((id) => [id, costs.get(id) ?? 0])), waits);
  await run(rows, steps, { tally, signal, lanes: lanesOf(profile, catalogue, costs) });
  const isDefended = tally.progress.noticed.some(({ code }) => code === "defended");
  try {
    return await visit.leave(tally.progress.counts.sent, signal.aborted || isDefended);
  } catch (error) {
    // A defect of the suite during the restoration loses no result.
    tally.broke(error);
    return [];
  }
}

function sum(a: Readonly<RequestCounts>, b: Readonly<RequestCounts>): RequestCounts {
  return {
    sent: a.sent + b.sent,
    retried: a.retried + b.retried,
    rateLimited: a.rateLimited + b.rateLimited,
  };
}

function withoutRun(turned: Unvisited & RunEnding, durationMs: number): RunYield {
  return { judgements: [], requests: NO_REQUESTS, restored: [], ...turned, durationMs };
}
