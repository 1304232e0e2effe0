import { NEW_CONNECTION } from "../../../http/transport.ts";
import type { Effort } from "../../../engine/effort.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { unlessUncovered } from "../../merchant/unless-uncovered.ts";
import { type Draft, OPERATIONS, webhookDraft } from "../../request/draft.ts";
import { callerOf } from "../../refusals/caller.ts";
import type { StandingRefusal } from "../standing-refusal.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { assertRefused } from "./assert-refused.ts";
import { leavesEnabled } from "./leaves-enabled.ts";

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

const STATES = ["enabled", "disabled"] as const;
const CONNECTIONS = ["a new", "a used"] as const;
/** How many circumstances are tried that bring no new pair. */
const BEYOND_THE_COVER = { quick: 0, standard: 0, deep: Infinity };
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
    const before = await merchant[state]();
    const sent: Probe[] = [];
    for (const [place, refusal] of context.refusals.entries())
      for (const probe of await probesOf(refusal, merchant, turn + place)) {
        await isRefused(probe, refusal, where);
        sent.push(probe);
        if (sent.length % FAILURES_IN_A_ROW === 0) await merchant.configuration();
      }
    const after = await merchant.configuration();
    if (before.status === 1 && after.status === 0) await leavesEnabled(merchant, sent.filter(isOfInput));
  }
}

function isOfInput({ draft }: Probe): boolean {
  return draft.expects === "refused input";
}

async function isRefused(probe: Probe, { id }: StandingRefusal, where: Circumstances): Promise<void> {
  const { merchant, state, connection } = where;
  const lane = connection === "a new" ? { lane: NEW_CONNECTION } : {};
  const answer = await unlessUncovered(async () => merchant.send({ ...probe.draft, ...lane }));
  if (answer === undefined) return;
  const when = `of ${merchant.name}, ${state}, over ${connection} connection`;
  assertRefused(answer, `${probe.name}, ${when}, as ${id} says,`);
}

/**
 * At quick depth one alone, which differs most from those of other checks. At standard depth, with two
 * merchants, each pair of a merchant, a state and a connection occurs. At deep depth all.
 */
function circumstancesOf({ merchant, others, effort }: WebhookContext): readonly Circumstances[] {
  const every = [merchant, ...others].flatMap((one, merchantAt) =>
    STATES.flatMap((state, stateAt) =>
      CONNECTIONS.map((connection, at) => ({
        isInCover: (merchantAt + stateAt + at) % 2 === 1,
        where: { merchant: one, state, connection },
      })),
    ),
  );
  const cover = every.filter(({ isInCover }) => isInCover);
  const further = every.filter(({ isInCover }) => !isInCover).slice(0, effort.at(BEYOND_THE_COVER));
  return (effort.isQuick ? cover.slice(-1) : [...cover, ...further]).map(({ where }) => where);
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
