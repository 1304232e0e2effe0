import type { WebhookContext } from "../webhook-context.ts";
import { differencesBetween } from "../../merchant/configuration.ts";
import { UnreturnedError } from "../../../engine/record/verdict.ts";

/** Longer than the smallest difference that a time with a fraction, or one without, shows. */
const PAUSE_MS = { fraction: 20, seconds: 1_100 };

/**
 * Whether a step moves `updateTime`.
 * @throws {UnreturnedError} when it is not returned
 */
export async function updateTimeAfter(
  { merchant, pause }: WebhookContext,
  step: () => Promise<unknown>,
): Promise<"moved" | "kept"> {
  const before = await merchant.configuration();
  if (typeof before.updateTime !== "string") throw new UnreturnedError(["updateTime"]);
  await pause(/[.,]\d/.test(before.updateTime) ? PAUSE_MS.fraction : PAUSE_MS.seconds);
  await step();
  const after = await merchant.configuration();
  return differencesBetween(before, after, ["updateTime"]).length > 0 ? "moved" : "kept";
}
