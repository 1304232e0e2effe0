import type { WebhookContext } from "../webhook-context.ts";
import { type Configuration, differencesBetween } from "../../merchant/configuration.ts";
import { UnreturnedError } from "../../../engine/record/verdict.ts";

export type VisibleMoves = Pick<WebhookContext, "pause" | "effort">;

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
  await pause(isInSeconds(before) ? PAUSE_MS.seconds : PAUSE_MS.fraction);
  await step();
  const after = await merchant.configuration();
  return differencesBetween(before, after, ["updateTime"]).length > 0 ? "moved" : "kept";
}

/**
 * Waits until configurations show it if their `updateTime` is moved: a time in whole seconds does not show a move within one.
 * At quick depth it does not wait.
 */
export async function awaitVisibleMoves(
  means: VisibleMoves | undefined,
  shown: Iterable<Configuration>,
): Promise<void> {
  if (means === undefined || means.effort.isQuick || !Iterator.from(shown).some(isInSeconds)) return;
  await means.pause(PAUSE_MS.seconds);
}

function isInSeconds({ updateTime }: Configuration): boolean {
  return typeof updateTime === "string" && !/[.,]\d*[1-9]/.test(updateTime);
}
