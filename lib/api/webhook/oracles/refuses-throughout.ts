import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Effort } from "../../../engine/requirement/effort.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { callerOf } from "../../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../../refusals/cover-cases.ts";
import { refuseAttempts } from "../../refusals/refuse-attempts.ts";
import { OPERATIONS } from "../../request/draft.ts";
import {
  overNewConnection,
  type StandingRefusal,
  unwantedAttempt,
  unwantedCall,
  unwantedInputs,
  type UnwantedRequest,
} from "../standing-refusal.ts";
import { REFUSAL_CHANGES_NOTHING } from "../refuse-inputs.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { webhookSituation } from "../webhook-situation.ts";

/** In which a refusal must not depend on anything. */
interface Circumstances {
  readonly merchant: Merchant;
  readonly state: "enabled" | "disabled";
  readonly connection: "a used" | "a new";
}

/** Builds the requests of one merchant that a requirement wants rejected. */
type ProbesOf = (
  refusal: StandingRefusal,
  merchant: Merchant,
  turn: number,
) => Promise<readonly UnwantedRequest[]>;

/** Those come first that differ most from the circumstances of other checks. */
const STATES = ["disabled", "enabled"] as const;
const CONNECTIONS = ["a used", "a new"] as const;
/** Fewer failures in a row than a lock-out needs. */
const CREDENTIALS_IN_A_ROW = 3;
/** Targets count no invalid registers, but a few of them tell better which one has changed something. */
const INPUTS_IN_A_ROW = 6;
/** Of each requirement in each circumstance. */
const PROBES_EACH = { quick: 1, standard: 1, deep: 100 };

/** A requirement in circumstances. */
interface Case {
  readonly refusal: StandingRefusal;
  /** The place of the requirement, and that of the circumstances: both select the request. */
  readonly turn: number;
  readonly where: Circumstances;
}

interface Terms {
  /** Whether a requirement takes part. */
  readonly concerns: (refusal: StandingRefusal) => boolean;
  /** So many requests between valid queries. */
  readonly inARow: number;
  readonly probesOf: ProbesOf;
  /** The values that are combined at standard depth. */
  readonly factorsOf: (one: Case) => readonly unknown[];
}

/**
 * Repeats invalid requests in all circumstances. Each must be rejected. A valid query follows every few requests,
 * so that the target does not count them as an attack, and the check sees changes.
 * @throws {Violation} when one is accepted
 * @throws {InconclusiveError} when there is nothing to repeat
 */
async function refusesThroughout(
  context: WebhookContext,
  { concerns, inARow, probesOf, factorsOf }: Terms,
): Promise<void> {
  const { effort, refusals } = context;
  const cases = casesOf(context, refusals.filter(concerns));
  if (cases.length === 0)
    throw new InconclusiveError("Every requirement whose refusals this check repeats has failed already.");
  const chosen = effort.isQuick ? everySecond(cases) : coverCases(cases, factorsOf, effort.at(STRENGTHS));
  for (const [where, there] of Map.groupBy(chosen, (one) => one.where)) {
    const { merchant, state, connection } = where;
    const at = `of ${merchant.name}, ${state}, over ${connection} connection`;
    const what = "a refused register";
    const breaks = REFUSAL_CHANGES_NOTHING;
    const situation = webhookSituation({ merchants: [merchant], state, isHeard: true, breaks, what });
    const probes: UnwantedRequest[] = [];
    for (const { refusal, turn } of there) probes.push(...(await probesOf(refusal, merchant, turn)));
    const attempts = probes
      .map((probe) => (connection === "a new" ? overNewConnection(probe) : probe))
      .map((probe) => unwantedAttempt(probe, merchant, `${at}, as ${probe.id} says`));
    const pause = async (sent: number) => sent % inARow === 0 && merchant.configuration();
    await refuseAttempts(attempts, { situation, every: [], pause });
  }
}

function casesOf(
  { merchant, others }: WebhookContext,
  refusals: readonly StandingRefusal[],
): readonly Case[] {
  const every = [...others.toReversed(), merchant].flatMap((one) =>
    STATES.flatMap((state) => CONNECTIONS.map((connection) => ({ merchant: one, state, connection }))),
  );
  return every.flatMap((where, at) =>
    refusals.map((refusal, place) => ({ refusal, turn: place + at, where })),
  );
}

/**
 * Every second requirement in the first circumstances, which differ most from those of other checks: targets decide in one
 * place what neighbours require.
 */
function everySecond(cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ where, turn }) => where === cases[0]?.where && turn % 2 === 0);
}

/** Sends invalid registers. Leaves out URLs that a target may repair: they have their own check. */
export async function refusesWrongInputs(context: WebhookContext): Promise<void> {
  const { urls, effort } = context;
  await refusesThroughout(context, {
    concerns: (one) => unwantedInputs(one, urls).length > 0,
    inARow: INPUTS_IN_A_ROW,
    probesOf: async (refusal, _merchant, turn) =>
      some(effort, unwantedInputs(refusal, urls), effort.isQuick ? 0 : turn),
    factorsOf: ({ refusal, where }) => [refusal, ...Object.values(where)],
  });
}

/** Sends each operation in turn; at deep depth all of them. */
export async function refusesWrongCredentials(context: WebhookContext): Promise<void> {
  const { urls, effort } = context;
  const probesOf: ProbesOf = async (refusal, merchant, turn) => {
    const { credentials, replays } = refusal;
    const caller = callerOf(context, merchant);
    const offences = credentials?.(caller) ?? (await replays?.(caller)) ?? [];
    return some(effort, offences).flatMap((offence) =>
      some(effort, offence.operations ?? OPERATIONS, turn).map((operation) =>
        unwantedCall(refusal, offence, operation, urls.fresh()),
      ),
    );
  };
  await refusesThroughout(context, {
    concerns: ({ credentials, replays }) => (credentials ?? replays) !== undefined,
    inARow: CREDENTIALS_IN_A_ROW,
    probesOf,
    factorsOf: ({ refusal, where: { merchant, state, connection } }) => [
      refusal,
      `${merchant.name} ${state}`,
      connection,
    ],
  });
}

/** Selects all items at deep depth, and one item at other depths, by turns. Default: the first, which reveals most. */
function some<T>(effort: Effort, list: readonly T[], turn = 0): readonly T[] {
  const count = effort.at(PROBES_EACH);
  const start = turn % Math.max(list.length, 1);
  return [...list.slice(start), ...list.slice(0, start)].slice(0, count);
}
