import { MAX_CALLBACK_URL_CHARS, urlOfLength } from "../inputs/callback-url.ts";
import {
  disableDraft,
  type Draft,
  type Expectation,
  type Operation,
  OPERATIONS,
  queryDraft,
  registerDraft,
} from "../../draft.ts";
import type { CredentialOffence } from "../../offence.ts";
import type { Merchant } from "../merchant.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { type Difference, differences } from "../model/compare.ts";
import { InconclusiveError } from "../../../engine/verdict.ts";
import { fallsEachTime } from "./never-moves.ts";
import { refused } from "./refused.ts";
import { visible } from "./returned.ts";
import { STORED } from "./unchanged.ts";

/**
 * Every offence is refused on every operation, of a merchant whose configuration stays as it is: an enabled one,
 * unless the point is another. Of several the last comes with the longest body there may be.
 * @throws {Violation} when one is accepted
 * @throws {InconclusiveError} when a refusal had an effect, which is judged elsewhere
 */
export async function rejectsCredentials(
  merchant: Merchant,
  urls: CallbackUrls,
  offences: readonly CredentialOffence[],
  state: "enabled" | "disabled" = "enabled",
): Promise<void> {
  const changes: Difference[] = [];
  await fallsEachTime(async () => {
    const before = await merchant[state]();
    await refusesAll(merchant, urls, offences);
    const after = await merchant.configuration();
    changes.push(...differences(visible(before), after, STORED));
    return { before, after };
  });
  const [change] = changes;
  if (change !== undefined) throw new InconclusiveError(`A refused request changed \`${change.field}\`.`);
}

async function refusesAll(
  merchant: Merchant,
  urls: CallbackUrls,
  offences: readonly CredentialOffence[],
): Promise<void> {
  for (const [index, { name, tamper, expects, operations = OPERATIONS, lane }] of offences.entries()) {
    const isLong = index > 0 && index === offences.length - 1;
    for (const operation of operations) {
      const url = isLong ? urlOfLength(urls, MAX_CALLBACK_URL_CHARS, "path") : urls.fresh();
      const draft = { ...draftFor(operation, url, expects), tamper, lane: lane ?? `impostor-${expects}` };
      refused(await merchant.send(draft), `${operation} with ${name}`);
    }
  }
}

function draftFor(operation: Operation, url: string, expects: Expectation): Draft {
  if (operation === "register") return registerDraft(url, expects);
  return operation === "query" ? queryDraft(expects) : disableDraft(expects);
}
