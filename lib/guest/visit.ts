import { type Answer, configurationIn, describeAnswer, succeeded } from "../client/answer.ts";
import { queryDraft, registerDraft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
import { type OpenedCourt, openCourt, type SessionSetup } from "../session/open-court.ts";
import { InconclusiveError, Violation } from "../verdict.ts";
import { assertConsent } from "./consent.ts";
import { type Restoration, restore, type Snapshot } from "./restoration.ts";
import { UnreachableError } from "./unreachable-error.ts";

export type { Restoration };

/** A run's stay at a target: what was there before, and the way to put it back. */
export interface Visit {
  readonly snapshots: readonly Snapshot[];
  /** Puts back what was there and says what could not be. Never throws for the target's fault. */
  leave(): Promise<readonly Restoration[]>;
}

const UNKNOWN_KEY = "no-merchant-was-ever-issued-this-key";

/**
 * Reaches the target and notes what each merchant has, before anything is written.
 * @throws {RefusedError} without consent
 * @throws {UnreachableError} when there is no answer, or the credentials are refused
 */
export async function arrive(setup: SessionSetup): Promise<Visit> {
  assertConsent(setup.profile);
  const court = await openCourt(setup);
  try {
    const snapshots: Snapshot[] = [];
    for (const merchant of court.means.merchants) snapshots.push(await snapshotOf(merchant, court));
    return { snapshots, leave: async () => leave(setup, snapshots) };
  } finally {
    await court.close();
  }
}

async function snapshotOf(merchant: Merchant, court: OpenedCourt): Promise<Snapshot> {
  const answer = await reached(merchant.send(queryDraft("open")), merchant);
  if (!succeeded(answer)) await assertCredentials(merchant, answer, court);
  const configuration = configurationIn(answer);
  if (configuration?.callbackUrl === undefined) return { merchant: merchant.name, configuration: undefined };
  const { callbackUrl, status } = configuration;
  return {
    merchant: merchant.name,
    configuration: { callbackUrl, ...(status === undefined ? {} : { status }) },
  };
}

/** A refused query may mean that there is no configuration yet. The credentials are wrong when a register is refused alike. */
async function assertCredentials(merchant: Merchant, refused: Answer, { means }: OpenedCourt): Promise<void> {
  const unknown = await merchant.send({
    ...queryDraft("refused key"),
    tamper: (valid) => ({ ...valid, apiKey: UNKNOWN_KEY }),
  });
  if (describeAnswer(unknown) !== describeAnswer(refused)) return;
  const registered = await merchant.send(registerDraft(means.urls.fresh(), "open"));
  if (succeeded(registered) || describeAnswer(registered) !== describeAnswer(refused)) return;
  throw new UnreachableError(
    `The target refuses the credentials of merchant ${merchant.name}: it answers them as it answers an unknown key, ${describeAnswer(refused)}. ` +
      "Check apiKey, and in signed mode the secret, the payload template and the clock.",
  );
}

async function reached(answer: Promise<Answer>, merchant: Merchant): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
    throw new UnreachableError(
      `The first request, a query for merchant ${merchant.name}, got no answer. ${error.message}`,
    );
  }
}

async function leave(setup: SessionSetup, snapshots: readonly Snapshot[]): Promise<readonly Restoration[]> {
  const { deadlineAt: _, ...unhurried } = setup;
  const court = await openCourt(unhurried);
  try {
    const restorations: Restoration[] = [];
    for (const [index, snapshot] of snapshots.entries()) {
      const merchant = court.means.merchants[index];
      if (merchant !== undefined) restorations.push(await restore(merchant, snapshot));
    }
    return restorations;
  } finally {
    await court.close();
  }
}
