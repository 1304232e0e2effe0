import type { Answer } from "../exchange/answer.ts";
import type { Configuration } from "../merchant/configuration.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { type Attempt, attemptResult } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../../engine/requirement/cover-cases.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { attemptAt } from "../refusals/door.ts";
import type { Detour } from "../request/detour.ts";
import { type Detours, STRENGTHS_OF_TIERS, TIERS } from "../request/detours.ts";
import { MAX_CALLBACK_URL_CHARS, type Operation, OPERATIONS, webhookDraft } from "../request/draft.ts";
import { identityIn } from "../request/identity.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { detouredAttempt } from "../refusals/detoured-attempt.ts";
import { urlOfLength } from "./inputs/callback-url.ts";
import type { CallbackUrls } from "./model/callback-urls.ts";
import { identifyMerchants, type IdentifiedMerchant } from "./oracles/identify-merchants.ts";
import { isGranted } from "./oracles/assert-answered.ts";
import { requireVisible } from "./oracles/returned-field.ts";
import type { WebhookContext } from "./webhook-context.ts";
import { webhookDoor } from "./webhook-door.ts";
import { webhookSituation } from "./webhook-situation.ts";

interface Scope {
  /** Default: the merchant of the check. */
  readonly merchants?: readonly Merchant[];
  readonly state?: "enabled" | "disabled";
  /** Default: all. */
  readonly operations?: readonly Operation[];
  /** Other offences, which show how far a fault reaches. */
  readonly related?: CredentialOffences;
  /** The ways to ask. The target may serve them itself. Default: as the document shows. */
  readonly detours?: Detours;
}

/** The callback URLs for which a register asks. A target may do nothing, and refuse nothing, where that is stored already. */
const ASKED_URLS = {
  new: (urls: CallbackUrls) => urls.fresh(),
  long: (urls: CallbackUrls) => urlOfLength(urls, MAX_CALLBACK_URL_CHARS, "path"),
  stored: (urls: CallbackUrls, { callbackUrl }: Configuration) =>
    typeof callbackUrl === "string" ? callbackUrl : urls.fresh(),
};

const PLAINLY: readonly Case["asksFor"][] = ["new"];

type Means = Pick<WebhookContext, "urls" | "effort"> & Parameters<typeof callerOf>[0];

interface Case {
  readonly owner: IdentifiedMerchant;
  readonly offence: CredentialOffence;
  /** The same for the same offence of another merchant. */
  readonly kind: string;
  readonly operation: Operation;
  /** The callback URL of a register. */
  readonly asksFor: keyof typeof ASKED_URLS;
  readonly detour?: Detour;
}

/**
 * Webhook operations refuse wrong credentials. Depth decides which offences, operations, merchants and detours meet. A
 * read-only run sends queries only.
 * @throws {Violation} when one is granted, or has an effect on a detour
 * @throws {InconclusiveError} when any other has an effect, which a rule judges
 */
export async function refuseAtWebhooks(
  means: Means,
  offencesOf: CredentialOffences,
  { merchants = [means.merchant], state = "enabled", operations = OPERATIONS, related, detours }: Scope = {},
): Promise<void> {
  const { mayWrite } = means.merchant;
  const owners = await ownersOf(means, merchants, detours !== undefined);
  const casesWith = (table: CredentialOffences) =>
    owners
      .flatMap((owner) => casesOf(means, owner, table))
      .filter(({ operation }) => mayWrite || operation === "query");
  const cases = casesWith(offencesOf);
  const asked = cases.filter(({ operation }) => operations.includes(operation));
  const chosen = chosenFrom(asked, means, detours);
  const what = `requests with ${chosen[0]?.offence.name ?? "wrong credentials"}`;
  const situation = webhookSituation({ merchants, state, isHeard: detours === undefined, what });
  const further = detours === undefined ? [...(related ? casesWith(related) : []), ...cases] : chosen;
  const [attempts, every] = [chosen, further].map((some) =>
    some.flatMap((one, turn) => attemptOf(means, one, turn)),
  );
  await refuseAttempts(attempts ?? [], { every: every ?? [], ...(mayWrite && { situation }) });
}

