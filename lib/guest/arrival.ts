import { type Answer, succeeded } from "../client/answer.ts";
import { queryDraft, registerDraft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
import type { Diagnosis } from "../diagnosis/diagnosis.ts";
import { likeAForgery } from "../diagnosis/like-a-forgery.ts";
import { noAnswer } from "../diagnosis/no-answer.ts";
import { nothingAccepted } from "../diagnosis/nothing-accepted.ts";
import { BudgetError, InconclusiveError, Violation } from "../verdict.ts";
import { type OpenedCourt, openCourt } from "../session/open-court.ts";
import { withTheirClock } from "../session/their-clock.ts";
import { heedMasks } from "./heed-masks.ts";
import { recover } from "./recovery.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";
import type { JournalEntry } from "./journal.ts";
import { count, runIdsOf, type Stay } from "./stay.ts";
import { UnreachableError } from "./unreachable-error.ts";

/** What reaching the target has shown. */
export interface Arrival {
  /** The shortest time that a query took. */
  readonly latencyMs: number;
}

/**
 * Queries each merchant, puts back what a killed run has left, and notes the rest in the journals.
 * @throws {UnreachableError} when there is no answer, or nothing valid is accepted
 * @throws {RefusedError} when a callback URL is shown masked, before anything is written
 */
export async function settleIn(stay: Stay): Promise<Arrival> {
  const court = await openCourt(stay.setup);
  try {
    const answers: Answer[] = [];
    for (const merchant of court.means.merchants) answers.push(await firstAnswer(merchant, stay, court));
    heedMasks(answers, stay, court);
    for (const [index, answer] of answers.entries()) await settle(index, answer, stay, court);
    const durations = court.recorder.exchanges.map(({ durationMs }) => durationMs);
    return { latencyMs: Math.min(...durations) };
  } finally {
    count(stay, court);
    await court.close();
  }
}

async function settle(index: number, answer: Answer, stay: Stay, court: OpenedCourt): Promise<void> {
  const merchant = court.means.merchants[index];
  const log = stay.logbook.logs[index];
  if (merchant === undefined || log === undefined) return;
  const found = snapshotOf(merchant.name, answer);
  const snapshot = await recover({ merchant, found, log, stay, court, runIds: runIdsOf(stay, index) });
  log.write(entryOf(snapshot, runIdsOf(stay, index), stay, court));
  stay.snapshots.set(index, snapshot);
  if (succeeded(answer)) return;
  const diagnosis = await refusedThroughout(merchant, answer, stay, court);
  if (diagnosis !== undefined) throw new UnreachableError(diagnosis, stay.counts);
}

async function firstAnswer(merchant: Merchant, stay: Stay, court: OpenedCourt): Promise<Answer> {
  const answer = await reached(merchant.send(queryDraft("open")), merchant, stay, court);
  const isFirst = merchant === court.means.merchants[0];
  return court.signed && isFirst && !succeeded(answer) ? withTheirClock(court, answer) : answer;
}

/** A credential that the target keeps in its callback URL is not written to disk, and the URL is then not known. */
function entryOf(
  { merchant, configuration }: Snapshot,
  runIds: readonly string[],
  { setup }: Stay,
  { recorder }: OpenedCourt,
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
 * A refused query may mean that there is no configuration yet: then it is answered otherwise than wrong credentials,
 * and the first register that is due will tell. Else one is sent now.
 */
async function refusedThroughout(
  merchant: Merchant,
  query: Answer,
  { setup }: Stay,
  court: OpenedCourt,
): Promise<Diagnosis | undefined> {
  if (!(await likeAForgery({ merchant, court }, query))) return undefined;
  const register = await merchant.send(registerDraft(court.means.urls.fresh(), "open"));
  if (succeeded(register)) return undefined;
  return nothingAccepted({ court, merchant, profile: setup.profile }, { query, register });
}

async function reached(
  answer: Promise<Answer>,
  merchant: Merchant,
  stay: Stay,
  court: OpenedCourt,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const unanswered = error instanceof InconclusiveError || error instanceof Violation;
    if (!unanswered || error instanceof BudgetError) throw error;
    throw new UnreachableError(noAnswer(merchant.name, error, court.recorder), stay.counts);
  }
}
