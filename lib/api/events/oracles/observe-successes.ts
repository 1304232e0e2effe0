import type { Plain } from "../../../engine/plain.ts";
import { ACKNOWLEDGED, type AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { assertUsualOnce, comeOnce, lateMs } from "./delivered-again.ts";

const WITH_BODY = [201, 202, 299];

/** Which answers of the class of success end a delivery. */
export async function observeSuccesses(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const withinMs = await lateMs(deliveries, merchant);
  const usual = deliveries.acknowledge ?? ACKNOWLEDGED;
  const answers: readonly (readonly [name: string, answer: AnswerStep])[] = [
    ["200 without a body", { status: 200 }],
    ["204", { status: 204 }],
    ...WITH_BODY.map((status) => [String(status), { ...usual, status }] as const),
  ];
  const isOnce = async (steps: readonly AnswerStep[]) => comeOnce(deliveries, merchant, steps, withinMs);
  if (await isOnce(answers.map(([, answer]) => answer)))
    return Object.fromEntries(answers.map(([name]) => [name, "final"]));
  await assertUsualOnce(deliveries, merchant, withinMs);
  const meanings: Record<string, string> = {};
  for (const [name, answer] of answers) {
    const isFinal = await isOnce([answer]);
    if (!isFinal) deliveries.failures.take(1);
    meanings[name] = isFinal ? "final" : "delivered again";
  }
  return meanings;
}