async function ownersOf(
  { urls }: Means,
  merchants: readonly Merchant[],
  isByDetours: boolean,
): Promise<readonly IdentifiedMerchant[]> {
  const owners: IdentifiedMerchant[] = [];
  if (isByDetours) owners.push(...(await identifyMerchants(merchants, () => urls.fresh())));
  else
    for (const merchant of readable(merchants)) {
      const before = await merchant.settled();
      owners.push({ merchant, before, identity: identityIn(before) });
    }
  for (const { merchant, before } of owners) if (isByDetours || !merchant.mayWrite) requireVisible(before);
  return owners;
}

/** Leaves out merchants that a read-only run finds without a configuration, if another one has one. */
function readable(merchants: readonly Merchant[]): readonly Merchant[] {
  const some = merchants.filter(({ canSettle }) => canSettle);
  return some.length === 0 ? merchants : some;
}

function casesOf(means: Means, owner: IdentifiedMerchant, table: CredentialOffences): readonly Case[] {
  const { merchantId } = owner.before;
  const offences = table({ ...callerOf(means, owner.merchant), merchantId });
  return offences.flatMap((offence, at) =>
    (offence.operations ?? OPERATIONS).flatMap((operation) => {
      const kind = `${offence.name} ${at}`;
      const isPlain = means.effort.isQuick || operation !== "register";
      const asked = isPlain ? PLAINLY : urlsAsked(at, offences.length);
      return asked.map((asksFor) => ({ owner, offence, kind, operation, asksFor }));
    }),
  );
}

/** With the last offence a register asks for the longest valid URL; with the first one, also for the stored one. */
function urlsAsked(offence: number, offences: number): readonly Case["asksFor"][] {
  if (offence > 0) return offence === offences - 1 ? ["long"] : PLAINLY;
  return ["new", "stored"];
}

function chosenFrom(
  cases: readonly Case[],
  { effort }: Means,
  detours: Detours | undefined,
): readonly Case[] {
  const factorsOf = ({ kind, operation, asksFor, owner, detour }: Case) => [
    kind,
    asksFor === "new" ? operation : asksFor,
    owner,
    detour,
    // A target may keep the answer to a query, and give it to one offence only.
    operation === "query" && detour?.parts !== undefined ? `${detour.name} and ${kind}` : undefined,
  ];
  if (detours === undefined) return coverCases(cases, factorsOf, effort.at(STRENGTHS));
  return TIERS.flatMap((tier) => {
    const strength = effort.at(STRENGTHS_OF_TIERS[tier]);
    return coverCases(strength === 0 ? [] : onDetours(cases, detours[tier]), factorsOf, strength);
  });
}

/** The merchants take turns. */
function onDetours(cases: readonly Case[], detours: readonly Detour[]): readonly Case[] {
  const all = (of: keyof Case) => [...new Set(cases.map((one) => one[of]))];
  const [kinds, owners] = [all("kind"), all("owner")];
  return detours.flatMap((detour, turn) =>
    cases
      .filter(({ operation }) => detour.operations.includes(operation))
      .filter(({ operation, kind, owner }) => {
        const place = turn + detour.operations.indexOf(operation) + kinds.indexOf(kind);
        return owners[place % owners.length] === owner;
      })
      .filter(({ asksFor }) => asksFor !== "stored")
      .map((one) => ({ ...one, asksFor: "new", detour })),
  );
}

/** Empty: there is no such way to the operation. */
function attemptOf({ urls }: Pick<Means, "urls">, one: Case, turn = 0): readonly Attempt[] {
  const { owner, operation, kind, asksFor, offence, detour } = one;
  const { merchant: caller, identity, before } = owner;
  const { name, tamper, expects, lane = `impostor-${expects}` } = offence;
  const straightTo = (url: string) => ({ ...webhookDraft(operation, url, expects), tamper, lane });
  if (detour !== undefined) {
    const nameOf = (taken: Detour) => `a ${operation} with ${name} and ${taken.name}`;
    const answered = (answer: Answer) => ({
      ...attemptResult(answer, isGranted(answer)),
      isProof: operation === "query",
    });
    return detouredAttempt({
      caller,
      identity,
      straight: straightTo(urls.fresh()),
      detour,
      nameOf,
      resultOf: answered,
    });
  }
  const url = () => ASKED_URLS[asksFor](urls, before);
  return [attemptAt(webhookDoor(caller, operation, url, turn), offence, kind)];
}
