import type { Call } from "./call.ts";

const PERIOD = 11;

/** Where retryCount counts, a delivery moves it before some of the requests, at no regular distance. */
export function deliverInBackground({ choices, number, store }: Call): void {
  const touching = choices.retryCount === "counter-touching-update-time";
  if (!touching && choices.retryCount !== "counter") return;
  if (Math.imul(number, 0x9e3779b1) >>> 0 < 2 ** 32 / PERIOD) {
    store.changeAll((configuration) => ({
      ...configuration,
      retryCount: configuration.retryCount + 1,
      updateTime: touching ? store.nextInstant() : configuration.updateTime,
    }));
  }
}
