import { catalogue } from "../catalogue.ts";
import type { PlannedRow } from "../../engine/plan/plan.ts";
import type { Judgement } from "../../engine/record/result.ts";
import { whyUnjudged } from "../../engine/plan/why-unjudged.ts";
import type { Requirement, Context } from "../../session/requirement.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { Capsule } from "../../reporters/run/capsule.ts";
import { UsageError } from "../usage-error.ts";
import {
  disableDraft,
  type Draft,
  queryDraft,
  registerBody,
  registerDraft,
} from "../../api/request/draft.ts";
import { isNormative } from "../../engine/requirement/catalogue.ts";
import type { RecordedExchange } from "../../engine/requirement/recorded-exchange.ts";

const MAX_STEPS = 40;
/** Adds readings after some rounds, so that nothing periodic keeps pace with them. */
const EXTRA_READINGS = 3;
/** The requests that it may take to see an occasional fault. */
const MAX_REQUESTS = 100;
/** Shorter pauses are the pace of the run. */
const TELLING_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** One request of a situation. Equal callback URLs stay equal, but differ from those of the capsule. */
interface Step {
  readonly caller: string;
  readonly pauseMs: number;
  readonly draft: (freshUrl: (then: string) => string) => Draft;
}

/**
 * Returns the requirement with a check that repeats the situation of a capsule, several times unless it has
 * to wait in between. Its answers decide. From a recorded request it takes only the kind, and sends nothing
 * else of the capsule.
 * @returns undefined if the situation contains an invalid request
 */
function reenactmentOf({ sequence }: Capsule, one: Requirement): Requirement | undefined {
  const steps = sequence.map((exchange, at) => stepOf(exchange, sequence[at - 1]));
  if (!isNormative(one) || steps.length === 0 || steps.length > MAX_STEPS) return undefined;
  const known = steps.filter((step) => step !== undefined);
  if (known.length < steps.length) return undefined;
  const waits = known.some(({ pauseMs }) => pauseMs > 0);
  const rounds = waits ? 1 : Math.floor(MAX_REQUESTS / (known.length + 1));
  const [first] = sequence;
  const startsDisabled = first?.answer !== undefined && /"status":\s*0\b/.test(first.answer.body);
  const check = async (context: Context): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      if (startsDisabled) await context.merchant.disabled();
      await play(known, context);
      for (let more = 0; more < round % EXTRA_READINGS; more += 1) await context.merchant.query();
    }
  };
  return { ...one, check };
}

async function play(steps: readonly Step[], { merchant, others, urls, pause }: Context): Promise<void> {
  const fresh = new Map<string, string>();
  const freshUrl = (then: string) => {
    const now = fresh.get(then) ?? urls.fresh();
    fresh.set(then, now);
    return now;
  };
  for (const { caller, pauseMs, draft } of steps) {
    const who = [merchant, ...others].find(({ name }) => name === caller) ?? merchant;
    if (pauseMs > 0) await pause(pauseMs);
    await who.send(draft(freshUrl));
  }
}

function stepOf(exchange: RecordedExchange, before: RecordedExchange | undefined): Step | undefined {
  const draft = draftOf(exchange);
  if (draft === undefined || exchange.tampered === true) return undefined;
  const gapMs =
    before === undefined
      ? 0
      : Date.parse(exchange.startedAt) - Date.parse(before.startedAt) - before.durationMs;
  const pauseMs = gapMs >= TELLING_PAUSE_MS ? Math.min(gapMs, MAX_PAUSE_MS) : 0;
  return { caller: exchange.caller, pauseMs, draft };
}

function draftOf({ label, request, answer }: RecordedExchange): Step["draft"] | undefined {
  if (label === "query") return () => queryDraft();
  if (label === "disable") return () => disableDraft();
  if (label !== "register") return undefined;
  const { body } = request;
  if (body === undefined) return () => registerBody(undefined, "refused input");
  const isAccepted = answer !== undefined && /"data":\s*true\b/.test(answer.body);
  return isAccepted && body.includes('"https://') ? (freshUrl) => registerDraft(freshUrl(body)) : undefined;
}

/**
 * The steps that check a capsule again, one after the other. First its generated case, then the whole check
 * if the case passes. A failure from answers to another check is looked for there first. If all of this
 * passes, the situation of the capsule is repeated.
 * @param judged the results of the steps before
 * @throws {UsageError} if this version has no such requirement
 */
export function* replaySituations(
  capsule: Capsule,
  profile: Profile,
  judged: () => readonly Judgement[],
): Generator<PlannedRow<Requirement>> {
  const { requirement, during, generated } = capsule;
  const one = requirementOf(requirement);
  const elsewhere = during === undefined || during === requirement ? undefined : requirementOf(during);
  if (elsewhere !== undefined && whyUnjudged(elsewhere, profile) === undefined) yield rowOf(elsewhere);
  if (generated !== undefined) {
    yield { ...rowOf(one), only: generated };
    if (isBroken(judged().at(-1))) return;
  }
  yield rowOf(one);
  const again = isPassed(judged().at(-1)) ? reenactmentOf(capsule, one) : undefined;
  if (again !== undefined) yield rowOf(again);
}

/** The result of the steps: the one with the failure, else the whole check. */
export function shownAgain(
  { requirement, generated }: Capsule,
  judged: readonly Judgement[],
): Judgement | undefined {
  const own = judged.filter((judgement) => judgement.requirement === requirement);
  return own.findLast(isBroken) ?? own[generated === undefined ? 0 : 1];
}

/** @throws {UsageError} if this version does not have it */
export function requirementOf(id: string): Requirement {
  const found = catalogue.find(id);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot replay ${id}: this version has no such requirement`);
}

function rowOf(requirement: Requirement): PlannedRow<Requirement> {
  return { requirement, why: undefined, unselected: false };
}

function isPassed(judgement: Judgement | undefined): boolean {
  return judgement !== undefined && "verdict" in judgement.result && judgement.result.verdict === "passed";
}

function isBroken(judgement: Judgement | undefined): boolean {
  return judgement !== undefined && "violation" in judgement.result;
}
