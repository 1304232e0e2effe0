import { type Answer, describeAnswer, succeeded } from "../client/answer.ts";
import { queryDraft, registerDraft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
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

const UNKNOWN_KEY = "no-merchant-was-ever-issued-this-key";

/**
 * Queries each merchant, puts back what a killed run has left, and notes the rest in the journals.
 * @throws {UnreachableError} when there is no answer, or the credentials are refused
 * @throws {RefusedError} when a callback URL is shown masked, before anything is written
 */
export async function settleIn(stay: Stay): Promise<Arrival> {
  const court = await openCourt(stay.setup);
  try {
    const answers: Answer[] = [];
    for (const merchant of court.means.merchants) answers.push(await firstAnswer(merchant, court));
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
  if (!succeeded(answer)) await assertCredentials(merchant, answer, court);
}

async function firstAnswer(merchant: Merchant, court: OpenedCourt): Promise<Answer> {
  const answer = await reached(merchant.send(queryDraft("open")), merchant, court);
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

/** A refused query may mean that there is no configuration yet. The credentials are wrong when a register is refused alike. */
async function assertCredentials(
  merchant: Merchant,
  refused: Answer,
  { means, recorder }: OpenedCourt,
): Promise<void> {
  const unknown = await merchant.send({
    ...queryDraft("refused key"),
    lane: "stranger",
    tamper: (valid) => ({ ...valid, apiKey: UNKNOWN_KEY }),
  });
  if (describeAnswer(unknown) !== describeAnswer(refused)) return;
  const registered = await merchant.send(registerDraft(means.urls.fresh(), "open"));
  if (succeeded(registered) || describeAnswer(registered) !== describeAnswer(refused)) return;
  throw new UnreachableError(
    `The target refuses the credentials of merchant ${merchant.name}: it answers them as it answers an unknown key, ${recorder.redact(describeAnswer(refused))}. ` +
      "Check apiKey, and in signed mode the secret, the payload template and the clock.",
  );
}

async function reached(
  answer: Promise<Answer>,
  merchant: Merchant,
  { recorder }: OpenedCourt,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const unanswered = error instanceof InconclusiveError || error instanceof Violation;
    if (!unanswered || error instanceof BudgetError) throw error;
    throw new UnreachableError(
      `The first request, a query for merchant ${merchant.name}, got no answer. ${recorder.redact(error.message)}`,
    );
  }
}
