import { Effort } from "../engine/effort.ts";
import { NEW_CONNECTION } from "../http/transport.ts";
import { signOf } from "../api/merchant/rejection/rejection-signs.ts";
import { type Answer, describeAnswer, succeeded } from "../api/exchange/answer.ts";
import { configurationIn } from "../api/merchant/configuration.ts";
import type { CredentialOffence } from "../api/request/offence.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import { unlessUncovered } from "../api/merchant/unless-uncovered.ts";
import { type Draft, queryDraft, registerDraft } from "../api/request/draft.ts";
import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import type { Known } from "../api/webhook/model/known.ts";
import type { StandingRefusal } from "../api/webhook/standing-refusal.ts";
import type { OpenTarget } from "./open-target.ts";
import type { Requirement } from "./requirement.ts";

/**
 * The number of probes for each requirement while a merchant has no configuration: each probe costs one request.
 * Each merchant sends the first probes over a used connection, and the others over new ones.
 */
const OF_EACH = { quick: 2, standard: 4, deep: 8 };
const NOT_A_URL = "not-a-url";
/** Of each requirement, over used connections. */
const FEW = 2;
const NEWCOMERS = 2;
const PER_READING = 6;
/** Fewer failures in a row than lock anyone out. */
const FAILURES_IN_A_ROW = 3;
/** With wrong credentials, of each requirement. */
const IMPOSTORS_OF_EACH = { quick: 0, standard: 1, deep: 4 };

interface Probe {
  readonly id: string;
  readonly name: string;
  readonly draft: Draft;
}

/**
 * Sends the first register of the session, with a text that is not a URL. If the merchant has no configuration, it must
 * be rejected.
 */
export async function refuseInvalid(merchant: Merchant, target: OpenTarget): Promise<Answer> {
  const { urls, refusals } = target.shared;
  const isFirst = newcomersOf(target).includes(merchant);
  const answer = await merchant.send(registerDraft(NOT_A_URL, "refused input"));
  const broken = refusals().find(({ inputs }) => inputs?.(urls).some(({ draft }) => draft.url === NOT_A_URL));
  if (isFirst && broken !== undefined && succeeded(answer))
    accuse(target, broken.id, answer, "a text that is not a URL to be refused as a first register");
  return answer;
}

/**
 * Sends invalid requests of merchants without a configuration. Each must be rejected and create no configuration.
 * The merchants take turns. The first violation ends this, because a configuration may exist after it.
 * @param met the first query of each merchant
 */
export async function refuseFirst(
  target: OpenTarget,
  requirements: readonly Requirement[],
  met: readonly Answer[],
): Promise<void> {
  const { urls, depth, refusals } = target.shared;
  const count = new Effort(depth).at(OF_EACH);
  const newcomers = newcomersOf(target);
  const probes = refusals().flatMap((one) => firstRegisters(one, urls, count));
  for (const [turn, merchant] of newcomers.entries()) {
    const own = probes.filter((_probe, index) => index % newcomers.length === turn);
    const first = met[target.shared.merchants.indexOf(merchant)];
    const asked = { merchant, probes: own, perReading: PER_READING, first };
    if (await areAccused(asked, target, requirements)) return;
  }
}

/**
 * Sends requests with wrong credentials of merchants without a configuration, after the first merchant has one.
 * Valid requests come first, to distinguish a target that locks out from a target that accepts nothing.
 */
export async function refuseImpostors(
  target: OpenTarget,
  requirements: readonly Requirement[],
): Promise<void> {
  const count = new Effort(target.shared.depth).at(IMPOSTORS_OF_EACH);
  for (const merchant of count === 0 ? [] : newcomersOf(target)) {
    const probes = impostorsOf(merchant, count, target);
    await areAccused({ merchant, probes, perReading: FAILURES_IN_A_ROW }, target, requirements);
  }
}

/** Registers with wrong credentials, so many of each requirement. */
function impostorsOf(merchant: Merchant, count: number, target: OpenTarget): readonly Probe[] {
  const { urls } = target.shared;
  return credentialsOfEach(target, merchant, count).map(({ id, offence }, index) => {
    const { name, tamper, expects } = offence;
    const lane = index % 2 === 0 ? {} : { lane: NEW_CONNECTION };
    return { id, name, draft: { ...registerDraft(urls.fresh(), expects), tamper, ...lane } };
  });
}

