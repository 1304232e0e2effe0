import { succeeded } from "../client/answer.ts";
import { registerBody, type Draft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
import { InconclusiveError, Violation } from "../verdict.ts";

/**
 * The request succeeds without body and Content-Type.
 * @throws {Violation} when it is refused, but accepted with a body
 * @throws {InconclusiveError} when it is refused either way, which is judged elsewhere
 */
export async function neededNoBody(merchant: Merchant, draft: Draft): Promise<void> {
  if (succeeded(await merchant.send(draft))) return;
  const bare = await merchant.send(draft);
  if (succeeded(bare)) throw new InconclusiveError(`The target refuses ${draft.label} now and then.`);
  const { body, contentType } = registerBody("{}", "open");
  if (body === undefined || contentType === undefined) return;
  const full = await merchant.send({ ...draft, expects: "open", body, contentType });
  if (!succeeded(full))
    throw new InconclusiveError(`The target refuses ${draft.label} with and without a body.`);
  throw new Violation({
    expected: `${draft.label} to succeed without body and Content-Type`,
    actual: "a refusal, and a success with the body {}",
    exchange: bare.exchange,
  });
}
