import type { Budget, Effort } from "../../../engine/effort.ts";
import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import { answerIfAny } from "../../exchange/answer-if-any.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { disableDraft, type Draft, type Operation, queryDraft, registerDraft } from "../../request/draft.ts";
import type { CredentialOffence } from "../../request/offence.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Detour } from "../../request/detour.ts";
import type { Detours } from "../../request/detours.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { TELLING_FALLS } from "../model/telling-falls.ts";
import { identifyMerchants, type IdentifiedMerchant } from "./identify-merchants.ts";
import { isGranted } from "./is-granted.ts";
import { assertRefused } from "./assert-refused.ts";
import { requireVisible } from "./returned-field.ts";
import { assertUnchanged } from "./assert-unchanged.ts";
import { fallenForGood } from "./never-moves.ts";

/** With how many offences each operation is tried in each way. The offences take turns. */
const OFFENCES_TRIED = { quick: 1, standard: 1, deep: Infinity };

const WRONG_CREDENTIALS = "a request with wrong credentials";

const TIERS = ["first", "further", "rare", "grouped"] as const;
/** To how many operations each detour leads. The operations take turns. */
const OPERATIONS_LED_TO: Readonly<Record<keyof Detours, Budget>> = {
  first: { quick: Infinity, standard: Infinity, deep: Infinity },
  further: { quick: 1, standard: Infinity, deep: Infinity },
  rare: { quick: 0, standard: 2, deep: Infinity },
  grouped: { quick: 0, standard: 0, deep: Infinity },
};

type Doors = Pick<WebhookContext, "merchant" | "others" | "urls" | "effort">;

/** A request without right, by the way in the document. */
interface Direct {
  /** To whom a door would open. */
  readonly owner: IdentifiedMerchant;
  readonly operation: Operation;
  readonly straight: Draft;
  /** In words. */
  readonly offence: string;
}

/** The same by a detour. */
interface Attempt extends Direct {
  readonly detour: Detour;
  readonly draft: Draft;
  readonly what: string;
}

type Before = ReadonlyMap<Merchant, Configuration>;

/**
 * Sends detours with wrong credentials. None may show or change a configuration. The target may serve the detour itself.
 * The merchants take turns. The check reads their configurations at the end, and after each granted request. A detour
 * without an answer is not tried again, because each timeout takes long.
 * @throws {Violation} when one does
 */
export async function opensNoDoor(
  doors: Doors,
  detours: Detours,
  offences: readonly CredentialOffence[],
): Promise<void> {
  const owners = await identifyMerchants([doors.merchant, ...doors.others], () => doors.urls.fresh());
  let before: Before = new Map(owners.map(({ merchant, before: now }) => [merchant, requireVisible(now)]));
  const sent: Attempt[] = [];
  const silent = new Set<Detour>();
  for (const attempt of attemptsOf(doors, owners, detours, offences)) {
    if (silent.has(attempt.detour)) continue;
    sent.push(attempt);
    const granted = await isGrantedTo(attempt);
    if (granted === undefined) silent.add(attempt.detour);
    else if (granted) before = await keeps(before, sent, [await narrowed(attempt)]);
  }
  await keeps(
    before,
    sent,
    sent.filter(({ operation }) => operation === "disable"),
  );
}

function attemptsOf(
  { urls, effort }: Doors,
  owners: readonly IdentifiedMerchant[],
  detours: Detours,
  offences: readonly CredentialOffence[],
): Attempt[] {
  return waysOf(effort, detours).flatMap(({ detour, operations }, turn) => {
    const owner = owners[turn % owners.length];
    if (owner === undefined) return [];
    return operations.flatMap((operation, at) =>
      fromTurn(offences, turn + at)
        .slice(0, effort.at(OFFENCES_TRIED))
        .flatMap((offence) => attemptOf(owner, operation, detour, offence, urls.fresh())),
    );
  });
}

interface Way {
  readonly detour: Detour;
  readonly operations: readonly Operation[];
}

function waysOf(effort: Effort, detours: Detours): readonly Way[] {
  return TIERS.flatMap((tier) =>
    detours[tier].map((detour, turn) => {
      const operations = fromTurn(detour.operations, turn).slice(0, effort.at(OPERATIONS_LED_TO[tier]));
      return { detour, operations };
    }),
  );
}

function attemptOf(
  owner: IdentifiedMerchant,
  operation: Operation,
  detour: Detour,
  { name, tamper, expects }: CredentialOffence,
  url: string,
): Attempt[] {
  const plain = plainDraft(operation, url, expects);
  const straight = { ...plain, tamper, isAstray: true, lane: `impostor-${expects}` };
  return detoured({ owner, operation, straight, offence: `a ${operation} with ${name}` }, detour);
}

