import type { Call } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import { verifying, is } from "../signature/faults.ts";

const DAY_MS = 86_400_000;

/** When a request says that it was made, in milliseconds since 1970. */
export const stampOf = ({ headers }: Call): number => Number(headers.get("x-timestamp"));

/** The moment within half a day from now that has the same time of day. */
export function atThisDay(call: Call, atMs: number): number {
  return atMs - Math.round((atMs - call.now()) / DAY_MS) * DAY_MS;
}

/** No nonce is remembered beyond a disable. */
export const forgettingAtDisable: Change = verifying(() => {
  let disables = 0;
  return {
    isSpent: (call, scope, nonce) => call.store.isSpent(`${scope} ${disables}`, nonce),
    spend: (call, scope, nonce) => {
      call.store.spend(`${scope} ${disables}`, nonce);
      if (is("disable")(call)) disables += 1;
    },
  };
});