function credentialsOfEach(
  target: OpenTarget,
  merchant: Merchant,
  count: number,
): readonly { readonly id: string; readonly offence: CredentialOffence }[] {
  const { issuedKeys, claims, timestamp, refusals } = target.given("api-key.refusal-has-no-effect");
  const others = target.shared.merchants.filter((one) => one !== merchant);
  return refusals.flatMap(({ id, credentials }) =>
    (credentials?.({ merchant, others, issuedKeys, claims, timestamp }) ?? [])
      .slice(0, count)
      .map((offence) => ({ id, offence })),
  );
}

/** The first merchants, as far as they have no configuration. */
export function newcomersOf({ shared, models }: OpenTarget): readonly Merchant[] {
  return shared.merchants.slice(0, NEWCOMERS).filter((_merchant, index) => hasNone(models[index]?.known));
}

/** Query has shown no configuration, and no register has succeeded since. */
function hasNone(known: Known | undefined): boolean {
  return known?.absent === true && !known.exists;
}

/** As many offences as there are to be, the few there are by turns. */
function firstRegisters({ id, inputs }: StandingRefusal, urls: CallbackUrls, count: number): Probe[] {
  const offences = (inputs?.(urls) ?? []).filter(({ repaired }) => repaired === undefined);
  const most = count > FEW ? count : Math.min(count, offences.length);
  return Array.from({ length: offences.length === 0 ? 0 : most }, (_, index) => index).flatMap((index) => {
    const offence = offences[index % offences.length];
    if (offence === undefined) return [];
    const { name, draft } = offence;
    return [{ id, name, draft: index < FEW ? draft : { ...draft, lane: NEW_CONNECTION } }];
  });
}

interface Asked {
  readonly merchant: Merchant;
  readonly probes: readonly Probe[];
  readonly perReading: number;
  /** The answer to the merchant's first query. */
  readonly first?: Answer | undefined;
}

async function areAccused(
  asked: Asked,
  target: OpenTarget,
  requirements: readonly Requirement[],
): Promise<boolean> {
  const { probes, perReading } = asked;
  let sign: string | undefined;
  for (let start = 0; start < probes.length; start += perReading) {
    const some = { ...asked, probes: probes.slice(start, start + perReading) };
    const reading = await accusing(some, target, requirements);
    if (reading === undefined) return true;
    if (sign !== undefined && signOf(reading) !== sign) return false;
    sign = signOf(reading);
  }
  return false;
}

/** The configuration after the probes; undefined: the probes showed a violation. */
async function accusing(
  { merchant, probes, first }: Asked,
  target: OpenTarget,
  requirements: readonly Requirement[],
): Promise<Answer | undefined> {
  for (const { id, name, draft } of probes) {
    const answer = await unlessUncovered(async () => merchant.send(draft));
    if (answer === undefined || !succeeded(answer)) continue;
    return accuse(target, id, answer, `${name} to be refused as a first register`);
  }
  const reading = await merchant.send(queryDraft("open"));
  const shown = configurationIn(reading);
  if (shown?.callbackUrl === undefined && !(shown?.id !== undefined && showsNothing(first))) return reading;
  const effect =
    requirements.find(({ createsNothing }) => createsNothing === true)?.id ?? probes[0]?.id ?? "";
  const names = probes.map(({ name }) => name).join(", ");
  return accuse(target, effect, reading, `no configuration after refused first registers: ${names}`);
}

/** Whether a query says that nothing exists, and has not failed for another reason. */
function showsNothing(answer: Answer | undefined): boolean {
  const isClear = answer?.envelope !== undefined && answer.wire.status < 500;
  return isClear && configurationIn(answer)?.id === undefined;
}

/** Notes that an answer, after the probes before it, broke a requirement. */
function accuse(
  { shared: { findings }, recorder }: OpenTarget,
  requirement: string,
  answer: Answer,
  expected: string,
): undefined {
  const exchanges = recorder.exchanges.slice(-1 - PER_READING);
  const evidence = { expected, actual: describeAnswer(answer), exchange: answer.exchange };
  findings.broken({ requirement, evidence, because: exchanges.slice(0, -1), exchanges });
}
