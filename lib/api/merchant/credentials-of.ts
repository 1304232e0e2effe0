import { InconclusiveError } from "../../engine/record/verdict.ts";
import { describeAnswer, succeeded } from "../exchange/answer.ts";
import type { Credentials, Draft } from "../request/draft.ts";
import type { Merchant } from "./merchant.ts";

/** Sends a request that must be accepted, and returns the credentials that it carried. */
export async function credentialsOf(merchant: Merchant, draft: Draft): Promise<Credentials> {
  let used: Credentials = {};
  const answer = await merchant.send({ ...draft, tamper: (valid) => (used = valid) });
  if (succeeded(answer)) return used;
  throw new InconclusiveError(`A valid ${draft.label} was answered ${describeAnswer(answer)}.`);
}
