import { MAX_CALLBACK_URL_CHARS, urlOfLength } from "../urls/callback-url.ts";
import {
  disableDraft,
  type Draft,
  type Expectation,
  type Operation,
  OPERATIONS,
  queryDraft,
  registerDraft,
  type Tamper,
} from "../../draft.ts";
import type { Merchant } from "../merchant.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { differences } from "../model/compare.ts";
import { InconclusiveError } from "../../../engine/verdict.ts";
import { refused } from "./refused.ts";
import { visible } from "./returned.ts";
import { STORED } from "./unchanged.ts";

/** Credentials that are wrong in one way. */
export interface Imposture {
  readonly name: string;
  readonly tamper: Tamper;
  readonly expects: Extract<Expectation, "refused key" | "refused signature">;
  readonly operations?: readonly Operation[];
  /** The connection to use; one of its own unless the point is another. */
  readonly lane?: string;
}

/**
 * Every imposture is refused on every operation, of a merchant whose configuration stays as it is: an enabled one,
 * unless the point is another. Of several impostures the last comes with the longest body there may be.
 * @throws {Violation} when one is accepted
 * @throws {InconclusiveError} when a refusal had an effect, which is judged elsewhere
 */
export async function rejectsCredentials(
  merchant: Merchant,
  urls: CallbackUrls,
  impostures: readonly Imposture[],
  state: "enabled" | "disabled" = "enabled",
): Promise<void> {
  const before = visible(await merchant[state]());
  for (const [index, { name, tamper, expects, operations = OPERATIONS, lane }] of impostures.entries()) {
    const isLong = index > 0 && index === impostures.length - 1;
    for (const operation of operations) {
      const url = isLong ? urlOfLength(urls, MAX_CALLBACK_URL_CHARS, "path") : urls.fresh();
      const draft = { ...draftFor(operation, url, expects), tamper, lane: lane ?? `impostor-${expects}` };
      refused(await merchant.send(draft), `${operation} with ${name}`);
    }
  }
  const [change] = differences(before, await merchant.configuration(), STORED);
  if (change !== undefined) throw new InconclusiveError(`A refused request changed \`${change.field}\`.`);
}

function draftFor(operation: Operation, url: string, expects: Expectation): Draft {
  if (operation === "register") return registerDraft(url, expects);
  return operation === "query" ? queryDraft(expects) : disableDraft(expects);
}
