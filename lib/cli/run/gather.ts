import { SENDS_NOTHING_MORE } from "../../http/breaker.ts";
import { redactorOf } from "../../api/redactor-of.ts";
import { announcedMoves } from "../../guest/announced-moves.ts";
import { estimateOf } from "../../guest/estimate.ts";
import type { Restoration } from "../../engine/restoration.ts";
import type { Visit } from "../../guest/visit.ts";
import type { Collector } from "../host/collector.ts";
import { startHost } from "../host/judge-in-vitest.ts";
import type { RunOrder } from "../host/run-order.ts";
import type { RunYield } from "../../reporters/build-run-result.ts";
import type { RequestCounts } from "../../engine/result.ts";
import { foresee, type Foresight } from "./foresee.ts";
import { type Unvisited, unvisited, unvisitedBecauseOf } from "./unvisited.ts";
import type { RunEnding } from "../../engine/run-verdict.ts";
import type { ReasonCode } from "../../engine/verdict.ts";
import { visitOf } from "./visit-of.ts";

/**
 * Visits the target, judges it, and puts it back whatever happened in between.
 * @throws {RefusedError} when the target may not be visited.
 */
export async function gather(
  order: RunOrder,
  collector: Collector,
  { signal, announce, arrived }: Attendance,
): Promise<RunYield> {
  const startedAt = performance.now();
  const foresight = foresee(order);
  const { asks, warnings } = foresight;
  const arrival = await arriveBesideStart(order, collector, { asks, announce });
  arrived();
  for (const { reason } of warnings) announce(reason);
  if ("reason" in arrival) return { ...withoutRun(arrival, performance.now() - startedAt), warnings };
  const isOffline = order.setup.playFrom !== undefined;
  if (asks && !isOffline) announceCost(arrival.visit, foresight, announce);
  const restored = await judgeAndLeave(arrival, order, collector, signal);
  return {
    judgements: collector.judgements,
    requests: isOffline ? arrival.visit.counts : sum(collector.counts, arrival.visit.counts),
    restored,
    warnings: [...warnings, ...collector.noticed],
    durationMs: performance.now() - startedAt,
    ...ending(collector, signal),
  };
}

/** What the run will send, before it sends it. */
function announceCost(visit: Visit, foresight: Foresight, announce: Attendance["announce"]): void {
  announce(estimateOf(visit, foresight));
  const moves = announcedMoves(visit.setup.profile, foresight.areas);
  if (moves !== undefined) announce(redactorOf(visit.setup).text(moves));
}

/** Why a requirement is not even asked about. */
const FORESEEN: readonly ReasonCode[] = ["does-not-bind", "no-check-yet", "need-not-offered"];

/** Who attends a run. */
export interface Attendance {
  readonly signal: AbortSignal;
  /** Is told what a person may want to know before the run. */
  readonly announce: (sentence: string) => void;
  /** Called when nothing refuses the run any more. */
  readonly arrived: () => void;
}

interface Arrived {
  readonly visit: Visit;
  readonly host: Awaited<ReturnType<typeof startHost>>;
}

/** vitest starts while the target is visited. */
async function arriveBesideStart(
  { setup }: RunOrder,
  collector: Collector,
  visitor: Parameters<typeof visitOf>[1],
): Promise<Arrived | Unvisited> {
  const [starting, visiting] = await Promise.allSettled([startHost(collector), visitOf(setup, visitor)]);
  if (starting.status === "fulfilled" && visiting.status === "fulfilled") {
    return { host: starting.value, visit: visiting.value };
  }
  if (starting.status === "fulfilled") await starting.value.close();
  if (visiting.status === "fulfilled") await visiting.value.leave();
  const [error] = [visiting, starting].flatMap((outcome): unknown[] =>
    outcome.status === "rejected" ? [outcome.reason] : [],
  );
  const turned = unvisited(error);
  if (turned === undefined) throw error;
  return turned;
}

async function judgeAndLeave(
  { visit, host }: Arrived,
  order: RunOrder,
  collector: Collector,
  signal: AbortSignal,
): Promise<readonly Restoration[]> {
  try {
    await host.judge({ ...order, setup: visit.setup }, signal);
  } catch (error) {
    collector.broke(error instanceof Error ? error : new Error(String(error)));
  }
  return visit.leave(collector.counts.sent);
}

function sum(a: Readonly<RequestCounts>, b: Readonly<RequestCounts>): RequestCounts {
  return {
    sent: a.sent + b.sent,
    retried: a.retried + b.retried,
    rateLimited: a.rateLimited + b.rateLimited,
  };
}

function withoutRun(turned: Unvisited, durationMs: number): RunYield {
  const requests = { sent: 0, retried: 0, rateLimited: 0 };
  return { judgements: [], requests, restored: [], ...turned, durationMs };
}

function ending(
  { defects, judgements, planned, diagnosis }: Collector,
  signal: AbortSignal,
): RunEnding & Pick<RunYield, "reason" | "reasonCode"> {
  if (defects.size > 0) return { interrupted: signal.aborted, broken: true, reason: [...defects].join("\n") };
  if (signal.aborted) {
    const asked = judgements.filter(({ result: { code } }) => code === undefined || !FORESEEN.includes(code));
    const left = planned - (judgements.length - asked.length);
    return { interrupted: true, reason: `${asked.length} of ${left} checks were judged.` };
  }
  if (diagnosis !== undefined) return unvisitedBecauseOf(diagnosis);
  const [end] = judgements.flatMap(({ result }) =>
    result.reason?.startsWith(SENDS_NOTHING_MORE) === true ? [result.reason] : [],
  );
  return end === undefined ? {} : { reason: end };
}
