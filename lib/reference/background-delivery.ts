import type { Call } from "./call.ts";

const PERIOD = 11;
const PERIOD_OF_GIVING_UP = 37;

/**
 * Deliveries fail before some of the requests, at no regular distance: where retryCount counts, they move it; where the
 * service gives up, they disable.
 */
export function deliverInBackground(call: Call): void {
  const { choices, number, store } = call;
  if (choices.givesUp === "now-and-then" && isHit(number + 1, PERIOD_OF_GIVING_UP)) {
    store.changeAll((configuration) => ({ ...configuration, status: 0 }));
  }
  const touching = choices.retryCount === "counter-touching-update-time";
  if (!touching && choices.retryCount !== "counter") return;
  if (isHit(number, PERIOD)) {
    store.changeAll((configuration) => ({
      ...configuration,
      retryCount: configuration.retryCount + 1,
      updateTime: touching ? store.nextInstant() : configuration.updateTime,
    }));
  }
}

function isHit(number: number, period: number): boolean {
  return Math.imul(number, 0x9e3779b1) >>> 0 < 2 ** 32 / period;
}
