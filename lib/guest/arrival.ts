import { type Answer, succeeded } from "../api/exchange/answer.ts";
import { queryDraft } from "../api/request/draft.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import type { Diagnosis } from "../api/diagnosis/diagnosis.ts";
import { diagnoseRefusals } from "../api/diagnosis/diagnose.ts";
import { whyNoMcp } from "../session/why-no-mcp.ts";
import { likeAForgery } from "../api/diagnosis/ask-merchant.ts";
import { noAnswer } from "../api/diagnosis/no-answer.ts";
import { nothingAccepted } from "../api/diagnosis/nothing-accepted.ts";
import { BudgetError, InconclusiveError, Violation } from "../engine/record/verdict.ts";
import { firstRegister, preferBase } from "../session/callback-base.ts";
import { type OpenTarget, openTarget } from "../session/open-target.ts";
import { withTheirClock } from "../session/their-clock.ts";
import { recoverMerchant } from "./recovery.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";
import type { JournalEntry } from "./journal.ts";
import { recoverTools } from "./tool-restoration.ts";
import { addCounts, runIdsOf, type VisitState } from "./visit-state.ts";
import { UnreachableError } from "./unreachable-error.ts";
import { configurationIn } from "../api/merchant/configuration.ts";
import { describeJson } from "../api/json/json.ts";
import { isLeftByARun } from "./is-left-by-a-run.ts";
import { maskIn } from "./mask-in.ts";
import { RefusedError } from "./refused-error.ts";

/**
 * Arrives at a target.
 * @param signal ends it
 * @returns the median time that a query took over a kept connection, in milliseconds
 * @throws {UnreachableError} without an answer, or if no valid request is accepted
 * @throws {RefusedError} if a callback URL is shown masked, before anything is written
 */
export async function arriveAt(visit: VisitState, signal?: AbortSignal): Promise<number> {
  const target = await openTarget(visit.setup, [], signal === undefined ? {} : { signal });
  try {
    await (visit.setup.profile.run.readOnly ? lookIn : settleIn)(visit, target);
    if (target.shared.merchants.length === 0) await reachMcp(visit, target);
    if (!visit.setup.profile.run.readOnly) await recoverTools(visit, target);
    return latencyOf(target);
  } finally {
    addCounts(visit, target);
    await target.close();
  }
}

/** Queries each merchant, restores the changes of a killed run, and writes the journals. */
async function settleIn(visit: VisitState, target: OpenTarget): Promise<void> {
  const answers: Answer[] = [];
  for (const merchant of target.shared.merchants) answers.push(await firstAnswer(merchant, visit, target));
  heedMasks(answers, visit, target);
  for (const [index, answer] of answers.entries()) await settle(index, answer, visit, target);
}

/** Queries each merchant, and changes nothing. The credentials and the path must be right. */
async function lookIn(visit: VisitState, target: OpenTarget): Promise<void> {
  for (const merchant of target.shared.merchants) await acceptsQuery(merchant, visit, target);
}

async function acceptsQuery(merchant: Merchant, visit: VisitState, target: OpenTarget): Promise<void> {
  const query = await firstAnswer(merchant, visit, target);
  const patient = { merchant, target, profile: visit.setup.profile };
  if (succeeded(query) || !(await likeAForgery(patient, query))) return;
  throw new UnreachableError(await diagnoseRefusals(patient, { query }), visit.counts);
}

/** In a profile without merchants, the MCP service is the target. */
async function reachMcp(visit: VisitState, target: OpenTarget): Promise<void> {
  const diagnosis = await whyNoMcp(target);
  if (diagnosis !== undefined) throw new UnreachableError(diagnosis, visit.counts);
}

/** A run sends nearly all its requests over kept connections: the first exchange, which opens one, counts only when it is alone. */
function latencyOf({ recorder }: OpenTarget): number {
  const [first = 0, ...kept] = recorder.exchanges.map(({ durationMs }) => durationMs);
  return kept.toSorted((one, other) => one - other)[Math.floor(kept.length / 2)] ?? first;
}