function detoured(direct: Direct, detour: Detour): Attempt[] {
  const draft = detour.take(direct.straight, direct.owner.identity);
  if (draft === undefined) return [];
  return [{ ...direct, detour, draft, what: `${direct.offence} and ${detour.name}` }];
}

/** If one detour of a group is granted alone, the attempt with it. Otherwise the attempt as it is. */
async function narrowed(attempt: Attempt): Promise<Attempt> {
  for (const part of attempt.detour.parts ?? [])
    for (const alone of detoured(attempt, part)) {
      const answer = await answerIfAny(alone.owner.merchant, alone.draft);
      if (answer !== undefined && isGranted(answer)) return alone;
    }
  return attempt;
}

function plainDraft(operation: Operation, url: string, expects: CredentialOffence["expects"]): Draft {
  if (operation === "register") return registerDraft(url, expects);
  return operation === "query" ? queryDraft(expects) : disableDraft(expects);
}

/**
 * Whether a register or disable was granted, as far as its answer says; undefined: no answer came.
 * @throws {Violation} where a query was
 * @throws {InconclusiveError} where it is granted without the detour too, which is judged elsewhere
 */
async function isGrantedTo(attempt: Attempt): Promise<boolean | undefined> {
  const { owner, operation, draft, straight, what } = attempt;
  const answer = await answerIfAny(owner.merchant, draft);
  if (answer === undefined) return undefined;
  if (!isGranted(answer)) return false;
  const plain = await answerIfAny(owner.merchant, straight);
  if (plain !== undefined && isGranted(plain))
    throw new InconclusiveError(`Without the detour, too, the target accepts ${what}.`);
  if (operation === "query") assertRefused(answer, (await narrowed(attempt)).what);
  return true;
}

/**
 * The configurations as they are now. A status may fall from 1 to 0 by itself; it does not after the same request each time.
 * @param suspects may have disabled one
 * @throws {InconclusiveError} where it falls without the detour too, which is judged elsewhere
 * @throws {Violation} where anything else has changed, or where the status falls after a suspect each time
 */
async function keeps(
  before: Before,
  attempts: readonly Attempt[],
  suspects: readonly Attempt[],
): Promise<Before> {
  if (!(await hasFallen(before, attempts))) return before;
  for (const merchant of before.keys()) if (await merchant.isDisabledByItself()) return enabled(before);
  const again = await enabled(before);
  for (const [merchant, was] of before)
    if (was.status === 1 && again.get(merchant)?.status === 0)
      throw fallenForGood(merchant, WRONG_CREDENTIALS, "before and after");
  for (const suspect of suspects) {
    if (!(await disablesEachTime(before, suspect))) continue;
    if (await disablesEachTime(before, { ...suspect, draft: suspect.straight }))
      throw new InconclusiveError(`Without the detour, too, the target obeys ${suspect.what}.`);
    throw new Violation({
      expected: `${suspect.what} to leave \`status\` at 1`,
      actual: `0, each of ${TELLING_FALLS.amongOthers} times`,
      parts: ["status"],
    });
  }
  return enabled(before);
}

async function hasFallen(before: Before, attempts: readonly Attempt[]): Promise<boolean> {
  let isFallen = false;
  for (const [merchant, was] of before) {
    const now = await merchant.configuration();
    const culprit = attempts.find(({ draft }) => draft.url !== undefined && draft.url === now.callbackUrl);
    assertUnchanged(was, now, culprit?.what ?? WRONG_CREDENTIALS);
    isFallen ||= was.status === 1 && now.status === 0;
  }
  return isFallen;
}

async function disablesEachTime(before: Before, suspect: Attempt): Promise<boolean> {
  for (let time = 0; time < TELLING_FALLS.amongOthers; time += 1) {
    const again = await enabled(before);
    await answerIfAny(suspect.owner.merchant, suspect.draft);
    if (!(await hasFallen(again, []))) return false;
  }
  return true;
}

/** All are read after the last register: a wrong one may disable others. */
async function enabled(before: Before): Promise<Before> {
  for (const merchant of before.keys()) await merchant.enabled();
  const now = new Map<Merchant, Configuration>();
  for (const merchant of before.keys()) now.set(merchant, await merchant.configuration());
  return now;
}

function fromTurn<T>(all: readonly T[], turn: number): T[] {
  const start = turn % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}
