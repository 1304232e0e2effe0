import type { Budget } from "../../engine/effort.ts";
import { answerIfAny } from "../exchange/answer-if-any.ts";
import { describeAnswer } from "../exchange/answer.ts";
import type { Attempt } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../refusals/cover-cases.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import type { Detour } from "../request/detour.ts";
import type { Detours } from "../request/detours.ts";
import { type Draft, type Operation, webhookDraft } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { type Identity, identityIn } from "../request/identity.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Twin } from "../operations/operations.ts";
import { showsTheSame } from "../operations/shows-the-same.ts";
import { identifyMerchants, type IdentifiedMerchant } from "../webhook/oracles/identify-merchants.ts";
import { isGranted } from "../webhook/oracles/is-granted.ts";
import { requireVisible } from "../webhook/oracles/returned-field.ts";
import { webhookSituation } from "../webhook/webhook-situation.ts";
import type { AuthContext } from "./auth-context.ts";

/** How many factors are combined for the detours of each tier. */
const STRENGTHS_OF_TIERS: Readonly<Record<keyof Detours, Budget>> = {
  first: { ...STRENGTHS, quick: 2 },
  further: STRENGTHS,
  rare: { ...STRENGTHS, quick: 0 },
  grouped: { ...STRENGTHS, quick: 0, standard: 0 },
};
const TIERS = ["first", "further", "rare", "grouped"] as const;
/** How many operations that the document only names each detour leads to. */
const OPERATIONS_TRIED = { quick: 0, standard: 1, deep: 100 };
/** A connection of its own: some servers leave the body of a method that they do not serve to the next request. */
const LANE = "detour";

/** An offence on a detour to a webhook operation. */
interface Case {
  /** The merchant that an open detour would serve. */
  readonly owner: IdentifiedMerchant;
  readonly operation: Operation;
  readonly offence: CredentialOffence;
  readonly detour: Detour;
}

/**
 * No detour leads past wrong credentials: it neither shows nor changes a configuration, nor shows a record. The target may
 * serve the detour itself.
 * @throws {Violation} when one does
 */
export async function refuseDetours(
  context: AuthContext,
  detours: Detours,
  offencesOf: CredentialOffences,
  others = context.others,
): Promise<void> {
  const { merchant, urls, effort } = context;
  const merchants = [merchant, ...others];
  const owners = await identifyMerchants(merchants, () => urls.fresh());
  for (const { before } of owners) requireVisible(before);
  const offences = new Map(merchants.map((one) => [one, offencesOf(callerOf(context, one))]));
  const attempts = TIERS.flatMap((tier) => {
    const cases = casesOf(detours[tier], owners, offences);
    return coverCases(cases, factorsOf, effort.at(STRENGTHS_OF_TIERS[tier]));
  }).flatMap((one) => detourAttempt(one, urls.fresh()));
  const what = "a request with wrong credentials";
  const situation = webhookSituation({ merchants, state: "enabled", isHeard: false, what });
  await refuseAttempts(attempts, { situation });
  await refuseDetoursBeyondWebhooks(context, detours, offencesOf(callerOf(context, merchant)));
}

function factorsOf({ detour, operation, offence, owner }: Case): readonly unknown[] {
  return [detour, operation, offence.name, owner];
}

/** The owners take turns. */
function casesOf(
  detours: readonly Detour[],
  owners: readonly IdentifiedMerchant[],
  offences: ReadonlyMap<Merchant, readonly CredentialOffence[]>,
): readonly Case[] {
  return owners.flatMap((owner, place) =>
    detours.flatMap((detour, turn) =>
      detour.operations.flatMap((operation, at) =>
        (offences.get(owner.merchant) ?? []).flatMap((offence, index) =>
          (turn + at + index) % owners.length === place ? [{ owner, detour, operation, offence }] : [],
        ),
      ),
    ),
  );
}

/** Empty: there is no such way to the operation. */
function detourAttempt(one: Case, url: string): Attempt[] {
  const { owner, operation, offence, detour } = one;
  const { name, tamper, expects } = offence;
  const plain = webhookDraft(operation, url, expects);
  const straight = { ...plain, tamper, isAstray: true, lane: `impostor-${expects}` };
  const draft = detour.take(straight, owner.identity);
  if (draft === undefined) return [];
  const { merchant } = owner;
  const isProof = operation === "query";
  return [
    {
      name: `a ${operation} with ${name} and ${detour.name}`,
      offence: detour.name,
      door: operation,
      values: new Set(draft.url === undefined ? [] : [draft.url]),
      send: async () => resultOf(merchant, draft, isProof),
      sendWithout: async () => resultOf(merchant, straight, isProof),
      parts: (detour.parts ?? []).flatMap((part) => detourAttempt({ ...one, detour: part }, url)),
    },
  ];
}

async function resultOf(merchant: Merchant, draft: Draft, isProof: boolean) {
  const answer = await answerIfAny(merchant, draft);
  if (answer === undefined) return undefined;
  const evidence = { actual: describeAnswer(answer) };
  return { isGranted: isGranted(answer), isProof, exchange: answer.exchange, evidence };
}

/** The same for operations that change nothing and grant a valid call. Operations and offences take turns. */
async function refuseDetoursBeyondWebhooks(
  { merchant, operations, effort }: AuthContext,
  { first, further, rare }: Detours,
  offences: readonly CredentialOffence[],
): Promise<void> {
  const tried = effort.at(OPERATIONS_TRIED);
  if (tried === 0) return;
  const twins: Twin[] = [];
  for (const operation of operations.reading())
    if (await operations.grants(merchant, operation)) twins.push(await operations.twin(merchant, operation));
  const identity = identityIn(await merchant.settled());
  const ways = [...first, ...further, ...rare].filter(({ operations: some }) => some.includes("query"));
  const attempts = ways.flatMap((detour, turn) =>
    fromTurn(twins, turn)
      .slice(0, tried)
      .flatMap((twin) =>
        fromTurn(offences, turn)
          .slice(0, 1)
          .map((offence) => ({ detour, twin, offence })),
      ),
  );
  await refuseAttempts(attempts.flatMap((one) => recordAttempt(merchant, one, identity)));
}

interface RecordCase extends Pick<Case, "detour" | "offence"> {
  readonly twin: Twin;
}

function recordAttempt(
  merchant: Merchant,
  { detour, twin, offence }: RecordCase,
  identity: Identity,
): Attempt[] {
  const way = detour.take(twin.draft, identity);
  if (way === undefined || (way.method === "GET" && way.body !== undefined)) return [];
  const { name, tamper, expects } = offence;
  return [
    {
      name: `${twin.draft.label} with ${name} and ${detour.name}`,
      offence: detour.name,
      door: twin.draft.label,
      async send() {
        const answer = await answerIfAny(merchant, { ...way, tamper, expects, isAstray: true, lane: LANE });
        if (answer === undefined) return undefined;
        const isSame = showsTheSame(twin.data, answer.envelope?.["data"]);
        const evidence = { actual: describeAnswer(answer) };
        return { isGranted: isSame, isProof: true, exchange: answer.exchange, evidence };
      },
    },
  ];
}

function fromTurn<T>(all: readonly T[], turn: number): readonly T[] {
  const start = all.length === 0 ? 0 : turn % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}