async function settle(index: number, answer: Answer, visit: VisitState, target: OpenTarget): Promise<void> {
  const merchant = target.shared.merchants[index];
  const log = visit.logbook.logs[index];
  if (merchant === undefined || log === undefined) return;
  const found = snapshotOf(merchant.name, answer);
  const snapshot = await recoverMerchant({
    merchant,
    found,
    log,
    visit,
    target,
    runIds: runIdsOf(visit, index),
  });
  log.write(entryOf(snapshot, runIdsOf(visit, index), visit, target));
  visit.snapshots.set(index, snapshot);
  if (succeeded(answer)) return;
  const diagnosis = await refusedThroughout(merchant, answer, visit, target);
  if (diagnosis !== undefined) throw new UnreachableError(diagnosis, visit.counts);
}

async function firstAnswer(merchant: Merchant, visit: VisitState, target: OpenTarget): Promise<Answer> {
  return withTheirClock(target, merchant, await reachedAnswer(merchant, visit, target));
}

async function reachedAnswer(merchant: Merchant, visit: VisitState, target: OpenTarget): Promise<Answer> {
  try {
    return await merchant.send(queryDraft("open"));
  } catch (error) {
    const unanswered = error instanceof InconclusiveError || error instanceof Violation;
    if (!unanswered || error instanceof BudgetError) throw error;
    throw new UnreachableError(noAnswer(merchant.name, error, target.recorder), visit.counts);
  }
}

/** The disk never gets a callback URL with a credential. Its old value is then unknown. */
function entryOf(
  { merchant, configuration }: Snapshot,
  runIds: readonly string[],
  { setup }: VisitState,
  { recorder }: OpenTarget,
): JournalEntry {
  const known = Object.entries(configuration ?? {}).filter(
    ([, value]) => typeof value === "number" || recorder.redact(value) === value,
  );
  return {
    schemaVersion: 1,
    baseUrl: setup.profile.baseUrl,
    merchant,
    runIds: [...runIds],
    startedAt: new Date().toISOString(),
    configuration: configuration === undefined ? null : Object.fromEntries(known),
  };
}

/**
 * A rejected query may mean that there is no configuration yet. Then wrong credentials get another answer,
 * and the first due register decides. Otherwise a register is sent now.
 */
async function refusedThroughout(
  merchant: Merchant,
  query: Answer,
  { setup }: VisitState,
  target: OpenTarget,
): Promise<Diagnosis | undefined> {
  if (!(await likeAForgery({ merchant, target }, query))) return undefined;
  const { urls, deliveries } = target.shared;
  const { profile } = setup;
  await preferBase({ profile, urls, deliveries });
  const register = await firstRegister(merchant, { profile, urls, deliveries }, "open");
  if (succeeded(register)) return undefined;
  return nothingAccepted({ target, merchant, profile }, { query, register });
}

/**
 * Finds callback URLs that the target shows masked, before anything is written. A run cannot restore them.
 * @param answers to a query for each merchant, in the order of the profile
 * @throws {RefusedError} without consent to lose them
 */
function heedMasks(
  answers: readonly Answer[],
  { setup, announce }: VisitState,
  { shared, recorder }: OpenTarget,
): void {
  const masked = answers.flatMap((answer, index) => {
    const url = configurationIn(answer)?.callbackUrl;
    const mask = typeof url === "string" ? maskIn(url) : undefined;
    if (typeof url !== "string" || mask === undefined || isLeftByARun(url, shared.urls)) return [];
    return [`${setup.profile.merchants[index]?.name}, ${recorder.redact(describeJson(url))}`];
  });
  if (masked.length === 0) return;
  const what = `The target shows a callback URL masked, so a run cannot restore it: merchant ${masked.join("; merchant ")}.`;
  if (setup.profile.loseMaskedUrl) {
    announce(`${what} It may be lost; you have consented to that.`);
    return;
  }
  throw new RefusedError(
    `Cannot check ${setup.profile.baseUrl} without losing a callback URL. ${what} Nothing was written. ` +
      "Consent to lose it, and register the real one yourself after the run: `loseMaskedUrl: true` in the profile, or --lose-masked-url (CONFORMANCE_LOSE_MASKED_URL=true). " +
      "If the real URL is as shown, nothing is lost.",
  );
}
