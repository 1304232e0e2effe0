import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { callerOf } from "../../refusals/caller.ts";
import { STRENGTHS } from "../../../engine/requirement/cover-cases.ts";
import { refuseAttempts } from "../../refusals/refuse-attempts.ts";
import { OPERATIONS } from "../../request/draft.ts";
import {
  inTurn,
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

/**
 * Builds the requests of one merchant that a requirement wants rejected.
 * @param turn its place among the requirements, and that of the circumstances
 */
type ProbesOf = (
  refusal: StandingRefusal,
  merchant: Merchant,
  turn: readonly [place: number, at: number],
) => Promise<readonly UnwantedRequest[]>;

/** Those come first that differ most from the circumstances of other checks. Then merchants are enabled beside disabled ones. */
const STATES = ["disabled", "enabled"] as const;
const CONNECTIONS = ["a used", "a new"] as const;
/** Fewer failures in a row than a lock-out needs. */
const CREDENTIALS_IN_A_ROW = 4;
/** Targets count no invalid registers, but a few of them tell better which one has changed something. */
const INPUTS_IN_A_ROW = 10;
/** So many requests of each requirement in each circumstance, the most revealing first. */
const PROBES_EACH = { quick: 1, standard: 2, deep: 100 };

interface Terms {
  /** Whether a requirement takes part. */
  readonly concerns: (refusal: StandingRefusal) => boolean;
  /** So many requests between valid queries. */
  readonly inARow: number;
  readonly circumstances: readonly Circumstances[];
  readonly probesOf: ProbesOf;
}

/**
 * Repeats invalid requests in the circumstances that other checks leave out. Each must be rejected. A valid query follows
 * every few requests, so that the target does not count them as an attack, and the check sees changes.
 * @throws {Violation} when one is accepted
 * @throws {InconclusiveError} when there is nothing to repeat
 */
async function refusesThroughout(
  context: WebhookContext,
  { concerns, inARow, circumstances, probesOf }: Terms,
): Promise<void> {
  const refusals = context.refusals.filter(concerns);
  if (refusals.length === 0)
    throw new InconclusiveError("Every requirement whose refusals this check repeats has failed already.");
  for (const [at, { merchant, state, connection }] of circumstances.entries()) {
    const where = `of ${merchant.name}, ${state}, over ${connection} connection`;
    const what = "a refused register";
    const breaks = REFUSAL_CHANGES_NOTHING;
    const situation = webhookSituation({ merchants: [merchant], state, isHeard: true, breaks, what });
    const probes: UnwantedRequest[] = [];
    for (const [place, refusal] of refusals.entries())
      probes.push(...(await probesOf(refusal, merchant, [place, at])));
    const attempts = probes
      .map((probe) => (connection === "a new" ? overNewConnection(probe) : probe))
      .map((probe) => unwantedAttempt(probe, merchant, `${where}, as ${probe.id} says`));
    const pause = async (sent: number) =>
      sent % inARow === 0 && sent < attempts.length && merchant.configuration();
    await refuseAttempts(attempts, { situation, every: [], pause });
  }
}

/**
 * Quick depth has those that differ most from the circumstances of other checks. The other checks of standard depth have
 * enabled merchants over used connections: with these, every two circumstances meet.
 */
function circumstancesOf({ merchant, others, effort }: WebhookContext): readonly Circumstances[] {
  const every = STATES.flatMap((state) =>
    [...others.toReversed(), merchant].flatMap((one) =>
      CONNECTIONS.map((connection) => ({ merchant: one, state, connection })),
    ),
  );
  const [first] = every;
  if (effort.isQuick && first !== undefined) return [first];
  if (effort.at(STRENGTHS) === Infinity) return every;
  const isChosen = (one: Circumstances) =>
    one.connection === "a new" &&
    (others.length === 0 || (one.merchant === merchant) === (one.state === "disabled"));
  return every.filter((one) => one === first || isChosen(one));
}

/**
 * Sends invalid registers. Leaves out URLs that a target may repair: they have their own check. At quick depth the first
 * merchant follows, enabled beside one that is disabled, with every third requirement.
 */
export async function refusesWrongInputs(context: WebhookContext): Promise<void> {
  const { merchant, others, urls, effort } = context;
  const beside: Circumstances = { merchant, state: "enabled", connection: "a used" };
  await refusesThroughout(context, {
    concerns: (one) => unwantedInputs(one, urls).length > 0,
    inARow: INPUTS_IN_A_ROW,
    circumstances: [...circumstancesOf(context), ...(effort.isQuick && others.length > 0 ? [beside] : [])],
    async probesOf(refusal, _, [place, at]) {
      const isLeftOut = effort.isQuick && at > 0 && place % 3 !== 1;
      return isLeftOut ? [] : unwantedInputs(refusal, urls).slice(0, effort.at(PROBES_EACH));
    },
  });
}

/** Sends each operation in turn; at deep depth all of them. */
export async function refusesWrongCredentials(context: WebhookContext): Promise<void> {
  const { urls, effort } = context;
  const probesOf: ProbesOf = async (refusal, merchant, [place, circumstance]) => {
    const { credentials, replays } = refusal;
    const caller = callerOf(context, merchant);
    const offences = credentials?.(caller) ?? (await replays?.(caller)) ?? [];
    return offences
      .slice(0, effort.at(PROBES_EACH))
      .flatMap((offence, at) =>
        inTurn(effort, offence.operations ?? OPERATIONS, place + circumstance + at).map((operation) =>
          unwantedCall(refusal, offence, operation, urls.fresh()),
        ),
      );
  };
  await refusesThroughout(context, {
    concerns: ({ credentials, replays }) => (credentials ?? replays) !== undefined,
    inARow: CREDENTIALS_IN_A_ROW,
    circumstances: circumstancesOf(context),
    probesOf,
  });
}
