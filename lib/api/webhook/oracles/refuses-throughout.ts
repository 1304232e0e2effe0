import { NEW_CONNECTION } from "../../../http/transport.ts";
import type { Effort } from "../../../engine/effort.ts";
import { describeAnswer } from "../../exchange/answer.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { unlessUncovered } from "../../merchant/unless-uncovered.ts";
import type { Attempt } from "../../refusals/attempt.ts";
import { callerOf } from "../../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../../refusals/cover-cases.ts";
import { refuseAttempts } from "../../refusals/refuse-attempts.ts";
import { type Draft, OPERATIONS, webhookDraft } from "../../request/draft.ts";
import type { StandingRefusal } from "../standing-refusal.ts";
import { REFUSAL_CHANGES_NOTHING } from "../refuse-inputs.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { webhookSituation } from "../webhook-situation.ts";
import { isGranted } from "./is-granted.ts";

/** In which a refusal must not depend on anything. */
interface Circumstances {
  readonly merchant: Merchant;
  readonly state: "enabled" | "disabled";
  readonly connection: "a used" | "a new";
}

interface Probe {
  readonly name: string;
  readonly draft: Draft;
}

/** Builds the requests of one merchant that a requirement wants rejected. */
type ProbesOf = (refusal: StandingRefusal, merchant: Merchant, turn: number) => Promise<readonly Probe[]>;

/** Those come first that differ most from the circumstances of other checks. */
const STATES = ["disabled", "enabled"] as const;
const CONNECTIONS = ["a used", "a new"] as const;
/** Fewer failures in a row than a lock-out needs. */
const FAILURES_IN_A_ROW = 3;
/** Of each requirement in each circumstance. */
const PROBES_EACH = { quick: 1, standard: 1, deep: 100 };

/**
 * Repeats invalid requests in all circumstances. Each must be rejected. A valid query follows every few requests,
 * so that the target does not count them as an attack, and the check sees changes.
 * @throws {Violation} when one is accepted
 */
export async function refusesThroughout(context: WebhookContext, probesOf: ProbesOf): Promise<void> {
  for (const [turn, where] of circumstancesOf(context).entries()) {
    const { merchant, state } = where;
    const what = "a refused register";
    const breaks = REFUSAL_CHANGES_NOTHING;
    const situation = webhookSituation({ merchants: [merchant], state, isHeard: true, breaks, what });
    const attempts: Attempt[] = [];
    for (const [place, refusal] of context.refusals.entries())
      for (const probe of await probesOf(refusal, merchant, turn + place))
        attempts.push(attemptOf(probe, refusal, where));
    const pause = async (sent: number) => sent % FAILURES_IN_A_ROW === 0 && merchant.configuration();
    await refuseAttempts(attempts, { situation, every: [], pause });
  }
}

function attemptOf({ name, draft }: Probe, { id }: StandingRefusal, where: Circumstances): Attempt {
  const { merchant, state, connection } = where;
  const lane = connection === "a new" ? { lane: NEW_CONNECTION } : {};
  return {
    name: `${name}, of ${merchant.name}, ${state}, over ${connection} connection, as ${id} says,`,
    offence: `${id} ${name}`,
    door: draft.label,
    async send() {
      const answer = await unlessUncovered(async () => merchant.send({ ...draft, ...lane }));
      if (answer === undefined) return undefined;
      const evidence = { actual: describeAnswer(answer) };
      return { isGranted: isGranted(answer), isProof: true, exchange: answer.exchange, evidence };
    },
  };
}

/**
 * At quick depth one alone, which differs most from those of other checks. At standard depth each pair of values, and all
 * disabled ones, because other checks try enabled ones.
 */
function circumstancesOf({ merchant, others, effort }: WebhookContext): readonly Circumstances[] {
  const every = [...others.toReversed(), merchant].flatMap((one) =>
    STATES.flatMap((state) => CONNECTIONS.map((connection) => ({ merchant: one, state, connection }))),
  );
  if (effort.isQuick) return every.slice(0, 1);
  const cover = coverCases(every, (where) => Object.values(where), effort.at(STRENGTHS));
  return [...cover, ...every.filter((where) => where.state === "disabled" && !cover.includes(where))];
}

/** Builds invalid registers. Leaves out URLs that a target may repair: they have their own check. */
export function inputProbes({ urls, effort }: WebhookContext): ProbesOf {
  return async ({ inputs }, _merchant, turn) =>
    some(
      effort,
      (inputs?.(urls) ?? []).filter(({ repaired }) => repaired === undefined),
      effort.isQuick ? 0 : turn,
    );
}

/** Each operation in turn; at deep depth all of them. */
export function credentialProbes(context: WebhookContext): ProbesOf {
  const { urls, effort } = context;
  return async ({ credentials, replays }, merchant, turn) => {
    const caller = callerOf(context, merchant);
    const offences = credentials?.(caller) ?? (await replays?.(caller)) ?? [];
    return some(effort, offences).flatMap((offence) =>
      some(effort, offence.operations ?? OPERATIONS, turn).map((operation) => {
        const { name, tamper, expects } = offence;
        const draft = webhookDraft(operation, urls.fresh(), expects);
        return {
          name: `${operation} with ${name}`,
          draft: { ...draft, tamper, lane: `impostor-${expects}` },
        };
      }),
    );
  };
}

/** Selects all items at deep depth, and one item at other depths, by turns. Default: the first, which reveals most. */
function some<T>(effort: Effort, list: readonly T[], turn = 0): readonly T[] {
  const count = effort.at(PROBES_EACH);
  const start = turn % Math.max(list.length, 1);
  return [...list.slice(start), ...list.slice(0, start)].slice(0, count);
}
