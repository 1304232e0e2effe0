import { Effort } from "../engine/requirement/effort.ts";
import type { Evidence } from "../engine/record/verdict.ts";
import { InconclusiveError, Violation } from "../engine/record/verdict.ts";
import { type Answer, describeAnswer, succeeded } from "../api/exchange/answer.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import { callerOf } from "../api/refusals/caller.ts";
import { registerDraft } from "../api/request/draft.ts";
import type { Known } from "../api/webhook/model/known.ts";
import { REFUSAL_CHANGES_NOTHING } from "../api/webhook/refuse-inputs.ts";
import { refuseNewcomer } from "../api/webhook/refuse-newcomer.ts";
import {
  inTurn,
  overNewConnection,
  type StandingRefusal,
  unwantedCall,
  unwantedInputs,
  type UnwantedRequest,
} from "../api/webhook/standing-refusal.ts";
import type { OpenTarget } from "./open-target.ts";
import type { Requirement } from "./requirement.ts";

/** Each merchant sends its registers over a used connection, and then over new ones. */
const CONNECTIONS = ["a used", "a new"] as const;
/** At quick depth each requirement has so many registers, all over used connections. */
const AT_QUICK = 2;
const NOT_A_URL = "not-a-url";
const NEWCOMERS = 2;
const PER_READING = 12;
/** Fewer failures in a row than lock anyone out. */
const FAILURES_IN_A_ROW = 3;
/** With wrong credentials, of each requirement. */
const IMPOSTORS_OF_EACH = { quick: 0, standard: 1, deep: 4 };

/**
 * Sends the first register of the session, with a text that is not a URL. If the merchant has no configuration, it must
 * be rejected.
 */
export async function refuseInvalid(merchant: Merchant, target: OpenTarget): Promise<Answer> {
  const { urls, refusals } = target.shared;
  const isFirst = newcomersOf(target).includes(merchant);
  const answer = await merchant.send(registerDraft(NOT_A_URL, "refused input"));
  const broken = refusals().find(({ inputs }) => inputs?.(urls).some(({ draft }) => draft.url === NOT_A_URL));
  if (!isFirst || broken === undefined || !succeeded(answer)) return answer;
  const expected = "a text that is not a URL to be refused as a first register";
  accuse(target, broken.id, { expected, actual: describeAnswer(answer), exchange: answer.exchange });
  return answer;
}

/**
 * Sends invalid requests of merchants without a configuration. Each must be rejected and create no configuration.
 * At quick depth they send different inputs. The first violation ends this, because a configuration may exist after it.
 * @param met the first query of each merchant
 */
export async function refuseFirst(
  target: OpenTarget,
  requirements: readonly Requirement[],
  met: readonly Answer[],
): Promise<void> {
  const { urls, depth, refusals, merchants } = target.shared;
  const effort = new Effort(depth);
  const newcomers = newcomersOf(target);
  const rounds = effort.isQuick ? CONNECTIONS.slice(0, AT_QUICK / newcomers.length) : CONNECTIONS;
  for (const [turn, merchant] of newcomers.entries())
    for (const [round, connection] of rounds.entries()) {
      const place = turn + round * newcomers.length;
      const registers = refusals()
        .map((one) => unwantedInputs(one, urls))
        .filter(({ length }) => !effort.isQuick || place < length)
        .flatMap((inputs) => inTurn(effort, inputs, place))
        .map((one) => (connection === "a new" && !effort.isQuick ? overNewConnection(one) : one));
      const first = met[merchants.indexOf(merchant)];
      const asked = { merchant, perReading: PER_READING, first };
      if (await endsAt(registers, target, requirements, asked)) return;
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
  for (const merchant of count === 0 ? [] : newcomersOf(target))
    await endsAt(impostorsOf(merchant, count, target), target, requirements, {
      merchant,
      perReading: FAILURES_IN_A_ROW,
    });
}

/** Registers with wrong credentials, so many of each requirement. */
function impostorsOf(merchant: Merchant, count: number, target: OpenTarget): readonly UnwantedRequest[] {
  const means = target.given("api-key.refusal-has-no-effect");
  const offencesOf = ({ credentials }: StandingRefusal) =>
    (credentials?.(callerOf(means, merchant)) ?? []).slice(0, count);
  return means.refusals
    .flatMap((one) =>
      offencesOf(one).map((offence) => unwantedCall(one, offence, "register", means.urls.fresh())),
    )
    .map((one, index) => (index % 2 === 0 ? one : overNewConnection(one)));
}

/** The first merchants, as far as they have no configuration. */
export function newcomersOf({ shared, models }: OpenTarget): readonly Merchant[] {
  return shared.merchants.slice(0, NEWCOMERS).filter((_merchant, index) => hasNone(models[index]?.known));
}

/** Query has shown no configuration, and no register has succeeded since. */
function hasNone(known: Known | undefined): boolean {
  return known?.absent === true && !known.exists;
}

/** Sends registers that must be rejected. Returns whether no further ones can follow: one was accepted, or they bring a lock-out. */
async function endsAt(
  registers: readonly UnwantedRequest[],
  target: OpenTarget,
  requirements: readonly Requirement[],
  asked: Omit<Parameters<typeof refuseNewcomer>[1], "breaks">,
): Promise<boolean> {
  const isJudged = requirements.some(({ id }) => id === REFUSAL_CHANGES_NOTHING);
  const breaks = isJudged ? REFUSAL_CHANGES_NOTHING : (registers[0]?.id ?? "");
  try {
    await refuseNewcomer(registers, { ...asked, breaks });
    return false;
  } catch (error) {
    if (error instanceof InconclusiveError) return true;
    if (!(error instanceof Violation) || error.requirement === undefined) throw error;
    accuse(target, error.requirement, error.evidence);
    return true;
  }
}

/** Notes that an answer, after the requests before it, broke a requirement. */
function accuse(
  { shared: { findings }, recorder }: OpenTarget,
  requirement: string,
  evidence: Evidence,
): void {
  const exchanges = recorder.exchanges.slice(-1 - PER_READING);
  findings.broken({ requirement, evidence, because: exchanges.slice(0, -1), exchanges });
}
