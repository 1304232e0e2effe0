import { type Answer, succeeded } from "../api/exchange/answer.ts";
import { queryDraft } from "../api/request/draft.ts";
import { headerOf } from "../api/exchange/infrastructure.ts";
import { describeJson } from "../api/json/json.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import type { OpenTarget } from "./open-target.ts";

const NOTICEABLE_OFFSET_MS = 1_500;
/** Longer than any tolerance. */
const WRONG_FOR_SURE_MS = 30 * 86_400_000;

/**
 * In signed mode, a clock that differs from this machine's may cause the rejection of the first merchant's query.
 * Signs by the target's clock, if this turns the rejection into a success. Leaves every other answer as it is.
 * Without a configuration, the target may reject every query. Then this compares three rejections: a query by this machine's
 * clock must be rejected like a query from another month, and a query by the target's clock must not.
 */
export async function withTheirClock(
  target: OpenTarget,
  merchant: Merchant,
  refused: Answer,
): Promise<Answer> {
  if (!target.signed || merchant !== target.shared.merchants[0] || succeeded(refused)) return refused;
  const offsetMs = Date.parse(headerOf(refused.wire, "date") ?? "") - target.shared.now();
  if (!(Math.abs(offsetMs) > NOTICEABLE_OFFSET_MS)) return refused;
  const answer = await queryAt(target, merchant, offsetMs);
  if (succeeded(answer)) return answer;
  const wrong = await queryAt(target, merchant, offsetMs + WRONG_FOR_SURE_MS);
  const isTheirs = [codeOf, wordsOf].some(
    (reason) => reason(refused) === reason(wrong) && reason(answer) !== reason(wrong),
  );
  target.theirClock.offsetMs = isTheirs ? offsetMs : 0;
  return answer;
}

async function queryAt(target: OpenTarget, merchant: Merchant, offsetMs: number): Promise<Answer> {
  target.theirClock.offsetMs = offsetMs;
  return merchant.send(queryDraft("open"));
}

function codeOf({ wire, envelope }: Answer): string {
  return `${wire.status} ${describeJson(envelope?.["code"])}`;
}

function wordsOf({ envelope }: Answer): string {
  return describeJson([envelope?.["msg"] ?? null, envelope?.["message"] ?? null]);
}
