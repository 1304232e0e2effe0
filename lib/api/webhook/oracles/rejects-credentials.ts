import { urlOfLength } from "../inputs/callback-url.ts";
import {
  MAX_CALLBACK_URL_CHARS,
  disableDraft,
  type Draft,
  type Operation,
  OPERATIONS,
  queryDraft,
  registerDraft,
} from "../../request/draft.ts";
import type { CredentialOffence } from "../../request/offence.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { type Configuration, type Difference, differencesBetween } from "../../merchant/configuration.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { InconclusiveError } from "../../../engine/verdict.ts";
import { fallsEachTime } from "./never-moves.ts";
import { grantedOf } from "./granted-of.ts";
import { isGranted } from "./is-granted.ts";
import { assertRefused } from "./assert-refused.ts";
import { requireVisible } from "./returned-field.ts";
import { STORED } from "./assert-unchanged.ts";

/** So many more offences are sent after one was accepted. */
const FURTHER = 5;

interface Scope {
  readonly state?: "enabled" | "disabled";
  /** Only these. Default: each of them. */
  readonly operations?: readonly Operation[];
}

interface Asked extends Required<Scope> {
  readonly merchant: Merchant;
  readonly urls: CallbackUrls;
}

/**
 * Every offence is refused on every operation, of a merchant whose configuration stays as it is: an enabled one,
 * unless the point is another. Of several the last comes with the longest body there may be. A read-only run sends queries alone.
 * @throws {Violation} when one is accepted
 * @throws {InconclusiveError} when a refusal had an effect, which is judged elsewhere, or when the status fell for good
 */
export async function rejectsCredentials(
  merchant: Merchant,
  urls: CallbackUrls,
  offences: readonly CredentialOffence[],
  { state = "enabled", operations = OPERATIONS }: Scope = {},
): Promise<void> {
  if (!merchant.mayWrite) return refusesQueries(merchant, offences);
  const changes: Difference[] = [];
  const what = `requests with ${offences[0]?.name ?? "wrong credentials"}`;
  await fallsEachTime(merchant, what, async (time) => {
    const before = await merchant[state]();
    let current = before;
    let fallen: Configuration | undefined;
    const read = async () => {
      const now = await merchant.configuration();
      changes.push(...differencesBetween(requireVisible(current), now, STORED));
      const hasFallen = current.status === 1 && now.status === 0;
      if (hasFallen) fallen ??= now;
      current = hasFallen ? await merchant[state]() : now;
    };
    await refusesAll({ merchant, urls, operations, state }, offences, time === 0 ? undefined : read);
    await read();
    return { before, after: fallen ?? before };
  });
  const [change] = changes;
  if (change !== undefined) throw new InconclusiveError(`A refused request changed \`${change.field}\`.`);
}

/** A refusal shows something only where a query with valid credentials shows a configuration. */
async function refusesQueries(merchant: Merchant, offences: readonly CredentialOffence[]): Promise<void> {
  requireVisible(await merchant.settled());
  for (const { name, tamper, expects, operations = OPERATIONS, lane } of offences) {
    if (!operations.includes("query")) continue;
    const draft = { ...queryDraft(expects), tamper, lane: lane ?? `impostor-${expects}` };
    assertRefused(await merchant.send(draft), `query with ${name}`);
  }
}

/** @param read is called after each request, to find which of them has an effect */
async function refusesAll(
  { merchant, urls, operations, state }: Asked,
  offences: readonly CredentialOffence[],
  read?: () => Promise<void>,
): Promise<void> {
  for (const [index, offence] of offences.entries()) {
    const possible = offence.operations ?? OPERATIONS;
    const isLong = index > 0 && index === offences.length - 1;
    for (const operation of possible.filter((one) => operations.includes(one))) {
      const url = isLong ? urlOfLength(urls, MAX_CALLBACK_URL_CHARS, "path") : urls.fresh();
      const answer = await merchant.send(draftFor(operation, url, offence));
      const rest = isGranted(answer) ? furtherDrafts(urls, offences.slice(index), operation) : [];
      assertRefused(answer, `${operation} with ${offence.name}`, {
        reach: await grantedOf(merchant, rest, async () => merchant[state]()),
      });
      await read?.();
    }
  }
}

/** The first offence on the other operations, and the next ones on one operation each. */
function furtherDrafts(
  urls: CallbackUrls,
  [first, ...later]: readonly CredentialOffence[],
  operation: Operation,
): readonly Draft[] {
  const others = OPERATIONS.filter((one) => one !== operation);
  return [
    ...draftsFor(urls, first, others),
    ...later.slice(0, FURTHER).flatMap((offence) => draftsFor(urls, offence, OPERATIONS).slice(0, 1)),
  ];
}

function draftsFor(
  urls: CallbackUrls,
  offence: CredentialOffence | undefined,
  operations: readonly Operation[],
): readonly Draft[] {
  if (offence === undefined) return [];
  const possible = operations.filter((one) => (offence.operations ?? OPERATIONS).includes(one));
  return possible.map((one) => draftFor(one, urls.fresh(), offence));
}

function draftFor(operation: Operation, url: string, { expects, tamper, lane }: CredentialOffence): Draft {
  const forged = { tamper, lane: lane ?? `impostor-${expects}` };
  if (operation === "register") return { ...registerDraft(url, expects), ...forged };
  return { ...(operation === "query" ? queryDraft(expects) : disableDraft(expects)), ...forged };
}
