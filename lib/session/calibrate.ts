import { malformed, withoutCallbackUrl } from "../arbitraries/json-body.ts";
import * as offending from "../arbitraries/offending-url.ts";
import { type Answer, configurationIn, describeAnswer, succeeded } from "../client/answer.ts";
import { disableDraft, queryDraft, registerDraft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
import type { Diagnosis } from "../diagnosis/diagnosis.ts";
import { nothingAccepted } from "../diagnosis/nothing-accepted.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import type { Probe } from "../oracles/rejects.ts";
import type { Profile } from "../profile/profile-schema.ts";
import type { NormativeId } from "../requirements/catalogue.ts";
import { InconclusiveError, UnrecordedError, Violation } from "../verdict.ts";
import type { OpenedCourt } from "./open-court.ts";
import { withTheirClock } from "./their-clock.ts";

/** How a target says yes and no. It explains verdicts; nothing is judged by it. */
export interface Calibration {
  /** The answers to a valid register and query, and to a register that must be refused. */
  readonly answers: Readonly<Record<string, string>>;
  /** Why a merchant has no valid request accepted: then nothing is to be judged. */
  readonly obstacle?: Diagnosis;
}

/** What must not be accepted as the first register of a merchant, by the requirement that says so. */
const FIRST_OFFENCES: readonly (readonly [NormativeId, (urls: CallbackUrls) => readonly Probe[]])[] = [
  ["callback-url.https-only", offending.otherScheme],
  ["callback-url.over-length", offending.overLength],
  ["callback-url.absent", withoutCallbackUrl],
  ["register.refuses-malformed-body", malformed],
];

/** What a session without checks may show to be broken, besides what is judged on every answer. */
export const JUDGED_AT_CALIBRATION: readonly NormativeId[] = [
  ...FIRST_OFFENCES.map(([requirement]) => requirement),
  "register.refusal-changes-nothing",
];

/** Enough to tell whether the answer is always the same. */
const DISABLES_OF_NOTHING = 2;

/**
 * The first requests of a session: what exists, and one call of each kind but disable, which some targets cannot undo.
 * While a merchant has no configuration, refusals can be seen to create none, and a disable has nothing to undo.
 */
export async function calibrate(court: OpenedCourt, profile: Profile): Promise<Calibration> {
  const answers: Record<string, string> = {};
  let obstacle: Diagnosis | undefined;
  const { merchants, urls, ledger } = court.means;
  const [merchant] = merchants;
  try {
    const [query] = await meetAll(court);
    answers["refused register"] = describeAnswer(
      await merchant.send(registerDraft("not a URL", "refused input")),
    );
    if (!court.means.existed) {
      await createNothing(merchant, court);
      for (let time = 0; time < DISABLES_OF_NOTHING; time += 1) await merchant.send(disableDraft("open"));
    }
    const register = await merchant.register(urls.fresh());
    answers["register"] = describeAnswer(register);
    obstacle = await obstacleTo(register, query, court, profile);
    answers["query"] = describeAnswer(await merchant.query());
  } catch (error) {
    const obstacles = [InconclusiveError, Violation, UnrecordedError];
    if (!(error instanceof Error) || !obstacles.some((kind) => error instanceof kind)) throw error;
    answers["obstacle"] = error.message;
  }
  ledger.settle({ explained: false });
  return { answers, ...(obstacle !== undefined && { obstacle }) };
}

/** Learns what each merchant has, from the answers to a query of each. In signed mode a refusal may come from a clock that differs from ours. */
async function meetAll(court: OpenedCourt): Promise<readonly Answer[]> {
  const { merchants } = court.means;
  const answers: Answer[] = [];
  for (const [index, merchant] of merchants.entries()) {
    let answer = await merchant.send(queryDraft("open"));
    if (court.signed && index === 0 && !succeeded(answer)) answer = await withTheirClock(court, answer);
    const exchange = court.recorder.exchanges[answer.exchange - 1];
    if (exchange !== undefined) court.witnesses[index]?.meet(answer, exchange);
    answers.push(answer);
  }
  court.means.existed = court.witnesses[0]?.absent === false;
  return answers;
}

/** Why the first merchant's registers are refused. The others stay without a configuration: what creates one is judged by them. */
async function obstacleTo(
  register: Answer,
  query: Answer | undefined,
  court: OpenedCourt,
  profile: Profile,
): Promise<Diagnosis | undefined> {
  if (query === undefined || succeeded(register)) return undefined;
  return nothingAccepted({ court, merchant: court.means.merchants[0], profile }, { query, register });
}

async function createNothing(merchant: Merchant, { means, recorder }: OpenedCourt): Promise<void> {
  const { urls, ledger } = means;
  for (const [requirement, offences] of FIRST_OFFENCES) {
    const [probe] = offences(urls);
    if (probe === undefined) continue;
    const answer = await merchant.send(probe.draft);
    const reading = await merchant.send(queryDraft("open"));
    const created = configurationIn(reading)?.callbackUrl !== undefined;
    if (!succeeded(answer) && !created) continue;
    const broken = succeeded(answer) ? requirement : "register.refusal-changes-nothing";
    const expected = `${probe.name} to be refused as a first register, and nothing to be created`;
    const evidence = {
      expected,
      actual: describeAnswer(created ? reading : answer),
      exchange: reading.exchange,
    };
    const exchanges = recorder.exchanges.slice(-2);
    ledger.broken({ requirement: broken, evidence, because: exchanges.slice(0, 1), exchanges });
    return;
  }
}
