import { succeeded } from "../../exchange/answer.ts";
import { registerBody, type Draft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { InconclusiveError, Violation } from "../../../engine/record/verdict.ts";

/**
 * The request succeeds without body and Content-Type.
 * @returns false when it is refused either way, which is judged elsewhere
 * @throws {Violation} when it is refused, but accepted with a body
 */
export async function neededNoBody(merchant: Merchant, draft: Draft): Promise<boolean> {
  if (succeeded(await merchant.send(draft))) return true;
  const bare = await merchant.send(draft);
  if (succeeded(bare)) throw new InconclusiveError(`The target refuses ${draft.label} now and then.`);
  const { body, contentType } = registerBody("{}", "open");
  if (body === undefined || contentType === undefined) return false;
  const full = await merchant.send({ ...draft, expects: "open", body, contentType });
  if (!succeeded(full)) return false;
  throw new Violation({
    expected: `${draft.label} to succeed without body and Content-Type`,
    actual: "a refusal, and a success with the body {}",
    exchange: bare.exchange,
    deviations: [{ what: `${draft.label} rejected`, when: [] }],
  });
}
